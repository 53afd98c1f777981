import type { Cents } from '../kit/money.ts'

/** What the company keeps of collected money: a percentage, at least the minimum in cents; VAT included. */
export interface FeeTerms {
  percentage: number
  minimum: Cents
}

/** Returns the fee for a collected amount in cents, rounded half up and never more than the amount. */
export function feeFor(amount: Cents, { percentage, minimum }: FeeTerms): Cents {
  const share = Math.floor((amount * Math.round(percentage * 100) + 5_000) / 10_000)
  return Math.min(amount, Math.max(share, minimum))
}
