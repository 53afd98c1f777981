import type { bulkUpdateApi, importApi } from '@waybill/domain/imports/api'
import { changeText } from '@waybill/domain/imports/bulk-change'
import { bulkRowsDue } from '@waybill/domain/imports/events'
import { cellText, import_columns } from '@waybill/domain/imports/columns'
import type { BulkKind } from '@waybill/domain/imports/model'
import {
  checksFirst,
  isAsSeen,
  mayCancelBulk,
  mayCorrect,
  mayRun,
  mayUndo,
} from '@waybill/domain/imports/rules'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, Handler } from '../kit/handler.ts'
import { driverNames } from '../maps/index.ts'
import { presentJob, jobState } from './present-job.ts'
import { start } from './start.ts'
import {
  correctRow,
  listChanged,
  lockJob,
  moveRows,
  readJobRow,
  tally,
  updateJob,
  type JobRow,
} from './store.ts'

async function locked(ctx: Context, id: number, kind: BulkKind) {
  const job = await lockJob(ctx, id, kind)
  const counted = (await tally(ctx, [job.id])).get(job.id)
  if (!counted) throw new Error('A bulk job has no row counts.')
  return { job, standing: jobState(job, counted) }
}

async function put(ctx: Context, job: JobRow, changes: Parameters<typeof updateJob>[2], goesOn: boolean) {
  await updateJob(ctx, job.id, changes)
  if (goesOn) await ctx.emit(bulkRowsDue, { job_id: job.id })
  return presentJob(ctx, await readJobRow(ctx, job.id))
}

/**
 * Starts the good rows, and failed rows again; those of an update only after another check (`checksFirst`). Rejects a
 * second start while the job is running, and of an update that is not as the caller saw it.
 */
export function runBulk(kind: BulkKind): Handler<typeof importApi.run> {
  return async (ctx, { id, seen }) => {
    const { job, standing } = await locked(ctx, id, kind)
    ensure(mayRun(standing))
    ensure(isAsSeen(standing, seen))
    if (job.change?.kind === 'undo')
      ensure(mayUndo((await locked(ctx, job.change.job_id, kind)).standing, ctx.now))
    if (checksFirst(standing)) {
      await moveRows(ctx, id, ['failed', 'wrong'], 'waiting')
      return put(ctx, job, { state: 'checking', time_ended: null, stopped_because: '' }, true)
    }
    if (kind === 'shipment-import') await moveRows(ctx, id, ['failed'], 'good')
    return put(
      ctx,
      job,
      { state: 'running', time_started: ctx.now, time_ended: null, stopped_because: '' },
      true,
    )
  }
}

/** Stops a job between two rows. Completed rows are not undone. */
export function cancelBulk(kind: BulkKind): Handler<typeof importApi.cancel> {
  return async (ctx, { id }) => {
    const job = await lockJob(ctx, id, kind)
    ensure(mayCancelBulk(job.state))
    const stoppedBecause = `Stopped by ${ctx.actor.name || 'an API key'}.`
    return put(ctx, job, { state: 'cancelled', stopped_because: stoppedBecause, time_ended: ctx.now }, false)
  }
}

const column_keys = new Set(import_columns.map(({ key }) => key))

/**
 * Corrects cells and checks the corrected rows again. Without rows, continues with the rows that are still waiting
 * for the check.
 */
export const correctRows: Handler<typeof importApi.correct> = async (ctx, { id, rows }) => {
  const { job, standing } = await locked(ctx, id, 'shipment-import')
  ensure(mayCorrect(standing))
  for (const { row, cells } of rows) {
    const known = Object.fromEntries(
      Object.entries(cells).flatMap(([column, typed]) =>
        column_keys.has(column) ? [[column, cellText(column, typed)]] : [],
      ),
    )
    if (!(await correctRow(ctx, id, row, known)))
      throw notFound(`Line ${row} does not exist or is already booked. Load the page again.`)
  }
  const columns = import_columns.flatMap(({ key }) =>
    job.columns.includes(key) || rows.some(({ cells }) => cells[key]) ? [key] : [],
  )
  return put(ctx, job, { state: 'checking', columns, stopped_because: '' }, true)
}

/** Undoes an import within 24 hours: cancels its shipments one by one, except those already collected. */
export const undoImport: Handler<typeof importApi.undo> = async (ctx, { id }) => {
  const { job, standing } = await locked(ctx, id, 'shipment-import')
  ensure(mayUndo(standing, ctx.now))
  return put(ctx, job, { state: 'undoing', time_ended: null, stopped_because: '' }, true)
}

/**
 * Starts the check of an undo: a new update that gives the shipments changed by another one back what they had. It is
 * run like any update, by the same deadline.
 */
export const undoUpdate: Handler<typeof bulkUpdateApi.undo> = async (ctx, { id }) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may change many shipments at once.')
  const { job, standing } = await locked(ctx, id, 'shipment-update')
  ensure(mayUndo(standing, ctx.now))
  if (!job.change || job.change.kind === 'undo') throw new Error(`Update ${id} has no change to undo.`)
  const change = { kind: 'undo' as const, job_id: id, change: job.change }
  const rows = await listChanged(ctx, id)
  return start(
    ctx,
    {
      kind: 'shipment-update',
      name: changeText(change, await driverNames(ctx)),
      columns: [],
      change,
      dangerous_goods_confirmed: false,
      file_name: null,
    },
    rows.map(({ row, reference }) => ({ row, cells: { reference } })),
  )
}
