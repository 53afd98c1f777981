import type { PayloadOf } from '@waybill/domain/kit/event'
import { messageEventOf, type MessageEvent, type Recipient } from '@waybill/domain/notifications/events'
import { channels, type Channel } from '@waybill/domain/notifications/model'
import { emailRecipients, phoneRecipients } from '@waybill/domain/notifications/recipients'
import { messageSwitch, whatsapp_sender } from '@waybill/domain/notifications/settings'
import type { shipmentBooked, shipmentMoved } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { allowancesOf, findProvider } from '../identity/index.ts'
import type { Ctx, PartnerCtx, Reader } from '../kit/verb.ts'
import { messageRow, rememberUnsent, sendEach, sendOne, type Planned } from './send.ts'
import { staleReason } from './stale.ts'
import { newestEvent, readToldShipment, type ToldShipment } from './store.ts'
import { phonesOf, queueTexts, type TextChannel } from './texts.ts'

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
export function isMoveTold(reader: Reader, { to, is_release }: PayloadOf<typeof shipmentMoved>): boolean {
  const event = is_release ? null : messageEventOf(to)
  return event !== null && isTold(reader, event)
}

function isTold(reader: Reader, event: MessageEvent): boolean {
  return channels.some((channel) =>
    (['collection', 'delivery'] as const).some((recipient) => isOn(reader, event, channel, recipient)),
  )
}

/** Whether the company sends an event over a channel to a side. */
export function isOn(reader: Reader, event: MessageEvent, channel: Channel, recipient: Recipient): boolean {
  const on = messageSwitch(event, channel, recipient)
  return on !== null && reader.setting(on)
}

/**
 * Sends the messages of one event. Each is remembered under a key of its own before it is sent, so that a second run,
 * on any process, sends only what is still missing; throws while some of them should be tried again.
 */
async function tell(ctx: PartnerCtx, shipment_id: number, event: MessageEvent): Promise<void> {
  const plan = await ctx.work((work) => planMessages(work, shipment_id, event))
  if (plan) await sendEach(plan.messages, (one) => sendOne(ctx, event, plan.shipment, one))
}

/** Who is to be told, remembered in one work; texts go their own way. `null` when there is no e-mail left to send. */
async function planMessages(
  ctx: Ctx,
  shipment_id: number,
  event: MessageEvent,
): Promise<{ shipment: ToldShipment; messages: Planned[] } | null> {
  const shipment = await readToldShipment(ctx, shipment_id)
  if (!shipment || shipment.mute_notifications) return null
  const status = event.replaceAll('_', '-') as ShipmentStatus
  const occurrence = await newestEvent(ctx, shipment_id, status)
  const stale = staleReason(ctx, event, shipment, occurrence?.date ?? ctx.now)
  const is_out = event === 'out_for_delivery'
  for (const channel of is_out && shipment.disable_out_for_delivery_sms ? [] : await textChannels(ctx))
    await queueTexts(
      ctx,
      channel,
      event,
      shipment,
      { id: occurrence?.id ?? 0, stale },
      phoneRecipients(phonesOf(shipment), (recipient) => isOn(ctx, event, channel, recipient)),
    )
  const people =
    is_out && shipment.disable_out_for_delivery_email
      ? []
      : emailRecipients(emailsOf(shipment), (recipient) => isOn(ctx, event, 'email', recipient))
  if (people.length === 0) return null
  const messages = people.map((one) => ({
    ...one,
    once_key: `email:${event}:${shipment_id}:${occurrence?.id ?? 0}:${one.address.toLowerCase()}`,
  }))
  const unsent = await rememberUnsent(
    ctx,
    messages.map((one) => ({
      ...messageRow(ctx, event, shipment, one),
      status: stale ? 'skipped' : 'queued',
      reason: stale,
    })),
  )
  return { shipment, messages: messages.filter(({ once_key }) => unsent.has(once_key)) }
}

/** The ways to a phone that the company may use; WhatsApp with the platform's consent and a number to send from. */
async function textChannels(ctx: Ctx): Promise<TextChannel[]> {
  const has_whatsapp =
    ctx.setting(whatsapp_sender) !== '' && allowancesOf(await findProvider(ctx)).includes('whatsapp')
  return has_whatsapp ? ['sms', 'whatsapp'] : ['sms']
}

/** The contacts' e-mail addresses of a shipment. */
export function emailsOf(shipment: ToldShipment): Record<Recipient, string> {
  const emailOf = (contact: unknown): string => (contact as { email?: string } | null)?.email ?? ''
  return { collection: emailOf(shipment.collection_contact), delivery: emailOf(shipment.delivery_contact) }
}
