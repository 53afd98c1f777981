import type { Cents } from '../../kit/money.ts'
import { isChosen, isInForce, sidesMeeting } from '../charges/adjustments.ts'
import { chargeAmount, displayValue, type ChargeBasis, type CompiledCharge } from '../charges/charges.ts'
import type { GroupAdjustment } from '../price-books/compile-price-book.ts'
import type { Estimate } from './estimate-dates.ts'
import { multiplyDivide, ratioRounded } from '../formulas/exact-arithmetic.ts'
import { insuranceBand, insuranceCharge } from '../charges/insurance.ts'
import type { ChargeRowType } from '../model.ts'
import type { BasePrice, Offer, PricedRow, PricingJob } from './offer.ts'
import type { RateFormula, ServiceLevel } from '../price-books/price-book.ts'
import { requestedTimes } from './price-request.ts'
import { matchSurcharge } from '../charges/surcharges.ts'
import { fitsPlace, matchesTime } from '../charges/time-based-adjustments.ts'
import { onTop, percentageOf, summariseVat, vatShare } from '../charges/vat.ts'
import type { Weights } from './weights.ts'

/**
 * Adds the rows of one service level to its base price, in the order of the pipeline
 * (docs/domain/rating.md#the-order-of-a-price): surcharges, adjustments, time-based adjustments, insurance, minimum
 * charge, rounding. Then calculates VAT on their sum.
 */
export function buildOffer(
  job: PricingJob,
  service: ServiceLevel,
  weights: Weights,
  base: BasePrice,
  dates: Estimate,
): Offer {
  const { compiled, group, request } = job
  const { mode, book } = compiled
  const { row: source, amounts } = base
  const rows: PricedRow[] = []
  let total = 0
  const add = (row: NewRow): void => {
    const vatPercentage = percentageOf(row.vat_type, mode.percentage)
    rows.push({
      ...row_defaults,
      ...row,
      vat: vatShare(row.value, vatPercentage),
      vat_percentage: vatPercentage,
      rate_revision_id: book.rate_revision_id,
    })
    if (row.type !== 'rate_formula') total += row.value
  }
  addBase(add, job, service, weights, base)

  const basis: ChargeBasis = {
    base: total,
    base_and_surcharges: total,
    running_total: total,
    base_vat_type: service.vat_type,
    charged_centikg: weights.charged_centikg,
    kmc: request.kmc,
    kmd: request.kmd,
    parcels: request.parcels.length,
  }
  const addCharge = (
    type: ChargeRowType,
    terms: { id: number; name: string; is_opt_in?: boolean },
    charge: CompiledCharge,
    times: number,
    because: string,
  ): void => {
    const value = chargeAmount(charge, basis, mode, times)
    if (value === 0) return
    add({
      type,
      type_id: terms.id,
      name: terms.name,
      value,
      vat_type: charge.vat_type ?? service.vat_type,
      charge_type: charge.charge_type,
      charge_value: displayValue(charge, service.vat_type, mode),
      is_opt_in: terms.is_opt_in ?? false,
      metadata: { because, times, basis: charge.basis, basis_amount: basis[charge.basis] },
    })
  }

  for (const { terms, charge } of group.surcharges) {
    const match = matchSurcharge(terms, service.id, request, job.parcels)
    if (match) addCharge('surcharge', terms, charge, match.times, match.because)
  }
  basis.base_and_surcharges = total
  basis.running_total = total

  const facts = { rate_group_id: group.group.id, service_level_id: service.id }
  const { is_staff } = request.requester
  for (const adjustment of group.rate_adjustments) {
    const { terms } = adjustment
    const applies = terms.is_opt_in ? isChosen(terms, request.opt_in_rates, is_staff) : true
    if (!applies || !isInForce(terms, request.priced_on)) continue
    const sides = sidesMeeting(terms.conditions, request, facts)
    if (sides === 0) continue
    addCharge(
      'rate_adjustment',
      terms,
      chargeOn(adjustment, request.priced_on),
      terms.per_side ? sides : 1,
      terms.description,
    )
    basis.running_total = total
  }
  for (const { terms, charge } of group.time_based) {
    const applies = terms.is_opt_in
      ? isChosen(terms, request.opt_in_time_based_rates, is_staff)
      : matchesTime(terms, request, dates.collection_day)
    if (!applies || !fitsPlace(terms, request) || sidesMeeting(terms.conditions, request, facts) === 0)
      continue
    addCharge('time_based_rate_adjustment', terms, charge, 1, terms.description)
    basis.running_total = total
  }
  const insurance = addInsurance(add, job, service)
  addMinimum(add, job, service, source.formula, total)
  addRounding(add, service, book.settings.round_total_to, total)

  const charged = rows.filter((row) => row.type !== 'rate_formula')
  const summary = summariseVat(charged, mode.percentage)
  return {
    service_level: service,
    group_name: source.group_name,
    group_percentages: source.percentages,
    formula: source.formula,
    charge_per_parcel: amounts,
    rows,
    insurance,
    rate: summary.total,
    vat: summary.vat,
    rate_excluding_vat: summary.excluding_vat,
    charged_weight: weights.charged_centikg / 100,
    actual_weight: weights.actual_grams / 1000,
    volumetric_weight: weights.volumetric_units / 10_000,
    dates,
    rate_revision_id: book.rate_revision_id,
  }
}

