import type { Cents } from '../../kit/money.ts'
import { ratioRounded, roundBig } from './exact-arithmetic.ts'
import {
  expression_variables,
  parseExpression,
  type Expression,
  type ExpressionVariable,
  type FunctionName,
  type Operator,
} from './expression-syntax.ts'

/**
 * The values of the variables as integers, scaled by their number of decimals: `w` in 0.01 kg, `aw` in grams, `vw` in
 * 0.0001 kg, `dv` in cents, the others unscaled.
 */
export type ExpressionValues = Readonly<Record<ExpressionVariable, number>>

/** A factor applied before the single rounding, for example to add VAT or a group’s percentage. */
export interface Ratio {
  numerators: readonly number[]
  denominators: readonly number[]
}

export const no_ratio: Ratio = { numerators: [], denominators: [] }

/** A compiled price expression that can be evaluated many times. */
export interface CompiledExpression {
  text: string
  expression: Expression
  /** Returns the result in cents, rounded once, half away from zero; `null` when the expression divides by zero. */
  cents: (values: ExpressionValues, ratio?: Ratio) => Cents | null
}

/** Compiles a price expression. Throws `ExpressionError` when it is invalid. */
export function compileExpression(text: string): CompiledExpression {
  const expression = parseExpression(text)
  const scaled = scale(expression)
  const cents = (values: ExpressionValues, ratio: Ratio = no_ratio): Cents | null => {
    const quick = scaled ? scaled.run(values) : NaN
    if (scaled && quick === quick)
      return ratioRounded([quick, 100, ...ratio.numerators], [10 ** scaled.decimals, ...ratio.denominators])
    const exact = evaluate(expression, values)
    if (!exact) return null
    const big = (product: bigint, factor: number): bigint => product * BigInt(factor)
    return roundBig(ratio.numerators.reduce(big, exact.n * 100n), ratio.denominators.reduce(big, exact.d))
  }
  return { text, expression, cents }
}

/**
 * The fast form of an expression: every node is an integer with a fixed number of decimals, so ordinary numbers stay
 * exact. A result outside the safe integers is NaN; the caller then uses the big-integer form.
 */
interface Scaled {
  decimals: number
  run: (values: ExpressionValues) => number
}

const max_decimals = 12
const safe = (value: number): number =>
  value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER ? value : NaN

/**
 * Returns the fast form of an expression; `null` when it has none (more than `max_decimals` decimals, or a division
 * by anything but a constant with a terminating inverse).
 */
function scale(node: Expression): Scaled | null {
  const result = scaleNode(node)
  return result && result.decimals <= max_decimals ? result : null
}

function scaleNode(node: Expression): Scaled | null {
  if (node.kind === 'number') {
    const { units, denominator } = node.value
    return { decimals: Math.round(Math.log10(denominator)), run: () => units }
  }
  if (node.kind === 'variable') {
    const name = node.name
    return { decimals: expression_variables[name], run: (values) => values[name] }
  }
  if (node.kind === 'negative') {
    const of = scale(node.of)
    return of && { decimals: of.decimals, run: (values) => -of.run(values) }
  }
  if (node.kind === 'binary') return scaleBinary(node.operator, node.left, node.right)
  return scaleCall(node.name, node.args)
}

function scaleBinary(operator: Operator, left: Expression, right: Expression): Scaled | null {
  const a = scale(left)
  if (operator === '/') return a && divideByNumber(a, right)
  const b = scale(right)
  if (!a || !b) return null
  if (operator === '*')
    return { decimals: a.decimals + b.decimals, run: (values) => safe(a.run(values) * b.run(values)) }
  const [x, y, decimals] = aligned(a, b)
  if (operator === '+') return { decimals, run: (values) => safe(x(values) + y(values)) }
  if (operator === '-') return { decimals, run: (values) => safe(x(values) - y(values)) }
  const isSatisfied = comparison_of[operator]
  return {
    decimals: 0,
    run: (values) => {
      const difference = x(values) - y(values)
      return difference === difference ? Number(isSatisfied(difference)) : NaN
    },
  }
}

const comparison_of: Record<Exclude<Operator, '+' | '-' | '*' | '/'>, (difference: number) => boolean> = {
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '=': (difference) => difference === 0,
  '<>': (difference) => difference !== 0,
}

type Run = Scaled['run']

/** Brings both operands to the larger number of decimals. */
function aligned(a: Scaled, b: Scaled): [Run, Run, number] {
  const decimals = Math.max(a.decimals, b.decimals)
  return [raised(a, decimals), raised(b, decimals), decimals]
}

function raised(node: Scaled, decimals: number): Run {
  if (node.decimals === decimals) return node.run
  const by = 10 ** (decimals - node.decimals)
  return (values) => safe(node.run(values) * by)
}

