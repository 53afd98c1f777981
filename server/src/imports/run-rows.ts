import type { BulkKind, BulkState, RowState } from '@waybill/domain/imports/model'
import { bulkRowsDue } from '@waybill/domain/imports/events'
import { rows_taken, state_after } from '@waybill/domain/imports/rules'
import { hasPermission, type Actor } from '@waybill/domain/kit/actor'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { Problem } from '@waybill/domain/kit/problem'
import { actorOf } from '../identity/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { bookRow, cancelRow, tryBooking } from './import-row.ts'
import {
  lockJob,
  nextRows,
  settleRow,
  updateJob,
  type JobRow,
  type Settled,
  type WaitingRow,
} from './store.ts'
import { changeRow, tryChange } from './update-row.ts'

/** Number of rows per batch, and the time limit of a batch in ms. It is far below the lease of the outbox. */
const portion = 25
const portion_ms = 10_000

/** Processes a row for one job state. Each step runs once and records its result. */
type Step = (acting: ExternalContext, job: JobRow, row: WaitingRow) => Promise<Settled | null>

const steps: Readonly<Record<BulkKind, Partial<Record<BulkState, Step>>>> = {
  'shipment-import': { checking: tryBooking, running: bookRow, undoing: cancelRow },
  'shipment-update': { checking: tryChange, running: changeRow },
}

/** The state of a row whose step failed, by job state. */
const failed_states: Readonly<Partial<Record<BulkState, RowState>>> = {
  checking: 'wrong',
  running: 'failed',
  undoing: 'kept',
}

const permissions: Readonly<Record<BulkKind, string>> = {
  'shipment-import': 'API_/shipments/bulk-import:POST',
  'shipment-update': 'API_/shipments/bulk-update:POST',
}

/**
 * Processes the next rows of a bulk job, each in its own transactions, and requests the next batch. It can be killed
 * at any time and started twice, because every row is claimed in the same transaction as its effect
 * (docs/domain/tools.md#bulk-imports-and-updates).
 */
export async function runBulkRows(
  ctx: ExternalContext,
  { job_id }: PayloadOf<typeof bulkRowsDue>,
): Promise<void> {
  const started = performance.now()
  const due = await ctx.inTransaction(async (inner) => {
    const job = await lockJob(inner, job_id)
    const taken = rows_taken[job.state]
    return taken ? { job, taken, rows: await nextRows(inner, job_id, taken, portion) } : null
  })
  if (!due) return
  const { job, taken, rows } = due
  const doer = await doerOf(ctx, job)
  if (typeof doer === 'string') {
    await ctx.inTransaction((inner) => stop(inner, job_id, doer))
    return
  }
  const acting = await ctx.actingAs(doer)
  for (const row of rows) {
    if (performance.now() - started > portion_ms) break
    await takeRow(acting, job, row, taken)
  }
  await ctx.inTransaction((inner) => goOn(inner, job_id))
}

async function takeRow(
  acting: ExternalContext,
  job: JobRow,
  row: WaitingRow,
  taken: RowState,
): Promise<void> {
  const state = job.state
  const step = steps[job.kind][state]
  const refused = failed_states[state]
  if (!step || !refused) throw new Error(`There is no step for a ${job.kind} in the state ${state}.`)
  try {
    const settled = await step(acting, job, row)
    if (settled) await acting.inTransaction((inner) => settleRow(inner, job.id, row, taken, settled))
  } catch (error) {
    // The outbox retries temporary outages. All other errors are recorded on the row.
    if (error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'maintenance'))
      throw error
    if (!(error instanceof Problem))
      acting.log.error({ job: job.id, row: row.row, error: String(error) }, 'bulk row')
    const message =
      error instanceof Problem
        ? error.message
        : 'This row could not be done because of a fault of ours. Try it again; if it stays, contact us.'
    await acting.inTransaction((inner) =>
      settleRow(inner, job.id, row, taken, { state: refused, problems: [{ column: '', message }] }),
    )
  }
}

/** Returns the actor of the job with its current permissions, or the reason why the actor may no longer run it. */
async function doerOf(ctx: ExternalContext, job: JobRow): Promise<Actor | string> {
  const gone = `The person who started this no longer has the permission. Ask someone with the permission to start it again.`
  try {
    const actor = await ctx.inTransaction((inner) =>
      actorOf(inner.db, ctx.provider_id, job.user_id, job.is_api_key ? 'api-key' : 'user'),
    )
    if (!actor || actor.account_id !== job.account_id || !hasPermission(actor, permissions[job.kind]))
      return gone
    return { ...actor, impersonated_by: job.impersonated_by }
  } catch (error) {
    if (error instanceof Problem && error.kind === 'account_closed') return gone
    throw error
  }
}

async function stop(ctx: Context, id: number, stoppedBecause: string): Promise<void> {
  await lockJob(ctx, id)
  await updateJob(ctx, id, { state: 'cancelled', stopped_because: stoppedBecause, time_ended: ctx.now })
}

/** Requests the next batch, or moves the job to its next state when no row is left. */
async function goOn(ctx: Context, id: number): Promise<void> {
  const job = await lockJob(ctx, id)
  const state = job.state
  const taken = rows_taken[state]
  const after = state_after[state]
  if (!taken || !after) return
  const [left] = await nextRows(ctx, id, taken, 1)
  if (left) await ctx.emit(bulkRowsDue, { job_id: id })
  else await updateJob(ctx, id, { state: after, time_ended: after === 'checked' ? null : ctx.now })
}
