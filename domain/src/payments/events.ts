import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count, rand } from '../kit/calls/wire.ts'

/** A gateway notification was stored and must be checked. `key` keeps notifications of the same payment in order. */
export const paymentNoticed = event('payment-noticed', z.object({ notice_id: count, key: z.string() }))

/** A payment through a gateway or at the counter was posted; its payer gets a receipt. */
export const paymentReceived = event(
  'payment-received',
  z.object({
    payment_id: count,
    account_id: count,
    reference: z.string(),
    amount: rand,
    /** The shipment that the payment settled; `null` when the money is on the account's balance. */
    shipment_id: count.nullable(),
  }),
)

/** Reasons why a payment needs manual attention. */
export const payment_problems = [
  'held',
  'amount',
  'currency',
  'merchant',
  'mismatch',
  'late',
  'again',
  'place',
] as const
export type PaymentProblem = (typeof payment_problems)[number]

/** A payment needs manual attention by staff of the courier company. */
export const paymentNeedsPerson = event(
  'payment-needs-person',
  z.object({
    payment_id: count,
    account_id: count,
    reference: z.string(),
    problem: z.enum(payment_problems),
    asked: rand,
    received: rand,
  }),
)

/** A receiver paid for another place of a delivery; the shipment is changed after the commit. */
export const placeChangePaid = event(
  'place-change-paid',
  z.object({ payment_id: count, place_change_id: count }),
)

/** A refund was requested; the gateway is asked for it after the commit. */
export const refundRequested = event('refund-requested', z.object({ refund_id: count }))

/** What happened to an automatic top-up that its customer reads about in an e-mail. */
const auto_top_up_changes = ['started', 'cancelled', 'failed', 'stopped'] as const
export type AutoTopUpChange = (typeof auto_top_up_changes)[number]

/** A customer switched automatic top-up on or off, a charge failed, or it was switched off after failures. */
export const autoTopUpChanged = event(
  'auto-top-up-changed',
  z.object({ account_id: count, change: z.enum(auto_top_up_changes), email: z.string(), text: z.string() }),
)
