import { z } from 'zod'
import { clock, count, day, flag, num, rand, text } from '../../kit/calls/wire.ts'

/**
 * The price book: the full content of one rate revision as plain data
 * (docs/domain/rating.md#price-books-groups-and-revisions). The server reads it from the database, the engine
 * (`compilePriceBook`) compiles it, and the rates screens edit it.
 */

/** How the amount of a charge is calculated (RATE-006). */
export const charge_types = [
  'percentage',
  'flat',
  'perKg',
  'perKmFromDeliveryBranch',
  'perKmFromCollectionBranch',
  'perItem',
] as const
export type ChargeType = (typeof charge_types)[number]

/** VAT types (RATE-007). */
export const vat_types = ['standard', 'zero'] as const
export type VatType = (typeof vat_types)[number]

/** Types of base prices (RATE-009). */
export const rate_formula_types = ['flat', 'formula', 'no-rate', 'zero-rate'] as const
export type RateFormulaType = (typeof rate_formula_types)[number]

/** How the charged weight is rounded (RATE-010). */
export const weight_roundings = [
  'round_up',
  'round_normally',
  'round_up_to_nearest_half',
  'do_not_round',
] as const
export type WeightRounding = (typeof weight_roundings)[number]

/**
 * How the charged weight is determined: `shipment` for all parcels together, `parcel` for each parcel separately
 * (docs/domain/rating.md#weights).
 */
export const charged_weight_methods = ['shipment', 'parcel'] as const

/** The stored values of the surcharge types (RATE-011, RATE-013). */
export const surcharge_types = ['zone', 'tag', 'dimensions-weight', 'pod-method'] as const
export type SurchargeType = (typeof surcharge_types)[number]

/** Kinds of places at the ends of a route. */
export const place_kinds = ['street-address', 'locker', 'counter'] as const

/** The stored values of the address types a service level serves (RATE-012, RATE-013). */
export const service_address_types = [
  'street-address',
  'locker',
  'counter',
  'locker-or-counter',
  'any',
] as const
export type ServiceAddressType = (typeof service_address_types)[number]

/** Units of delivery estimates (RATE-005): hours (displayed as 'hrs') and days. */
export const estimate_types = ['h', 'd'] as const

/** The legs a time-based adjustment can belong to (RATE-008). */
export const legs = ['collection', 'delivery'] as const
export type Leg = (typeof legs)[number]

/** The amount that a percentage applies to. */
export const percentage_bases = ['base', 'base_and_surcharges', 'running_total'] as const

/**
 * An exact decimal as text: `9.5`, `-12.50`. Unit prices and percentages are never floats
 * (docs/domain/conventions.md#money).
 */
export const decimal = z.codec(z.union([z.string(), z.number()]), z.string(), {
  decode: (value, issue) => {
    const plain = String(value).trim().replace(/^\+/, '')
    if (/^-?\d{1,9}(\.\d{1,6})?$/.test(plain)) return plain
    issue.issues.push({
      code: 'custom',
      input: value,
      message: 'must be a number below 1 000 000 000 with at most six decimals',
    })
    return z.NEVER
  },
  encode: (value) => value,
})

/** Weekday number: Sunday is 0, Saturday is 6. */
const weekday = count.pipe(z.int().min(0).max(6))

/** One time per weekday, Sunday first; `null` for a weekday without a time. */
export const WeekClock = z.array(clock.nullable()).length(7)

/** The ids that a condition allows; `null` does not restrict. */
const ids = z.array(count).nullable()
const names = z.array(z.string()).nullable()

