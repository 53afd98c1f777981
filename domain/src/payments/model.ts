import { z } from 'zod'
import { count, flag, instant, rand } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { gateway_names, method_names, payment_purposes, payment_sources } from './methods.ts'
import { payment_statuses } from './payment.ts'

/** A way to pay as answered; amounts in Rand. */
export const OfferedMethod = z.object({
  key: z.enum([...method_names, 'custom']),
  label: z.string(),
  hint: z.string(),
  gateway: z.enum(gateway_names).nullable(),
  limit: rand.nullable(),
  has_cards: flag,
})
export type OfferedMethod = z.output<typeof OfferedMethod>

/** A card that Bob Pay keeps for an account: enough to recognise it, never its number. */
export const SavedCard = z.object({
  id: count,
  /** The last four digits. */
  last_digits: z.string(),
  association: z.string(),
  expiry: z.string(),
  is_default: flag,
})
export type SavedCard = z.output<typeof SavedCard>

/** The bank account for manual EFT (PAY-030). */
export const EftDetails = z.object({
  account_holder: z.string(),
  bank: z.string(),
  branch_code: z.string(),
  account_type: z.string(),
  account_number: z.string(),
})
export type EftDetails = z.output<typeof EftDetails>

/** A shipment as far as paying for it needs. */
export const PayableShipment = z.object({
  id: count,
  reference: z.string(),
  status: z.enum(shipment_statuses),
  rate: rand,
  /** Whether it still waits to be paid for. */
  is_payable: flag,
  /** What the account may still spend; null for guests and for who may not see it. */
  available: rand.nullable(),
  /** Why it cannot be paid from the account; null when it can. */
  account_refusal: z.string().nullable(),
})
export type PayableShipment = z.output<typeof PayableShipment>

/** A payment as its payer sees it. */
export const PaymentState = z.object({
  reference: z.string(),
  status: z.enum(payment_statuses),
  purpose: z.enum(payment_purposes),
  amount: rand,
  /** What came; null while nothing has. */
  received: rand.nullable(),
  shipment_id: count.nullable(),
  time_created: instant,
})
export type PaymentState = z.output<typeof PaymentState>

/** A payment as the courier company sees it. */
export const Payment = PaymentState.extend({
  id: count,
  account_id: count,
  account_code: z.string(),
  source: z.enum(payment_sources),
  method: z.string(),
  fee: rand,
  gateway_reference: z.string().nullable(),
  /** What happened to it, as a sentence; empty while nothing has. */
  remark: z.string(),
  shipment_reference: z.string().nullable(),
})
export type Payment = z.output<typeof Payment>
