import type {
  RateAdjustment,
  RateConditions,
  ServiceLevel,
  Surcharge,
  TimeBasedRateAdjustment,
} from './price-book.ts'

const weekdays = [1, 2, 3, 4, 5]

const everyDay = (time: string): ServiceLevel['collection_cut_off_times'] =>
  Array.from({ length: 7 }, () => time)

type Varying = 'id' | 'code' | 'name' | 'description'
/** Builds a service level from the given fields; all other fields get the usual values of the market. */
export const serviceLevel = (
  one: Pick<ServiceLevel, Varying> & Partial<ServiceLevel> & { cut_off: string; estimate: Estimate },
): ServiceLevel => {
  const { cut_off, estimate, ...own } = one
  const [fromType, fromValue, toType, toValue] = estimate
  return {
    is_active: true,
    colour: null,
    icon: null,
    priority: own.id,
    collection_address_types: ['street-address'],
    delivery_address_types: ['street-address'],
    pickup_point_provider: null,
    pickup_point_size: null,
    volumetric_factor: 5000,
    weight_rounding: 'round_up',
    charged_weight_method: 'shipment',
    base_charge_scope: 'shipment',
    min_weight: null,
    max_weight: null,
    max_parcel_weight: null,
    max_length: null,
    max_girth: null,
    max_parcels: null,
    packagings: null,
    collection_cut_off_times: everyDay(cut_off),
    collection_days: weekdays,
    delivery_days: weekdays,
    skip_public_holidays: true,
    delivery_estimate_from_type: fromType,
    delivery_estimate_from_value: fromValue,
    delivery_estimate_to_type: toType,
    delivery_estimate_to_value: toValue,
    collection_capacity_per_day: null,
    vat_type: 'standard',
    insurance_disabled: false,
    pod_methods: null,
    visible_to: 'all',
    visible_account_ids: null,
    visible_account_tags: null,
    ...own,
  }
}
type Estimate = readonly ['h' | 'd', number, 'h' | 'd', number]

const flat = {
  charge_type: 'flat',
  basis: 'base',
  free_units: 0,
  min_amount: null,
  max_amount: null,
  per_side: false,
  vat_type: null,
} as const

/** Builds a surcharge from the given fields and defaults. */
export const surcharge = (
  one: Pick<Surcharge, 'id' | 'name' | 'type' | 'charge_value'> & Partial<Surcharge>,
): Surcharge => ({
  ...flat,
  is_active: true,
  service_level_ids: null,
  zone_ids: [],
  side: 'both',
  tag: '',
  metric: null,
  comparator: '>',
  threshold: 0,
  scope: 'any_parcel',
  pod_method: '',
  ...one,
})

/** Conditions that restrict nothing. */
export const no_conditions: RateConditions = {
  account_ids: null,
  account_tags: null,
  rate_group_ids: null,
  service_level_ids: null,
  from_tags: null,
  to_tags: null,
  packagings: null,
  address_types: null,
  declared_value_from: null,
  declared_value_to: null,
}

/** Builds an adjustment from the given fields and defaults. */
export const adjustment = (
  one: Pick<RateAdjustment, 'id' | 'name' | 'charge_value'> & Partial<RateAdjustment>,
): RateAdjustment => ({
  ...flat,
  description: '',
  is_active: true,
  position: one.id,
  is_opt_in: false,
  opted_in_by_default: false,
  visible_to: 'all',
  conditions: no_conditions,
  valid_from: null,
  valid_until: null,
  history: [],
  ...one,
})

/** Builds a time-based adjustment from the given fields and defaults. */
export const timed = (
  one: Pick<TimeBasedRateAdjustment, 'id' | 'name' | 'description' | 'leg' | 'charge_value'> &
    Partial<TimeBasedRateAdjustment>,
): TimeBasedRateAdjustment => ({
  ...flat,
  is_active: true,
  position: one.id,
  is_opt_in: true,
  opted_in_by_default: false,
  visible_to: 'all',
  conditions: no_conditions,
  weekdays: [],
  public_holidays: false,
  window_from: null,
  window_to: null,
  deadline: null,
  ...one,
})
