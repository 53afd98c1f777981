import { buildExpression, readBuilt } from '../formulas/build-expression.ts'
import { parseDecimal } from '../formulas/exact-arithmetic.ts'
import { exactRand, readShortExpression, shortExpression } from '../formulas/explain-expression.ts'
import { ExpressionError, parseExpression } from '../formulas/expression-syntax.ts'
import type { RateFormulaType } from '../price-books/price-book.ts'
import type { LaneBand } from '../revisions/revisions.ts'

/** A price as entered in a grid cell. */
export interface CellPrice {
  type: RateFormulaType
  /** A decimal for `flat`, an expression for `formula`, empty otherwise. */
  amount: string
}

/** The message for a price without an amount. */
export const no_price = 'Enter an amount or a formula, or choose not sold.'

/** Returns the problem of a price as a sentence; `null` when the price is valid. */
export function cellProblem({ type, amount }: CellPrice): string | null {
  if (type === 'no-rate' || type === 'zero-rate') return null
  if (amount.trim() === '') return no_price
  try {
    if (type === 'formula') parseExpression(amount)
    else if (parseDecimal(amount).units < 0) return 'A price must not be below zero.'
    return null
  } catch (error) {
    return error instanceof ExpressionError
      ? error.message
      : `'${amount}' is not an amount. Type it like 99.50.`
  }
}

const words: ReadonlyMap<string, RateFormulaType> = new Map([
  ['no-rate', 'no-rate'],
  ['not sold', 'no-rate'],
  ['zero-rate', 'zero-rate'],
  ['free', 'zero-rate'],
])

/** The amount formats that South African users and spreadsheets write, each with its conversion to a plain decimal. */
const amounts: readonly (readonly [RegExp, (text: string) => string])[] = [
  // 1234, 1234.5
  [/^-?\d+(\.\d+)?$/, (text) => text],
  // 1,234 and 1,234.50
  [/^-?\d{1,3}(,\d{3})+(\.\d+)?$/, (text) => text.replaceAll(',', '')],
  // 89,5 and 1234,50: a comma that cannot separate thousands is a decimal comma
  [/^-?\d+,\d+$/, (text) => text.replace(',', '.')],
  // 1.234,50 and 1.234.567,50
  [/^-?\d{1,3}(\.\d{3})+,\d+$/, (text) => text.replaceAll('.', '').replace(',', '.')],
]

/** Joins groups of three digits that are separated by spaces or apostrophes. Returns any other text unchanged. */
function joined(text: string): string {
  return /^-?\d{1,3}([\s’']\d{3})+([.,]\d+)?$/.test(text) ? text.replaceAll(/[\s’']/g, '') : text
}

/**
 * Converts an amount in a local format to a plain decimal. Returns `null` when the text is not an amount, for example
 * a formula.
 */
export function plainAmount(text: string): string | null {
  const bare = joined(
    text
      .replace(/^(-?)\s*(?:ZAR|R)\s*/i, '$1')
      .replace(/\s*ZAR$/i, '')
      .trim(),
  )
  const amountFormat = amounts.find(([shape]) => shape.test(bare))
  return amountFormat ? amountFormat[1](bare) : null
}

/**
 * Replaces decimal commas in a formula by points. Outside parentheses a comma between digits can only be a decimal
 * comma.
 */
function withPoints(text: string): string {
  let depth = 0
  // Safari supports lookbehind only since 16.4, so the pattern matches each digit together with the comma after it.
  return text.replaceAll(/[()]|\d,(?=\d)/g, (mark) => {
    if (mark.endsWith(',')) return depth === 0 ? mark.replace(',', '.') : mark
    depth += mark === '(' ? 1 : -1
    return mark
  })
}

/**
 * Parses a price as users type or paste it (RATE-009). `R 1,234.50`, `R1 234,50` and `89,5` are flat prices; 'not
 * sold' and 'free' are keywords; an expression is a formula (a leading `=` is ignored), and so is the short form that
 * the grid displays: `99.00 + 9.50/kg over 5`. Returns an error message as text when the input is invalid.
 */
