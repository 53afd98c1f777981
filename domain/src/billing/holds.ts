import { isAutomaticHold, type HoldReason } from '../accounts/hold-reasons.ts'
import type { AccountType } from '../accounts/model.ts'
import type { Cents } from '../kit/money.ts'

/** An account as far as automatic holds decide on it; cents, days past due of its oldest open invoice. */
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

/** The reason for which an account belongs on hold by itself, or `null`; only postpaid accounts ever do. */
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

/** The hold an account should have, given the one it has: a person's stays, an automatic one follows its cause. */
export function holdAfter(
  current: HoldReason | null,
  account: HoldFacts,
  settings: HoldSettings,
): HoldReason | null {
  return current !== null && !isAutomaticHold(current) ? current : autoHold(account, settings)
}
