import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count, rand } from '../kit/calls/wire.ts'

/** A notification of a gateway was stored and waits to be checked; `key` keeps those of one payment in order. */
export const paymentNoticed = event('payment-noticed', z.object({ notice_id: count, key: z.string() }))

/** Money came through a gateway and was posted: its payer gets a receipt. */
export const paymentReceived = event(
  'payment-received',
  z.object({
    payment_id: count,
    account_id: count,
    reference: z.string(),
    amount: rand,
    /** The shipment it settled; null when it is on the balance. */
    shipment_id: count.nullable(),
  }),
)

/** Why a payment needs a person. */
export const payment_problems = ['held', 'amount', 'mismatch', 'late', 'again'] as const
export type PaymentProblem = (typeof payment_problems)[number]

/** A payment needs a person of the courier company. */
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
