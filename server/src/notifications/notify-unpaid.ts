import type { PayloadOf } from '@waybill/domain/kit/event'
import {
  bookingExpiredText,
  paymentAwaitedText,
  type MailWords,
  type UnpaidBooking,
} from '@waybill/domain/notifications/payment-texts'
import { emailRecipients } from '@waybill/domain/notifications/recipients'
import { payment_pending_validity_period } from '@waybill/domain/rates/settings'
import type { paymentAwaited, shipmentMoved } from '@waybill/domain/shipments/events'
import { isUnpaid, type ShipmentStatus } from '@waybill/domain/shipments/status'
import type { BaseContext, ExternalContext } from '../kit/handler.ts'
import { guestLink, portalOf, referenceOf } from './compose.ts'
import { sendMailing } from './mailing.ts'
import { readNotifiedShipment, type NotifiedShipment } from './store.ts'

const day_ms = 86_400_000

/** Whether a move is that of an unpaid booking which has expired. */
export function isExpiryNotified(
  _reader: BaseContext,
  { from, to }: PayloadOf<typeof shipmentMoved>,
): boolean {
  return from === 'payment-pending' && to === 'quote-expired'
}

/** Sends a guest who has booked the link to pay. A reaction after the commit. */
export async function askForPayment(
  ctx: ExternalContext,
  { shipment_id }: PayloadOf<typeof paymentAwaited>,
): Promise<void> {
  const days = ctx.setting(payment_pending_validity_period)
  await mailPayer(ctx, shipment_id, isUnpaid, (booking, shipment) => ({
    ...paymentAwaitedText(booking, new Date(shipment.time_created.getTime() + days * day_ms)),
    button: { label: 'Pay now', link: guestLink(ctx, shipment.payment_reference) },
  }))
}

/** Tells a guest that a booking was not paid in time. A reaction after the commit. */
export async function notifyExpired(
  ctx: ExternalContext,
  { shipment_id }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  await mailPayer(
    ctx,
    shipment_id,
    (status) => status === 'quote-expired',
    (booking) => ({
      ...bookingExpiredText(booking),
      button: { label: 'Book again', link: `${portalOf(ctx)}/shipments/new` },
    }),
  )
}

/** Writes to whoever pays for a guest's booking, as long as it stands where the mail says. */
async function mailPayer(
  ctx: ExternalContext,
  shipment_id: number,
  isStill: (status: ShipmentStatus) => boolean,
  wordsOf: (
    booking: UnpaidBooking,
    shipment: NotifiedShipment,
  ) => MailWords & { button: { label: string; link: string } },
): Promise<void> {
  const shipment = await ctx.inTransaction((tx) => readNotifiedShipment(tx, shipment_id))
  if (!shipment || shipment.account_type !== 'guest' || shipment.mute_notifications) return
  if (!isStill(shipment.status)) return
  const { rate, receiver_suburb: to } = shipment
  const words = wordsOf({ reference: referenceOf(shipment), to, rate: rate ?? 0 }, shipment)
  const emailIn = (contact: unknown): string => (contact as { email?: string } | null)?.email ?? ''
  const payer = emailIn(shipment.billing_contact) || emailIn(shipment.collection_contact)
  for (const { address } of emailRecipients({ collection: payer, delivery: '' }, () => true))
    await sendMailing(ctx, address, words)
}
