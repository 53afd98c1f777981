import { z } from 'zod'
import { branchLimit, hasPermission, isAdministrator, isOffice, type Actor } from '../kit/actor.ts'
import { minute_ms } from '../kit/dates/durations.ts'
import { count, instant, list, text } from '../kit/calls/wire.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import type { PendingReason } from './ops-dashboard.ts'

/** How long an exception may be without an owner before staff are alerted, in ms. */
export const ownerless_ms = 15 * minute_ms

/** How long a stop may be unread by its driver before it is pending, in ms. */
export const unread_ms = 30 * minute_ms

/** The reasons that alert staff when nobody takes them: those that happen suddenly and wait for a person. */
export const alerted_reasons = [
  'rejected',
  'failed',
  'exception',
  'locker',
] as const satisfies readonly PendingReason[]

/** What is done with the care of exceptions. */
export const CareChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('take') }),
  z.object({ kind: z.literal('give'), username: text(120) }),
  z.object({ kind: z.literal('release') }),
  z.object({ kind: z.literal('snooze'), until: instant, reason: text(200) }),
  z.object({ kind: z.literal('wake') }),
])
export type CareChange = z.output<typeof CareChange>

/**
 * Whether a user may give, release or snooze an exception: its owner, an administrator, and everybody while it has no
 * owner.
 */
export function mayPassOn(actor: Pick<Actor, 'username' | 'role_id'>, owner: string | null): boolean {
  return owner === null || owner === actor.username || isAdministrator(actor)
}

/** Whether a member of staff can look after an exception: in the office, and at one of the branches of the shipment. */
export function mayLookAfter(
  person: Pick<Actor, 'account_id' | 'role_id' | 'branch_id' | 'limit_user_to_branch' | 'permissions'>,
  branches: readonly (number | null)[],
): boolean {
  const branch = branchLimit(person)
  return (
    isOffice(person) && hasPermission(person, permission) && (branch === null || branches.includes(branch))
  )
}

const permission = 'API_/trip-sheet:GET'

/** Endpoints about who looks after exceptions: docs/domain/reports-and-dashboards.md#exceptions. */
export const exceptionsApi = {
  care: endpoint('PUT /ops-dashboard/pending/care', {
    input: z.object({ shipment_id: count, change: CareChange }),
    output: z.object({}),
    permission,
    summary: 'Takes, gives, releases or snoozes an exception of the ops dashboard.',
    published: false,
  }),
  owners: endpoint('GET /ops-dashboard/pending/owners', {
    input: z.object({ shipment_id: count }),
    output: z.object({ owners: list(z.object({ username: z.string(), name: z.string() })) }),
    permission,
    summary: 'Lists the colleagues who can see a shipment, to whom its exception can be given.',
    published: false,
  }),
}
