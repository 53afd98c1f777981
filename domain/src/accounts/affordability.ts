import type { Cents } from '../kit/money.ts'
import { forbidden, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { AccountType } from './model.ts'

/** The account data that decide whether it can afford a charge. Amounts in cents. */
export interface Funds {
  account_type: AccountType
  balance: Cents
  credit_limit: Cents
}

/**
 * Returns the amount that may still be spent, in cents: the balance of a prepaid account, balance plus credit limit
 * of a postpaid account, 0 for the guest account.
 */
export function spendable(account: Funds): Cents {
  if (account.account_type === 'guest') return 0
  return account.account_type === 'postpaid' ? account.balance + account.credit_limit : account.balance
}

/**
 * Whether the account can afford a charge. Prepaid: `balance >= rate`. Postpaid: the balance may fall to minus the
 * credit limit. The guest account never pays from a balance (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function affords(account: Funds, rate: Cents): boolean {
  return account.account_type !== 'guest' && spendable(account) >= rate
}

/**
 * Checks whether a shipment at this price may be booked without an online payment first
 * (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function checkAffords(account: Funds, rate: Cents): RuleResult {
  return affords(account, rate) ? true : wrongState('Insufficient funds. Please top up your account.')
}

/**
 * Whether a customer may pay for this shipment separately instead of from the account: a prepaid account when the
 * company allows `pay_as_you_go`, a postpaid account when its credit limit does not cover `rate`
 * (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function mayPayAlone(
  account: Funds,
  rate: Cents,
  { pay_as_you_go }: { pay_as_you_go: boolean },
): boolean {
  return account.account_type === 'prepaid'
    ? pay_as_you_go
    : account.account_type === 'postpaid' && !affords(account, rate)
}

/**
 * Whether an account may book. An account on hold may not; quotes, tracking and payments remain available
 * (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function mayBook(account: { is_on_hold: boolean }, contactEmail: string): RuleResult {
  if (!account.is_on_hold) return true
  return forbidden(`Your account is on hold. Please contact ${contactEmail || 'us'}.`)
}
