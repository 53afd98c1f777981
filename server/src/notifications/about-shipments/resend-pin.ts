import { Problem, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { MessageEvent, Recipient } from '@waybill/domain/notifications/message-events'
import { covered_pin } from '@waybill/domain/notifications/message-texts'
import { emailRecipients, maskedRecipient, phoneRecipients } from '@waybill/domain/notifications/recipients'
import type { PinAction } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { hasResendLeft, mayResendPin } from '@waybill/domain/shipments/proof-of-delivery/resend-pin'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Context, ExternalHandler, BaseContext } from '../../kit/handler.ts'
import { isReceiver, lockShipment, noteOnTimeline, readPinHolder } from '../../shipments/index.ts'
import { pinFor, type MessageKind } from './compose-message.ts'
import { messageRow, sendOne, type Planned } from '../send-message.ts'
import { countResends, insertMessages, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import { isOn } from './is-switched-on.ts'
import { notSent } from './not-sent.ts'
import { emailsOf } from './notify-shipment-people.ts'
import { phonesOf, sendText, textRow } from '../sms/text-queue.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * For each of the three actions: the message kind, the event whose switches apply, the contact and the timeline
 * status.
 */
const pins = {
  'resend-pod-pin': {
    kind: 'pod_pin_again',
    event: 'out_for_delivery',
    to: 'delivery',
    status: 'pod-pin-sent',
  },
  'resend-pickup-pin': {
    kind: 'pickup_pin_again',
    event: 'ready_for_pickup',
    to: 'delivery',
    status: 'pickup-pin-sent',
  },
  'resend-dropoff-pin': {
    kind: 'dropoff_pin_again',
    event: 'awaiting_dropoff',
    to: 'collection',
    status: 'dropoff-pin-revealed',
  },
} as const satisfies Record<
  PinAction,
  { kind: MessageKind; event: MessageEvent; to: Recipient; status: string }
>

type Sent = Planned & { channel: 'email' | 'sms' }

/**
 * Sends a PIN again to its contact, a limited number of times a day. The communication log stores the message with a
 * masked PIN, and the timeline records who requested it (PP-027…PP-030,
 * docs/domain/routing-and-drivers.md#proof-of-delivery). Muted shipments and quiet hours do not apply, because a user
 * requested the message.
 */
function resend(action: PinAction): ExternalHandler<typeof shipmentsApi.resendPodPin> {
  const { kind, status } = pins[action]
  return async (ctx, { id }) => {
    const { shipment, messages } = await ctx.inTransaction((tx) => plan(tx, id, action))
    const failures: string[] = []
    const sent: Sent[] = []
    for (const one of messages) {
      const failure =
        one.channel === 'email'
          ? await sendOne(ctx, kind, shipment, one)
          : await sendText(ctx, one.once_key, {
              to: one.address,
              text: one.body.replace(covered_pin, pinFor(ctx, kind, one.recipient, shipment)),
            })
      if (failure) failures.push(failure.reason)
      else sent.push(one)
    }
    if (sent.length === 0)
      throw notSent(
        ctx,
        new Problem(
          'unavailable',
          `The PIN could not be sent: ${failures[0]} Try again, or call the contact.`,
        ),
      )
    const to = sent.map(({ address }) => maskedRecipient(address)).join(', ')
    return ctx.answer(async (tx) => {
      await noteOnTimeline(tx, id, status, `The PIN was sent again to ${to}.`)
      return { message: `The PIN was sent to ${to}.`, channels: [...new Set(sent.map((one) => one.channel))] }
    })
  }
}

export const resendPodPin = resend('resend-pod-pin')
export const resendPickupPin = resend('resend-pickup-pin')
export const resendDropoffPin = resend('resend-dropoff-pin')

async function plan(ctx: Context, id: number, action: PinAction) {
  const { kind } = pins[action]
  const row = await lockShipment(ctx, id)
  ensure(mayResendPin(ctx.actor, action, await readPinHolder(ctx, row)))
  const day = startOfDay(dayOf(ctx.now))
  const secondsLeft = Math.ceil((day.getTime() + day_ms - ctx.now.getTime()) / 1_000)
  ensure(hasResendLeft(await countResends(ctx, id, kind, day), secondsLeft, isReceiver(ctx.actor)))
  const shipment = await readNotifiedShipment(ctx, id)
  if (!shipment) throw new Error(`Shipment ${id} was locked but could not be found.`)
  const messages = await Promise.all(
    reachable(ctx, action, shipment).map(async ({ channel, ...one }) => {
      const onceKey = `${channel}:${kind}:${id}:${ctx.request.id}:${one.address.toLowerCase()}`
      const planned = { ...one, once_key: onceKey }
      const message =
        channel === 'email'
          ? messageRow(ctx, kind, shipment, planned)
          : await textRow(ctx, channel, kind, shipment, planned)
      return { ...planned, channel, message, body: message.body }
    }),
  )
  await insertMessages(
    ctx,
    messages.map(({ message }) => ({ ...message, status: 'queued', reason: null })),
  )
  return { shipment, messages }
}

/**
 * Returns the recipients of the PIN on the channels that are switched on, SMS before e-mail; if there are none, on
 * any channel with an address. Throws an error when the contact has no address.
 */
function reachable(reader: BaseContext, action: PinAction, shipment: NotifiedShipment) {
  const { event, to } = pins[action]
  const only = (fields: Record<Recipient, string>) => ({ collection: '', delivery: '', [to]: fields[to] })
  const found = [
    ...phoneRecipients(only(phonesOf(shipment)), () => true).map((one) => ({
      ...one,
      channel: 'sms' as const,
    })),
    ...emailRecipients(only(emailsOf(shipment)), () => true).map((one) => ({
      ...one,
      channel: 'email' as const,
    })),
  ]
  if (found.length === 0)
    throw notSent(
      reader,
      wrongState(
        `The ${to} contact has no email address and no mobile number. Add one, or give the PIN by phone.`,
      ),
    )
  const switchedOn = found.filter(({ channel }) => isOn(reader, event, channel, to))
  return switchedOn.length > 0 ? switchedOn : found
}
