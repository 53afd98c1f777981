import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * Why an account is on hold (docs/domain/accounts-and-ledger.md#funds-and-holds). The system sets and releases
 * `overdue` and `over_limit` holds. Holds set by a user, and accounts that wait for their first approval, are only
 * released by users.
 */
export const hold_reasons = ['overdue', 'over_limit', 'manual', 'awaiting_approval'] as const
/** The hold reasons that the system sets and releases. */
export const automatic_hold_reasons = ['overdue', 'over_limit'] as const
export type HoldReason = (typeof hold_reasons)[number]

/** Display texts of the hold reasons. */
export const hold_reason_labels: Readonly<Record<HoldReason, string>> = {
  overdue: 'An invoice is overdue',
  over_limit: 'The credit limit is used up',
  manual: 'Put on hold by hand',
  awaiting_approval: 'Waiting for approval',
}

/** Returns the reason of the current hold; `null` when there is none. An unknown or missing reason counts as `manual`. */
export function holdReasonOf(account: {
  is_on_hold: boolean
  hold_reason?: string | null
}): HoldReason | null {
  if (!account.is_on_hold) return null
  return hold_reasons.find((reason) => reason === account.hold_reason) ?? 'manual'
}

/** Whether the system placed the hold and will release it when its cause is gone. */
export function isAutomaticHold(reason: HoldReason | null): boolean {
  return automatic_hold_reasons.some((one) => one === reason)
}

/**
 * Checks that a reason is given when an account is put on hold. No reason is needed if it is already on hold or is
 * released.
 */
export function mayPutOnHold(
  before: { is_on_hold: boolean },
  patch: { is_on_hold?: boolean | undefined; hold_message?: string | undefined },
): RuleResult {
  if (patch.is_on_hold !== true || before.is_on_hold || patch.hold_message?.trim()) return true
  const message = 'Enter why the account is put on hold.'
  return invalid(message, [{ field: 'hold_message', message }])
}
