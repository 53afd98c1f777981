import { isAutomaticHold, type HoldReason } from '../accounts/hold-reasons.ts'
import type { AccountType } from '../accounts/model.ts'
import type { Cents } from '../kit/money.ts'

/**
 * The account data that decides automatic holds. Amounts in cents; `oldest_days_overdue` counts the days that the
 * oldest open invoice is past due.
 */
export interface HoldFacts {
  account_type: AccountType
  balance: Cents
  credit_limit: Cents
  disable_auto_hold: boolean
  temp_disable_auto_hold: boolean
  disable_account_in_arrears_checks: boolean
  /** 0 when nothing is overdue. */
  oldest_days_overdue: number
}

export interface HoldSettings {
  auto_hold_enabled: boolean
  auto_hold_days_overdue: number
  auto_hold_limit_percentage: number
}

/**
 * Returns the reason for an automatic hold, or `null` when there is none. Only postpaid accounts are held
 * automatically.
 */
export function autoHold(account: HoldFacts, settings: HoldSettings): 'overdue' | 'over_limit' | null {
  const isExempt =
    !settings.auto_hold_enabled ||
    account.account_type !== 'postpaid' ||
    account.disable_auto_hold ||
    account.temp_disable_auto_hold ||
    account.disable_account_in_arrears_checks
  if (isExempt) return null
  if (account.oldest_days_overdue > settings.auto_hold_days_overdue) return 'overdue'
  const least = -account.credit_limit * settings.auto_hold_limit_percentage
  return account.balance * 100 < least ? 'over_limit' : null
}

/**
 * Returns the hold an account should have, given its current hold. A hold placed by a person stays; an automatic hold
 * lasts as long as its cause.
 */
export function holdAfter(
  current: HoldReason | null,
  account: HoldFacts,
  settings: HoldSettings,
): HoldReason | null {
  return current !== null && !isAutomaticHold(current) ? current : autoHold(account, settings)
}
