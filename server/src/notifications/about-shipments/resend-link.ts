import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import { Problem, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import {
  emailRecipients,
  maskedRecipient,
  payerRecipients,
  phoneRecipients,
} from '@waybill/domain/notifications/recipients'
import { plainMarks } from '@waybill/domain/notifications/sms-length'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  hasLinkResendLeft,
  link_recipient,
  linkWords,
  mayResendLink,
  type LinkWords,
  type ShipmentLink,
} from '@waybill/domain/shipments/resend-link'
import { hasReceiverLinkLeft } from '@waybill/domain/shipments/receiver/receiver-link'
import { self_service_change_date, shipment_ratings_enabled } from '@waybill/domain/shipments/settings'
import type { BaseContext, Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import {
  isSpent,
  lockShipment,
  noteOnTimeline,
  readParcelStatuses,
  type ShipmentRow,
} from '../../shipments/index.ts'
import { shortened } from '../../short-urls/index.ts'
import { renderMail } from '../mail/send-mailing.ts'
import { sendRemembered } from '../send-message.ts'
import { phonesOf, sendText } from '../sms/text-queue.ts'
import { countResends, insertMessages, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import {
  changeLink,
  companyName,
  guestLink,
  ratingLink,
  receiverLink,
  referenceOf,
  trackingLink,
} from './compose-message.ts'
import { notSent } from './not-sent.ts'
import { emailsOf } from './notify-shipment-people.ts'

/** The name of each link’s message in the communication log. */
const log_names = {
  track: 'tracking_link_again',
  open: 'receiver_link',
  reschedule: 'reschedule_link_again',
  rate: 'rating_link_again',
  pay: 'payment_link_again',
} as const satisfies Record<ShipmentLink, string>

interface PlannedLink {
  once_key: string
  channel: 'email' | 'sms'
  address: string
  /** The link of an e-mail, or the whole text of an SMS. */
  content: string
}

/**
 * Sends a link of a shipment again to its contact, by e-mail and SMS, a limited number of times a day. The messages
 * are in the communication log, and the timeline records who requested them. Muted shipments and quiet hours do not
 * apply, because a user requested the message.
 */
export const resendLink: ExternalHandler<typeof shipmentsApi.resendLink> = (ctx, { id, link }) =>
  sendLink(ctx, id, link, requireOfficeMay)

/**
 * Sends a one-time link to the receiver, because a visitor asked for it on the tracking page: to the number of the
 * parcel, or to its address when there is none. `ctx` acts as the receiver.
 */
export async function sendReceiverLink(ctx: ExternalContext, { id }: { id: number }): Promise<void> {
  await sendLink(ctx, id, 'open', requireReceiverMay)
}

/** Throws unless a link of a locked shipment may be sent now. */
type RequireMay = (ctx: Context, link: ShipmentLink, row: ShipmentRow) => Promise<void>

const requireOfficeMay: RequireMay = async (ctx, link, row) => {
  const parcels = await readParcelStatuses(ctx, [row.id])
  ensure(
    mayResendLink(
      ctx.actor,
      link,
      { ...row, parcel_statuses: parcels.map(({ status }) => status), is_spent: isSpent(ctx, row) },
      {
        may_change_day: ctx.setting(self_service_change_date),
        may_rate: ctx.setting(shipment_ratings_enabled),
      },
    ),
  )
  const day = startOfDay(dayOf(ctx.now))
  const secondsLeft = Math.ceil((day.getTime() + day_ms - ctx.now.getTime()) / 1_000)
  ensure(hasLinkResendLeft(await countResends(ctx, row.id, log_names[link], day), secondsLeft))
}

const requireReceiverMay: RequireMay = async (ctx, link, row) => {
  const since = new Date(ctx.now.getTime() - hour_ms)
  ensure(hasReceiverLinkLeft(await countResends(ctx, row.id, log_names[link], since)))
}

async function sendLink(ctx: ExternalContext, id: number, link: ShipmentLink, requireMay: RequireMay) {
  const { words, messages } = await ctx.inTransaction((tx) => plan(tx, id, link, requireMay))
  const failures: string[] = []
  const sent: PlannedLink[] = []
  for (const one of messages) {
    const { once_key, address, channel, content } = one
    const failure =
      channel === 'email'
        ? await sendRemembered(ctx, once_key, address, () => mailOf(ctx, address, words, content))
        : await sendText(ctx, once_key, { to: address, text: content })
    if (failure) failures.push(failure.reason)
    else sent.push(one)
  }
  if (sent.length === 0)
    throw notSent(
      ctx,
      new Problem(
        'unavailable',
        `The link could not be sent: ${failures[0]} Try again, or read it to the caller.`,
      ),
    )
  const to = sent.map(({ address }) => maskedRecipient(address)).join(', ')
  return ctx.answer(async (tx) => {
    const what = `${words.button}: the link was sent again to ${to}.`
    await noteOnTimeline(tx, id, 'link-sent', what, { link })
    return { message: `The link was sent to ${to}.`, channels: [...new Set(sent.map((one) => one.channel))] }
  })
}

function mailOf(reader: BaseContext, address: string, { button, ...words }: LinkWords, target: string) {
  const {
    to: _to,
    headers: _headers,
    ...mail
  } = renderMail(reader, address, {
    ...words,
    button: { label: button, link: target },
  })
  return mail
}

async function plan(
  ctx: Context,
  id: number,
  link: ShipmentLink,
  requireMay: RequireMay,
): Promise<{ words: LinkWords; messages: PlannedLink[] }> {
  const row = await lockShipment(ctx, id)
  await requireMay(ctx, link, row)
  const event = log_names[link]
  const shipment = await readNotifiedShipment(ctx, id)
  if (!shipment) throw new Error(`Shipment ${id} was locked but could not be found.`)
  const words = linkWords(link, referenceOf(shipment))
  const messages: PlannedLink[] = []
  for (const { channel, address } of contactsOf(ctx, link, shipment)) {
    // Each message has a one-time link of its own.
    const target = targetOf(ctx, link, shipment)
    messages.push({
      once_key: `${channel}:${event}:${id}:${ctx.request.id}:${address.toLowerCase()}`,
      channel,
      address,
      content:
        channel === 'email'
          ? target
          : `${plainMarks(`${companyName(ctx)}: ${words.sms}`)} ${await shortened(ctx, target)}`,
    })
  }
  await insertMessages(
    ctx,
    messages.map(({ once_key, channel, address, content }) => ({
      shipment_id: id,
      account_id: shipment.account_id,
      channel,
      event,
      recipient: address,
      subject: channel === 'email' ? words.subject : '',
      body:
        channel === 'email'
          ? [words.headline, ...words.lines, `${words.button}: ${content}`].join('\n\n')
          : content,
      once_key,
      status: 'queued' as const,
      reason: null,
    })),
  )
  return { words, messages }
}

function targetOf(reader: BaseContext, link: ShipmentLink, shipment: NotifiedShipment): string {
  switch (link) {
    case 'track':
      return trackingLink(reader, shipment)
    case 'open':
      return receiverLink(reader, shipment)
    case 'reschedule':
      return changeLink(reader, shipment)
    case 'rate':
      return ratingLink(reader, shipment)
    case 'pay':
      return guestLink(reader, shipment.payment_reference)
  }
}

/** Returns the addresses that receive a link. Throws an error when the contact has none. */
function contactsOf(
  reader: BaseContext,
  link: ShipmentLink,
  shipment: NotifiedShipment,
): { channel: 'email' | 'sms'; address: string }[] {
  const to = link_recipient[link]
  const isRecipient = (recipient: 'collection' | 'delivery') => recipient === to
  const payer = payerRecipients([shipment.billing_contact ?? {}, shipment.collection_contact])
  const found =
    link === 'pay'
      ? payer.addresses.map((address) => ({ channel: payer.channel, address }))
      : [
          ...phoneRecipients(phonesOf(shipment), isRecipient).map(({ address }) => ({
            channel: 'sms' as const,
            address,
          })),
          ...emailRecipients(emailsOf(shipment), isRecipient).map(({ address }) => ({
            channel: 'email' as const,
            address,
          })),
        ]
  if (found.length === 0)
    throw notSent(
      reader,
      wrongState(`The ${to} contact has no email address and no mobile number. Add one first.`),
    )
  return found
}
