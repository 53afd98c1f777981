import type { Cents } from '@waybill/domain/kit/money'
import type { PayloadOf } from '@waybill/domain/kit/event'
import {
  bookingExpiredText,
  paymentAwaitedText,
  receiptSms,
  type UnpaidBooking,
  type UnpaidWords,
} from '@waybill/domain/notifications/payment-texts'
import { guest_sms_switches, type GuestSms } from '@waybill/domain/notifications/settings'
import { payerRecipients } from '@waybill/domain/notifications/recipients'
import { plainMarks } from '@waybill/domain/notifications/sms-length'
import { textDue } from '@waybill/domain/notifications/text-events'
import { payment_pending_validity_period } from '@waybill/domain/rates/settings'
import type { paymentAwaited, shipmentMoved } from '@waybill/domain/shipments/events'
import { isUnpaid, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { BaseContext, Context, ExternalContext } from '../../kit/handler.ts'
import { companyName, guestLink, portalOf, referenceOf } from './compose-message.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { shortened } from '../../short-urls/index.ts'
import { insertMessages, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Whether a status change is the expiry of an unpaid booking. */
export function isExpiryNotified(
  _reader: BaseContext,
  { from, to }: PayloadOf<typeof shipmentMoved>,
): boolean {
  return isUnpaid(from) && to === 'quote-expired'
}

/** Sends a guest with an unpaid booking the payment link. After-commit subscriber. */
export async function requestPayment(
  ctx: ExternalContext,
  { shipment_id }: PayloadOf<typeof paymentAwaited>,
): Promise<void> {
  const days = ctx.setting(payment_pending_validity_period)
  await notifyPayer(ctx, shipment_id, 'payment_awaited', isUnpaid, (booking, shipment) => ({
    ...paymentAwaitedText(booking, new Date(shipment.time_created.getTime() + days * day_ms)),
    button: { label: 'Pay now', link: guestLink(ctx, shipment.payment_reference) },
  }))
}

/** Notifies a guest that a booking expired because it was not paid in time. After-commit subscriber. */
export async function notifyExpired(
  ctx: ExternalContext,
  { shipment_id }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  await notifyPayer(
    ctx,
    shipment_id,
    'booking_expired',
    (status) => status === 'quote-expired',
    (booking) => ({
      ...bookingExpiredText(booking),
      button: { label: 'Book again', link: `${portalOf(ctx)}/shipments/new` },
    }),
  )
}

type Words = UnpaidWords & { button: { label: string; link: string } }

/**
 * Sends a message to the payer of a guest’s booking, by e-mail or, without an e-mail address, by SMS, if the
 * shipment’s status still matches the message.
 */
async function notifyPayer(
  ctx: ExternalContext,
  shipmentId: number,
  event: GuestSms,
  isStill: (status: ShipmentStatus) => boolean,
  wordsOf: (booking: UnpaidBooking, shipment: NotifiedShipment) => Words,
): Promise<void> {
  const shipment = await ctx.inTransaction((tx) => readNotifiedShipment(tx, shipmentId))
  if (!shipment || shipment.account_type !== 'guest' || shipment.mute_notifications) return
  if (!isStill(shipment.status)) return
  const { rate, receiver_suburb: to } = shipment
  const words = wordsOf({ reference: referenceOf(shipment), to, rate: rate ?? 0 }, shipment)
  const { channel, addresses } = payerRecipientsOf(shipment)
  if (channel === 'email') for (const address of addresses) await sendMailing(ctx, address, words)
  else await ctx.inTransaction((tx) => queueSms(tx, event, shipment, addresses, words))
}

/**
 * Texts the receipt of a payment to the payer of a guest's booking who gave a mobile number and no e-mail address. Call
 * it after the commit.
 */
export async function textReceipt(
  ctx: ExternalContext,
  shipmentId: number,
  receipt: { reference: string; amount: Cents; is_settled: boolean },
): Promise<void> {
  const shipment = await ctx.inTransaction((tx) => readNotifiedShipment(tx, shipmentId))
  if (!shipment || shipment.account_type !== 'guest') return
  const { channel, addresses } = payerRecipientsOf(shipment)
  if (channel !== 'sms') return
  const { reference, amount, is_settled } = receipt
  const words = {
    sms: receiptSms(reference, amount, referenceOf(shipment), is_settled),
    button: { link: guestLink(ctx, shipment.payment_reference) },
  }
  await ctx.inTransaction((tx) => queueSms(tx, 'payment_receipt', shipment, addresses, words, reference))
}

function payerRecipientsOf(shipment: NotifiedShipment): ReturnType<typeof payerRecipients> {
  return payerRecipients([shipment.billing_contact ?? {}, shipment.collection_contact])
}

/**
 * Queues the SMS about a booking for sending after the commit, once per number and `about`, unless the company has
 * switched it off.
 */
async function queueSms(
  ctx: Context,
  event: GuestSms,
  { id: shipmentId, account_id }: NotifiedShipment,
  addresses: readonly string[],
  { sms, button }: { sms: string; button: { link: string } },
  about: string | number = shipmentId,
): Promise<void> {
  if (!ctx.setting(guest_sms_switches[event])) return
  const link = await shortened(ctx, button.link)
  const keys = await insertMessages(
    ctx,
    addresses.map((recipient) => ({
      shipment_id: shipmentId,
      account_id,
      channel: 'sms',
      event,
      recipient,
      subject: '',
      body: `${plainMarks(`${companyName(ctx)}: ${sms}`)} ${link}`,
      once_key: `sms:${event}:${about}:${recipient}`,
      status: 'queued',
      reason: null,
    })),
  )
  for (const onceKey of keys)
    await ctx.emit(textDue, { once_key: onceKey, shipment_id: shipmentId, pin_of: null })
}
