import { useQuery } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { reading } from '../../../kit/api/index.ts'
import type { DriverChoice } from '../ManifestFields.tsx'

/** Branches by the names customers see, and drivers, as everybody signed in has them at hand. */
export interface Places {
  branches: readonly { id: number; name: string }[]
  drivers: readonly DriverChoice[]
}

/** `null` until they have been read. */
export function usePlaces(): Places | null {
  const { data } = useQuery({ ...reading(startupApi.generalData, {}), staleTime: Number.POSITIVE_INFINITY })
  if (!data) return null
  return {
    branches: data.branches.map(({ id, public_name }) => ({ id, name: public_name })),
    drivers: data.drivers.filter(({ deleted_date }) => deleted_date === null),
  }
}
