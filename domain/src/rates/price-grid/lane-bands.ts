import { buildExpression, readBuilt } from '../formulas/build-expression.ts'
import { parseDecimal } from '../formulas/exact-arithmetic.ts'
import { exactRand, readShortExpression, shortExpression } from '../formulas/explain-expression.ts'
import { ExpressionError, parseExpression } from '../formulas/expression-syntax.ts'
import type { RateFormulaType } from '../price-books/price-book.ts'
import type { LaneBand } from '../revisions/revisions.ts'

/** A price as it is typed into a cell. */
export interface CellPrice {
  type: RateFormulaType
  /** A decimal for `flat`, an expression for `formula`, empty otherwise. */
  amount: string
}

/** The sentence about a price without an amount. */
export const no_price = 'A price is missing. Type an amount, a formula, or choose not sold.'

/** What is wrong with a price, as a sentence; `null` when it can be used. */
export function cellProblem({ type, amount }: CellPrice): string | null {
  if (type === 'no-rate' || type === 'zero-rate') return null
  if (amount.trim() === '') return no_price
  try {
    if (type === 'formula') parseExpression(amount)
    else if (parseDecimal(amount).units < 0) return 'A price must not be below zero.'
    return null
  } catch (error) {
    return error instanceof ExpressionError ? error.message : `'${amount}' is no amount. Type it like 99.50.`
  }
}

const words: ReadonlyMap<string, RateFormulaType> = new Map([
  ['no-rate', 'no-rate'],
  ['not sold', 'no-rate'],
  ['zero-rate', 'zero-rate'],
  ['free', 'zero-rate'],
])

/** The ways in which people and spreadsheets here write an amount, each with how it becomes a plain decimal. */
const amounts: readonly (readonly [RegExp, (text: string) => string])[] = [
  // 1234, 1234.5
  [/^-?\d+(\.\d+)?$/, (text) => text],
  // 1,234 and 1,234.50
  [/^-?\d{1,3}(,\d{3})+(\.\d+)?$/, (text) => text.replaceAll(',', '')],
  // 89,5 and 1234,50: what cannot be thousands is a decimal comma
  [/^-?\d+,\d+$/, (text) => text.replace(',', '.')],
  // 1.234,50 and 1.234.567,50
  [/^-?\d{1,3}(\.\d{3})+,\d+$/, (text) => text.replaceAll('.', '').replace(',', '.')],
]

/** Digits in groups of three, as far as they are parted by spaces or apostrophes, are joined; anything else is not. */
function joined(text: string): string {
  return /^-?\d{1,3}([\s’']\d{3})+([.,]\d+)?$/.test(text) ? text.replaceAll(/[\s’']/g, '') : text
}

/** An amount as people write it here as a plain decimal; `null` when it is none, a formula perhaps. */
export function plainAmount(text: string): string | null {
  const bare = joined(
    text
      .replace(/^(-?)\s*(?:ZAR|R)\s*/i, '$1')
      .replace(/\s*ZAR$/i, '')
      .trim(),
  )
  const way = amounts.find(([shape]) => shape.test(bare))
  return way ? way[1](bare) : null
}

/** A formula with decimal points: outside of brackets a comma between digits can be nothing else than a decimal one. */
function withPoints(text: string): string {
  let depth = 0
  // Safari looks behind only since 16.4, so that each digit is taken with the comma after it.
  return text.replaceAll(/[()]|\d,(?=\d)/g, (mark) => {
    if (mark.endsWith(',')) return depth === 0 ? mark.replace(',', '.') : mark
    depth += mark === '(' ? 1 : -1
    return mark
  })
}

/**
 * Reads a price the way people type or paste it (RATE-009): `R 1,234.50`, `R1 234,50` and `89,5` are flat, 'not sold'
 * and 'free' are words, an expression is a formula (a leading `=` is ignored), and so is what the grid shows of one:
 * `99.00 + 9.50/kg over 5`. A text is the sentence that says what is wrong.
 */
