import { toRand } from '../../kit/money.ts'
import { dayNumberOf } from '../../kit/dates/calendar.ts'
import { isInForce, sidesMeeting } from '../charges/adjustments.ts'
import { displayValue, type CompiledCharge } from '../charges/charges.ts'
import type { CompiledPriceBook } from '../price-books/compile-price-book.ts'
import { explainPrice } from './explain-price.ts'
import { weekday_names, type OptInRate, type Rate, type RateCharge, type RatesAnswer } from '../model.ts'
import type { Offer, PricedRow } from './offer.ts'
import type { Pricing } from './price-route.ts'
import type { RateConditions } from '../price-books/price-book.ts'
import type { PriceRequest, RouteEnd } from './price-request.ts'
import { fitsPlace, isStillPossible } from '../charges/time-based-adjustments.ts'
import { displayKg } from './weights.ts'

/**
 * Builds the response of `POST /rates` (docs/domain/public-api.md#quotes). With `explain` it includes the explanation
 * of each price and the reasons why services are not offered.
 */
export function ratesAnswer(pricing: Pricing, request: PriceRequest, explain = false): RatesAnswer {
  const answer: RatesAnswer = {
    message: pricing.message,
    service_days: {
      collection_service_days: serviceDays(request.collection),
      delivery_service_days: serviceDays(request.delivery),
    },
    rates: pricing.offers.map((offer) =>
      explain ? { ...rateOf(offer), explain: explainPrice(offer) } : rateOf(offer),
    ),
  }
  if (explain)
    answer.rejected = pricing.rejected.map(({ service_level, reason }) => ({
      service_level_id: service_level.id,
      code: service_level.code,
      name: service_level.name,
      reason,
    }))
  return answer
}

/** Returns weekday names, starting with Monday; `null` when the area is served on all working days. */
function serviceDays(end: RouteEnd): string[] | null {
  const { service_days } = end
  return service_days && weekday_names.filter((_, index) => service_days.includes((index + 1) % 7))
}

/** Converts an offer to the API form. */
export function rateOf(offer: Offer): Rate {
  const { service_level, dates } = offer
  const charges: Record<'surcharge' | 'rate_adjustment' | 'time_based_rate_adjustment', RateCharge[]> = {
    surcharge: [],
    rate_adjustment: [],
    time_based_rate_adjustment: [],
  }
  let base: PricedRow | undefined
  for (const row of offer.rows) {
    if (row.type === 'base') base = row
    else if (row.type !== 'rate_formula' && row.type !== 'rate_group_extras')
      charges[row.type].push(chargeOf(row))
  }
  const { insurance } = offer
  return {
    rate: offer.rate,
    rate_excluding_vat: offer.rate_excluding_vat,
    base_rate: {
      charge: base?.value ?? 0,
      charge_per_parcel: [...offer.charge_per_parcel],
      group_name: offer.group_name,
      vat: base?.vat ?? 0,
      vat_type: service_level.vat_type,
      vat_percentage: base?.vat_percentage ?? 0,
      rate_formula_type: offer.formula.type,
      total_calculated_weight: offer.charged_weight,
    },
    service_level: {
      id: service_level.id,
      code: service_level.code,
      name: service_level.name,
      description: service_level.description,
      collection_date: dates.collection_date,
      collection_cut_off_time: dates.collection_cut_off_time,
      delivery_date_from: dates.delivery_date_from,
      delivery_date_to: dates.delivery_date_to,
      collection_moved_by: dates.collection_moved_by,
      earliest_collection_capacity_date: dates.earliest_collection_capacity_date,
      vat_type: service_level.vat_type,
      insurance_disabled: service_level.insurance_disabled,
    },
    surcharges: charges.surcharge,
    rate_adjustments: charges.rate_adjustment,
    time_based_rate_adjustments: charges.time_based_rate_adjustment,
    extras: insurance
      ? [
          {
            id: insurance.id,
            insurance_charge: insurance.charge,
            vat: insurance.vat,
            vat_type: insurance.vat_type,
          },
        ]
      : [],
    charged_weight: offer.charged_weight,
    actual_weight: displayKg(offer.actual_weight),
    volumetric_weight: displayKg(offer.volumetric_weight),
    rate_revision_id: offer.rate_revision_id,
  }
}

/**
 * Converts a charge row to the API form. Rows that the engine adds itself (minimum charge, rounding) become flat
 * adjustments with their own amount.
 */
function chargeOf(row: PricedRow): RateCharge {
  return {
    id: row.type_id,
    name: row.name,
    charge: row.value,
    vat: row.vat,
    vat_type: row.vat_type,
    charge_type: row.charge_type ?? 'flat',
    charge_value: row.charge_value ?? toRand(row.value),
    is_opt_in: row.is_opt_in,
  }
}

/**
 * Lists the extras that can be bought on a route (RATE-014): visible to the requester, valid for this account and
 * lane, and still possible on the days already fixed. Unit prices include VAT; percentages are as entered.
 */
export function offeredOptIns(
  compiled: CompiledPriceBook,
  request: PriceRequest,
  fixed: { collection_date: Date | null; delivery_date: Date | null } = {
    collection_date: null,
    delivery_date: null,
  },
): { opt_in_rates: OptInRate[]; opt_in_time_based_rates: OptInRate[] } {
  const group = compiled.group(request.account.rate_group_id)
  if (!group) return { opt_in_rates: [], opt_in_time_based_rates: [] }
  const facts = { rate_group_id: group.group.id, service_level_id: null }
  const offers = ({
    terms,
  }: {
    terms: { is_opt_in: boolean; visible_to: 'all' | 'staff'; conditions: RateConditions }
  }): boolean =>
    terms.is_opt_in &&
    (terms.visible_to === 'all' || request.requester.is_staff) &&
    sidesMeeting({ ...terms.conditions, packagings: null }, request, facts) > 0
  const dayOfLeg = (leg: 'collection' | 'delivery'): number | null => {
    const date = leg === 'collection' ? fixed.collection_date : fixed.delivery_date
    return date && dayNumberOf(date)
  }
  return {
    opt_in_rates: group.rate_adjustments
      .filter((one) => offers(one) && isInForce(one.terms, request.priced_on))
      .map(({ terms, charge }) => optInOf(terms, charge, compiled)),
    opt_in_time_based_rates: group.time_based
      .filter(
        (one) =>
          offers(one) &&
          fitsPlace(one.terms, request) &&
          isStillPossible(one.terms, dayOfLeg(one.terms.leg), request.now),
      )
      .map(({ terms, charge }) => optInOf(terms, charge, compiled)),
  }
}

function optInOf(
  terms: { id: number; name: string; description: string; opted_in_by_default: boolean },
  charge: CompiledCharge,
  compiled: CompiledPriceBook,
): OptInRate {
  const { id, name, description, opted_in_by_default } = terms
  const chargeValue = displayValue(charge, 'standard', compiled.mode)
  return {
    id,
    name,
    description,
    charge_type: charge.charge_type,
    charge_value: chargeValue,
    opted_in_by_default,
  }
}
