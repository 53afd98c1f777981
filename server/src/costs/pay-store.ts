import type { PayRules, StatementState } from '@waybill/domain/costs/model'
import { notFound } from '@waybill/domain/kit/problem'
import { sql, type Updateable } from 'kysely'
import { anyOf, newVersion } from '../kit/db.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context } from '../kit/handler.ts'
import { readPage } from '../kit/read-page.ts'
import { sortName } from '../kit/sort-columns.ts'
import type { PayStatementTable } from '../kit/tables.ts'

/** Returns all pay plans by name. */
export function listPlans(ctx: Context) {
  return ctx.db
    .selectFrom('pay_plan')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Returns a pay plan by its name, whatever the capitals; `undefined` when there is none. */
export function findPlanByName(ctx: Context, name: string) {
  return ctx.db
    .selectFrom('pay_plan')
    .selectAll()
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())
    .executeTakeFirst()
}

/** Stores a pay plan; returns its id. */
export async function insertPlan(ctx: Context, name: string): Promise<number> {
  const { id } = await ctx.db
    .insertInto('pay_plan')
    .values({ provider_id: ctx.provider_id, name, created_by: ctx.actor.username, time_created: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a pay plan until the transaction ends, so that its versions are added one after the other. */
export async function lockPlan(ctx: Context, id: number) {
  const row = await ctx.db
    .selectFrom('pay_plan')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Could not find this pay plan.')
  return row
}

/** Returns the versions of all pay plans, newest first. */
export function listVersions(ctx: Context) {
  return ctx.db.selectFrom('pay_plan_version').selectAll().orderBy('valid_from', 'desc').execute()
}
export type PayPlanVersionRow = Awaited<ReturnType<typeof listVersions>>[number]

/** Stores a version of a pay plan. */
export async function insertVersion(
  ctx: Context,
  version: { plan_id: number; valid_from: string; rules: PayRules },
): Promise<void> {
  await ctx.db
    .insertInto('pay_plan_version')
    .values({
      provider_id: ctx.provider_id,
      ...version,
      rules: JSON.stringify(version.rules),
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .execute()
}

/** Returns which plan pays which driver from which day, newest first. */
export function listAssignments(ctx: Context) {
  return ctx.db.selectFrom('pay_plan_driver').selectAll().orderBy('valid_from', 'desc').execute()
}

/** Gives a driver a plan from a day on, or none (`null`). Later changes are replaced by it. */
export async function assignPlan(
  ctx: Context,
  assignment: { username: string; valid_from: string; plan_id: number | null },
): Promise<void> {
  const { username, valid_from } = assignment
  await ctx.db
    .deleteFrom('pay_plan_driver')
    .where('username', '=', username)
    .where('valid_from', '>=', valid_from)
    .execute()
  await ctx.db
    .insertInto('pay_plan_driver')
    .values({ provider_id: ctx.provider_id, ...assignment })
    .execute()
}

/** Filters of the list of statements. `usernames`: only these drivers; `null`: all. */
export interface StatementFilter {
  id?: number | undefined
  state?: readonly StatementState[] | undefined
  username?: string | undefined
  usernames: readonly string[] | null
}

const orders = ['id', 'state', 'username', 'from_day', 'to_day', 'total'] as const

/** Returns one page of statements and their number. */
export function listStatementRows(
  ctx: Context,
  filter: StatementFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
) {
  let query = ctx.db.selectFrom('pay_statement as s')
  if (filter.id !== undefined) query = query.where('s.id', '=', filter.id)
  if (filter.state?.length) query = query.where('s.state', '=', anyOf(filter.state))
  if (filter.username) query = query.where('s.username', '=', filter.username)
  if (filter.usernames) query = query.where('s.username', '=', anyOf(filter.usernames))
  const order = sortName(orders, page.order_by, 'id')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  return readPage(
    ctx,
    query.selectAll('s').orderBy(`s.${order}`, direction).orderBy('s.id', direction),
    query.select('s.id'),
    page,
  )
}
export type StatementRow = Awaited<ReturnType<typeof listStatementRows>>['rows'][number]

/** Locks a statement until the transaction ends and returns it. */
export async function lockStatement(ctx: Context, id: number): Promise<StatementRow> {
  const row = await ctx.db
    .selectFrom('pay_statement')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Could not find this statement.')
  return row
}

/** Locks the draft of a driver; `undefined` when there is none. */
export async function lockDraft(ctx: Context, username: string): Promise<StatementRow | undefined> {
  const found = await ctx.db
    .selectFrom('pay_statement')
    .select('id')
    .where('username', '=', username)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  const row = found && (await lockStatement(ctx, found.id))
  return row?.state === 'draft' ? row : undefined
}

/** Stores an empty draft under the next number of the company. */
export async function insertStatement(
  ctx: Context,
  values: { username: string; from_day: string; to_day: string },
): Promise<StatementRow> {
  const id = await nextNumber(ctx, 'pay-statement')
  return ctx.db
    .insertInto('pay_statement')
    .values({
      provider_id: ctx.provider_id,
      id,
      state: 'draft',
      total: 0,
      ...values,
      prepared_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a locked statement. */
export function updateStatement(
  ctx: Context,
  id: number,
  changes: Updateable<PayStatementTable>,
): Promise<StatementRow> {
  return ctx.db
    .updateTable('pay_statement')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
