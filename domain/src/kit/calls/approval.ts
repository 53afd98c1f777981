import type { Cents } from '../money.ts'

/** What a second person may have to approve. */
export const approval_kinds = [
  'refund',
  'write-off',
  'credit',
  'payout',
  'claim',
  'driver-pay',
  'bank-details',
  'controls',
] as const
export type ApprovalKind = (typeof approval_kinds)[number]

/** What a call would do, for the rule that decides whether a second person approves it. */
export interface ApprovableAction {
  kind: ApprovalKind
  /** In cents; `null` when there is none, so that it is approved whatever the limit. */
  amount: Cents | null
  account_id: number | null
  /** What the approver reads, such as `Write off R 120.00: customer closed`. */
  description: string
  /** Why the call cannot wait as it was sent, for example because a secret would be stored with it. */
  refusal?: string
  /** Whether two people took part already, so that no other has to approve it. */
  has_second_person?: boolean
}
