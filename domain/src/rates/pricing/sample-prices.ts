import type { Cents } from '../../kit/money.ts'
import type { CompiledPriceBook } from '../price-books/compile-price-book.ts'
import type { ExpressionValues } from '../formulas/expression.ts'
import { bandOf } from '../price-grid/lanes.ts'
import type { ServiceLevel } from '../price-books/price-book.ts'

/** Weights in kg for which sample prices of a lane are displayed (docs/domain/rating.md#base-prices). */
export const sample_weights = [1, 2, 5, 10, 20, 30, 50, 100] as const

/** Values for one parcel of a weight in kg, without distance and declared value. */
const sampleValues = (kg: number): ExpressionValues => ({
  w: Math.round(kg * 100),
  aw: Math.round(kg * 1000),
  vw: Math.round(kg * 10_000),
  n: 1,
  kmc: 0,
  kmd: 0,
  km: 0,
  dv: 0,
})

/**
 * Returns the base charge of a lane, as written in the book, at a weight in kg. The result is in cents with VAT;
 * `null` when the lane is not sold.
 */
export function basePriceAt(
  compiled: CompiledPriceBook,
  rateGroupId: number,
  service: ServiceLevel,
  lane: { from_tag: string; to_tag: string },
  kg: number,
): Cents | null {
  const written = compiled
    .group(rateGroupId)
    ?.lanes(service)
    .lanes.find((one) => !one.reversed && one.from_tag === lane.from_tag && one.to_tag === lane.to_tag)
  const row = written && bandOf(written, Math.round(kg * 100))
  return row ? row.price(sampleValues(kg)) : null
}
