import { createHmac } from 'node:crypto'
import type { Outcome } from '@waybill/domain/payments/payment'
import { z } from 'zod'
import { gatewayAmount } from '../gateway-amount.ts'

/** Maximum difference between a delivery's timestamp and now, in seconds. */
const tolerance_s = 300

/** The Svix signature headers of a delivery, and its raw body. */
export interface SvixDelivery {
  id: string
  timestamp: string
  signature: string
  body: string
}

/** Returns the Svix signature of a delivery in base64; the secret is `whsec_` and a key in base64. */
export function svixSignature(
  { id, timestamp, body }: Omit<SvixDelivery, 'signature'>,
  secret: string,
): string {
  return createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
}

/** Returns the version 1 signatures of a header without their version; other versions are ignored. */
export function svixSignatures(header: string): string[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3))
}

/** Whether a delivery's timestamp is at most five minutes before or after `now`. */
export function isSvixFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= tolerance_s
}

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
