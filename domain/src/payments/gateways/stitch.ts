import { z } from 'zod'
import { gatewayAmount } from './gateway-amount.ts'
import type { Outcome } from '../payment.ts'

/** How far the clock of a delivery may be off, in seconds. */
const tolerance_s = 300

/** The headers with which Svix signs a delivery, and its raw body. */
export interface SvixDelivery {
  id: string
  timestamp: string
  signature: string
  body: string
}

/** The text that is signed. */
export function svixText({ id, timestamp, body }: Pick<SvixDelivery, 'id' | 'timestamp' | 'body'>): string {
  return `${id}.${timestamp}.${body}`
}

/** The base64 key inside a webhook secret `whsec_…`. */
export function svixKey(secret: string): string {
  return secret.replace(/^whsec_/, '')
}

/** The signatures of a header, without their version; only version 1 counts. */
export function svixSignatures(header: string): string[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3))
}

/** Whether a delivery is of now: at most five minutes old or ahead. */
export function isSvixFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= tolerance_s
}

const money = z.object({
  currency: z.string(),
  quantity: gatewayAmount,
})

/** A payment request as Stitch answers and announces it; amounts in cents. */
export const StitchPayment = z.object({
  id: z.string().min(1),
  externalReference: z.string().min(1),
  status: z
    .string()
    .transform((word) => word.toLowerCase().replace(/^paymentinitiationrequest|^paymentrequest/, '')),
  amount: money,
})
export type StitchPayment = z.output<typeof StitchPayment>

/** What a webhook of Stitch carries. */
export const StitchWebhook = z.object({ type: z.string(), data: StitchPayment })

const outcomes: Readonly<Record<string, Outcome>> = {
  completed: 'paid',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'cancelled',
  failed: 'failed',
}

/** What became of a payment by the word of Stitch; what it does not call finished is pending. */
export function stitchOutcome({ status }: Pick<StitchPayment, 'status'>): Outcome {
  return outcomes[status] ?? 'pending'
}
