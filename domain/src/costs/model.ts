import { z } from 'zod'
import { count, day, instant, list, rand, randAtLeastZero, text } from '../kit/calls/wire.ts'

/** Where a cost comes from (docs/domain/costs-and-pay.md). */
export const cost_kinds = [
  'driver-pay',
  'partner-bill',
  'vehicle',
  'line-haul',
  'pickup-point',
  'claim',
] as const
export type CostKind = (typeof cost_kinds)[number]

/** Display label of each kind. */
export const cost_kind_labels: Readonly<Record<CostKind, string>> = {
  'driver-pay': 'Driver pay',
  'partner-bill': 'Partner bill',
  vehicle: 'Own vehicle',
  'line-haul': 'Interhub manifest',
  'pickup-point': 'Locker or counter',
  claim: 'Claim',
}

/** The part of a shipment’s way that a cost belongs to. */
export const cost_legs = ['collection', 'line-haul', 'delivery', 'partner', 'locker', 'cover'] as const
export type CostLeg = (typeof cost_legs)[number]

/** Display label of each leg. */
export const cost_leg_labels: Readonly<Record<CostLeg, string>> = {
  collection: 'Collection',
  'line-haul': 'Line-haul',
  delivery: 'Delivery',
  partner: 'Partner',
  locker: 'Locker or counter',
  cover: 'Claims',
}

/** What a version of a pay plan pays. Amounts in cents. */
export const PayRules = z.object({
  /** For each completed stop, whatever its number of shipments. */
  per_stop: randAtLeastZero,
  /** For each kilogram collected or delivered. */
  per_kg: randAtLeastZero,
  /** For each completed stop in a round, in addition; `zone` is the name of the round. */
  zones: list(z.object({ zone: text(120), amount: randAtLeastZero })),
  /** For each day with at least `bonus_from_stops` completed stops; 0 stops: no bonus. */
  bonus_from_stops: count,
  bonus: randAtLeastZero,
})
export type PayRules = z.output<typeof PayRules>

/** What a pay plan pays from a day on. */
export const PayPlanVersion = z.object({
  id: z.int(),
  valid_from: day,
  rules: PayRules,
  created_by: z.string(),
  time_created: instant,
})
export type PayPlanVersion = z.output<typeof PayPlanVersion>

/** A pay plan with its versions, newest first, and the drivers it pays now. */
export const PayPlan = z.object({
  id: z.int(),
  name: z.string(),
  driver_names: z.array(z.string()),
  versions: z.array(PayPlanVersion),
})
export type PayPlan = z.output<typeof PayPlan>

/** States of a statement, in order. */
export const statement_states = ['draft', 'approved', 'paid'] as const
export type StatementState = (typeof statement_states)[number]

/** Display label of each state. */
export const statement_state_labels: Readonly<Record<StatementState, string>> = {
  draft: 'Draft',
  approved: 'Approved',
  paid: 'Paid',
}

/** What a driver is paid for a period. */
export const PayStatement = z.object({
  id: z.int(),
  /** `PAY` and six digits, numbered per company without gaps. */
  display_id: z.string(),
  state: z.enum(statement_states),
  username: z.string(),
  driver_name: z.string(),
  branch_name: z.string(),
  from_day: day,
  to_day: day,
  total: rand,
  /** The user who changed the draft last; another person approves it. */
  prepared_by: z.string(),
  approved_by: z.string().nullable(),
  approved_at: instant.nullable(),
  paid_by: z.string().nullable(),
  paid_at: instant.nullable(),
  payment_reference: z.string(),
  version: z.int(),
})
export type PayStatement = z.output<typeof PayStatement>

/** One cost with its reason. On the page of a shipment, `amount` is the share of the shipment. */
export const CostLine = z.object({
  id: z.int(),
  kind: z.enum(cost_kinds),
  leg: z.enum(cost_legs),
  /** Day of the work. */
  work_day: day,
  /** Day on which it counts; a correction counts on the day it is made. */
  day,
  amount: rand,
  reason: z.string(),
})
export type CostLine = z.output<typeof CostLine>

/** An imported bill of a partner, without VAT. */
export const PartnerBill = z.object({
  id: z.int(),
  partner: z.string(),
  bill_number: z.string(),
  bill_date: day,
  total: rand,
  line_count: z.int(),
  /** Lines whose reference is no shipment yet, and their amount. */
  unassigned_count: z.int(),
  unassigned: rand,
  created_by: z.string(),
  time_created: instant,
})
export type PartnerBill = z.output<typeof PartnerBill>

/** A line of a partner’s bill; without a shipment while its reference is unknown. */
export const PartnerBillLine = z.object({
  id: z.int(),
  reference: z.string(),
  leg: z.enum(cost_legs),
  amount: rand,
  shipment_id: z.int().nullable(),
  tracking_reference: z.string(),
  /** What was expected when the shipment was handed over; `null` when unknown. */
  expected: rand.nullable(),
})
export type PartnerBillLine = z.output<typeof PartnerBillLine>

/** Earnings of a driver on one day. */
export const EarningsDay = z.object({
  day,
  stops: z.int(),
  amount: rand,
  /** Not calculated for good yet: today, or the nightly calculation has not run. */
  is_provisional: z.boolean(),
})
export type EarningsDay = z.output<typeof EarningsDay>
