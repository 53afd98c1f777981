import { parseDecimal, type Decimal } from './exact-arithmetic.ts'

/** The variables a price expression may use, each with its number of decimals (docs/domain/rating.md#base-prices). */
export const expression_variables = {
  /** Charged weight, kg. */
  w: 2,
  /** Actual weight, kg. */
  aw: 3,
  /** Volumetric weight, kg. */
  vw: 4,
  /** Parcel count. */
  n: 0,
  /** Road km from the collection branch to the collection point. */
  kmc: 0,
  /** Road km from the delivery branch to the delivery point. */
  kmd: 0,
  /** Road km from collection to delivery. */
  km: 0,
  /** Declared value, Rand. */
  dv: 2,
} as const
export type ExpressionVariable = keyof typeof expression_variables

export const operators = ['+', '-', '*', '/', '<', '<=', '>', '>=', '=', '<>'] as const
export type Operator = (typeof operators)[number]

export const functions = {
  min: { min: 1, max: 20 },
  max: { min: 1, max: 20 },
  ceil: { min: 1, max: 1 },
  floor: { min: 1, max: 1 },
  round: { min: 1, max: 1 },
  abs: { min: 1, max: 1 },
  if: { min: 3, max: 3 },
} as const
export type FunctionName = keyof typeof functions

/** A parsed expression: plain data without executable code. */
export type Expression =
  | { kind: 'number'; value: Decimal; text: string }
  | { kind: 'variable'; name: ExpressionVariable }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'negative'; of: Expression }
  | { kind: 'call'; name: FunctionName; args: readonly Expression[] }

/** A syntax error in an expression. `position` counts characters from 1. */
export class ExpressionError extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(`${message} (character ${position}).`)
    this.name = 'ExpressionError'
    this.position = position
  }
}

interface Token {
  text: string
  at: number
}

const max_length = 500
const max_depth = 30
const token_pattern = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z_]+)|(<=|>=|<>|!=|==|[-+*/(),<>=]))/y

function tokenise(text: string): Token[] {
  if (text.length > max_length)
    throw new ExpressionError(`An expression has at most ${max_length} characters`, max_length)
  const tokens: Token[] = []
  const source = text.trimEnd()
  token_pattern.lastIndex = 0
  while (token_pattern.lastIndex < source.length) {
    const start = token_pattern.lastIndex
    const match = token_pattern.exec(source)
    if (!match) {
      const offset = source.slice(start).search(/\S/)
      throw new ExpressionError(`'${source.charAt(start + offset)}' is not allowed here`, start + offset + 1)
    }
    const token = match[1] ?? match[2] ?? match[3] ?? ''
    tokens.push({ text: token, at: token_pattern.lastIndex - token.length + 1 })
  }
  return tokens
}

/**
 * Parses a price expression: numbers, `+ - * / ( )`, comparisons, `min max ceil floor round abs if(cond, a, b)` and
 * the variables above. Throws `ExpressionError` with the problem and its position.
 */
export function parseExpression(text: string): Expression {
  const tokens = tokenise(text)
  let next = 0
  let depth = 0

  const peek = (): string => tokens[next]?.text ?? ''
  const position = (): number => tokens[next]?.at ?? text.length + 1
  const expect = (wanted: string): void => {
    if (peek() !== wanted)
      throw new ExpressionError(
        `'${wanted}' is missing${peek() ? ` before '${peek()}'` : ' at the end'}`,
        position(),
      )
    next += 1
  }

  const comparison = (): Expression => {
    const left = sum()
    const operator = comparisons.get(peek())
    if (!operator) return left
    next += 1
    return { kind: 'binary', operator, left, right: sum() }
  }
  const sum = (): Expression => {
    let left = product()
    while (peek() === '+' || peek() === '-') left = joined(left, product)
    return left
  }
  const product = (): Expression => {
    let left = factor()
    while (peek() === '*' || peek() === '/') left = joined(left, factor)
    return left
  }
  const joined = (left: Expression, operand: () => Expression): Expression => {
    const operator = peek() as Operator
    next += 1
    return { kind: 'binary', operator, left, right: operand() }
  }
  const factor = (): Expression => {
    const at = position()
    if (++depth > max_depth) throw new ExpressionError('The expression is nested too deeply', at)
    const result = plainFactor(at)
    depth -= 1
    return result
  }
  const plainFactor = (at: number): Expression => {
    const word = peek()
    next += 1
    if (word === '-') return { kind: 'negative', of: factor() }
    if (word === '+') return factor()
    if (word === '(') {
      const inner = comparison()
      expect(')')
      return inner
    }
    if (/^[\d.]/.test(word)) return { kind: 'number', value: readNumber(word, at), text: word }
    const name = word.toLowerCase()
    if (isFunction(name)) return call(name, at)
    if (isVariable(name)) return { kind: 'variable', name }
    if (word === '') throw new ExpressionError('Something is missing at the end', at)
    if (/^[a-z_]/i.test(word))
      throw new ExpressionError(
        `'${word}' is not known. Use ${Object.keys(expression_variables).join(', ')} or ${Object.keys(functions).join(', ')}`,
        at,
      )
    throw new ExpressionError(`'${word}' is not allowed here`, at)
  }
  const call = (name: FunctionName, at: number): Expression => {
    expect('(')
    const args = [comparison()]
    while (peek() === ',') {
      next += 1
      args.push(comparison())
    }
    expect(')')
    const { min, max } = functions[name]
    if (args.length < min || args.length > max)
      throw new ExpressionError(
        `${name}() takes ${min === max ? min : `${min} to ${max}`} ${max === 1 ? 'value' : 'values'}, it has ${args.length}`,
        at,
      )
    return { kind: 'call', name, args }
  }

  if (tokens.length === 0) throw new ExpressionError('The expression is empty', 1)
  const whole = comparison()
  if (next < tokens.length) throw new ExpressionError(`'${peek()}' is not expected here`, position())
  return whole
}

const comparisons = new Map<string, Operator>([
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['=', '='],
  ['==', '='],
  ['<>', '<>'],
  ['!=', '<>'],
])

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)
const isVariable = (name: string): name is ExpressionVariable => Object.hasOwn(expression_variables, name)

function readNumber(text: string, at: number): Decimal {
  try {
    return parseDecimal(text.startsWith('.') ? `0${text}` : text)
  } catch {
    throw new ExpressionError(
      `'${text}' has too many digits: at most nine before and six after the point`,
      at,
    )
  }
}