type NewRow = Pick<PricedRow, 'type' | 'type_id' | 'name' | 'value' | 'vat_type'> & Partial<PricedRow>
type Add = (row: NewRow) => void

const row_defaults = {
  charge_type: null,
  charge_value: null,
  is_opt_in: false,
  is_custom_charge: false,
  is_quantity_based_charge: false,
  quantity: 0,
  metadata: null,
} as const

/** Returns the value of a dated adjustment on a day. A value applies from 00:00 of its date. */
function chargeOn(adjustment: GroupAdjustment, day: string): CompiledCharge {
  return adjustment.dated.find((row) => row.effective_date <= day)?.charge ?? adjustment.charge
}

function addBase(
  add: Add,
  job: PricingJob,
  service: ServiceLevel,
  weights: Weights,
  { row, amounts }: BasePrice,
): void {
  const { request, group } = job
  const { formula } = row
  const value = amounts.reduce((sum, one) => sum + one, 0)
  const { vat_type } = service
  add({
    type: 'base',
    type_id: group.group.id,
    name: '',
    value,
    vat_type,
    metadata: {
      service_level_code: service.code,
      parcels: request.parcels,
      charged_weight: weights.charged_centikg / 100,
      estimated_weight: weights.charged_centikg / 100,
      actual_weight: weights.actual_grams / 1000,
      volumetric_weight: weights.volumetric_units / 10_000,
      volumetric_factor: service.volumetric_factor,
      weight_rounding: service.weight_rounding,
      scope: service.base_charge_scope,
      from_tag: request.collection.tag,
      to_tag: request.delivery.tag,
      lane: [formula.from_tag, formula.to_tag],
      weight_from: formula.weight_from,
      weight_to: formula.weight_to,
      formula_type: formula.type,
      formula: formula.amount,
      group_name: row.group_name,
      requested: requestedTimes(request),
    },
  })
  add({ type: 'rate_formula', type_id: formula.id, name: '', value, vat_type })
}

function addInsurance(add: Add, job: PricingJob, service: ServiceLevel): Offer['insurance'] {
  const { group, compiled, request } = job
  const { extra } = group
  if (!extra || service.insurance_disabled || !compiled.book.settings.insurance_enabled) return null
  const vatType = extra.vat_type ?? service.vat_type
  const charge = insuranceCharge(request.declared_value, extra, onTop(vatType, compiled.mode))
  if (charge > 0)
    add({
      type: 'rate_group_extras',
      type_id: extra.id,
      name: 'Insurance',
      value: charge,
      vat_type: vatType,
      metadata: {
        declared_value: request.declared_value,
        percentage: extra.insurance_percentage,
        min_charge: extra.insurance_min_charge,
        included_value: extra.insurance_included_value,
        band: insuranceBand(request.declared_value, extra) ?? null,
      },
    })
  return {
    id: extra.id,
    charge,
    vat: vatShare(charge, percentageOf(vatType, compiled.mode.percentage)),
    vat_type: vatType,
  }
}

/**
 * Raises the total to the group’s minimum charge. A `zero-rate` price stays free
 * (docs/domain/rating.md#the-order-of-a-price).
 */
function addMinimum(
  add: Add,
  job: PricingJob,
  service: ServiceLevel,
  formula: RateFormula,
  total: Cents,
): void {
  if (formula.type === 'zero-rate') return
  const { numerators, denominators } = onTop(service.vat_type, job.compiled.mode)
  const least = ratioRounded([job.group.min_charge, ...numerators], denominators)
  if (total >= least) return
  const { vat_type } = service
  add({
    type: 'rate_adjustment',
    type_id: 0,
    name: 'Minimum charge',
    value: least - total,
    vat_type,
    metadata: { least },
  })
}

function addRounding(add: Add, service: ServiceLevel, step: Cents, unrounded: Cents): void {
  if (step <= 0) return
  const value = multiplyDivide(unrounded, 1, step) * step - unrounded
  const { vat_type } = service
  if (value !== 0)
    add({ type: 'rate_adjustment', type_id: 0, name: 'Rounding', value, vat_type, metadata: { step } })
}
