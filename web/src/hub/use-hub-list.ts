import { useQueries } from '@tanstack/react-query'
import { hubApi } from '@waybill/domain/hub/api'
import { list_of_mode, type ExpectedList } from '@waybill/domain/hub/expected'
import type { ExpectedParcel } from '@waybill/domain/hub/model'
import { clockOf } from '@waybill/domain/kit/wire'
import { call, readingKey } from '../kit/api/index.ts'
import { station_modes, type StationMode } from './station.ts'
import type { HubList } from './verdict-look.ts'

/** How many parcels one call brings; a list is read to its end. */
const page_size = 500
/** Milliseconds. */
const list_renewed_every = 600_000

/** One mode for each list. */
const modes_to_read = Object.entries(
  Object.fromEntries(station_modes.toReversed().map((mode) => [list_of_mode[mode], mode])),
) as [ExpectedList, StationMode][]

/**
 * The parcels that a branch expects in every mode, read to the end and in good time, for scanning without a network: the
 * mode may be changed there too. `null` until all are known.
 */
export function useHubList(branch_id: number): HubList | null {
  return useQueries({
    queries: modes_to_read.map(([list, mode]) => ({
      queryKey: readingKey(hubApi.expected, { branch_id, mode, for: 'scanning without a network' }),
      queryFn: ({ signal }: { signal: AbortSignal }) => readAll(branch_id, mode, signal),
      refetchInterval: list_renewed_every,
      refetchOnWindowFocus: false,
      staleTime: list_renewed_every,
      select: (parcels: readonly ExpectedParcel[]) => ({ list, parcels }),
    })),
    combine: joined,
  })
}

function joined(
  results: readonly {
    data: { list: ExpectedList; parcels: readonly ExpectedParcel[] } | undefined
    dataUpdatedAt: number
  }[],
): HubList | null {
  const lists = new Map<ExpectedList, readonly ExpectedParcel[]>()
  for (const { data } of results) {
    if (!data) return null
    lists.set(data.list, data.parcels)
  }
  return { lists, read_at: clockOf(new Date(Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)))) }
}

async function readAll(branch_id: number, mode: StationMode, signal: AbortSignal): Promise<ExpectedParcel[]> {
  const parcels: ExpectedParcel[] = []
  for (;;) {
    const page = { branch_id, mode, limit: page_size, offset: parcels.length }
    const { parcels: more } = await call(hubApi.expected, page, { signal })
    parcels.push(...more)
    if (more.length < page_size) return parcels
  }
}
