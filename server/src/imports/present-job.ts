import type { BulkJob, BulkRow } from '@waybill/domain/imports/model'
import { undoUntil } from '@waybill/domain/imports/rules'
import { hasPermission } from '@waybill/domain/kit/actor'
import type { Context } from '../kit/handler.ts'
import { tally, type JobRow, type listRowsOf, type Tally } from './store.ts'

/** Returns the job data that the rules need. */
export function jobState(row: JobRow, { counts }: Tally) {
  return {
    kind: row.kind,
    state: row.state,
    counts,
    change: row.change,
    time_started: row.time_started,
  }
}

/** Converts bulk jobs to the API form. Prices are 0 for callers who may not see billing information. */
export async function presentJobs(ctx: Context, rows: readonly JobRow[]): Promise<BulkJob[]> {
  const tallies = await tally(
    ctx,
    rows.map(({ id }) => id),
  )
  const seesMoney = hasPermission(ctx.actor, 'INLINE_see_billing_info')
  return rows.map((row) => {
    const one = tallies.get(row.id)
    if (!one) throw new Error('A bulk job has no row counts.')
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      state: row.state,
      columns: row.columns,
      change: row.change,
      total: row.total,
      counts: one.counts,
      price_good: seesMoney ? one.price_good : 0,
      price_done: seesMoney ? one.price_done : 0,
      stopped_because: row.stopped_because,
      has_file: row.file_name !== null,
      undo_until: undoUntil(jobState(row, one)),
      created_by: row.created_by,
      time_created: row.time_created,
      time_started: row.time_started,
      time_ended: row.time_ended,
    }
  })
}

export async function presentJob(ctx: Context, row: JobRow): Promise<BulkJob> {
  const [seen] = await presentJobs(ctx, [row])
  if (!seen) throw new Error('A bulk job could not be read back.')
  return seen
}

/** Converts a row to the API form. */
export function presentRow(
  ctx: Context,
  row: Awaited<ReturnType<typeof listRowsOf>>['rows'][number],
): BulkRow {
  return {
    row: row.row,
    state: row.state,
    cells: row.cells,
    problems: row.problems,
    outcome: row.outcome,
    price: hasPermission(ctx.actor, 'INLINE_see_billing_info') ? row.price : null,
    shipment_id: row.shipment_id,
    reference: row.reference,
  }
}
