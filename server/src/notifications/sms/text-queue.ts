import type { PayloadOf } from '@waybill/domain/kit/event'
import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Recipient } from '@waybill/domain/notifications/message-events'
import { covered_pin } from '@waybill/domain/notifications/message-texts'
import { isQuietAt } from '@waybill/domain/notifications/quiet-hours'
import { phoneRecipients, type Addressed } from '@waybill/domain/notifications/recipients'
import { quiet_hours_from, quiet_hours_to, sms_monthly_limit } from '@waybill/domain/notifications/settings'
import { eventOfUpdate, subscriber_update } from '@waybill/domain/notifications/subscribers'
import { textDue } from '@waybill/domain/notifications/text-events'
import { filledTemplate } from '@waybill/domain/notifications/whatsapp-templates'
import { SmsRejectedError } from '../../kit/sms/index.ts'
import type { Context, ExternalContext, BaseContext } from '../../kit/handler.ts'
import { isOfStatus, pinFor, textFacts, type MessageKind } from '../about-shipments/compose-message.ts'
import { composeText } from './compose-text.ts'
import { isOn } from '../about-shipments/is-switched-on.ts'
import { handOver, type Failure, type Planned } from '../send-message.ts'
import { sendSms, sendWhatsApp } from './send-sms.ts'
import { staleReason } from '../about-shipments/outdated-messages.ts'
import {
  findMessage,
  holdMessage,
  insertMessages,
  existingKeys,
  notifiedEvent,
  readNotifiedShipment,
  releaseHeld,
  settleMessage,
  smsSentSince,
  type NewMessage,
  type NotifiedShipment,
} from '../store.ts'

const max_released = 500

type StoredMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** The channels that send to a phone. */
export type TextChannel = 'sms' | 'whatsapp'

/** A message in the form that the gateway accepts. */
type Outgoing = { to: string; text: string } | { to: string; template: string; placeholders: string[] }

/** Returns the phone numbers of the shipment’s contacts. */
export function phonesOf(shipment: NotifiedShipment): Record<Recipient, string> {
  const { collection_contact, delivery_contact } = shipment
  return {
    collection: collection_contact.mobile_number ?? '',
    delivery: delivery_contact.mobile_number ?? '',
  }
}

/**
 * Stores messages to phones about one occurrence of an event and publishes each for sending after the commit;
 * existing messages are left unchanged. `occurrence.stale`: why they must not be sent any more, or `null`;
 * `occurrence.event_id`: the tracking event, if they are about one.
 */
export async function queueTexts(
  ctx: Context,
  channel: TextChannel,
  kind: MessageKind,
  shipment: NotifiedShipment,
  occurrence: { id: number | string; stale: string | null; event_id: number | null },
  people: readonly Addressed[],
): Promise<void> {
  const planned = people.map((one) => ({
    ...one,
    once_key: `${channel}:${kind}:${shipment.id}:${occurrence.id}:${one.address}`,
  }))
  const known = await existingKeys(
    ctx,
    planned.map(({ once_key }) => once_key),
  )
  for (const one of planned.filter(({ once_key }) => !known.has(once_key))) {
    const [isNew] = await insertMessages(ctx, [
      {
        ...(await textRow(ctx, channel, kind, shipment, one)),
        status: occurrence.stale ? 'skipped' : 'queued',
        reason: occurrence.stale,
        tracking_event_id: occurrence.event_id,
      },
    ])
    if (isNew && occurrence.stale === null)
      await ctx.emit(textDue, {
        once_key: one.once_key,
        shipment_id: shipment.id,
        pin_of: pinFor(ctx, kind, one.recipient, shipment) ? { kind, recipient: one.recipient } : null,
      })
  }
}

/** Returns the communication log row of a planned message, without status and reason; a PIN is masked. */
export async function textRow(
  ctx: Context,
  channel: TextChannel,
  kind: MessageKind,
  shipment: NotifiedShipment,
  { address, recipient, once_key }: Planned,
): Promise<Omit<NewMessage, 'status' | 'reason'>> {
  return {
    shipment_id: shipment.id,
    account_id: shipment.account_id,
    channel,
    event: kind,
    recipient: address,
    subject: '',
    body: await composeText(ctx, channel, kind, recipient, shipment),
    once_key,
  }
}

/**
 * Sends one message to a phone, unless it is held for quiet hours, no longer matches the status, or exceeds the
 * monthly SMS limit. After-commit subscriber: throws an error while a retry is needed.
 */
