import { z } from 'zod'
import { AddressInput } from '../accounts/model.ts'
import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import {
  atLeastZero,
  clock,
  count,
  day,
  flag,
  instant,
  list,
  maybe,
  rand,
  randAtLeastZero,
  text,
} from '../kit/calls/wire.ts'
import { charge_types, rate_formula_types, vat_types } from './price-books/price-book.ts'
import { passedTime, move_reasons } from '../kit/dates/service-days.ts'

/** The types of charge rows (RATE-001). A `rate_formula` row explains the base price and is never added to a total. */
export const charge_row_types = [
  'base',
  'rate_formula',
  'surcharge',
  'rate_adjustment',
  'time_based_rate_adjustment',
  'rate_group_extras',
] as const
export type ChargeRowType = (typeof charge_row_types)[number]

/**
 * A size or weight in a request: negative values are rejected, missing means 0 (the server raises it to the
 * provider’s minimum).
 */
const measure = maybe(atLeastZero(1_000_000))

/**
 * The measurements of a parcel that determine its price; lengths in cm, weights in kg. Actual values, once measured,
 * replace the submitted ones; 0 means unknown (docs/domain/rating.md#weights).
 */
export const RatedParcel = z.object({
  submitted_length_cm: measure,
  submitted_width_cm: measure,
  submitted_height_cm: measure,
  submitted_weight_kg: measure,
  actual_length_cm: measure,
  actual_width_cm: measure,
  actual_height_cm: measure,
  actual_weight_kg: measure,
  packaging: maybe(text(100)),
})
export type RatedParcel = z.output<typeof RatedParcel>

/**
 * The fields that both rates endpoints share: the two ends of the route, the account and the shipment
 * (docs/domain/public-api.md#quotes, docs/domain/public-api.md#optional-extras).
 */
const route = {
  collection_address: maybe(AddressInput),
  collection_pickup_point_id: maybe(text(100)),
  collection_pickup_point_provider: maybe(text(40)),
  delivery_address: maybe(AddressInput),
  delivery_pickup_point_id: maybe(text(100)),
  delivery_pickup_point_provider: maybe(text(40)),
  account_id: maybe(count),
  shipment_id: maybe(count),
}

/**
 * The body of `POST /rates` (docs/domain/public-api.md#quotes). The fields from `collection_after` on are additions
 * of Waybill: windows, POD method and tags that a form has already collected.
 */
export const RatesInput = z.object({
  ...route,
  parcels: maybe(list(RatedParcel)),
  declared_value: maybe(randAtLeastZero),
  opt_in_rates: maybe(list(count)),
  opt_in_time_based_rates: maybe(list(count)),
  collection_min_date: maybe(day),
  delivery_min_date: maybe(day),
  service_level_code: maybe(text(200)),
  service_level_id: maybe(count),
  collection_after: maybe(clock),
  collection_before: maybe(clock),
  delivery_after: maybe(clock),
  delivery_before: maybe(clock),
  pod_method: maybe(text(40)),
  tags: maybe(list(text(100))),
  /** Adds to each price its explanation and, for staff, the reasons why services are not offered. */
  explain: maybe(flag),
})
export type RatesInput = z.output<typeof RatesInput>

/** The body of `POST /rates/opt-in` (RATE-014). */
export const OptInInput = z.object(route)
export type OptInInput = z.output<typeof OptInInput>

/** Maximum number of parcels per shipment (docs/domain/references-and-labels.md#parcels-per-shipment). */
export const max_parcels_per_shipment = 200

/**
 * Checks that a rates request names both ends and at least one parcel, and no date in the past, because the price
 * would then be that of a different day. The messages are those of docs/domain/public-api.md#quotes.
 */
export function checkRatesInput(input: RatesInput, now: Date): RuleResult {
  const ends = checkRouteInput(input)
  if (ends !== true) return ends
  for (const field of ['collection_min_date', 'delivery_min_date'] as const) {
    const gone = passedTime({ day: input[field], until: null }, now)
    if (gone) return invalid(gone.message, [{ field, message: gone.message }])
  }
  if (!input.parcels?.length)
    return invalid('At least one parcel is required.', [{ field: 'parcels', message: 'is required' }])
  return true
}

/**
 * Returns the message for more parcels than one shipment can have; `null` when the number is allowed. A quote returns
 * this message instead of prices (docs/domain/public-api.md#quotes).
 */
export function tooManyParcels(sent: number): string | null {
  if (sent <= max_parcels_per_shipment) return null
  return `A shipment can have at most ${max_parcels_per_shipment} parcels. You sent ${sent}. Split it into more shipments.`
}

/** Checks that a request names both ends of its route. */
export function checkRouteInput(input: OptInInput): RuleResult {
  for (const side of ['collection', 'delivery'] as const)
    if (!input[`${side}_address`] && !input[`${side}_pickup_point_id`])
      return invalid(`The ${side} address is missing.`, [
        { field: `${side}_address`, message: 'is required' },
      ])
  return true
}

/**
 * A money amount of a rate: `null` for callers who may not see billing information
 * (docs/domain/rating.md#the-answer-of-post-rates).
 */
const amount = rand.nullable()
/**
 * The VAT contained in the amount next to it, in Rand with up to four decimals; for information only
 * (docs/domain/conventions.md#money).
 */
const vat = z.number().nullable()
const vat_type = z.enum(vat_types)

/** A surcharge or adjustment of a rate; `charge_value` is the percentage or the unit price in Rand. */
export const RateCharge = z.object({
  id: z.int(),
  name: z.string(),
  charge: amount,
  vat,
  vat_type,
  charge_type: z.enum(charge_types),
  charge_value: z.number().nullable(),
  is_opt_in: z.boolean(),
})
export type RateCharge = z.output<typeof RateCharge>