/** A product the courier sells (docs/domain/rating.md#service-levels); weights kg, lengths cm. */
export const ServiceLevel = z.object({
  /** The same id in every revision (docs/domain/public-api.md#service-levels). */
  id: count,
  code: text(40),
  name: text(100),
  description: text(300),
  is_active: flag,
  colour: text(20).nullable(),
  icon: text(40).nullable(),
  priority: count,
  collection_address_types: z.array(z.enum(service_address_types)),
  delivery_address_types: z.array(z.enum(service_address_types)),
  pickup_point_provider: text(40).nullable(),
  pickup_point_size: text(20).nullable(),
  /** cm³ per kg. */
  volumetric_factor: count,
  weight_rounding: z.enum(weight_roundings),
  charged_weight_method: z.enum(charged_weight_methods),
  /** Whether the base formula is applied to the whole shipment or to each parcel. */
  base_charge_scope: z.enum(['shipment', 'parcel']),
  min_weight: num.nullable(),
  max_weight: num.nullable(),
  max_parcel_weight: num.nullable(),
  max_length: num.nullable(),
  max_girth: num.nullable(),
  max_parcels: count.nullable(),
  /** Packaging names this service is limited to ('Flyer'); `null` allows any. */
  packagings: names,
  collection_cut_off_times: WeekClock,
  collection_days: z.array(weekday),
  delivery_days: z.array(weekday),
  skip_public_holidays: flag,
  delivery_estimate_from_type: z.enum(estimate_types),
  delivery_estimate_from_value: count,
  delivery_estimate_to_type: z.enum(estimate_types),
  delivery_estimate_to_value: count,
  collection_capacity_per_day: count.nullable(),
  vat_type: z.enum(vat_types),
  insurance_disabled: flag,
  /** Proof-of-delivery methods this service allows; `null` allows all. */
  pod_methods: names,
  visible_to: z.enum(['all', 'staff', 'accounts', 'guests']),
  visible_account_ids: ids,
  visible_account_tags: names,
})
export type ServiceLevel = z.output<typeof ServiceLevel>

/**
 * A named set of prices that accounts refer to; a child group stores only its variations
 * (docs/domain/rating.md#price-books-groups-and-revisions).
 */
export const RateGroup = z.object({
  id: count,
  name: text(100),
  parent_rate_group_id: count.nullable(),
  /** Percentage added to (positive) or deducted from (negative) every base price inherited from the parent. */
  base_percentage: decimal.nullable(),
  /** Minimum total of a shipment, in the VAT mode of the book; `null` inherits the parent’s value, 0 means no minimum. */
  min_charge: rand.nullable(),
})
export type RateGroup = z.output<typeof RateGroup>

/** One price for one lane and weight band (docs/domain/rating.md#zones-and-lanes, docs/domain/rating.md#base-prices). */
export const RateFormula = z.object({
  id: count,
  rate_group_id: count,
  service_level_id: count,
  /** A zone tag, a tag group of the book, or `*`. */
  from_tag: text(100),
  to_tag: text(100),
  /** Applies in both directions. */
  symmetric: flag,
  /** Lower limit in kg, exclusive. */
  weight_from: num,
  /** Upper limit in kg, inclusive; `null` is unlimited. */
  weight_to: num.nullable(),
  type: z.enum(rate_formula_types),
  /** A decimal for `flat`, an expression for `formula`, empty otherwise. */
  amount: text(500),
})
export type RateFormula = z.output<typeof RateFormula>

/**
 * The fields that all charges other than the base price share
 * (docs/domain/rating.md#adjustments-and-the-fuel-charge); amounts in the VAT mode of the book.
 */
const charge = {
  charge_type: z.enum(charge_types),
  charge_value: decimal,
  basis: z.enum(percentage_bases),
  free_units: num,
  min_amount: rand.nullable(),
  max_amount: rand.nullable(),
  /** Charged once for each matching side instead of once for the shipment. */
  per_side: flag,
  /** `null` uses the VAT type of the base charge. */
  vat_type: z.enum(vat_types).nullable(),
}

/** The measures that a dimensions/weight surcharge can use. */
export const surcharge_metrics = [
  'longest_side',
  'any_side',
  'girth',
  'volume',
  'parcel_weight',
  'shipment_weight',
  'parcel_count',
] as const

export const comparators = ['>', '>=', '<', '<=', '='] as const

/**
 * An extra charge that depends on area, tag, size, weight or proof-of-delivery method (RATE-011,
 * docs/domain/rating.md#surcharges).
 */
export const Surcharge = z.object({
  id: count,
  name: text(100),
  type: z.enum(surcharge_types),
  is_active: flag,
  service_level_ids: ids,
  ...charge,
  /** For type `zone`: the surcharge polygons, and which side must match. */
  zone_ids: z.array(count),
  side: z.enum(['collection', 'delivery', 'both']),
  /** For type `tag`: a tag of the shipment or of the account. */
  tag: text(100),
  /** For type `dimensions-weight`: lengths in cm, volumes in cm³, weights in kg. */
  metric: z.enum(surcharge_metrics).nullable(),
  comparator: z.enum(comparators),
  threshold: num,
  scope: z.enum(['any_parcel', 'each_parcel', 'shipment']),
  pod_method: text(40),
})
export type Surcharge = z.output<typeof Surcharge>

