import type { Cents } from '../kit/money.ts'
import type { derived_statuses } from './model.ts'
import { day_ms } from '../kit/dates/durations.ts'

/**
 * From this open amount on an invoice past due makes its account overdue; cents
 * (docs/domain/accounts-and-ledger.md#account-types).
 */
export const overdue_from: Cents = 101

/**
 * The status of an account as lists and banners show it: overdue with an invoice past due, else inactive when nothing
 * was booked for `inactive_after` days, else active. An account counts from its first day, so a new one is active
 * (ACC-006).
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
