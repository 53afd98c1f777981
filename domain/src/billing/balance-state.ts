import type { Cents } from '../kit/money.ts'

/** The state of an account's balance, with the colour family of its badge. */
export interface BalanceState {
  family: 'green' | 'blue' | 'yellow' | 'red'
  label: string
}

/** The remaining credit is low when it is below this share of the credit limit. */
const low_part = 0.2

/**
 * Returns the balance state of an account: in credit, nothing owed, owing, low on credit, or over its limit
 * (docs/domain/interface.md#other-states). Amounts in cents.
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
