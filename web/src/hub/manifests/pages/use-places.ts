import { useQuery } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { endpointQuery } from '../../../kit/api/index.ts'

/** Branches by the names customers see, as everybody signed in has them at hand. */
export interface Places {
  branches: readonly { id: number; name: string }[]
}

/** `null` until they have been read. */
export function usePlaces(): Places | null {
  const { data } = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return {
    branches: data.branches.map(({ id, public_name }) => ({ id, name: public_name })),
  }
}
