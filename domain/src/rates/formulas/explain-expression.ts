import { formatRand } from '../../kit/money.ts'
import { parseDecimal, ratioRounded, toNumber, type Decimal } from './exact-arithmetic.ts'
import type { Expression, ExpressionVariable } from './expression-syntax.ts'
import { parseExpression } from './expression-syntax.ts'

/** The unit of each variable, for texts such as 'up to 5 kg, then R 9.50 per kg'. */
const units: Record<ExpressionVariable, string> = {
  w: 'kg',
  aw: 'kg actual weight',
  vw: 'kg volumetric weight',
  n: 'parcel',
  kmc: 'km from the collection branch',
  kmd: 'km from the delivery branch',
  km: 'km',
  dv: 'Rand declared value',
}

/**
 * Returns a price expression in words: `99 + max(0, w - 5) * 9.5` gives 'R 99.00 up to 5 kg, then R 9.50 per kg'
 * (docs/domain/rating.md#base-prices). Supports sums of a fixed amount, prices per unit, and prices per unit above a
 * free part. Any other text is returned as entered.
 */
export function explainExpression(text: string): string {
  const read = stepsOf(text)
  if (!read) return text
  const start = read.fixed ? exactRand(read.fixed) : ''
  const [first, ...others] = read.steps
  if (!first) return start
  const lead =
    first.included === null
      ? [start, perUnit(first)].filter(Boolean).join(' plus ')
      : `${start || 'R 0.00'} up to ${counted(first)}, then ${perUnit(first)}`
  const more = (step: Step): string =>
    step.included === null ? perUnit(step) : `${perUnit(step)} above ${counted(step)}`
  return [lead, ...others.map(more)].join(', plus ')
}

/**
 * Returns a price expression in short form for narrow places: `99.00 + 9.50/kg over 5`. Any other text is returned as
 * entered.
 */
export function shortExpression(text: string): string {
  const read = stepsOf(text)
  if (!read) return text
  const plain = (decimal: Decimal): string => exactRand(decimal).replace('R ', '')
  const short = ({ price, variable, included }: Step): string =>
    `${plain(price)}/${units[variable]}${included === null ? '' : ` over ${included}`}`
  return [...(read.fixed ? [plain(read.fixed)] : []), ...read.steps.map(short)].join(' + ')
}

const variables = new Map(
  Object.entries(units).map(([variable, unit]) => [unit.toLowerCase(), variable as ExpressionVariable]),
)
const step_pattern = /^(.+?)\/(.+?)(?: over (\d+(?:[.,]\d+)?))?$/

/**
 * Parses the short form that `shortExpression` writes: `99.00 + 9.50/kg over 5` gives `99 + max(0, w - 5) * 9.5`.
 * `amountIn` parses one amount to a plain decimal. Returns `null` when any part is not valid.
 */
export function readShortExpression(text: string, amountIn: (text: string) => string | null): string | null {
  const parts = text.split(' + ').map((part): string | null => {
    const [, price, unit, included] = step_pattern.exec(part.trim()) ?? []
    const amount = amountIn(price ?? part)
    if (amount === null) return null
    const plain = String(toNumber(parseDecimal(amount)))
    if (unit === undefined) return plain
    const variable = variables.get(unit.trim().toLowerCase())
    if (!variable) return null
    return included === undefined
      ? `${variable} * ${plain}`
      : `max(0, ${variable} - ${included.replace(',', '.')}) * ${plain}`
  })
  return parts.every((part) => part !== null) ? parts.join(' + ') : null
}

/** Returns the fixed amount and the steps of a sum; `null` when the sum contains anything else. */
function stepsOf(text: string): { fixed: Decimal | null; steps: Step[] } | null {
  let expression: Expression
  try {
    expression = parseExpression(text)
  } catch {
    return null
  }
  let fixed: Decimal | null = null
  const steps: Step[] = []
  for (const term of terms(expression)) {
    const number = numberOf(term)
    const step = number ? null : stepOf(term)
    if (number && !fixed) fixed = number
    else if (step) steps.push(step)
    else return null
  }
  return { fixed, steps }
}

interface Step {
  price: Decimal
  variable: ExpressionVariable
  /** Units included free of charge; `null` when every unit is charged. */
  included: number | null
}

const perUnit = (step: Step): string => `${exactRand(step.price)} per ${units[step.variable]}`

/** Formats an amount with all its decimals, at least two: `R 8.775`, `R 1,234.50`. */
export function exactRand(price: Decimal): string {
  const [, decimals = ''] = String(toNumber(price)).split('.')
  return decimals.length > 2
    ? `R ${toNumber(price)}`
    : formatRand(ratioRounded([price.units, 100], [price.denominator]))
}

function counted(step: Step): string {
  return `${step.included} ${step.variable === 'n' && step.included !== 1 ? 'parcels' : units[step.variable]}`
}

function terms(node: Expression): Expression[] {
  return node.kind === 'binary' && node.operator === '+'
    ? [...terms(node.left), ...terms(node.right)]
    : [node]
}

const numberOf = (node: Expression): Decimal | null => (node.kind === 'number' ? node.value : null)

/** Parses `9.5 * w` or `max(0, w - 5) * 9.5`, with the operands in either order. */
function stepOf(node: Expression): Step | null {
  if (node.kind === 'variable')
    return { price: { units: 1, denominator: 1 }, variable: node.name, included: null }
  if (node.kind !== 'binary' || node.operator !== '*') return null
  const price = numberOf(node.left) ?? numberOf(node.right)
  const quantity = node.left.kind === 'number' ? node.right : node.left
  if (!price) return null
  if (quantity.kind === 'variable') return { price, variable: quantity.name, included: null }
  if (quantity.kind !== 'call' || quantity.name !== 'max' || quantity.args.length !== 2) return null
  const above = quantity.args.find((arg) => arg.kind === 'binary')
  const zero = quantity.args.find((arg) => arg.kind === 'number')
  if (!above || above.kind !== 'binary' || above.operator !== '-' || !zero) return null
  const included = numberOf(above.right)
  const isFromZero = zero.kind === 'number' && zero.value.units === 0
  if (above.left.kind !== 'variable' || !included || !isFromZero) return null
  return { price, variable: above.left.name, included: toNumber(included) }
}
