import { z } from 'zod'
import { isStaff, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { instant } from '../kit/calls/wire.ts'

/** What messages of the inbox are about. */
export const inbox_kinds = ['shipment', 'billing', 'account', 'security'] as const
export type InboxKind = (typeof inbox_kinds)[number]

/** One message as its reader sees it. */
export const InboxMessage = z.object({
  id: z.int(),
  kind: z.enum(inbox_kinds),
  subject: z.string(),
  /** Plain text; an empty line begins a paragraph. */
  text: z.string(),
  /** A path of the product where it goes on, `''` for none; its reader may lack the right to go there. */
  link: z.string(),
  is_read: z.boolean(),
  time_created: instant,
})
export type InboxMessage = z.output<typeof InboxMessage>

/** Whether somebody may mark messages: staff who act as a customer leave that customer's inbox as it is. */
export function mayMarkMessages(actor: Actor): RuleResult {
  return (
    actor.impersonated_by === null ||
    forbidden('These are messages of the customer you are acting as. They stay as they are.')
  )
}

/** Whether messages for staff may reach somebody at all; their rights decide which. */
export function readsStaffInbox(actor: Actor): boolean {
  return actor.kind === 'user' && isStaff(actor)
}
