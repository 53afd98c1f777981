import type { Cents } from '../kit/money.ts'
import { forbidden, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { AccountType } from './model.ts'

/** What decides whether an account can carry a charge. Cents. */
export interface Funds {
  account_type: AccountType
  balance: Cents
  credit_limit: Cents
}

/** What may still be spent, in cents: the balance of a prepaid account, balance and credit limit of a postpaid one. */
export function spendable(account: Funds): Cents {
  if (account.account_type === 'guest') return 0
  return account.account_type === 'postpaid' ? account.balance + account.credit_limit : account.balance
}

/**
 * Whether the account affords a charge: prepaid `balance >= rate`; postpaid down to minus the credit limit; the guest
 * account never pays from a balance (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function affords(account: Funds, rate: Cents): boolean {
  return account.account_type !== 'guest' && spendable(account) >= rate
}

/**
 * The verdict on booking at this price without paying online first
 * (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function checkAffords(account: Funds, rate: Cents): RuleResult {
  return affords(account, rate) ? true : wrongState('Insufficient funds. Please top up your account.')
}

/**
 * Whether a customer may pay for a shipment by itself instead of from the account: a prepaid one where the company lets
 * it pay as it goes, a postpaid one for what its credit limit does not cover
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
 * Whether an account may book at all: quotes, tracking and payments stay open on hold
 * (docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function mayBook(account: { is_on_hold: boolean }, contactEmail: string): RuleResult {
  if (!account.is_on_hold) return true
  return forbidden(`Your account is on hold. Please contact ${contactEmail || 'us'}.`)
}
