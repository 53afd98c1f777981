import { z } from 'zod'
import { count, flag, instant, rand } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { gateway_names, payment_sources } from './gateway-list.ts'
import { method_names } from './method-names.ts'
import { place_change_states } from '../shipments/receiver/new-place.ts'
import { payment_purposes } from './methods.ts'
import { payment_statuses, stored_held_reasons } from './payment.ts'
import { refund_states } from './refund.ts'
import { settlement_differences, settlement_kinds } from './settlement.ts'

/** A payment method as offered in API responses; amounts in Rand. */
export const OfferedMethod = z.object({
  key: z.enum([...method_names, 'custom']),
  label: z.string(),
  hint: z.string(),
  gateway: z.enum(gateway_names).nullable(),
  limit: rand.nullable(),
  has_cards: flag,
})
export type OfferedMethod = z.output<typeof OfferedMethod>

/** A card that a gateway stores for an account: enough to recognise it, never its full number. */
export const SavedCard = z.object({
  id: count,
  /** The gateway that keeps the card. */
  gateway: z.enum(gateway_names),
  /** The last four digits; empty when the gateway does not tell them. */
  last_digits: z.string(),
  association: z.string(),
  expiry: z.string(),
  is_default: flag,
})
export type SavedCard = z.output<typeof SavedCard>

/** The company's bank account for manual EFT (PAY-030). */
export const EftDetails = z.object({
  account_holder: z.string(),
  bank: z.string(),
  branch_code: z.string(),
  account_type: z.string(),
  account_number: z.string(),
})
export type EftDetails = z.output<typeof EftDetails>

/** The shipment data needed for paying. */
export const PayableShipment = z.object({
  id: count,
  reference: z.string(),
  status: z.enum(shipment_statuses),
  /** The suburb, or the city without one, where it is collected and where it is delivered. */
  from: z.string(),
  to: z.string(),
  service_level_name: z.string(),
  /** The price of the shipment, or what another place for its delivery costs more. */
  rate: rand,
  /** Whether it can still be paid. */
  is_payable: flag,
  /** The other place that its receiver pays for; `null` when the shipment itself is paid. */
  place_change: z
    .object({
      /** Where the parcel goes then. */
      words: z.string(),
      state: z.enum(place_change_states),
      /** Why it cannot be paid, or why the shipment could not be changed; `''` for none. */
      reason: z.string(),
      /** The path of the page on which the receiver chose it. */
      page: z.string(),
    })
    .nullable(),
  /** The amount that the account can still spend; `null` for guests and for callers without access to it. */
  available: rand.nullable(),
  /** The reason why the shipment cannot be paid from the account; `null` when it can. */
  account_refusal: z.string().nullable(),
})
export type PayableShipment = z.output<typeof PayableShipment>

/** A payment as visible to its payer. */
export const PaymentState = z.object({
  reference: z.string(),
  status: z.enum(payment_statuses),
  purpose: z.enum(payment_purposes),
  amount: rand,
  /** The amount received; `null` while nothing has been received. */
  received: rand.nullable(),
  shipment_id: count.nullable(),
  time_created: instant,
})
export type PaymentState = z.output<typeof PaymentState>

/**
 * A payment in the list of all payments: through a gateway, at the counter, from a bank statement or posted by hand.
 * Statement payments and payments by hand are listed for staff only.
 */
export const Payment = PaymentState.extend({
  /** `null` for payments from a bank statement or posted by hand. */
  id: count.nullable(),
  /** The ledger row of a payment from a bank statement or posted by hand; `null` for other payments. */
  transaction_id: count.nullable(),
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  source: z.enum(payment_sources),
  method: z.string(),
  fee: rand,
  /** The reference at the gateway, on the terminal slip or on the bank statement, or the description. */
  gateway_reference: z.string().nullable(),
  /** What is allocated to invoices and what is left of it; `null` while the payment is not in the ledger. */
  allocated: rand.nullable(),
  unallocated: rand.nullable(),
  /** Whether the payment was reversed in the ledger. */
  is_reversed: flag,
  /** The username of the person who made or posted the payment; `''` for callers who are not staff. */
  created_by: z.string(),
  /** What happened to the payment, as a sentence; empty while nothing has. */
  remark: z.string(),
  shipment_reference: z.string().nullable(),
  /** Why it is held; empty unless it is. */
  held_reason: z.enum(stored_held_reasons),
  /** What refunds through the gateway have returned or were requested to return. */
  refunded: rand,
  /** The state of its newest refund; `null` when there is none. */
  refund_state: z.enum(refund_states).nullable(),
})
export type Payment = z.output<typeof Payment>

/** A line of a gateway's settlement report, with the payment that it is about. */
export const Settlement = z.object({
  id: count,
  gateway: z.enum(gateway_names),
  kind: z.enum(settlement_kinds),
  day: z.string().nullable(),
  gateway_reference: z.string(),
  custom_id: z.string(),
  gross: rand,
  fee: rand,
  net: rand,
  difference: z.enum(settlement_differences),
  is_fee_posted: flag,
  /** Number of the payment; `null` when it is unknown. */
  payment_reference: z.string().nullable(),
  account_code: z.string().nullable(),
  file_name: z.string(),
  imported_by: z.string(),
})
export type Settlement = z.output<typeof Settlement>

/** The automatic top-up of an account, as its customer set it up. */
export const AutoTopUp = z.object({
  is_on: flag,
  threshold: rand,
  amount: rand,
  monthly_limit: rand,
  card: SavedCard.nullable(),
  consent_text: z.string(),
  consent_by: z.string(),
  consent_time: instant,
  /** Why it was switched off, as a sentence; empty while it is on. */
  off_reason: z.string(),
  charged_this_month: rand,
})
export type AutoTopUp = z.output<typeof AutoTopUp>
