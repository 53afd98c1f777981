import { z } from 'zod'
import { isStaff, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { instant } from '../kit/calls/wire.ts'

/** Kinds of inbox message, by subject. */
export const inbox_kinds = ['shipment', 'billing', 'account', 'security'] as const
export type InboxKind = (typeof inbox_kinds)[number]

/** One inbox message as returned to its recipient. */
export const InboxMessage = z.object({
  id: z.int(),
  kind: z.enum(inbox_kinds),
  subject: z.string(),
  /** Plain text; a blank line separates paragraphs. */
  text: z.string(),
  /** Path of the related page in the application, `''` for none; the recipient may not have permission to open it. */
  link: z.string(),
  is_read: z.boolean(),
  time_created: instant,
})
export type InboxMessage = z.output<typeof InboxMessage>

/** Whether the actor may mark inbox messages. Staff who act as a customer may not change that customer’s inbox. */
export function mayMarkMessages(actor: Actor): RuleResult {
  return (
    actor.impersonated_by === null ||
    forbidden('These messages belong to the customer you are acting as. You cannot change them.')
  )
}

/** Whether the actor can receive inbox messages for staff at all; their permissions decide which ones. */
export function readsStaffInbox(actor: Actor): boolean {
  return actor.kind === 'user' && isStaff(actor)
}
