import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { bulkUpdateApi, importApi } from '@waybill/domain/imports/api'
import type { BulkJob, RowState } from '@waybill/domain/imports/model'
import { isRunning } from '@waybill/domain/imports/rules'
import { endpointQuery } from '../kit/api/index.ts'

/** Polling interval in ms for a running job. */
const every_ms = 1_000

/** Returns a bulk job and polls it while it is running. */
export function useJob(api: typeof importApi | typeof bulkUpdateApi, id: number) {
  return useQuery({
    ...endpointQuery(api.detail, { id }),
    refetchInterval: (query) => {
      const job = query.state.data
      return job && isRunning(job.state) ? every_ms : false
    },
  })
}

/**
 * Returns when a job that is not running was last read, in ms; 0 while it runs. Part of the query keys of its rows: a check
 * can leave state and counts as they were and still change what is wrong with a row.
 */
export function lastRead({ data, dataUpdatedAt }: UseQueryResult<BulkJob>): number {
  return data && !isRunning(data.state) ? dataUpdatedAt : 0
}

/** Number of rows per page. */
export const rows_of_page = 20

export function useRows(
  api: typeof importApi | typeof bulkUpdateApi,
  job: BulkJob | undefined,
  jobReadAt: number,
  shown: { state: RowState[] | undefined; offset: number },
) {
  const { state, offset } = shown
  const rows = endpointQuery(api.rows, { id: job?.id ?? 0, state, limit: rows_of_page, offset })
  return useQuery({
    ...rows,
    queryKey: [...rows.queryKey, job?.state, job?.counts, jobReadAt],
    enabled: job !== undefined,
    // Keeps the previous rows while a page or the same rows are reloaded, but not after a change of tab.
    placeholderData: (former, query) => (isSameTab(query?.queryKey[1], state) ? former : undefined),
  })
}

const isSameTab = (input: unknown, state: RowState[] | undefined): boolean =>
  JSON.stringify((input as { state?: RowState[] } | undefined)?.state) === JSON.stringify(state)
