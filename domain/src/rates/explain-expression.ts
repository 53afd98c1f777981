import { formatRand } from '../kit/money.ts'
import { ratioRounded, toNumber, type Decimal } from './exact.ts'
import type { Expression, ExpressionVariable } from './expression-syntax.ts'
import { parseExpression } from './expression-syntax.ts'

/** What a variable counts, for 'up to 5 kg, then R 9.50 per kg'. */
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
 * A price expression in words: `99 + max(0, w - 5) * 9.5` reads 'R 99.00 up to 5 kg, then R 9.50 per kg' (domain
 * notes 2.6). Sums of fixed amounts, prices per unit and prices above a free part are understood; anything else, and
 * text that is no expression, is given back as typed.
 */
export function explainExpression(text: string): string {
  let expression: Expression
  try {
    expression = parseExpression(text)
  } catch {
    return text
  }
  let fixed: Decimal | null = null
  const steps: Step[] = []
  for (const term of terms(expression)) {
    const number = numberOf(term)
    const step = number ? null : stepOf(term)
    if (number && !fixed) fixed = number
    else if (step) steps.push(step)
    else return text
  }
  const [first, ...others] = steps
  const start = fixed ? rand(fixed) : ''
  if (!first) return start
  const lead =
    first.included === null
      ? [start, perUnit(first)].filter(Boolean).join(' plus ')
      : `${start || 'R 0.00'} up to ${counted(first)}, then ${perUnit(first)}`
  const more = (step: Step): string =>
    step.included === null ? perUnit(step) : `${perUnit(step)} above ${counted(step)}`
  return [lead, ...others.map(more)].join(', plus ')
}

interface Step {
  price: Decimal
  variable: ExpressionVariable
  /** Units that cost nothing extra; `null` when every unit is charged. */
  included: number | null
}

const rand = (decimal: Decimal): string =>
  formatRand(ratioRounded([decimal.units, 100], [decimal.denominator]))
const perUnit = (step: Step): string => `${rand(step.price)} per ${units[step.variable]}`

function counted(step: Step): string {
  return `${step.included} ${step.variable === 'n' && step.included !== 1 ? 'parcels' : units[step.variable]}`
}

function terms(node: Expression): Expression[] {
  return node.kind === 'binary' && node.operator === '+'
    ? [...terms(node.left), ...terms(node.right)]
    : [node]
}

const numberOf = (node: Expression): Decimal | null => (node.kind === 'number' ? node.value : null)

/** `9.5 * w`, `max(0, w - 5) * 9.5` and the same the other way round. */
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