export async function sendDueText(
  ctx: ExternalContext,
  { once_key, shipment_id, pin_of }: PayloadOf<typeof textDue>,
): Promise<void> {
  const due = await ctx.inTransaction(async (tx) => {
    const message = await findMessage(tx, once_key)
    // Skip messages that the gateway has accepted before, whatever it reported of them later.
    if (!message || message.gateway_message_id !== null || message.status === 'skipped') return null
    const shipment = shipment_id === null ? undefined : await readNotifiedShipment(tx, shipment_id)
    const stale = shipment && (await staleReasonOf(tx, once_key, message, shipment))
    if (stale) {
      await settleMessage(tx, once_key, { status: 'skipped', reason: stale })
      return null
    }
    if (message.is_opted_out) {
      await settleMessage(tx, once_key, { status: 'skipped', reason: opted_out })
      return null
    }
    if (pin_of === null && isQuiet(tx)) {
      await holdMessage(tx, once_key, `No messages to phones until ${tx.setting(quiet_hours_to)}.`)
      return null
    }
    if (message.channel === 'sms' && pin_of === null && (await isMonthUsedUp(tx))) {
      await settleMessage(tx, once_key, { status: 'skipped', reason: month_used_up })
      return null
    }
    const pin = pin_of && shipment ? pinFor(tx, pin_of.kind as MessageKind, pin_of.recipient, shipment) : ''
    const to = message.recipient
    if (message.channel === 'sms' || !shipment) return { to, text: message.body.replace(covered_pin, pin) }
    const kind = message.event as MessageKind
    const link = /\S+$/.exec(message.body)?.[0] ?? ''
    const facts = { ...textFacts(tx, kind, shipment), pin }
    const filled = filledTemplate(kind, sideOf(tx, kind, shipment, to), facts, link)
    return filled && { to, ...filled }
  })
  const failure = due && (await sendText(ctx, once_key, due))
  if (failure?.try_again) throw new Error(failure.reason)
}

/** Returns why a stored message must not be sent any more, or `null`. The key of an update to a subscriber names its event. */
async function staleReasonOf(
  tx: Context,
  onceKey: string,
  { event, tracking_event_id: id, time_created: date }: StoredMessage,
  shipment: NotifiedShipment,
): Promise<string | null> {
  const happened = id === null ? undefined : await notifiedEvent(tx, shipment.id, event, id)
  const about = event === subscriber_update ? eventOfUpdate(onceKey) : event
  return staleReason(tx, about, shipment, { date, is_undone: happened?.is_undone ?? false })
}

/** Returns the contact whose WhatsApp message goes to a number. */
function sideOf(reader: BaseContext, kind: MessageKind, shipment: NotifiedShipment, to: string): Recipient {
  const people = phoneRecipients(
    phonesOf(shipment),
    (recipient) => isOfStatus(kind) && isOn(reader, kind, 'whatsapp', recipient),
  )
  return people.find(({ address }) => address === to)?.recipient ?? 'delivery'
}

/** Sends a stored message and stores the result; returns why it was not sent, or `null` if it was. */
export function sendText(ctx: ExternalContext, onceKey: string, message: Outgoing): Promise<Failure | null> {
  return handOver(ctx, onceKey, {
    to: { mobile_numbers: [`+${message.to}`] },
    if_blocked: 'The number is on the blocked list.',
    send: (id) =>
      'text' in message ? sendSms(ctx, { ...message, id }) : sendWhatsApp(ctx, { ...message, id }),
    isFinal: (error) => error instanceof SmsRejectedError,
  })
}

const opted_out = 'The number asked for no more messages (STOP).'
const month_used_up = 'The number of SMS allowed per month has been reached.'

/** Whether the company has reached its monthly SMS limit. */
async function isMonthUsedUp(ctx: Context): Promise<boolean> {
  const max = ctx.setting(sms_monthly_limit)
  return max > 0 && (await smsSentSince(ctx, startOfDay(`${dayOf(ctx.now).slice(0, 7)}-01`))) >= max
}

function isQuiet(reader: BaseContext): boolean {
  return isQuietAt(clockOf(reader.now), reader.setting(quiet_hours_from), reader.setting(quiet_hours_to))
}

/** Publishes held messages for sending, after the end of quiet hours. Scheduled job. */
export async function releaseTexts(ctx: ExternalContext): Promise<void> {
  if (isQuiet(ctx)) return
  await ctx.inTransaction(async (tx) => {
    for (const { once_key, shipment_id } of await releaseHeld(tx, max_released))
      await tx.emit(textDue, { once_key, shipment_id, pin_of: null })
  })
}
