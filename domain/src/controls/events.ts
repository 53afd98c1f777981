import { z } from 'zod'
import { approval_kinds } from '../kit/calls/approval.ts'
import { event } from '../kit/event.ts'

/** The name and code of the account that it is about; `''` when there is none. Earlier releases did not store it. */
const account = z.string().default('')

/** Published when a call waits for the approval of a second person. */
export const approvalRequested = event(
  'approvalRequested',
  z.object({
    number: z.string(),
    kind: z.enum(approval_kinds),
    description: z.string(),
    account,
    requested_by: z.string(),
  }),
)

/** Published for each person who can approve a call that waits; they get an e-mail. */
export const approverNeeded = event(
  'approverNeeded',
  z.object({
    number: z.string(),
    description: z.string(),
    account,
    requested_by: z.string(),
    user_id: z.int(),
    email: z.string(),
  }),
)

/** Published when a request for approval was decided; its requester is notified. */
export const approvalDecided = event(
  'approvalDecided',
  z.object({
    number: z.string(),
    description: z.string(),
    decision: z.enum(['applied', 'rejected']),
    decided_by: z.string(),
    reason: z.string(),
    requested_by_id: z.int(),
  }),
)
