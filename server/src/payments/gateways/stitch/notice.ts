import type { Outcome } from '@waybill/domain/payments/payment'
import { z } from 'zod'
import { gatewayAmount } from '../gateway-amount.ts'

/** An unreadable quantity is -1. */
const money = z.object({
  currency: z.string(),
  quantity: gatewayAmount.catch(-1),
})

/** A payment request as Stitch sends it in responses and webhooks; amounts in cents. */
export const StitchPayment = z.object({
  id: z.string().min(1),
  externalReference: z.string().min(1),
  status: z
    .string()
    .transform((word) => word.toLowerCase().replace(/^paymentinitiationrequest|^paymentrequest/, '')),
  amount: money,
})
export type StitchPayment = z.output<typeof StitchPayment>

/** The body of a Stitch webhook. */
export const StitchWebhook = z.object({ type: z.string(), data: StitchPayment })

const outcomes: Readonly<Record<string, Outcome>> = {
  completed: 'paid',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'cancelled',
  failed: 'failed',
}

/** Maps a Stitch status to the outcome of a payment; unknown statuses are pending. */
export function stitchOutcome({ status }: Pick<StitchPayment, 'status'>): Outcome {
  return outcomes[status] ?? 'pending'
}
