import { z } from 'zod'
import { clearable } from '../kit/calls/optional-fields.ts'
import { count, day, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { claim_states } from './states.ts'

/** What a claim is for (docs/domain/claims.md). */
export const claim_kinds = ['lost', 'damaged', 'short', 'late'] as const
export type ClaimKind = (typeof claim_kinds)[number]

/** What people read for each kind. */
export const kind_labels: Readonly<Record<ClaimKind, string>> = {
  lost: 'Lost',
  damaged: 'Damaged',
  short: 'Short delivered',
  late: 'Delivered late',
}

/** How an approved claim is paid: by bank transfer, or as credit on the account. */
export const claim_pay_methods = ['account-credit', 'bank'] as const
export type ClaimPayMethod = (typeof claim_pay_methods)[number]

/** What people read for each way. */
export const pay_labels: Readonly<Record<ClaimPayMethod, string>> = {
  'account-credit': 'Credit on the account',
  bank: 'Bank transfer',
}

/** Most files that may be sent with one message or claim. */
export const max_files = 10

/** Where files of claims are stored. */
export const claim_folder = 'shipment-images'

/** The largest value of the goods of one claim, in cents: whatever is more is a typing mistake. */
export const max_value = 10_000_000_00

/** A file that was uploaded for a claim. */
export const ClaimUpload = z.object({ file_name: text(255), display_name: maybe(text(200)) })
export type ClaimUpload = z.output<typeof ClaimUpload>

/** A file of a claim with its signed address. */
export const ClaimFile = z.object({
  file_name: z.string(),
  display_name: z.string(),
  /** image or pdf. */
  type: z.enum(['image', 'pdf']),
  url: z.string(),
})
export type ClaimFile = z.output<typeof ClaimFile>

/** A claim as returned. Amounts in cents. */
export const Claim = z.object({
  id: z.int(),
  /** `CLM` and six digits, counted per company without gaps. */
  display_id: z.string(),
  state: z.enum(claim_states),
  kind: z.enum(claim_kinds),
  account_id: z.int(),
  account_name: z.string(),
  account_code: z.string(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  /** Of the shipment, as the viewer may see it. */
  shipment_status: z.enum(shipment_statuses),
  /** The parcels it is for. */
  parcel_ids: z.array(z.int()),
  description: z.string(),
  /** What the goods are worth. */
  item_value: rand,
  claimed_amount: rand,
  /** `null` until it was decided. */
  approved_amount: rand.nullable(),
  pay_by: z.enum(claim_pay_methods),
  /** Where a bank transfer goes; `''` for account credit and for viewers who may not decide on claims. */
  bank_details: z.string(),
  /** where updates of the claim is sent. */
  contact_email: z.string(),
  /** The last day on which it could have been lodged; a later one was accepted by staff. */
  lodge_until: day.nullable(),
  is_after_window: z.boolean(),
  /** The row of the ledger that paid it. */
  transaction_id: z.int().nullable(),
  paid_date: instant.nullable(),
  created_by: z.string(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type Claim = z.output<typeof Claim>

/** What was said or decided on a claim, newest last. */
export const ClaimEvent = z.object({
  id: z.int(),
  date: instant,
  /** The state that was entered; `null` for a message alone and for a change of particulars. */
  state: z.enum(claim_states).nullable(),
  /** To or from the claimant. */
  message: z.string(),
  /** Why, for staff alone; `''` for everybody else. */
  reason: z.string(),
  /** Who; `''` for staff when the customer reads it. */
  author: z.string(),
  is_from_claimant: z.boolean(),
  /** What was decided with it, in cents. */
  amount: rand.nullable(),
  files: z.array(ClaimFile),
})
export type ClaimEvent = z.output<typeof ClaimEvent>

const uploads = maybe(list(ClaimUpload))

/** A claim as sent; the checks say in their order what is missing. */
export const NewClaim = z.object({
  shipment_id: count,
  kind: z.enum(claim_kinds),
  /** All parcels of the shipment when left out. */
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

/** Changed fields of a claim that nobody has decided on; absent and null change nothing, `''` clears a text. */
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

/** A move to another state. */
export const ClaimMoving = z.object({
  id: count,
  version: count,
  to: z.enum(claim_states),
  /** To or from the claimant. */
  message: maybe(text(4000, { lines: true })),
  /** Why, for staff alone. */
  reason: maybe(text(1000, { lines: true })),
  /** What is approved. */
  amount: maybe(rand),
  files: uploads,
})
export type ClaimMoving = z.output<typeof ClaimMoving>
