import type { Cents } from '../kit/money.ts'

/** The notes and coins in use, in cents, largest first. */
export const denominations: readonly Cents[] = [
  200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10,
]

/** The smallest coin in cents. Cash amounts are multiples of it. */
export const smallest_coin: Cents = 10

/** The number of notes and coins by their value in cents, written as text. */
export type Count = Readonly<Record<string, number>>

/** Returns the value of counted notes and coins in cents. */
export function valueOf(count: Count): Cents {
  return Object.entries(count).reduce((sum, [value, pieces]) => sum + Number(value) * pieces, 0)
}

/** Whether a count names only notes and coins in use, each a whole number of times up to 100,000. */
export function isCount(count: Count): boolean {
  return Object.entries(count).every(
    ([value, pieces]) =>
      denominations.includes(Number(value)) && Number.isInteger(pieces) && pieces >= 0 && pieces <= 100_000,
  )
}
