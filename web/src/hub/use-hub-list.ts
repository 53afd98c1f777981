import { useQuery } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import { clockOf } from '@waybill/domain/kit/wire'
import { useMemo } from 'react'
import { reading } from '../kit/api/index.ts'
import type { HubList } from './verdict-look.ts'

/** Most parcels kept for scanning without a network. */
const hub_list_max = 500
/** Milliseconds. */
const list_renewed_every = 600_000

/** The parcels a branch expects, read in good time for scanning without a network. */
export function useHubList(branch_id: number): HubList | null {
  const { data, dataUpdatedAt } = useQuery({
    ...reading(hubApi.expected, { branch_id, limit: hub_list_max }),
    refetchInterval: list_renewed_every,
    refetchOnWindowFocus: false,
    staleTime: list_renewed_every,
  })
  return useMemo(
    () => (data ? { parcels: data.parcels, read_at: clockOf(new Date(dataUpdatedAt)) } : null),
    [data, dataUpdatedAt],
  )
}
