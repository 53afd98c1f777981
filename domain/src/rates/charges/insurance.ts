import { formatRand, type Cents } from '../../kit/money.ts'
import { invalid } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { parseDecimal, ratioRounded } from '../formulas/exact-arithmetic.ts'
import { no_ratio, type Ratio } from '../formulas/expression.ts'
import type { RateGroupExtra } from '../price-books/price-book.ts'

/**
 * Checks whether a declared value may be insured: it must not be above the group’s maximum
 * (docs/domain/rating.md#insurance).
 */
export function mayDeclare(
  declaredValue: Cents,
  extra: Pick<RateGroupExtra, 'insurance_max_declared_value'>,
): RuleResult {
  if (declaredValue <= extra.insurance_max_declared_value) return true
  const message = `Declared value exceeds the maximum of ${formatRand(extra.insurance_max_declared_value)}.`
  return invalid(message, [{ field: 'declared_value', message: 'is too high' }])
}

/**
 * Returns the band that contains a declared value, or `undefined` when the group’s percentage and minimum apply
 * instead.
 */
export function insuranceBand(
  declaredValue: Cents,
  extra: Pick<RateGroupExtra, 'insurance_bands'>,
): RateGroupExtra['insurance_bands'][number] | undefined {
  return extra.insurance_bands.find((one) => declaredValue <= one.value_to)
}

/**
 * Returns the insurance charge in cents, rounded once (docs/domain/rating.md#insurance). It is 0 when there is no
 * declared value or the value is within the free cover. Otherwise it is the charge of the band that contains the
 * value, or without a band the group’s percentage of the value above the free cover, at least the group’s minimum.
 * `ratio` adds VAT when the book’s amounts exclude it.
 */
export function insuranceCharge(declaredValue: Cents, extra: RateGroupExtra, ratio: Ratio = no_ratio): Cents {
  const covered = declaredValue - extra.insurance_included_value
  if (declaredValue <= 0 || covered <= 0) return 0
  const band = insuranceBand(declaredValue, extra)
  const decimal = parseDecimal(band ? band.charge_value : extra.insurance_percentage)
  const { numerators, denominators } = ratio
  if (band?.charge_type === 'flat')
    return ratioRounded([decimal.units, 100, ...numerators], [decimal.denominator, ...denominators])
  const share = ratioRounded(
    [covered, decimal.units, ...numerators],
    [decimal.denominator, 100, ...denominators],
  )
  return Math.max(share, band ? 0 : ratioRounded([extra.insurance_min_charge, ...numerators], denominators))
}
