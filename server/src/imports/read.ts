import type { importApi } from '@waybill/domain/imports/api'
import type { BulkKind } from '@waybill/domain/imports/model'
import { notFound } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { addressOf } from '../files/index.ts'
import type { Handler } from '../kit/handler.ts'
import { presentJob, presentJobs, presentRow } from './present-job.ts'
import { listJobRows, listRowsOf, readJobRow } from './store.ts'

/** Maximum number of rows per request. Correction pages request fewer; the download of failing rows requests all. */
const max_rows = 2_000

/** Returns a handler that lists the jobs of a kind, newest first. */
export function listBulk(kind: BulkKind): Handler<typeof importApi.list> {
  return async (ctx, input) => {
    const { rows, total } = await listJobRows(ctx, kind, pageOf(input, 100))
    return { jobs: await presentJobs(ctx, rows), count: total }
  }
}

/** Returns a handler for one job with its progress. */
export function readBulk(kind: BulkKind): Handler<typeof importApi.detail> {
  return async (ctx, { id }) => presentJob(ctx, await readJobRow(ctx, id, kind))
}

/** Returns a handler for the rows of a job, in file order. */
export function readBulkRows(kind: BulkKind): Handler<typeof importApi.rows> {
  return async (ctx, input) => {
    const job = await readJobRow(ctx, input.id, kind)
    const { rows, total } = await listRowsOf(ctx, job.id, input.state, pageOf(input, max_rows))
    return { rows: rows.map((row) => presentRow(ctx, row)), count: total }
  }
}

/** Returns a signed URL of the original file. */
export const readImportFile: Handler<typeof importApi.file> = async (ctx, { id }) => {
  const job = await readJobRow(ctx, id, 'shipment-import')
  if (job.file_name === null) throw notFound('The original file is no longer kept.')
  return {
    url: addressOf(ctx, 'imports', {
      name: job.file_name,
      content_type: 'text/csv',
      display_name: job.name,
    }),
  }
}