export function readCell(typed: string): CellPrice | string {
  const text = typed.trim().replace(/^'/, '').replace(/^=/, '').trim()
  const word = words.get(text.toLowerCase())
  if (word) return { type: word, amount: '' }
  const amount = plainAmount(text)
  if (amount === null && /^-?\s*(ZAR|R)?[\d\s.,’']+(ZAR)?$/i.test(text))
    return `'${text}' is no amount. Type it like 1,234.50 or 1 234,50.`
  const price: CellPrice =
    amount === null
      ? { type: 'formula', amount: readShortExpression(text, plainAmount) ?? withPoints(text) }
      : { type: 'flat', amount }
  return cellProblem(price) ?? price
}

/** `readCell` over a price: what means the same as that price is that price, however it is written. */
export function readCellOver(present: CellPrice, typed: string): CellPrice | string {
  const read = readCell(typed)
  return typeof read !== 'string' && read.type === present.type && cellText(read) === cellText(present)
    ? { type: present.type, amount: present.amount }
    : read
}

/** A price as the grid shows it, which `readCell` reads: `89.00`, `99.00 + 9.50/kg over 5`, 'not sold'. */
export function cellText({ type, amount }: CellPrice): string {
  if (type === 'no-rate') return 'not sold'
  if (type === 'zero-rate') return 'free'
  if (type === 'formula') return shortExpression(amount)
  return exactRand(parseDecimal(amount)).replace('R ', '')
}

/** A price as it is typed again: what `readCell` reads back as the same. */
export function typedCell({ type, amount }: CellPrice): string {
  if (type === 'no-rate') return 'not sold'
  return type === 'zero-rate' ? 'free' : amount
}

/** `5–30 kg`, `from 30 kg`, `all weights`. */
export function bandName({ weight_from, weight_to }: Pick<LaneBand, 'weight_from' | 'weight_to'>): string {
  if (weight_to !== null) return `${weight_from}–${weight_to} kg`
  return weight_from === 0 ? 'all weights' : `from ${weight_from} kg`
}

/**
 * What is wrong with the bands of a lane, as sentences: gaps, overlaps, a wrong start or end
 * (docs/domain/rating.md#base-prices).
 */
export function bandProblems(rows: readonly Pick<LaneBand, 'weight_from' | 'weight_to'>[]): string[] {
  const bands = rows.toSorted((a, b) => a.weight_from - b.weight_from)
  const problems: string[] = []
  const [first] = bands
  if (first && first.weight_from !== 0)
    problems.push(`the first band starts at ${first.weight_from} kg, it must start at 0 kg.`)
  for (const [index, band] of bands.entries()) {
    const end = band.weight_to ?? Infinity
    if (end <= band.weight_from)
      problems.push(`the band from ${band.weight_from} kg ends at ${band.weight_to} kg.`)
    const next = bands[index + 1]
    if (!next) break
    const upTo = band.weight_to === null ? 'without an end' : `up to ${band.weight_to} kg`
    if (end > next.weight_from) problems.push(`the bands ${upTo} and from ${next.weight_from} kg overlap.`)
    else if (end < next.weight_from)
      problems.push(`there is no band from ${end} kg to ${next.weight_from} kg.`)
  }
  return problems
}

/** The bands with another price from one weight on. */
export function withPrice(bands: readonly LaneBand[], weightFrom: number, price: CellPrice): LaneBand[] {
  return bands.map((band) => (band.weight_from === weightFrom ? { ...band, ...price } : band))
}

/** Cuts the band that holds a weight in two with the same price; as they were when one already ends there. */
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

/** Joins the band that starts at a weight to the lighter one before it, whose price goes on. */
export function joinAt(bands: readonly LaneBand[], weight: number): LaneBand[] {
  const later = bands.find((band) => band.weight_from === weight)
  if (!later || weight === 0) return [...bands]
  return bands
    .filter((band) => band !== later)
    .map((band) => (band.weight_to === weight ? { ...band, weight_to: later.weight_to } : band))
}

/** The price with percentages of rate groups applied, as text: what an inherited price is once it is written down. */
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

/** A decimal with percentages applied exactly, rounded once to six decimals, half away from zero. */
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