export function readCell(typed: string): CellPrice | string {
  const text = typed.trim().replace(/^'/, '').replace(/^=/, '').trim()
  const word = words.get(text.toLowerCase())
  if (word) return { type: word, amount: '' }
  const amount = plainAmount(text)
  if (amount === null && /^-?\s*(ZAR|R)?[\d\s.,’']+(ZAR)?$/i.test(text))
    return `'${text}' is not an amount. Type it like 1,234.50 or 1 234,50.`
  const price: CellPrice =
    amount === null
      ? { type: 'formula', amount: readShortExpression(text, plainAmount) ?? withPoints(text) }
      : { type: 'flat', amount }
  return cellProblem(price) ?? price
}

/**
 * Parses text typed over an existing price like `readCell`. Returns the existing price unchanged when both have the
 * same displayed text.
 */
export function readCellOver(present: CellPrice, typed: string): CellPrice | string {
  const read = readCell(typed)
  return typeof read !== 'string' && read.type === present.type && cellText(read) === cellText(present)
    ? { type: present.type, amount: present.amount }
    : read
}

/**
 * Formats a price as the grid displays it: `89.00`, `99.00 + 9.50/kg over 5`, 'not sold'. `readCell` can parse the
 * result.
 */
export function cellText({ type, amount }: CellPrice): string {
  if (type === 'no-rate') return 'not sold'
  if (type === 'zero-rate') return 'free'
  if (type === 'formula') return shortExpression(amount)
  return exactRand(parseDecimal(amount)).replace('R ', '')
}

/** Formats a price for editing; `readCell` parses the result to the same price. */
export function typedCell({ type, amount }: CellPrice): string {
  if (type === 'no-rate') return 'not sold'
  return type === 'zero-rate' ? 'free' : amount
}

/** Formats a weight band: `5–30 kg`, `from 30 kg`, `all weights`. */
export function bandName({ weight_from, weight_to }: Pick<LaneBand, 'weight_from' | 'weight_to'>): string {
  if (weight_to !== null) return `${weight_from}–${weight_to} kg`
  return weight_from === 0 ? 'all weights' : `from ${weight_from} kg`
}

/**
 * Returns the problems of a lane’s weight bands as sentences: gaps, overlaps, a wrong start or end
 * (docs/domain/rating.md#base-prices).
 */
export function bandProblems(rows: readonly Pick<LaneBand, 'weight_from' | 'weight_to'>[]): string[] {
  const bands = rows.toSorted((a, b) => a.weight_from - b.weight_from)
  const problems: string[] = []
  const [first] = bands
  if (first && first.weight_from !== 0)
    problems.push(`the first band starts at ${first.weight_from} kg. It must start at 0 kg.`)
  for (const [index, band] of bands.entries()) {
    const end = band.weight_to ?? Infinity
    if (end <= band.weight_from)
      problems.push(`the band from ${band.weight_from} kg ends at ${band.weight_to} kg.`)
    const next = bands[index + 1]
    if (!next) break
    const upTo = band.weight_to === null ? 'with no upper limit' : `up to ${band.weight_to} kg`
    if (end > next.weight_from) problems.push(`the bands ${upTo} and from ${next.weight_from} kg overlap.`)
    else if (end < next.weight_from)
      problems.push(`there is no band from ${end} kg to ${next.weight_from} kg.`)
  }
  return problems
}

/** Returns the bands with a new price for the band that starts at `weightFrom`. */
export function withPrice(bands: readonly LaneBand[], weightFrom: number, price: CellPrice): LaneBand[] {
  return bands.map((band) => (band.weight_from === weightFrom ? { ...band, ...price } : band))
}

/**
 * Splits the band that contains `weight` into two bands with the same price. Returns the bands unchanged when one
 * already ends there.
 */
export function splitAt(bands: readonly LaneBand[], weight: number): LaneBand[] {
  return bands.flatMap((band) =>
    weight > band.weight_from && weight < (band.weight_to ?? Infinity)
      ? [
          { ...band, weight_to: weight },
          { ...band, weight_from: weight },
        ]
      : [band],
  )
}

/**
 * Joins the band that starts at `weight` to the lighter band before it; the price of the lighter band applies to
 * both.
 */
export function joinAt(bands: readonly LaneBand[], weight: number): LaneBand[] {
  const later = bands.find((band) => band.weight_from === weight)
  if (!later || weight === 0) return [...bands]
  return bands
    .filter((band) => band !== later)
    .map((band) => (band.weight_to === weight ? { ...band, weight_to: later.weight_to } : band))
}

/**
 * Returns a price with the percentages of rate groups applied, as text. This is the price to store when an inherited
 * price is copied into a group.
 */
export function scaledPrice(price: CellPrice, percentages: readonly string[]): CellPrice {
  if (percentages.length === 0 || price.type === 'no-rate' || price.type === 'zero-rate') return price
  if (price.type === 'flat') return { type: 'flat', amount: scaledBy(price.amount, percentages) }
  const built = readBuilt(price.amount)
  const scaled = (amount: number | null): number | null =>
    amount === null ? null : Number(scaledBy(String(amount), percentages))
  const amount = built
    ? buildExpression({
        ...built,
        minimum: scaled(built.minimum),
        per_kg: scaled(built.per_kg),
        per_km: scaled(built.per_km),
        per_item: scaled(built.per_item),
      })
    : `(${price.amount}) * ${scaledBy('1', percentages)}`
  return { type: 'formula', amount }
}

/** Applies percentages to a decimal exactly; rounds once to six decimals, half away from zero. */
function scaledBy(amount: string, percentages: readonly string[]): string {
  const start = parseDecimal(amount)
  let units = BigInt(start.units)
  let denominator = BigInt(start.denominator)
  for (const percentage of percentages) {
    const one = parseDecimal(percentage)
    units *= BigInt(100 * one.denominator + one.units)
    denominator *= BigInt(100 * one.denominator)
  }
  const millionths = (2n * units * 1_000_000n + denominator) / (2n * denominator)
  const whole = millionths / 1_000_000n
  const rest = (millionths % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  return rest === '' ? `${whole}` : `${whole}.${rest}`
}
