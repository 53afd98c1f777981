import { vatWithin, type Cents } from '../../kit/money.ts'
import { multiplyDivide } from '../formulas/exact-arithmetic.ts'
import { no_ratio, type Ratio } from '../formulas/expression.ts'
import type { VatType } from '../price-books/price-book.ts'

/** How a book’s amounts relate to VAT: whether they include it, and at which percentage (BILL-013, BILL-014). */
export interface VatMode {
  include: boolean
  /** Percentage with at most two decimals; 0 for a provider that is not VAT-registered. */
  percentage: number
}

const hundredths = (percentage: number): number => Math.round(percentage * 100)

/** Returns the percentage of a VAT type: the provider’s for `standard`, 0 for `zero` (BILL-013). */
export function percentageOf(vatType: VatType, percentage: number): number {
  return vatType === 'standard' ? percentage : 0
}

/**
 * Returns the ratio that adds VAT to an entered amount; no ratio when the amount already includes VAT or the
 * percentage is 0.
 */
export function onTop(vatType: VatType, mode: VatMode): Ratio {
  const percentage = percentageOf(vatType, mode.percentage)
  if (mode.include || percentage === 0) return no_ratio
  return { numerators: [10_000 + hundredths(percentage)], denominators: [10_000] }
}

/**
 * Returns the VAT contained in one row, in Rand with four decimals. For information only; never sum these values
 * (docs/domain/conventions.md#money).
 */
export function vatShare(value: Cents, percentage: number): number {
  const p = hundredths(percentage)
  return multiplyDivide(value, p * 100, 10_000 + p) / 10_000
}

/** Totals of rows with different VAT types, all in cents. */
export interface VatSummary {
  total: Cents
  vat: Cents
  excluding_vat: Cents
  /** The part of the total at 0 % VAT. */
  zero_rated: Cents
}

/**
 * Computes VAT once per VAT type on the total of that type (docs/domain/conventions.md#money;
 * docs/domain/rating.md#vat). The result can differ from the sum of the rows’ VAT shares: in example 1 it is 14.53.
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
