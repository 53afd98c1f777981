import { useQuery } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import { list_of_mode, type ExpectedList } from '@waybill/domain/hub/expected'
import type { ExpectedParcel } from '@waybill/domain/hub/model'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { call, endpointQueryKey } from '../kit/api/index.ts'
import { station_modes, type StationMode } from './station/station.ts'
import type { HubList } from './scanner/scan-result-view.ts'

/** Number of parcels per request; each list is fetched to its end. */
const page_size = 500
/** Polling interval, in ms. */
const list_renewed_every = 600_000

/** One scanner mode for each list. */
const modes_to_read = Object.entries(
  Object.fromEntries(station_modes.toReversed().map((mode) => [list_of_mode[mode], mode])),
) as [ExpectedList, StationMode][]

/**
 * Returns the parcels that a branch expects, for all modes because the mode can be changed offline. They are fetched
 * completely and ahead of time for scanning without a network. `null` until all are loaded.
 */
export function useHubList(branchId: number): HubList | null {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: endpointQueryKey(hubApi.expected, { branch_id: branchId, for: 'scanning without a network' }),
    queryFn: async ({ signal }) => {
      const lists = new Map<ExpectedList, readonly ExpectedParcel[]>()
      for (const [list, mode] of modes_to_read) lists.set(list, await readAll(branchId, mode, signal))
      return lists
    },
    refetchInterval: list_renewed_every,
    refetchOnWindowFocus: false,
    staleTime: list_renewed_every,
  })
  return data ? { lists: data, read_at: clockOf(new Date(dataUpdatedAt)) } : null
}

async function readAll(branchId: number, mode: StationMode, signal: AbortSignal): Promise<ExpectedParcel[]> {
  const parcels: ExpectedParcel[] = []
  for (;;) {
    const page = { branch_id: branchId, mode, limit: page_size, offset: parcels.length }
    const { parcels: more } = await call(hubApi.expected, page, { signal })
    parcels.push(...more)
    if (more.length < page_size) return parcels
  }
}
