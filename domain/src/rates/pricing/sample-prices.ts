import type { Cents } from '../../kit/money.ts'
import type { CompiledPriceBook } from '../price-books/compile-price-book.ts'
import type { ExpressionValues } from '../formulas/expression.ts'
import { bandOf } from '../price-grid/lanes.ts'
import type { ServiceLevel } from '../price-books/price-book.ts'

/** Weights in kg at which a lane is shown as prices (docs/domain/rating.md#base-prices). */
export const sample_weights = [1, 2, 5, 10, 20, 30, 50, 100] as const

/** One parcel of a weight, without distance and declared value. */
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

/** The base charge of a written lane at a weight in kg, cents with VAT; `null` where it is not sold. */
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
