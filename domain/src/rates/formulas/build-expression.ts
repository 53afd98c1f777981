/** The numbers that most price formulas consist of, in Rand, kg and km; `null` omits a number. */
export interface BuiltExpression {
  minimum: number | null
  included_kg: number | null
  per_kg: number | null
  included_km: number | null
  per_km: number | null
  per_item: number | null
}

/** Builds the formula from these numbers, for example `99 + max(0, w - 5) * 9.5` (docs/domain/rating.md#base-prices). */
export function buildExpression(built: BuiltExpression): string {
  const over = (variable: string, included: number | null): string =>
    included ? `max(0, ${variable} - ${included})` : variable
  const terms = [
    ...(built.minimum === null ? [] : [String(built.minimum)]),
    ...(built.per_kg ? [`${over('w', built.included_kg)} * ${built.per_kg}`] : []),
    ...(built.per_km ? [`${over('km', built.included_km)} * ${built.per_km}`] : []),
    ...(built.per_item ? [`n * ${built.per_item}`] : []),
  ]
  return terms.join(' + ')
}

const amount = String.raw`(\d+(?:\.\d+)?)`
const pattern = new RegExp(
  `^(?:${amount})?(?: ?\\+? ?(?:max\\(0, ?w ?- ?${amount}\\)|(w)) ?\\* ?${amount})?` +
    `(?: ?\\+? ?(?:max\\(0, ?km ?- ?${amount}\\)|(km)) ?\\* ?${amount})?(?: ?\\+? ?n ?\\* ?${amount})?$`,
)

/** Returns the numbers of a formula in the form that `buildExpression` writes; `null` for any other formula. */
export function readBuilt(text: string): BuiltExpression | null {
  const found = pattern.exec(text.trim())
  if (!found) return null
  const [, minimum, includedKg, , perKg, includedKm, , perKm, perItem] = found
  const number = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))
  return {
    minimum: number(minimum),
    included_kg: number(includedKg),
    per_kg: number(perKg),
    included_km: number(includedKm),
    per_km: number(perKm),
    per_item: number(perItem),
  }
}
