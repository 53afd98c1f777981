import { z } from 'zod'
import { clearable } from '../kit/calls/optional-fields.ts'
import { count, day, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { claim_states } from './states.ts'

/** The kinds of claim (docs/domain/claims.md). */
export const claim_kinds = ['lost', 'damaged', 'short', 'late'] as const
export type ClaimKind = (typeof claim_kinds)[number]

/** Display label of each kind. */
export const kind_labels: Readonly<Record<ClaimKind, string>> = {
  lost: 'Lost',
  damaged: 'Damaged',
  short: 'Short delivered',
  late: 'Delivered late',
}

/** How an approved claim is paid: by bank transfer, or as credit on the account. */
export const claim_pay_methods = ['account-credit', 'bank'] as const
export type ClaimPayMethod = (typeof claim_pay_methods)[number]

/** Display label of each pay method. */
export const pay_labels: Readonly<Record<ClaimPayMethod, string>> = {
  'account-credit': 'Credit on the account',
  bank: 'Bank transfer',
}

/** Maximum number of files with one message or claim. */
export const max_files = 10

/** Storage folder of claim files. */
export const claim_folder = 'shipment-images'

/** The maximum value of the goods of one claim, in cents; a larger value is treated as a typing mistake. */
export const max_value = 10_000_000_00

/** A file that was uploaded for a claim. */
export const ClaimUpload = z.object({ file_name: text(255), display_name: maybe(text(200)) })
export type ClaimUpload = z.output<typeof ClaimUpload>

/** A file of a claim with its signed URL. */
export const ClaimFile = z.object({
  file_name: z.string(),
  display_name: z.string(),
  /** image or pdf. */
  type: z.enum(['image', 'pdf']),
  url: z.string(),
})
export type ClaimFile = z.output<typeof ClaimFile>

/** A claim as the API returns it. Amounts in cents. */
export const Claim = z.object({
  id: z.int(),
  /** `CLM` and six digits, numbered per company without gaps. */
  display_id: z.string(),
  state: z.enum(claim_states),
  kind: z.enum(claim_kinds),
  account_id: z.int(),
  account_name: z.string(),
  account_code: z.string(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  /** Status of the shipment, as the viewer may see it. */
  shipment_status: z.enum(shipment_statuses),
  /** The claimed parcels. */
  parcel_ids: z.array(z.int()),
  description: z.string(),
  /** Value of the goods. */
  item_value: rand,
  claimed_amount: rand,
  /** `null` until the claim is decided. */
  approved_amount: rand.nullable(),
  pay_by: z.enum(claim_pay_methods),
  /** Bank details for a transfer; `''` for account credit and for viewers who may not decide on claims. */
  bank_details: z.string(),
  /** E-mail address for updates of the claim. */
  contact_email: z.string(),
  /** The last day to lodge the claim; staff accepted it when it was lodged later. */
  lodge_until: day.nullable(),
  is_after_window: z.boolean(),
  /** The ledger entry that paid the claim. */
  transaction_id: z.int().nullable(),
  paid_date: instant.nullable(),
  created_by: z.string(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type Claim = z.output<typeof Claim>

/** A message or decision on a claim, newest last. */
export const ClaimEvent = z.object({
  id: z.int(),
  date: instant,
  /** The new state; `null` for a message without a state change and for changed claim details. */
  state: z.enum(claim_states).nullable(),
  /** Message to or from the claimant. */
  message: z.string(),
  /** Internal reason for staff; `''` for all other viewers. */
  reason: z.string(),
  /** Author of the event; for customers, `''` when the author is staff. */
  author: z.string(),
  is_from_claimant: z.boolean(),
  /** The amount decided with this event, in cents. */
  amount: rand.nullable(),
  files: z.array(ClaimFile),
})
export type ClaimEvent = z.output<typeof ClaimEvent>

const uploads = maybe(list(ClaimUpload))

/** Request to lodge a claim; `checkClaim` reports missing fields. */
export const NewClaim = z.object({
  shipment_id: count,
  kind: z.enum(claim_kinds),
  /** Absent for all parcels of the shipment. */
  parcel_ids: maybe(list(count)),
  description: maybe(text(4000, { lines: true })),
  item_value: maybe(rand),
  claimed_amount: maybe(rand),
  pay_by: maybe(z.enum(claim_pay_methods)),
  bank_details: maybe(text(200, { lines: true })),
  contact_email: maybe(text(200)),
  files: uploads,
})
export type NewClaim = z.output<typeof NewClaim>

/** Changed fields of an undecided claim; absent and null change nothing, `''` clears a text. */
export const ClaimPatch = z.object({
  id: count,
  /** The version the change is based on. */
  version: count,
  kind: maybe(z.enum(claim_kinds)),
  description: maybe(text(4000, { lines: true })),
  item_value: maybe(rand),
  claimed_amount: maybe(rand),
  pay_by: maybe(z.enum(claim_pay_methods)),
  bank_details: clearable(text(200, { lines: true })),
  contact_email: maybe(text(200)),
})
export type ClaimPatch = z.output<typeof ClaimPatch>

/** Request to move a claim to another state. */
export const ClaimMoving = z.object({
  id: count,
  version: count,
  to: z.enum(claim_states),
  /** Message to or from the claimant. */
  message: maybe(text(4000, { lines: true })),
  /** Internal reason, only for staff. */
  reason: maybe(text(1000, { lines: true })),
  /** The approved amount. */
  amount: maybe(rand),
  files: uploads,
})
export type ClaimMoving = z.output<typeof ClaimMoving>
