import type { ApprovableAction, ApprovalKind } from '../kit/calls/approval.ts'
import { day_ms } from '../kit/dates/durations.ts'
import type { Cents } from '../kit/money.ts'
import { conflict, forbidden, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ApprovalState } from './model.ts'

/** How long a request for approval can be decided. */
export const approval_life_ms = 14 * day_ms

/** Labels of what is approved. */
export const approval_labels: Readonly<Record<ApprovalKind, string>> = {
  refund: 'Refund',
  'write-off': 'Write-off',
  credit: 'Credit',
  payout: 'Payout',
  claim: 'Claim',
  'driver-pay': 'Driver pay',
  'bank-details': 'Bank details',
  controls: 'Controls',
}

/** What has no amount and is approved whatever the limit. */
const without_limit: readonly ApprovalKind[] = ['bank-details', 'controls']

/** Whether a second person approves an action; `above` is the limit of the company in cents. */
export function needsApproval(
  { kind, amount, has_second_person }: Omit<ApprovableAction, 'account_id' | 'description'>,
  { isOn, above }: { isOn: boolean; above: Cents },
): boolean {
  if (!isOn || has_second_person) return false
  return without_limit.includes(kind) || amount === null || amount > above
}

/** Returns the state of a request as people see it: a pending one expires by its age. */
export function stateOf(
  { state, time_requested }: { state: ApprovalState; time_requested: Date },
  now: Date,
): ApprovalState {
  const isOver = state === 'pending' && now.getTime() - time_requested.getTime() > approval_life_ms
  return isOver ? 'expired' : state
}

/** What is done with a request: `withdraw` by the person who asked, the others by another person. */
export type Decision = 'approve' | 'reject' | 'withdraw'

/**
 * Whether a request may be decided so. `isOwn`: the person asked, or can use the API key with which it was asked.
 * `mayCall`: the person has the permission of the call that waits.
 */
export function mayDecide(
  decision: Decision,
  { state, isOwn, mayCall }: { state: ApprovalState; isOwn: boolean; mayCall: boolean },
): RuleResult {
  if (state !== 'pending') return wrongState(`This was ${state} already.`)
  if (decision === 'withdraw')
    return isOwn || forbidden('Only the person who asked can withdraw this. You can reject it.')
  if (isOwn) return forbidden('You asked for this yourself. Another person must decide.')
  return mayCall || forbidden('You may not do this yourself, so you cannot approve it.')
}

/**
 * Whether an approved call does what was approved: the same kind, amount, account and description as when it was tried.
 * Otherwise what it is about has changed in the meantime.
 */
export function doesAsApproved(approved: ApprovableAction, done: ApprovableAction | null): RuleResult {
  const isSame =
    done !== null &&
    (['kind', 'amount', 'account_id', 'description'] as const).every((key) => done[key] === approved[key])
  return (
    isSame ||
    conflict(
      `This changed after it was asked for. Asked: ${approved.description} Now: ${done?.description ?? 'nothing to approve'} Nothing was changed. Reject it and ask again.`,
    )
  )
}
