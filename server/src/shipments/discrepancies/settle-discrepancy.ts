import { dayOf } from '@waybill/domain/kit/calls/wire'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import { system_username } from '@waybill/domain/kit/actor'
import { conflict, invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { dispute_window_days } from '@waybill/domain/rates/settings'
import type { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import {
  checkDecidedRate,
  checkDecisionText,
  checkDispute,
  checkOwnMeasures,
  dispute_folder,
  isPastWindow,
  max_dispute_files,
  mayDecide,
  mayDispute,
  type DiscrepancyOutcome,
} from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { DiscrepancyDecision, StoredAttachment } from '@waybill/domain/shipments/discrepancies/model'
import { discrepancyChanged } from '@waybill/domain/shipments/events'
import { uploadsOfCaller } from '../../files/index.ts'
import { dryRun } from '../../kit/dry-run.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import { rerateShipment } from '../pricing/rerate-shipment.ts'
import { lockShipment, readShipmentRows } from '../store.ts'
import {
  listDiscrepanciesToNotify,
  listDiscrepancyRows,
  listExpiredDiscrepancies,
  readDiscrepancyRow,
  updateDiscrepancy,
  type DiscrepancyRow,
} from './discrepancy-store.ts'
import { presentDiscrepancies, presentDiscrepancy } from './present-discrepancy.ts'
import { rateBy } from './review-discrepancy.ts'

const max_per_page = 500

/** Returns one page of the weight discrepancies that the caller may access. */
export const listDiscrepancies: Handler<typeof discrepanciesApi.list> = async (ctx, input) => {
  const page = { ...pageOf(input, max_per_page), order_by: input.order_by, order: input.order }
  const { rows, total } = await listDiscrepancyRows(ctx, input, page)
  return { discrepancies: await presentDiscrepancies(ctx, rows), count: total }
}

/** Returns one weight discrepancy. */
export const readDiscrepancy: Handler<typeof discrepanciesApi.detail> = async (ctx, { id }) =>
  presentDiscrepancy(ctx, await readDiscrepancyRow(ctx, id))

/** Locks the shipment of a discrepancy, and with it the discrepancy, and returns the latter. */
async function lockDiscrepancy(ctx: Context, id: number): Promise<DiscrepancyRow> {
  const { shipment_id } = await readDiscrepancyRow(ctx, id)
  await lockShipment(ctx, shipment_id)
  return readDiscrepancyRow(ctx, id)
}

async function rejectStale(ctx: Context, row: DiscrepancyRow, version: number): Promise<void> {
  if (version === row.version) return
  throw conflict('Someone else changed this discrepancy in the meantime. Check it, then try again.', {
    ...(await presentDiscrepancy(ctx, row)),
  })
}

/** Disputes the measures of an open discrepancy, once (docs/domain/rating.md#weight-discrepancies). */
export const disputeMeasures: Handler<typeof discrepanciesApi.dispute> = async (ctx, input) => {
  const row = await lockDiscrepancy(ctx, input.id)
  ensure(mayDispute(ctx.actor, row, dayOf(ctx.now)))
  await rejectStale(ctx, row, input.version)
  ensure(checkDispute(input.reason))
  const files = await storedUploads(ctx, input.files ?? [], 'files')
  const changed = await updateDiscrepancy(ctx, row.id, {
    state: 'disputed',
    dispute_reason: input.reason.trim(),
    dispute_files: JSON.stringify(files),
    disputed_by: ctx.actor.username,
    disputed_at: ctx.now,
  })
  await announce(ctx, changed, 'disputed')
  return presentDiscrepancy(ctx, changed)
}

/**
 * Returns pictures or documents that the caller has uploaded, as they are stored with a discrepancy. Throws a 400 at
 * `field` when one is missing.
 */
export async function storedUploads(
  ctx: Context,
  named: readonly { file_name: string; display_name?: string | undefined }[],
  field: string,
): Promise<StoredAttachment[]> {
  if (named.length === 0) return []
  if (named.length > max_dispute_files)
    throw invalid(`Send at most ${max_dispute_files} files at once.`, [
      { field, message: `has more than ${max_dispute_files} files` },
    ])
  const found = await uploadsOfCaller(
    ctx,
    dispute_folder,
    named.map(({ file_name }) => file_name),
  )
  return named.map(({ file_name, display_name }) => {
    const file = found.find(({ name }) => name === file_name)
    const name = display_name ?? file?.display_name ?? file_name
    if (!file)
      throw invalid(`${name} was not uploaded. Choose the file again.`, [
        { field, message: `${name} was not uploaded.` },
      ])
    return { file_name, display_name: name, content_type: file.content_type, file_size: file.size }
  })
}

/** Decides on a discrepancy and charges the resulting price once. */
export const decideDiscrepancy: Handler<typeof discrepanciesApi.decide> = async (ctx, input) => {
  ensure(checkDecisionText(input.message))
  return presentDiscrepancy(ctx, await decide(ctx, input))
}

/** Returns the price of a decision, which is made and undone. */
export const previewDecision: ExternalHandler<typeof discrepanciesApi.preview> = async (ctx, input) => {
  const { decided_rate } = await dryRun(ctx, (inner) => decide(inner, input))
  return ctx.answer(async () => ({ rate: decided_rate ?? 0 }))
}

async function decide(
  ctx: Context,
  input: Omit<DiscrepancyDecision, 'message'> & { message?: string },
): Promise<DiscrepancyRow> {
  const row = await lockDiscrepancy(ctx, input.id)
  ensure(mayDecide(ctx.actor, row, input.outcome))
  await rejectStale(ctx, row, input.version)
  const { outcome, message = '', parcels: entered = [] } = input
  if (outcome === 'own')
    ensure(
      checkOwnMeasures(
        entered,
        row.parcels.map(({ parcel_id }) => parcel_id),
      ),
    )
  const own = new Map(entered.map(({ id, ...measures }) => [id, measures]))
  const parcels = row.parcels.map((parcel) => ({
    ...parcel,
    decided: outcome === 'own' ? (own.get(parcel.parcel_id) ?? null) : null,
  }))
  const settled = await settle(ctx, { ...row, parcels }, outcome, {
    state: 'decided',
    parcels: JSON.stringify(parcels),
    decision_message: message.trim(),
    decided_by: ctx.actor.username,
  })
  if (outcome === 'own') ensure(checkDecidedRate(row, settled.decided_rate ?? 0))
  return settled
}

/** Ends a waiting discrepancy of a locked shipment and prices the shipment by the measures that hold. */
async function settle(
  ctx: Context,
  row: DiscrepancyRow,
  outcome: DiscrepancyOutcome,
  changes: Parameters<typeof updateDiscrepancy>[2],
): Promise<DiscrepancyRow> {
  await updateDiscrepancy(ctx, row.id, { ...changes, outcome, decided_at: ctx.now })
  await rateBy(ctx, row.shipment_id, { outcome, parcels: row.parcels })
  await rerateShipment(ctx, row.shipment_id, {}, reasons[outcome])
  const [shipment] = await readShipmentRows(ctx, [row.shipment_id])
  const settled = await updateDiscrepancy(ctx, row.id, { decided_rate: shipment?.rate ?? row.submitted_rate })
  await announce(ctx, settled, 'settled')
  return settled
}

const reasons: Readonly<Record<DiscrepancyOutcome, string>> = {
  measured: 'the measured size and weight hold',
  submitted: 'the booked size and weight hold',
  own: 'another size and weight was agreed',
}

async function announce(
  ctx: Context,
  { id, shipment_id }: Pick<DiscrepancyRow, 'id' | 'shipment_id'>,
  notice: 'noticed' | 'disputed' | 'settled',
): Promise<void> {
  await ctx.emit(discrepancyChanged, { shipment_id, discrepancy_id: id, notice })
}

/**
 * Notifies accounts of new discrepancies and lets measures hold that were not disputed in time. Each has its own
 * transaction; when one fails, the error is logged and the others continue.
 */
export async function runDiscrepancies(ctx: ExternalContext): Promise<void> {
  await eachOf(ctx, await ctx.inTransaction(listDiscrepanciesToNotify), startWindow)
  await eachOf(ctx, await ctx.inTransaction(listExpiredDiscrepancies), expire)
}

async function eachOf(
  ctx: ExternalContext,
  ids: readonly number[],
  run: (ctx: Context, row: DiscrepancyRow) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await ctx.inTransaction(async (inner) => run(inner, await lockDiscrepancy(inner, id)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      ctx.log.error({ discrepancy_id: id, error: reason }, 'weight discrepancy failed')
    }
  }
}

async function startWindow(ctx: Context, row: DiscrepancyRow): Promise<void> {
  if (row.state !== 'open' || row.notified_at !== null) return
  const changed = await updateDiscrepancy(ctx, row.id, {
    notified_at: ctx.now,
    dispute_until: daysAfter(dayOf(ctx.now), ctx.setting(dispute_window_days)),
  })
  await announce(ctx, changed, 'noticed')
}

/** Lets the measures hold. A shipment for which they have no price any more keeps the price of its booking. */
async function expire(ctx: Context, row: DiscrepancyRow): Promise<void> {
  if (row.state !== 'open' || !isPastWindow(row, dayOf(ctx.now))) return
  const changes = { state: 'expired', decided_by: system_username } as const
  try {
    await settle(ctx, row, 'measured', changes)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
    ctx.log.warn({ discrepancy_id: row.id, reason: error.message }, 'Measures that hold have no price')
    await settle(ctx, row, 'submitted', changes)
  }
}