/** One line of the price explanation: label, amount and sentence. */
export const PriceReason = z.object({ label: z.string(), amount: amount, sentence: z.string() })
export type PriceReason = z.output<typeof PriceReason>

/** A service level with its price and dates (RATE-002, docs/domain/public-api.md#quotes). */
export const Rate = z.object({
  rate: amount,
  rate_excluding_vat: amount,
  base_rate: z.object({
    charge: amount,
    charge_per_parcel: z.array(rand).nullable(),
    group_name: z.string(),
    vat,
    vat_type,
    vat_percentage: z.number(),
    rate_formula_type: z.enum(rate_formula_types),
    total_calculated_weight: z.number(),
  }),
  service_level: z.object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    collection_date: instant,
    collection_cut_off_time: instant,
    delivery_date_from: instant,
    delivery_date_to: instant,
    /** Why the collection is later than the requested day; `null` when it is not. */
    collection_moved_by: z.enum(move_reasons).nullable(),
    earliest_collection_capacity_date: day.nullable(),
    vat_type,
    insurance_disabled: z.boolean(),
  }),
  surcharges: z.array(RateCharge),
  rate_adjustments: z.array(RateCharge),
  time_based_rate_adjustments: z.array(RateCharge),
  extras: z.array(z.object({ id: z.int(), insurance_charge: amount, vat, vat_type })),
  charged_weight: z.number(),
  actual_weight: z.number(),
  volumetric_weight: z.number(),
  rate_revision_id: z.int(),
  /** The price explanation, for callers who request it and may see prices. */
  explain: z.array(PriceReason).optional(),
})
export type Rate = z.output<typeof Rate>

/** A service level that is not offered on a route, with the reason. */
export const RejectedService = z.object({
  service_level_id: z.int(),
  code: z.string(),
  name: z.string(),
  reason: z.string(),
})
export type RejectedService = z.output<typeof RejectedService>

/** The response of `POST /rates`. `message` is `Success` when at least one rate is offered, else the reason. */
export const RatesAnswer = z.object({
  message: z.string(),
  service_days: z.object({
    collection_service_days: z.array(z.string()).nullable(),
    delivery_service_days: z.array(z.string()).nullable(),
  }),
  rates: z.array(Rate),
  /** Only for staff who request it. */
  rejected: z.array(RejectedService).optional(),
})
export type RatesAnswer = z.output<typeof RatesAnswer>

/** An optional extra that can be bought on a route. */
export const OptInRate = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  charge_type: z.enum(charge_types),
  /** `null` for callers who may not see prices. */
  charge_value: z.number().nullable(),
  opted_in_by_default: z.boolean(),
})
export type OptInRate = z.output<typeof OptInRate>

/** The response of `POST /rates/opt-in` (RATE-014). */
export const OptInAnswer = z.object({
  opt_in_rates: z.array(OptInRate),
  opt_in_time_based_rates: z.array(OptInRate),
  customer_reference_required: z.boolean(),
  customer_reference_prefix: z.string().nullable(),
  count: z.int(),
})
export type OptInAnswer = z.output<typeof OptInAnswer>

/** Monday to Sunday, the order in which service days are listed (docs/domain/public-api.md#service-areas). */
export const weekday_names = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** A service area and the days on which it is served (RATE-018). */
export const ServiceArea = z.object({
  id: z.int(),
  name: z.string(),
  is_default: z.boolean(),
  days: z.array(z.object({ name: z.enum(weekday_names), is_active: z.boolean() })),
})
export type ServiceArea = z.output<typeof ServiceArea>

export const Holiday = z.object({ id: z.int(), date: day, description: z.string() })
export type Holiday = z.output<typeof Holiday>

/** Checks whether the actor may see prices and their explanation (BILL-007). */
export function seesPrices(actor: Actor): boolean {
  return actor.kind === 'guest' || hasPermission(actor, 'INLINE_see_billing_info')
}

/**
 * Limits the response to what this caller may see. Without `INLINE_see_billing_info` every amount is null; services
 * and dates remain. Everyone who sees a price may also see its explanation. Services that are not offered, with their
 * reasons, are for staff only (docs/domain/rating.md#the-answer-of-post-rates).
 */
export function ratesVisibleTo(actor: Actor, answer: RatesAnswer): RatesAnswer {
  const { rejected, ...rest } = answer
  const rates = answer.rates.map(({ explain, ...rate }) => {
    if (!seesPrices(actor)) return withoutAmounts(rate)
    return explain ? { ...rate, explain } : rate
  })
  return isStaff(actor) && rejected ? { ...rest, rates, rejected } : { ...rest, rates }
}

/** Limits the optional extras to what this caller may see: without prices for callers who may not see them (BILL-007). */
export function optInsVisibleTo(actor: Actor, extras: readonly OptInRate[]): OptInRate[] {
  return extras.map((extra) => (seesPrices(actor) ? extra : { ...extra, charge_value: null }))
}

function withoutAmounts(rate: Rate): Rate {
  const hide = (row: RateCharge): RateCharge => ({ ...row, charge: null, vat: null, charge_value: null })
  return {
    ...rate,
    rate: null,
    rate_excluding_vat: null,
    base_rate: { ...rate.base_rate, charge: null, charge_per_parcel: null, vat: null },
    surcharges: rate.surcharges.map(hide),
    rate_adjustments: rate.rate_adjustments.map(hide),
    time_based_rate_adjustments: rate.time_based_rate_adjustments.map(hide),
    extras: rate.extras.map((extra) => ({ ...extra, insurance_charge: null, vat: null })),
  }
}
