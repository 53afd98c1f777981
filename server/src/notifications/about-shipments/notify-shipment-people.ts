import type { PayloadOf } from '@waybill/domain/kit/event'
import {
  messageEventOf,
  type MessageEvent,
  type Recipient,
} from '@waybill/domain/notifications/message-events'
import { channels, type Channel } from '@waybill/domain/notifications/model'
import { emailRecipients, phoneRecipients } from '@waybill/domain/notifications/recipients'
import { whatsapp_sender } from '@waybill/domain/notifications/settings'
import { isWantedByAccount } from '@waybill/domain/notifications/account-switches'
import type { pickupReminderDue } from '@waybill/domain/pickup-points/events'
import type { shipmentBooked, shipmentMoved } from '@waybill/domain/shipments/events'
import { allowancesOf, findProvider } from '../../identity/index.ts'
import type { Context, ExternalContext, BaseContext } from '../../kit/handler.ts'
import type { MessageKind } from './compose-message.ts'
import { isOn } from './is-switched-on.ts'
import { messageRow, rememberUnsent, sendEach, sendOne, type Planned } from '../send-message.ts'
import { staleReason } from './outdated-messages.ts'
import { notifiedEvent, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import { isUpdateForSubscribers, notifySubscribers } from '../subscribers/notify-subscribers.ts'
import { phonesOf, queueTexts, type TextChannel } from '../sms/text-queue.ts'

/** Sends the booking messages to the contacts of a shipment. After-commit subscriber. */
export function notifyBooked(
  ctx: ExternalContext,
  { shipment_id }: PayloadOf<typeof shipmentBooked>,
): Promise<void> {
  return notify(ctx, shipment_id, { kind: 'submitted', event: 'submitted' })
}

/**
 * Sends the status messages to the contacts of a shipment and to the subscribers of the parcel. After-commit subscriber:
 * one job for both, because most parcels have no subscribers.
 */
export async function notifyMoved(
  ctx: ExternalContext,
  moved: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  const { shipment_id, to, by_driver = false, tracking_event_id } = moved
  const event = messageEventOf(to)
  try {
    if (event && isNotified(ctx, event))
      await notify(ctx, shipment_id, {
        kind: event,
        event,
        byDriver: by_driver,
        ...(tracking_event_id === undefined ? {} : { trackingEventId: tracking_event_id }),
      })
  } finally {
    await notifySubscribers(ctx, moved)
  }
}

/**
 * Reminds the receiver of a parcel at a pickup point, where its arrival is notified, too. After-commit subscriber
 * (docs/domain/pickup-points.md#reservations).
 */
export function remindReceiver(
  ctx: ExternalContext,
  { reservation_id, shipment_id, deadline, reminder }: PayloadOf<typeof pickupReminderDue>,
): Promise<void> {
  const event = 'ready_for_pickup'
  const occurrence = `${reservation_id}-${deadline}-${reminder}`
  return notify(ctx, shipment_id, { kind: 'pickup_reminder', event, only: 'delivery', occurrence })
}

/** Whether the settings allow any booking message. */
export function isBookingNotified(reader: BaseContext): boolean {
  return isNotified(reader, 'submitted')
}

/** Whether the settings allow any message for this status change. */
export function isMoveNotified(reader: BaseContext, moved: PayloadOf<typeof shipmentMoved>): boolean {
  const event = moved.is_release ? null : messageEventOf(moved.to)
  return event !== null && (isNotified(reader, event) || isUpdateForSubscribers(reader, moved))
}

/** Whether the settings allow reminders of parcels at pickup points. */
export function isReminderNotified(reader: BaseContext): boolean {
  return channels.some((channel) => isOn(reader, 'ready_for_pickup', channel, 'delivery'))
}

function isNotified(reader: BaseContext, event: MessageEvent): boolean {
  return channels.some((channel) =>
    (['collection', 'delivery'] as const).some((recipient) => isOn(reader, event, channel, recipient)),
  )
}

/** What is notified. */
interface Occasion {
  kind: MessageKind
  /** The event whose switches apply. */
  event: MessageEvent
  byDriver?: boolean
  /** The only contact who is notified; without it both, as the switches say. */
  only?: Recipient
  /** The tracking event that is notified; by default, the newest one of its kind. */
  trackingEventId?: number
  /** Tells repeated occasions of one kind apart; by default, the id of the tracking event. */
  occurrence?: string
}

/**
 * Sends the messages of one occasion. Each is stored under a unique key before it is sent, so that a second run, in
 * any process, sends only the missing ones. Throws an error while some of them need a retry.
 */
async function notify(ctx: ExternalContext, shipmentId: number, occasion: Occasion): Promise<void> {
  const plan = await ctx.inTransaction((tx) => planMessages(tx, shipmentId, occasion))
  if (plan) await sendEach(plan.messages, (one) => sendOne(ctx, occasion.kind, plan.shipment, one))
}

/**
 * Determines the recipients and stores the messages in one transaction; messages to phones are queued separately.
 * Returns `null` when there is no e-mail to send.
 */
async function planMessages(
  ctx: Context,
  shipmentId: number,
  { kind, event, byDriver = false, only, occurrence, trackingEventId }: Occasion,
): Promise<{ shipment: NotifiedShipment; messages: Planned[] } | null> {
  const shipment = await readNotifiedShipment(ctx, shipmentId)
  if (!shipment || shipment.mute_notifications) return null
  const happened =
    occurrence === undefined
      ? await notifiedEvent(ctx, shipmentId, event.replaceAll('_', '-'), trackingEventId)
      : undefined
  const id = occurrence ?? happened?.id ?? 0
  const stale = staleReason(ctx, kind, shipment, happened ?? { date: ctx.now, is_undone: false })
  const isWanted = (channel: 'sms' | 'email') => isWantedByAccount(shipment, channel, event, byDriver)
  const isNotifiedOn = (channel: Channel) => (recipient: Recipient) =>
    (!only || recipient === only) && isOn(ctx, event, channel, recipient)
  for (const channel of isWanted('sms') ? await textChannels(ctx) : [])
    await queueTexts(
      ctx,
      channel,
      kind,
      shipment,
      { id, stale, event_id: happened?.id ?? null },
      phoneRecipients(phonesOf(shipment), isNotifiedOn(channel)),
    )
  const people = isWanted('email') ? emailRecipients(emailsOf(shipment), isNotifiedOn('email')) : []
  if (people.length === 0) return null
  const messages = people.map((one) => ({
    ...one,
    once_key: `email:${kind}:${shipmentId}:${id}:${one.address.toLowerCase()}`,
  }))
  const unsent = await rememberUnsent(
    ctx,
    messages.map((one) => ({
      ...messageRow(ctx, kind, shipment, one),
      status: stale ? 'skipped' : 'queued',
      reason: stale,
    })),
  )
  return { shipment, messages: messages.filter(({ once_key }) => unsent.has(once_key)) }
}

/** Returns the phone channels that the company may use; WhatsApp needs the platform’s permission and a sender number. */
async function textChannels(ctx: Context): Promise<TextChannel[]> {
  const hasWhatsapp =
    ctx.setting(whatsapp_sender) !== '' && allowancesOf(await findProvider(ctx)).includes('whatsapp')
  return hasWhatsapp ? ['sms', 'whatsapp'] : ['sms']
}

/** Returns the e-mail addresses of the shipment’s contacts. */
export function emailsOf(shipment: NotifiedShipment): Record<Recipient, string> {
  const { collection_contact, delivery_contact } = shipment
  return { collection: collection_contact.email ?? '', delivery: delivery_contact.email ?? '' }
}
