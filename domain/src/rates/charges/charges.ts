import type { Cents } from '../../kit/money.ts'
import { parseDecimal, ratioRounded, toNumber, type Decimal } from '../formulas/exact-arithmetic.ts'
import type { ChargeType, RateAdjustment, VatType } from '../price-books/price-book.ts'
import { onTop, type VatMode } from './vat.ts'

/** The fields that all surcharges and adjustments share (docs/domain/rating.md#adjustments-and-the-fuel-charge). */
export type ChargeTerms = Pick<
  RateAdjustment,
  'charge_type' | 'charge_value' | 'basis' | 'free_units' | 'min_amount' | 'max_amount' | 'vat_type'
>

/**
 * The values that charges are calculated from: amounts in cents, charged weight in 0.01 kg, distances in whole km,
 * and the parcel count.
 */
export interface ChargeBasis {
  base: Cents
  base_and_surcharges: Cents
  running_total: Cents
  base_vat_type: VatType
  charged_centikg: number
  kmc: number
  kmd: number
  parcels: number
}

/** A charge whose decimals are already parsed. */
export interface CompiledCharge {
  charge_type: ChargeType
  value: Decimal
  /** The percentage or unit price as a plain number, for display. */
  charge_value: number
  basis: ChargeTerms['basis']
  free_hundredths: number
  min_amount: Cents | null
  max_amount: Cents | null
  vat_type: VatType | null
}

export function compileCharge(terms: ChargeTerms): CompiledCharge {
  const value = parseDecimal(terms.charge_value)
  return {
    charge_type: terms.charge_type,
    value,
    charge_value: toNumber(value),
    basis: terms.basis,
    free_hundredths: Math.round(terms.free_units * 100),
    min_amount: terms.min_amount,
    max_amount: terms.max_amount,
    vat_type: terms.vat_type,
  }
}

/** Returns the quantity a charge is multiplied by, in hundredths of a unit, after free units are deducted (RATE-006). */
function quantityOf(charge: CompiledCharge, basis: ChargeBasis): number {
  const counted = {
    percentage: 100,
    flat: 100,
    perKg: basis.charged_centikg,
    perKmFromDeliveryBranch: basis.kmd * 100,
    perKmFromCollectionBranch: basis.kmc * 100,
    perItem: basis.parcels * 100,
  }[charge.charge_type]
  const isFreeable = charge.charge_type !== 'percentage' && charge.charge_type !== 'flat'
  return isFreeable ? Math.max(0, counted - charge.free_hundredths) : counted
}

/**
 * Returns the amount of a charge in cents, including VAT, rounded once, half away from zero. `times` is how often the
 * charge applies (sides, matching parcels). `min_amount` and `max_amount` limit the absolute amount, so they also
 * limit discounts.
 */
export function chargeAmount(charge: CompiledCharge, basis: ChargeBasis, mode: VatMode, times = 1): Cents {
  const quantity = quantityOf(charge, basis) * times
  if (quantity === 0) return 0
  const added = onTop(charge.vat_type ?? basis.base_vat_type, mode)
  const amount =
    charge.charge_type === 'percentage'
      ? ratioRounded([basis[charge.basis], charge.value.units, times], [charge.value.denominator, 100])
      : ratioRounded(
          [charge.value.units, quantity, ...added.numerators],
          [charge.value.denominator, ...added.denominators],
        )
  const bound = (typed: Cents | null, otherwise: Cents): Cents =>
    typed === null ? otherwise : ratioRounded([typed, ...added.numerators], added.denominators)
  const size = Math.min(
    bound(charge.max_amount, Infinity),
    Math.max(bound(charge.min_amount, 0), Math.abs(amount)),
  )
  return charge.value.units < 0 ? -size + 0 : size
}

/**
 * Returns the value for API responses: the percentage as entered, or the unit price in Rand including VAT
 * (docs/domain/public-api.md#dates-money-and-units).
 */
export function displayValue(charge: CompiledCharge, baseVatType: VatType, mode: VatMode): number {
  if (charge.charge_type === 'percentage') return charge.charge_value
  const { numerators, denominators } = onTop(charge.vat_type ?? baseVatType, mode)
  return (
    ratioRounded([charge.value.units, 10_000, ...numerators], [charge.value.denominator, ...denominators]) /
    10_000
  )
}
