import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * Why an account is on hold (docs/domain/accounts-and-ledger.md#funds-and-holds): the system holds for `overdue` and
 * `over_limit` and releases again; a hold by a person, and one that waits for a first approval, is released by people
 * only.
 */
export const hold_reasons = ['overdue', 'over_limit', 'manual', 'awaiting_approval'] as const
/** The reasons for which the system holds. */
export const automatic_hold_reasons = ['overdue', 'over_limit'] as const
export type HoldReason = (typeof hold_reasons)[number]

/** A hold as people read it. */
export const hold_reason_labels: Readonly<Record<HoldReason, string>> = {
  overdue: 'An invoice is overdue',
  over_limit: 'The credit limit is used up',
  manual: 'Put on hold by hand',
  awaiting_approval: 'Waiting for approval',
}

/** The reason of a stored hold; `null` while there is none. Whatever the system did not write was a person's. */
export function holdReasonOf(account: {
  is_on_hold: boolean
  hold_reason?: string | null
}): HoldReason | null {
  if (!account.is_on_hold) return null
  return hold_reasons.find((reason) => reason === account.hold_reason) ?? 'manual'
}

/** Whether the system placed a hold, and will lift it when its cause is gone. */
export function isAutomaticHold(reason: HoldReason | null): boolean {
  return automatic_hold_reasons.some((one) => one === reason)
}

/** Whoever puts an account on hold says why; one that is on hold already, or is released, needs no reason. */
export function mayPutOnHold(
  before: { is_on_hold: boolean },
  patch: { is_on_hold?: boolean | undefined; hold_message?: string | undefined },
): RuleResult {
  if (patch.is_on_hold !== true || before.is_on_hold || patch.hold_message?.trim()) return true
  const message = 'Say why the account is put on hold.'
  return invalid(message, [{ field: 'hold_message', message }])
}
