import type { RateAdjustment, RateConditions } from '../price-books/price-book.ts'
import type { PriceRequest } from '../pricing/price-request.ts'

/** The values that conditions are checked against, in addition to the request. */
export interface ConditionFacts {
  rate_group_id: number
  /** `null` when extras are listed before a service level is chosen. */
  service_level_id: number | null
}

/**
 * Returns how many sides of a request meet the conditions; 0 when they are not met
 * (docs/domain/rating.md#adjustments-and-the-fuel-charge). Conditions without address types count once.
 */
export function sidesMeeting(
  conditions: RateConditions,
  request: PriceRequest,
  facts: ConditionFacts,
): number {
  const { account, collection, delivery, declared_value } = request
  const allows = <Value>(list: readonly Value[] | null, value: Value): boolean =>
    !list || list.includes(value)
  const isMet =
    allows(conditions.account_ids, account.id) &&
    allows(conditions.rate_group_ids, facts.rate_group_id) &&
    (facts.service_level_id === null || allows(conditions.service_level_ids, facts.service_level_id)) &&
    allows(conditions.from_tags, collection.tag) &&
    allows(conditions.to_tags, delivery.tag) &&
    (!conditions.account_tags || conditions.account_tags.some((tag) => account.tags.includes(tag))) &&
    allows(conditions.collection_kinds ?? null, collection.kind) &&
    allows(conditions.delivery_kinds ?? null, delivery.kind) &&
    hasPackaging(conditions.packagings, request) &&
    (conditions.declared_value_from === null || declared_value >= conditions.declared_value_from) &&
    (conditions.declared_value_to === null || declared_value <= conditions.declared_value_to)
  if (!isMet) return 0
  if (!conditions.address_types) return 1
  return [collection, delivery].filter((end) => conditions.address_types?.includes(end.address_type)).length
}

function hasPackaging(packagings: readonly string[] | null, request: PriceRequest): boolean {
  return !packagings || request.parcels.some((parcel) => packagings.includes(parcel.packaging ?? ''))
}

/** Checks whether an adjustment is in force on a day (`YYYY-MM-DD`), both ends inclusive. */
export function isInForce(
  adjustment: Pick<RateAdjustment, 'valid_from' | 'valid_until'>,
  day: string,
): boolean {
  return (
    (adjustment.valid_from === null || adjustment.valid_from <= day) &&
    (adjustment.valid_until === null || day <= adjustment.valid_until)
  )
}

/**
 * Returns the value of a dated adjustment such as the fuel charge: the newest history row whose date is not after
 * `day`, else the adjustment’s own value. A day starts at 00:00 South African time.
 */
export function valueOn(adjustment: Pick<RateAdjustment, 'charge_value' | 'history'>, day: string): string {
  let newest: { effective_date: string; charge_value: string } | null = null
  for (const row of adjustment.history)
    if (row.effective_date <= day && (!newest || row.effective_date > newest.effective_date)) newest = row
  return newest ? newest.charge_value : adjustment.charge_value
}

/**
 * Returns the fuel percentage to suggest: the base percentage plus one step for every full step of price above the
 * base price, or minus one step for every full step below it; never below 0. Prices are in cents per litre.
 */
export function suggestedFuelPercentage(terms: {
  base_price: number
  base_percentage: number
  step_cents: number
  step_percentage: number
  current_price: number
}): number {
  const steps = Math.trunc((terms.current_price - terms.base_price) / terms.step_cents)
  return Math.max(0, Math.round((terms.base_percentage + steps * terms.step_percentage) * 10_000) / 10_000)
}

/** Checks whether an opt-in adjustment was chosen and the requester may choose it. */
export function isChosen(
  adjustment: { id: number; is_opt_in: boolean; visible_to: 'all' | 'staff' },
  chosen: readonly number[],
  isStaff: boolean,
): boolean {
  return (
    adjustment.is_opt_in && chosen.includes(adjustment.id) && (adjustment.visible_to === 'all' || isStaff)
  )
}
