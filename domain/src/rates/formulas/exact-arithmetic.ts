/**
 * Exact arithmetic on integers: the only place where prices are divided and rounded
 * (docs/domain/conventions.md#money). It uses numbers while the products stay safe integers, and big integers above
 * that. Both give the same digits.
 */

/** A decimal as `units / denominator`, both integers. */
export interface Decimal {
  units: number
  denominator: number
}

/**
 * Parses decimal text with at most nine digits before the point and six after it; throws `RangeError` on anything
 * else.
 */
export function parseDecimal(text: string): Decimal {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (!match) throw new RangeError(`'${text}' is not a decimal number with at most six decimals`)
  const [, sign, whole = '', fraction = ''] = match
  const units = Number(whole + fraction)
  return { units: sign && units !== 0 ? -units : units, denominator: 10 ** fraction.length }
}

/** Returns the decimal as a plain number, for display and API responses. */
export function toNumber(decimal: Decimal): number {
  return decimal.units / decimal.denominator
}

/**
 * Returns `a × b / divisor`, rounded once to an integer, half away from zero. All arguments are integers; `divisor`
 * is above 0.
 */
export function multiplyDivide(a: number, b: number, divisor: number): number {
  const product = a * b
  return Number.isSafeInteger(product) && Number.isSafeInteger(2 * divisor)
    ? divideRounded(product, divisor)
    : roundBig(BigInt(a) * BigInt(b), BigInt(divisor))
}

/** Returns `numerator / divisor` of big integers, rounded half away from zero. */
export function roundBig(numerator: bigint, divisor: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + divisor) / (2n * divisor)
  return numerator < 0n ? -Number(rounded) : Number(rounded)
}

/**
 * Returns the product of `factors` divided by the product of `divisors`, rounded once, half away from zero. All
 * values are safe integers; divisors are positive.
 */
export function ratioRounded(factors: readonly number[], divisors: readonly number[]): number {
  let numerator = 1
  for (const factor of factors) numerator *= factor
  let divisor = 1
  for (const part of divisors) divisor *= part
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(2 * divisor))
    return divideRounded(numerator, divisor)
  return roundBig(
    factors.reduce((product, factor) => product * BigInt(factor), 1n),
    divisors.reduce((product, part) => product * BigInt(part), 1n),
  )
}

function divideRounded(numerator: number, divisor: number): number {
  const rest = numerator % divisor
  const whole = (numerator - rest) / divisor
  if (2 * Math.abs(rest) < divisor) return whole + 0
  return numerator < 0 ? whole - 1 : whole + 1
}