/** Turns division by a constant with a terminating inverse into a multiplication: `w / 4` is `w × 0.25`. */
function divideByNumber(a: Scaled, right: Expression): Scaled | null {
  if (right.kind !== 'number' || right.value.units === 0) return null
  const { units, denominator } = right.value
  for (let digits = 0; digits <= 6; digits += 1) {
    const inverse = (denominator * 10 ** digits) / units
    if (Number.isSafeInteger(inverse) && inverse * units === denominator * 10 ** digits)
      return { decimals: a.decimals + digits, run: (values) => safe(a.run(values) * inverse) }
  }
  return null
}

function scaleCall(name: FunctionName, args: readonly Expression[]): Scaled | null {
  const parts = args.map(scale)
  if (!parts.every((part): part is Scaled => part !== null)) return null
  const decimals = Math.max(...parts.map((part) => part.decimals))
  const runs = parts.map((part) => raised(part, decimals))
  const [first = () => NaN, second = () => NaN, third = () => NaN] = runs
  if (name === 'abs') return { decimals, run: (values) => Math.abs(first(values)) }
  if (name === 'min' || name === 'max') {
    const pick = Math[name]
    if (runs.length === 2) return { decimals, run: (values) => pick(first(values), second(values)) }
    return { decimals, run: (values) => pick(...runs.map((run) => run(values))) }
  }
  if (name === 'if')
    return {
      decimals,
      run: (values) => {
        const condition = first(values)
        if (condition !== condition) return NaN
        return condition === 0 ? third(values) : second(values)
      },
    }
  const one = 10 ** decimals
  const whole = {
    ceil: Math.ceil,
    floor: Math.floor,
    round: (value: number) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5),
  }[name]
  return {
    decimals: 0,
    run: (values) => {
      const value = first(values)
      const rest = value % one
      return (value - rest) / one + whole(rest / one) + 0
    },
  }
}

/** A fraction of big integers; `d` is positive. Every expression can be evaluated in this exact form. */
interface Fraction {
  n: bigint
  d: bigint
}

const truth = (value: boolean): Fraction => ({ n: value ? 1n : 0n, d: 1n })
const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * Returns the exact value of an expression; `null` when it divides by zero. Branches of `if` that are not taken are
 * not evaluated.
 */
function evaluate(node: Expression, values: ExpressionValues): Fraction | null {
  if (node.kind === 'number') return { n: BigInt(node.value.units), d: BigInt(node.value.denominator) }
  if (node.kind === 'variable')
    return { n: BigInt(values[node.name]), d: 10n ** BigInt(expression_variables[node.name]) }
  if (node.kind === 'negative') {
    const of = evaluate(node.of, values)
    return of && { n: -of.n, d: of.d }
  }
  if (node.kind === 'binary') {
    const a = evaluate(node.left, values)
    const b = a && evaluate(node.right, values)
    return a && b && combine(node.operator, a, b)
  }
  if (node.name === 'if') {
    const [condition, yes, no] = node.args
    const chosen = condition && evaluate(condition, values)
    const branch = chosen && (chosen.n === 0n ? no : yes)
    return branch ? evaluate(branch, values) : null
  }
  const args: Fraction[] = []
  for (const arg of node.args) {
    const value = evaluate(arg, values)
    if (!value) return null
    args.push(value)
  }
  return apply(node.name, args)
}

function combine(operator: Operator, a: Fraction, b: Fraction): Fraction | null {
  if (operator === '+') return { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
  if (operator === '-') return { n: a.n * b.d - b.n * a.d, d: a.d * b.d }
  if (operator === '*') return { n: a.n * b.n, d: a.d * b.d }
  if (operator === '/') {
    if (b.n === 0n) return null
    return b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n }
  }
  return truth(comparison_of[operator](compare(a, b)))
}

function apply(name: Exclude<FunctionName, 'if'>, args: readonly Fraction[]): Fraction | null {
  const [first] = args
  if (!first) return null
  if (name === 'min') return args.reduce((least, one) => (compare(one, least) < 0 ? one : least))
  if (name === 'max') return args.reduce((max, one) => (compare(one, max) > 0 ? one : max))
  if (name === 'abs') return first.n < 0n ? { n: -first.n, d: first.d } : first
  const floor = first.n / first.d - (first.n < 0n && first.n % first.d !== 0n ? 1n : 0n)
  const isWhole = first.n % first.d === 0n
  if (name === 'floor') return { n: floor, d: 1n }
  if (name === 'ceil') return { n: isWhole ? floor : floor + 1n, d: 1n }
  const size = first.n < 0n ? -first.n : first.n
  const rounded = (2n * size + first.d) / (2n * first.d)
  return { n: first.n < 0n ? -rounded : rounded, d: 1n }
}
