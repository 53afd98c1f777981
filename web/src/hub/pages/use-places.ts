import { useQuery } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery } from '../../kit/api/index.ts'

/** The branches with their public names, which every signed-in user can read. */
export interface Places {
  branches: readonly { id: number; name: string; bays: readonly string[] }[]
}

/** Returns the branches; `null` while they load. */
export function usePlaces(): Places | null {
  const { data } = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return {
    branches: data.branches.map(({ id, public_name, bays }) => ({ id, name: public_name, bays })),
  }
}

/** Returns the branches as the options of a filter. */
export function useBranchChoices(): readonly { value: string; label: string }[] {
  return (usePlaces()?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}
