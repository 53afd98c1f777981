import type { Cents } from '../kit/money.ts'

/** How an account's balance stands, with the colour family of its badge. */
export interface BalanceState {
  family: 'green' | 'blue' | 'yellow' | 'red'
  label: string
}

/** Below this part of the credit limit the credit left is low. */
const low_part = 0.2

/**
 * How an account stands: in credit, even, owing, nearly out of credit, or beyond its limit
 * (docs/domain/interface.md#other-states). Cents.
 */
export function balanceState(balance: Cents, creditLimit: Cents): BalanceState {
  if (balance > 0) return { family: 'green', label: 'In credit' }
  if (balance === 0) return { family: 'green', label: 'Nothing owed' }
  const left = creditLimit + balance
  if (left < 0) return { family: 'red', label: 'Over limit' }
  return left < creditLimit * low_part
    ? { family: 'yellow', label: 'Low credit' }
    : { family: 'blue', label: 'Owing' }
}
