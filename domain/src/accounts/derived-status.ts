import type { Cents } from '../kit/money.ts'
import type { derived_statuses } from './model.ts'
import { day_ms } from '../kit/dates/durations.ts'

/**
 * Minimum open amount, in cents, from which an invoice past its due date makes the account overdue
 * (docs/domain/accounts-and-ledger.md#account-types).
 */
export const overdue_from: Cents = 101

/**
 * Returns the account status displayed in lists and banners: `overdue` when an invoice is past due, otherwise
 * `inactive` when nothing was booked for more than `inactiveAfter` days, otherwise `active`. The creation date counts
 * as activity, so a new account is active (ACC-006).
 */
export function derivedStatus(
  account: { has_overdue_invoice: boolean; last_booked: Date | null; time_created: Date },
  now: Date,
  inactiveAfter: number,
): (typeof derived_statuses)[number] {
  if (account.has_overdue_invoice) return 'overdue'
  const lastActive = Math.max(account.last_booked?.getTime() ?? 0, account.time_created.getTime())
  return now.getTime() - lastActive > inactiveAfter * day_ms ? 'inactive' : 'active'
}
