import { isOffice } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import { ensure, type RuleResult } from '@waybill/domain/kit/rule-result'
import { noteAdded, shipmentEdited } from '@waybill/domain/shipments/events'
import { default_note_type } from '@waybill/domain/shipments/notes-and-tags/note-rules'
import {
  mayDecide,
  mayDispute,
  type AttemptDispute,
  type DisputeDecision,
} from '@waybill/domain/shipments/receiver/attempt-dispute'
import type { disputesApi } from '@waybill/domain/shipments/receiver/disputes-api'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import { withoutUndone } from '@waybill/domain/shipments/statuses/undone-events'
import { listDrivers } from '../../identity/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { insertNote } from '../notes-and-tags/note-store.ts'
import { receiver_source } from './receiver-source.ts'
import {
  insertEvents,
  lockShipment,
  readEvents,
  updateShipment,
  type EventRow,
  type ShipmentRow,
} from '../store.ts'
import {
  findDisputeOfEvent,
  insertDispute,
  listDisputeRows,
  readDisputeRow,
  updateDispute,
  type DisputeRow,
} from './dispute-store.ts'

const max_per_page = 200
const disputed_code: EventCode = 'attempt-disputed'

/** The last failed attempt to deliver, and whether the receiver may say that no driver was there. */
export interface LastAttempt {
  event: EventRow | null
  may_dispute: RuleResult
  /** The decision about an answer that was given; `undefined` without one, `null` while nobody has decided. */
  decision: DisputeDecision | null | undefined
}

/** Returns the last failed attempt to deliver a shipment. */
export async function readLastAttempt(ctx: Context, row: ShipmentRow): Promise<LastAttempt> {
  const event = withoutUndone(await readEvents(ctx, [row.id])).find(
    ({ status }) => status === 'delivery-failed-attempt',
  )
  if (!event) return { event: null, may_dispute: mayDispute(null, ctx.now), decision: undefined }
  const dispute = await findDisputeOfEvent(ctx, event.id)
  const attempt = {
    status: row.status,
    date: event.date,
    is_verified: event.data?.['attempt_verified'] !== false,
    is_disputed: dispute !== undefined,
  }
  return { event, may_dispute: mayDispute(attempt, ctx.now), decision: dispute?.decision }
}

/**
 * Stores that the receiver says that no driver was there: the attempt no longer counts, an internal note asks staff to
 * decide, and the pay of the driver cannot be approved before (decision 0137).
 */
export async function disputeAttempt(ctx: Context, id: number, comment: string): Promise<void> {
  const row = await lockShipment(ctx, id)
  const { event, may_dispute } = await readLastAttempt(ctx, row)
  ensure(may_dispute)
  if (!event) return
  const isNew = await insertDispute(ctx, {
    shipment_id: id,
    tracking_event_id: event.id,
    username: event.source,
    day: dayOf(event.date),
    comment,
  })
  if (!isNew) return
  await countAttempts(ctx, row, -1)
  await insertEvents(ctx, id, [
    { date: ctx.now, status: disputed_code, message: '', source: receiver_source, is_public: false },
  ])
  const note = await insertNote(ctx, {
    note_type: default_note_type,
    shipment_id: id,
    message: `The receiver says that no driver was there${comment ? `: ${comment}` : '.'}`,
    type: 'internal',
    requires_action: true,
    attachments: { uploads: [] },
  })
  await ctx.emit(noteAdded, { note_id: note.id, shipment_id: id, type: 'internal', email_to: [] })
}

async function countAttempts(ctx: Context, row: ShipmentRow, more: 1 | -1): Promise<void> {
  const attempts = Math.max(0, row.failed_delivery_attempts + more)
  if (attempts === row.failed_delivery_attempts) return
  await updateShipment(ctx, row.id, { failed_delivery_attempts: attempts })
  await ctx.emit(shipmentEdited, { shipment_id: row.id, fields: ['failed_delivery_attempts'] })
}

function requireOffice(ctx: Context): void {
  if (!isOffice(ctx.actor)) throw forbidden('Only staff of the office see what receivers say about drivers.')
}

/** Returns one page of what receivers said about failed deliveries, newest first. */
export const listDisputes: Handler<typeof disputesApi.list> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listDisputeRows(ctx, input, pageOf(input, max_per_page))
  return { attempt_disputes: await presentDisputes(ctx, rows), count: total }
}

/** Decides a dispute once. An attempt that is confirmed counts again. */
export const decideDispute: Handler<typeof disputesApi.decide> = async (ctx, { id, decision, reason }) => {
  requireOffice(ctx)
  const { shipment_id } = await readDisputeRow(ctx, id)
  const shipment = await lockShipment(ctx, shipment_id)
  ensure(mayDecide(await readDisputeRow(ctx, id), { reason }))
  await updateDispute(ctx, id, { decision, reason: reason.trim() })
  if (decision === 'confirmed') await countAttempts(ctx, shipment, 1)
  const [decided] = await presentDisputes(ctx, [await readDisputeRow(ctx, id)])
  if (!decided) throw new Error(`Dispute ${id} was decided but could not be read.`)
  return decided
}

async function presentDisputes(ctx: Context, rows: readonly DisputeRow[]): Promise<AttemptDispute[]> {
  const names = new Map((await listDrivers(ctx)).map(({ username, name }) => [username, name]))
  return rows.map(
    ({ custom_tracking_reference, short_tracking_reference, internal_message, message, ...row }) => ({
      ...row,
      tracking_reference: custom_tracking_reference ?? short_tracking_reference,
      driver_name: names.get(row.username) ?? row.username,
      message: internal_message || message,
    }),
  )
}