/** When an adjustment applies; a `null` condition does not restrict. */
export const RateConditions = z.object({
  account_ids: ids,
  account_tags: names,
  rate_group_ids: ids,
  service_level_ids: ids,
  from_tags: names,
  to_tags: names,
  packagings: names,
  /** Address types, such as residential; one matching side is enough. */
  address_types: names,
  /** Kinds of places at each end. Older books do not have these fields; a missing value does not restrict. */
  collection_kinds: z.array(z.enum(place_kinds)).nullish(),
  delivery_kinds: z.array(z.enum(place_kinds)).nullish(),
  /** Declared value in Rand, both limits inclusive. */
  declared_value_from: rand.nullable(),
  declared_value_to: rand.nullable(),
})
export type RateConditions = z.output<typeof RateConditions>

/**
 * A percentage or amount added to a service, such as fuel, handling or a discount; applied automatically or chosen as
 * an opt-in (docs/domain/rating.md#adjustments-and-the-fuel-charge).
 */
export const RateAdjustment = z.object({
  id: count,
  name: text(100),
  description: text(300),
  is_active: flag,
  position: count,
  is_opt_in: flag,
  opted_in_by_default: flag,
  visible_to: z.enum(['all', 'staff']),
  conditions: RateConditions,
  valid_from: day.nullable(),
  /** Last day on which it applies. */
  valid_until: day.nullable(),
  ...charge,
  /** Dated values (fuel): the newest one not after the day applies, else `charge_value`. */
  history: z.array(z.object({ effective_date: day, charge_value: decimal })),
})
export type RateAdjustment = z.output<typeof RateAdjustment>

/**
 * A charge for certain days or hours of one leg: Saturday, early bird, after hours
 * (docs/domain/rating.md#time-based-adjustments).
 */
export const TimeBasedRateAdjustment = z.object({
  id: count,
  name: text(100),
  description: text(300),
  is_active: flag,
  position: count,
  leg: z.enum(legs),
  is_opt_in: flag,
  opted_in_by_default: flag,
  visible_to: z.enum(['all', 'staff']),
  conditions: RateConditions,
  /** Empty means any day. */
  weekdays: z.array(weekday),
  public_holidays: flag,
  window_from: clock.nullable(),
  window_to: clock.nullable(),
  /** The time of a 'Deliver before' adjustment. */
  deadline: clock.nullable(),
  ...charge,
})
export type TimeBasedRateAdjustment = z.output<typeof TimeBasedRateAdjustment>

/** Insurance and other extras of a rate group (RATE-003, docs/domain/rating.md#insurance). */
export const RateGroupExtra = z.object({
  id: count,
  rate_group_id: count,
  insurance_percentage: decimal,
  insurance_min_charge: rand,
  insurance_included_value: rand,
  insurance_max_declared_value: rand,
  /**
   * Bands by declared value, ascending; the first band that contains the value applies. Without a matching band the
   * percentage and minimum apply.
   */
  insurance_bands: z.array(
    z.object({ value_to: rand, charge_type: z.enum(['flat', 'percentage']), charge_value: decimal }),
  ),
  vat_type: z.enum(vat_types).nullable(),
})
export type RateGroupExtra = z.output<typeof RateGroupExtra>

/** A group’s override of a charge: switches it on or off, or gives it another value. */
export const GroupOverride = z.object({
  rate_group_id: count,
  kind: z.enum(['surcharge', 'rate_adjustment', 'time_based_rate_adjustment']),
  charge_id: count,
  is_active: flag,
  charge_value: decimal.nullable(),
})
export type GroupOverride = z.output<typeof GroupOverride>

/** The provider’s settings that the engine needs, read once together with the book. */
export interface PriceSettings {
  rates_include_vat: boolean
  /** 0 for a provider that is not VAT-registered (docs/domain/rating.md#vat). */
  vat_percentage: number
  /** Step in cents to which totals are rounded; 0 means no rounding. */
  round_total_to: number
  fallback_zone_tag: string
  insurance_enabled: boolean
}

/** A complete price list of one revision with everything needed for pricing. */
export interface PriceBook {
  rate_revision_id: number
  name: string
  service_levels: readonly ServiceLevel[]
  rate_groups: readonly RateGroup[]
  /** Named groups of zone tags; formulas may use a group instead of a single tag. */
  tag_groups: readonly { name: string; tags: readonly string[] }[]
  formulas: readonly RateFormula[]
  surcharges: readonly Surcharge[]
  rate_adjustments: readonly RateAdjustment[]
  time_based_rate_adjustments: readonly TimeBasedRateAdjustment[]
  rate_group_extras: readonly RateGroupExtra[]
  group_overrides: readonly GroupOverride[]
  settings: PriceSettings
}
