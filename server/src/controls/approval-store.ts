import type { ApprovableAction, ApprovalKind } from '@waybill/domain/kit/calls/approval'
import { approval_life_ms } from '@waybill/domain/controls/approval'
import type { ApprovalState } from '@waybill/domain/controls/model'
import { notFound } from '@waybill/domain/kit/problem'
import { expressionBuilder, sql, type Selectable } from 'kysely'
import { anyOf } from '../kit/db.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context } from '../kit/handler.ts'
import type { ApprovalRequestTable, Tables } from '../kit/tables.ts'

export type ApprovalRow = Selectable<ApprovalRequestTable>

/** Returns the waiting request of this person for the same call; `undefined` when there is none. */
export async function findWaiting(
  ctx: Context,
  { endpoint, input_hash }: Pick<ApprovalRow, 'endpoint' | 'input_hash'>,
): Promise<{ id: number; time_requested: Date } | undefined> {
  return ctx.db
    .selectFrom('approval_request')
    .select(['id', 'time_requested'])
    .where('requested_by', '=', ctx.actor.username)
    .where('endpoint', '=', endpoint)
    .where('input_hash', '=', input_hash)
    .where('state', '=', 'pending')
    .executeTakeFirst()
}

/** Stores a call that waits for approval and returns its id. */
export async function insertApproval(
  ctx: Context,
  call: Pick<ApprovalRow, 'endpoint' | 'input_hash' | 'key_holders'> & { input: unknown },
  { kind, amount, account_id, description }: ApprovableAction,
): Promise<number> {
  const id = await nextNumber(ctx, 'approval')
  await ctx.db
    .insertInto('approval_request')
    .values({
      provider_id: ctx.provider_id,
      id,
      kind,
      endpoint: call.endpoint,
      input: JSON.stringify(call.input),
      input_hash: call.input_hash,
      key_holders: call.key_holders,
      description,
      amount,
      account_id,
      requested_by: ctx.actor.username,
      requested_by_id: ctx.actor.user_id,
      time_requested: ctx.now,
    })
    .execute()
  return id
}

/** Locks a request until the transaction ends and returns it. Throws 404 when there is none. */
export async function lockApproval(ctx: Context, id: number): Promise<ApprovalRow> {
  const row = await ctx.db
    .selectFrom('approval_request')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Could not find this request for approval.')
  return row
}

/** Stores a decision. What was asked never changes: the database does not allow it. */
export async function updateApproval(
  ctx: Context,
  id: number,
  changes: Partial<Pick<ApprovalRow, 'state' | 'decided_by' | 'time_decided' | 'reason' | 'problem'>>,
): Promise<void> {
  await ctx.db.updateTable('approval_request').set(changes).where('id', '=', id).execute()
}

/** Stores why an approved call could not be made, while its request waits. */
export async function saveProblem(ctx: Context, id: number, problem: string): Promise<void> {
  await ctx.db
    .updateTable('approval_request')
    .set({ problem })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Filters of the list. */
export interface ApprovalFilter {
  state?: readonly ApprovalState[] | undefined
  kind?: readonly ApprovalKind[] | undefined
  /** Only requests of this person, and of API keys that the person has. */
  asked_by?: string
}

/** Returns a page of the requests, newest first, and how many match. */
export async function listApprovals(
  ctx: Context,
  filter: ApprovalFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ApprovalRow[]; total: number }> {
  let query = ctx.db.selectFrom('approval_request as a')
  if (filter.kind?.length) query = query.where('a.kind', '=', anyOf(filter.kind))
  if (filter.state?.length) query = query.where(inStates(ctx, filter.state))
  const { asked_by } = filter
  if (asked_by !== undefined)
    query = query.where((eb) =>
      eb.or([eb('a.requested_by', '=', asked_by), eb(eb.val(asked_by), '=', eb.fn.any('a.key_holders'))]),
    )
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .selectAll('a')
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total }
}

/** The condition of states as people see them: a pending request expires by its age. */
function inStates(ctx: Context, states: readonly ApprovalState[]) {
  const eb = expressionBuilder<Tables & { a: ApprovalRequestTable }, 'a'>()
  const oldest = new Date(ctx.now.getTime() - approval_life_ms)
  const isOld = eb('a.time_requested', '<', oldest)
  return eb.or(
    states.map((state) => {
      if (state === 'expired') return eb.and([eb('a.state', '=', 'pending'), isOld])
      if (state === 'pending') return eb.and([eb('a.state', '=', 'pending'), eb.not(isOld)])
      return sql<boolean>`a.state = ${state}`
    }),
  )
}
