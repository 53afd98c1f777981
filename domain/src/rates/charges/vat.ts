import { vatWithin, type Cents } from '../../kit/money.ts'
import { multiplyDivide } from '../formulas/exact-arithmetic.ts'
import { no_ratio, type Ratio } from '../formulas/expression.ts'
import type { VatType } from '../price-books/price-book.ts'

/** How a book's amounts relate to VAT: typed with it or without, at which percentage (BILL-013, BILL-014). */
export interface VatMode {
  include: boolean
  /** Percent with at most two decimals; 0 for a provider that is not VAT-registered. */
  percentage: number
}

const hundredths = (percentage: number): number => Math.round(percentage * 100)

/** The percentage of a VAT type: the provider's for `standard`, 0 for `zero` (BILL-013). */
export function percentageOf(vatType: VatType, percentage: number): number {
  return vatType === 'standard' ? percentage : 0
}

/** What a typed amount is multiplied by to include VAT: nothing when it already does. */
export function onTop(vatType: VatType, mode: VatMode): Ratio {
  const percentage = percentageOf(vatType, mode.percentage)
  if (mode.include || percentage === 0) return no_ratio
  return { numerators: [10_000 + hundredths(percentage)], denominators: [10_000] }
}

/**
 * The VAT inside one row, in Rand with four decimals: for information, never summed (docs/domain/conventions.md#money).
 */
export function vatShare(value: Cents, percentage: number): number {
  const p = hundredths(percentage)
  return multiplyDivide(value, p * 100, 10_000 + p) / 10_000
}

/** Totals of rows of several VAT types; all in cents. */
export interface VatSummary {
  total: Cents
  vat: Cents
  excluding_vat: Cents
  /** The part at 0 %. */
  zero_rated: Cents
}

/**
 * VAT is computed once per VAT type on the total of that type (docs/domain/conventions.md#money;
 * docs/domain/rating.md#vat): example 1 has 14.53 and not the sum of its rows' shares.
 */
export function summariseVat(
  rows: readonly { value: Cents; vat_type: VatType }[],
  percentage: number,
): VatSummary {
  let standard = 0
  let zeroRated = 0
  for (const row of rows) {
    if (row.vat_type === 'standard') standard += row.value
    else zeroRated += row.value
  }
  const vat = vatWithin(standard, percentage)
  const total = standard + zeroRated
  return { total, vat, excluding_vat: total - vat, zero_rated: zeroRated }
}
