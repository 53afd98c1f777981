import type { PayloadOf } from '@waybill/domain/kit/event'
import { messageEventOf, type MessageEvent, type Recipient } from '@waybill/domain/notifications/events'
import { emailRecipients, type Addressed } from '@waybill/domain/notifications/recipients'
import { messageSwitch } from '@waybill/domain/notifications/settings'
import type { shipmentBooked, shipmentMoved } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import type { Ctx, PartnerCtx, Reader } from '../kit/verb.ts'
import { messageRow, sendOne, type Planned } from './send.ts'
import { insertMessages, newestEvent, readToldShipment, unsentKeys, type ToldShipment } from './store.ts'

/** Messages that are only true while the shipment still stands at their status (domain notes 8.2). */
const true_for_a_while: readonly MessageEvent[] = [
  'out_for_delivery',
  'delivery_failed_attempt',
  'collection_failed_attempt',
  'collection_assigned',
]

/** What happened longer ago than this, such as an imported history, is no news. */
const old_news_ms = 86_400_000

/** Tells the people of a shipment that it was booked. A reaction after the commit. */
export function tellBooked(
  ctx: PartnerCtx,
  { shipment_id }: PayloadOf<typeof shipmentBooked>,
): Promise<void> {
  return tell(ctx, shipment_id, 'submitted')
}

/** Tells the people of a shipment where it has got to. A reaction after the commit. */
export async function tellMoved(
  ctx: PartnerCtx,
  { shipment_id, to }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  const event = messageEventOf(to)
  if (event) await tell(ctx, shipment_id, event)
}

/** Whether a booking tells anybody, as far as the settings can say. */
export function isBookingTold(reader: Reader): boolean {
  return isTold(reader, 'submitted')
}

/** Whether a move tells anybody, as far as the settings can say. */
export function isMoveTold(reader: Reader, { to }: PayloadOf<typeof shipmentMoved>): boolean {
  const event = messageEventOf(to)
  return event !== null && isTold(reader, event)
}

function isTold(reader: Reader, event: MessageEvent): boolean {
  return (['collection', 'delivery'] as const).some((recipient) => isOn(reader, event, recipient))
}

function isOn(reader: Reader, event: MessageEvent, recipient: Recipient): boolean {
  const on = messageSwitch(event, 'email', recipient)
  return on !== null && reader.setting(on)
}

/**
 * Sends the messages of one event. Each is remembered under a key of its own before it is sent, so that a second run,
 * on any process, sends only what is still missing; throws while some of them should be tried again.
 */
async function tell(ctx: PartnerCtx, shipment_id: number, event: MessageEvent): Promise<void> {
  const plan = await ctx.work((work) => planMessages(work, shipment_id, event))
  if (!plan) return
  const problems: string[] = []
  for (const one of plan.messages) {
    const failure = await sendOne(ctx, event, plan.shipment, one)
    if (failure?.try_again) problems.push(failure.reason)
  }
  if (problems.length > 0) throw new Error(problems.join(' '))
}

/** Who is to be told, remembered in one work; `null` when there is nothing left to send. */
async function planMessages(
  ctx: Ctx,
  shipment_id: number,
  event: MessageEvent,
): Promise<{ shipment: ToldShipment; messages: Planned[] } | null> {
  const shipment = await readToldShipment(ctx, shipment_id)
  if (!shipment || isSilent(shipment, event)) return null
  const people = recipientsOf(ctx, shipment, event)
  if (people.length === 0) return null
  const status = event.replaceAll('_', '-') as ShipmentStatus
  const occurrence = await newestEvent(ctx, shipment_id, status)
  const messages = people.map((one) => ({
    ...one,
    once_key: `email:${event}:${shipment_id}:${occurrence?.id ?? 0}:${one.address.toLowerCase()}`,
  }))
  const stale = staleReason(ctx, event, shipment, occurrence?.date ?? ctx.now)
  await insertMessages(
    ctx,
    messages.map((one) => ({
      ...messageRow(ctx, event, shipment, one),
      status: stale ? 'skipped' : 'queued',
      reason: stale,
    })),
  )
  const unsent = await unsentKeys(
    ctx,
    messages.map((message) => message.once_key),
  )
  return { shipment, messages: messages.filter(({ once_key }) => unsent.has(once_key)) }
}

/** Why nobody should hear of this any more, or `null`: it is not true any longer, or it is old news. */
function staleReason(ctx: Ctx, event: MessageEvent, shipment: ToldShipment, happened: Date): string | null {
  if (true_for_a_while.includes(event) && shipment.status !== event.replaceAll('_', '-'))
    return `The shipment was already ${shipment.status}.`
  return ctx.now.getTime() - happened.getTime() > old_news_ms ? 'It happened more than a day ago.' : null
}

function isSilent(shipment: ToldShipment, event: MessageEvent): boolean {
  return (
    shipment.mute_notifications || (event === 'out_for_delivery' && shipment.disable_out_for_delivery_email)
  )
}

function recipientsOf(reader: Reader, shipment: ToldShipment, event: MessageEvent): Addressed[] {
  const emailOf = (contact: unknown): string => (contact as { email?: string } | null)?.email ?? ''
  return emailRecipients(
    { collection: emailOf(shipment.collection_contact), delivery: emailOf(shipment.delivery_contact) },
    (recipient) => isOn(reader, event, recipient),
  )
}
