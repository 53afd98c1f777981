import { useQuery } from '@tanstack/react-query'
import { bulkUpdateApi, importApi } from '@waybill/domain/imports/api'
import type { BulkJob, RowState } from '@waybill/domain/imports/model'
import { isRunning } from '@waybill/domain/imports/rules'
import { endpointQuery } from '../kit/api/index.ts'

/** How often work under way is asked for, in milliseconds. */
const every_ms = 1_000

/** One piece of bulk work, followed while it is under way. */
export function useJob(api: typeof importApi | typeof bulkUpdateApi, id: number) {
  return useQuery({
    ...endpointQuery(api.detail, { id }),
    refetchInterval: (query) => {
      const job = query.state.data as BulkJob | undefined
      return job && isRunning(job.state) ? every_ms : false
    },
  })
}

/** Rows of a page of bulk work; read again whenever the work has got on. */
export const rows_of_page = 20

export function useRows(
  api: typeof importApi | typeof bulkUpdateApi,
  job: BulkJob | undefined,
  shown: { state: RowState[] | undefined; offset: number },
) {
  const { state, offset } = shown
  const rows = endpointQuery(api.rows, { id: job?.id ?? 0, state, limit: rows_of_page, offset })
  return useQuery({
    ...rows,
    queryKey: [...rows.queryKey, job?.state, job?.counts],
    enabled: job !== undefined,
    // Rows stay while a page or the same rows are read again, not while another tab of them is.
    placeholderData: (former, query) => (isSameTab(query?.queryKey[1], state) ? former : undefined),
  })
}

const isSameTab = (input: unknown, state: RowState[] | undefined): boolean =>
  JSON.stringify((input as { state?: RowState[] } | undefined)?.state) === JSON.stringify(state)
