import { z } from 'zod'
import { approval_kinds } from '../kit/calls/approval.ts'
import { instant, rand } from '../kit/calls/wire.ts'

/** States of a request for approval. `applied`: it was approved, and its call was made. */
export const stored_approval_states = ['pending', 'applied', 'rejected', 'withdrawn'] as const
export type StoredApprovalState = (typeof stored_approval_states)[number]

/** The states as people see them: a pending request expires by its age. */
export const approval_states = [...stored_approval_states, 'expired'] as const
export type ApprovalState = (typeof approval_states)[number]

/** A call that waits, or waited, for the approval of a second person. */
export const Approval = z.object({
  id: z.int(),
  /** `AP-12`. */
  number: z.string(),
  kind: z.enum(approval_kinds),
  state: z.enum(approval_states),
  description: z.string(),
  amount: rand.nullable(),
  account_id: z.int().nullable(),
  account_name: z.string(),
  requested_by: z.string(),
  time_requested: instant,
  /** Until when it can be decided. */
  expires: instant,
  /** Who approved, rejected or withdrew it; `''` before. */
  decided_by: z.string(),
  time_decided: instant.nullable(),
  reason: z.string(),
  /** Why the call could not be made when it was approved last; `''` when nothing went wrong. */
  problem: z.string(),
  /** Whether the caller asked for it, or has the API key with which it was asked. */
  is_own: z.boolean(),
  /** Whether the caller may approve it, and why not. */
  may_approve: z.boolean(),
  why_not: z.string(),
})
export type Approval = z.output<typeof Approval>

/** The last result of a rule that the data of the company must satisfy. */
export const Check = z.object({
  number: z.int(),
  name: z.string(),
  /** What the rule guarantees. */
  means: z.string(),
  /** What to do when it is broken. */
  remedy: z.string(),
  /** `null` before the first run. */
  rows_broken: z.int().nullable(),
  /** The first rows that break the rule, as text. */
  sample: z.array(z.string()),
  time_run: instant.nullable(),
  took_ms: z.int().nullable(),
})
export type Check = z.output<typeof Check>
