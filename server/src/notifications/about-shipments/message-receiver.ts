import type { PayloadOf } from '@waybill/domain/kit/event'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { forbidden, invalid, rateLimited, wrongState } from '@waybill/domain/kit/problem'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import {
  receiver_messages_per_day,
  receiverMailDue,
  smsTooLong,
} from '@waybill/domain/notifications/receiver-message'
import { emailRecipients, maskedRecipient, phoneRecipients } from '@waybill/domain/notifications/recipients'
import { sms_max_segments } from '@waybill/domain/notifications/settings'
import { plainMarks, smsParts } from '@waybill/domain/notifications/sms-length'
import { textDue } from '@waybill/domain/notifications/text-events'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ReceiverChannel } from '@waybill/domain/shipments/receiver/receiver-message'
import type { Context, ExternalContext, Handler } from '../../kit/handler.ts'
import { lockShipment, noteOnTimeline } from '../../shipments/index.ts'
import { renderMail } from '../mail/send-mailing.ts'
import { sendRemembered } from '../send-message.ts'
import { phonesOf } from '../sms/text-queue.ts'
import {
  countResends,
  findMessage,
  insertMessages,
  readNotifiedShipment,
  type NotifiedShipment,
} from '../store.ts'
import { companyName, referenceOf, trackingLink } from './compose-message.ts'
import { emailsOf } from './notify-shipment-people.ts'

/** The name of these messages in the communication log. */
const log_name = 'receiver_message'

/**
 * Sends a message that staff wrote to the receiver of a shipment, by SMS or e-mail, after the commit. Quiet hours, the
 * monthly limit of SMS and the blocked list apply; the communication log has its state, and the timeline its text
 * (docs/domain/messages.md#messages-to-a-receiver).
 */
export const messageReceiver: Handler<typeof shipmentsApi.messageReceiver> = async (
  ctx,
  { id, channel, message },
) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may write to receivers.')
  const written = message.trim()
  if (written === '') throw invalid('Write a message.', [{ field: 'message', message: 'is required' }])
  await lockShipment(ctx, id)
  const shipment = await readNotifiedShipment(ctx, id)
  if (!shipment) throw new Error(`Shipment ${id} was locked but could not be found.`)
  await requireTriesLeft(ctx, id)
  const addresses = addressesOf(channel, shipment)
  const body = channel === 'sms' ? plainMarks(`${companyName(ctx)}: ${written}`) : written
  const problem = channel === 'sms' ? smsTooLong(body, ctx.setting(sms_max_segments)) : null
  if (problem !== null) throw invalid(problem, [{ field: 'message', message: 'is too long' }])
  const onceKeys = await insertMessages(
    ctx,
    addresses.map((address) => ({
      shipment_id: id,
      account_id: shipment.account_id,
      channel,
      event: log_name,
      recipient: address,
      subject: channel === 'email' ? subjectOf(shipment) : '',
      body,
      once_key: `${channel}:${log_name}:${id}:${ctx.request.id}:${address.toLowerCase()}`,
      status: 'queued' as const,
      reason: null,
    })),
  )
  for (const onceKey of onceKeys)
    await (channel === 'sms'
      ? ctx.emit(textDue, { once_key: onceKey, shipment_id: id, pin_of: null })
      : ctx.emit(receiverMailDue, { once_key: onceKey, shipment_id: id }))
  const seesContacts = hasPermission(ctx.actor, 'INLINE_view_contact_details')
  const to = (seesContacts ? addresses : addresses.map(maskedRecipient)).join(', ')
  const channelName = channel === 'sms' ? 'SMS' : 'E-mail'
  await noteOnTimeline(ctx, id, 'receiver-message', `${channelName} to the receiver: ${written}`)
  return { recipients: to, parts: channel === 'sms' ? smsParts(body) : 1 }
}

async function requireTriesLeft(ctx: Context, id: number): Promise<void> {
  const day = startOfDay(dayOf(ctx.now))
  if ((await countResends(ctx, id, log_name, day)) < receiver_messages_per_day) return
  const secondsLeft = Math.ceil((day.getTime() + day_ms - ctx.now.getTime()) / 1_000)
  throw rateLimited(
    `This receiver got ${receiver_messages_per_day} messages today. Call them instead.`,
    secondsLeft,
  )
}

function addressesOf(channel: ReceiverChannel, shipment: NotifiedShipment): string[] {
  const isReceiver = (recipient: 'collection' | 'delivery') => recipient === 'delivery'
  const found =
    channel === 'sms'
      ? phoneRecipients(phonesOf(shipment), isReceiver)
      : emailRecipients(emailsOf(shipment), isReceiver)
  if (found.length === 0)
    throw wrongState(
      channel === 'sms'
        ? 'The delivery contact has no mobile number. Send an e-mail, or add a number first.'
        : 'The delivery contact has no email address. Send an SMS, or add an address first.',
    )
  return found.map(({ address }) => address)
}

const subjectOf = (shipment: NotifiedShipment): string => `About your parcel ${referenceOf(shipment)}`

/** Sends an e-mail that staff wrote to a receiver. After-commit subscriber: throws an error while a retry is needed. */
export async function mailReceiver(
  ctx: ExternalContext,
  { once_key, shipment_id }: PayloadOf<typeof receiverMailDue>,
): Promise<void> {
  const due = await ctx.inTransaction(async (tx) => {
    const message = await findMessage(tx, once_key)
    const shipment = await readNotifiedShipment(tx, shipment_id)
    return message && shipment && ['queued', 'failed'].includes(message.status) ? { message, shipment } : null
  })
  if (!due) return
  const { message, shipment } = due
  const { body, recipient } = message
  const failure = await sendRemembered(ctx, once_key, recipient, () => {
    const {
      to: _to,
      headers: _headers,
      ...mail
    } = renderMail(ctx, recipient, {
      subject: subjectOf(shipment),
      headline: subjectOf(shipment),
      lines: body.split('\n').filter(Boolean),
      button: { label: 'Track it', link: trackingLink(ctx, shipment) },
    })
    return mail
  })
  if (failure?.try_again) throw new Error(failure.reason)
}
