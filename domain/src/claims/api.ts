import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { formatRand } from '../kit/money.ts'
import { count, day, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { Claim, claim_kinds, ClaimEvent, ClaimMoving, ClaimPatch, ClaimUpload, NewClaim } from './model.ts'
import { claim_states } from './states.ts'

const query = 'API_/claims:GET'
const changing = 'API_/claims:PATCH'

/** Information for staff who assess a claim, in addition to what the claimant provided. Amounts in cents. */
export const ClaimEvidence = z.object({
  /** The maximum amount that may be approved, and the reason. */
  most: rand,
  is_covered: z.boolean(),
  reason: z.string(),
  declared_value: rand,
  insurance_charge: rand,
  price: rand,
  /** Other claims of the account, newest first. */
  earlier: z.array(
    z.object({
      id: z.int(),
      display_id: z.string(),
      tracking_reference: z.string(),
      kind: z.enum(claim_kinds),
      state: z.enum(claim_states),
      claimed_amount: rand,
      approved_amount: rand.nullable(),
      time_created: instant,
    }),
  ),
  /** Number of other claims of the account, and the total paid for them. */
  earlier_count: z.int(),
  earlier_paid: rand,
})
export type ClaimEvidence = z.output<typeof ClaimEvidence>

/** Everything on the page of one claim. */
export const ClaimDetail = z.object({
  claim: Claim,
  /** Oldest first. */
  events: z.array(ClaimEvent),
  parcels: z.array(z.object({ id: z.int(), tracking_reference: z.string(), description: z.string() })),
  account_type: z.string(),
  /** `null` for users who do not assess claims. */
  evidence: ClaimEvidence.nullable(),
})
export type ClaimDetail = z.output<typeof ClaimDetail>

/** What may be claimed for a shipment, and its existing claims. */
export const ClaimsOfShipment = z.object({
  shipment: z.object({
    id: z.int(),
    tracking_reference: z.string(),
    account_name: z.string(),
    account_type: z.string(),
    status: z.enum(shipment_statuses),
    declared_value: rand,
    delivered_date: instant.nullable(),
    parcels: z.array(z.object({ id: z.int(), tracking_reference: z.string(), description: z.string() })),
  }),
  /** Why no claim may be lodged now; `''` when a claim is allowed. */
  refusal: z.string(),
  /** The last day to lodge a claim; `null` when the shipment has neither a delivery date nor an estimate. */
  lodge_until: day.nullable(),
  is_after_window: z.boolean(),
  /** Every claim kind with the reason why it does not apply; `''` when it applies. */
  kinds: z.array(z.object({ kind: z.enum(claim_kinds), refusal: z.string() })),
  /** Default e-mail address for updates of a claim. */
  contact_email: z.string(),
  claims: z.array(Claim),
})
export type ClaimsOfShipment = z.output<typeof ClaimsOfShipment>

/** API for claims about lost, damaged, short or late shipments: docs/domain/claims.md. */
export const claimsApi = {
  list: endpoint('GET /claims', {
    input: z.object({
      id: maybe(list(count)),
      state: maybe(list(z.enum(claim_states))),
      kind: maybe(list(z.enum(claim_kinds))),
      account_id: maybe(list(count)),
      shipment_id: maybe(count),
      /** First and last day of lodging, both inclusive. */
      from: maybe(day),
      to: maybe(day),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ claims: z.array(Claim), count: z.int() }),
    summary: 'Lists claims that are visible to the caller.',
  }),
  detail: endpoint('GET /claims/detail', {
    input: z.object({ id: count }),
    output: ClaimDetail,
    permission: query,
    summary: 'Returns a claim with its messages and, for assessors, its evidence.',
  }),
  ofShipment: endpoint('GET /claims/of-shipment', {
    input: z.object({ shipment_id: maybe(count), tracking_reference: maybe(text(80)) }),
    output: ClaimsOfShipment,
    permission: query,
    summary: 'Returns the claims of a shipment, and whether another claim can be lodged.',
    published: false,
  }),
  lodge: endpoint('POST /claims', {
    input: NewClaim,
    output: Claim,
    summary: 'Lodges a claim for a shipment.',
  }),
  change: endpoint('PATCH /claims', {
    input: ClaimPatch,
    output: Claim,
    // Bank details decide where the money is paid, so changing them requires step-up.
    step_up: { when: ({ bank_details }) => Boolean(bank_details), api_keys: 'refused' },
    approval: ({ bank_details }, tried) =>
      bank_details
        ? {
            kind: 'bank-details',
            amount: null,
            account_id: tried?.account_id ?? null,
            description: `Change where claim ${tried?.display_id ?? ''} is paid: ${bank_details}`,
          }
        : null,
    summary: 'Updates the details of an undecided claim.',
  }),
  move: endpoint('POST /claims/move', {
    input: ClaimMoving,
    output: Claim,
    permission: changing,
    approval: ({ to }, tried) =>
      to === 'paid'
        ? {
            kind: 'claim',
            amount: tried?.approved_amount ?? null,
            account_id: tried?.account_id ?? null,
            description: `Pay claim ${tried?.display_id ?? ''}: ${formatRand(tried?.approved_amount ?? 0)} ${tried?.pay_by === 'bank' ? `by bank to ${tried.bank_details}` : 'as credit on the account'}`,
          }
        : null,
    summary: 'Changes the state of a claim. The state `paid` posts the ledger transaction.',
  }),
  say: endpoint('POST /claims/messages', {
    input: z.object({
      id: count,
      message: maybe(text(4000, { lines: true })),
      files: maybe(list(ClaimUpload)),
    }),
    output: Claim,
    permission: changing,
    summary: 'Adds a message or files to a claim.',
  }),
}
