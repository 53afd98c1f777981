import type { CashUpState, HolderKind } from '@waybill/domain/cash/cash-up'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import { sql, type Insertable, type Updateable } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { anyOf } from '../kit/db.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context } from '../kit/handler.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import type { CashUpTable } from '../kit/tables.ts'

/** Stores a count under the company's next number. */
export async function insertCashUp(
  ctx: Context,
  values: Omit<Insertable<CashUpTable>, 'provider_id' | 'id' | 'state' | 'time_created'>,
): Promise<CashUpRow> {
  return ctx.db
    .insertInto('cash_up')
    .values({
      provider_id: ctx.provider_id,
      id: await nextNumber(ctx, 'cash-up'),
      state: 'counted',
      ...values,
      time_created: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a count locked until the transaction ends; `undefined` when there is none with this id. */
export function lockCashUp(ctx: Context, id: number) {
  return ctx.db.selectFrom('cash_up').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
export type CashUpRow = NonNullable<Awaited<ReturnType<typeof lockCashUp>>>

/** Changes a locked count. */
export function updateCashUp(ctx: Context, id: number, changes: Updateable<CashUpTable>): Promise<CashUpRow> {
  return ctx.db
    .updateTable('cash_up')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the id of the count of a holder that waits for another person; `null` when there is none. */
export async function waitingCashUp(
  ctx: Context,
  kind: HolderKind,
  username: string,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('cash_up')
    .select('id')
    .where('kind', '=', kind)
    .where('username', '=', username)
    .where('state', '=', 'counted')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Filters of the list; days are `YYYY-MM-DD`. */
export interface CashUpFilter {
  state?: readonly CashUpState[] | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/** Returns one page of counts, newest first, and their number, counted up to the general limit. */
export function listCashUpRows(ctx: Context, filter: CashUpFilter, page: PageRequest) {
  let query = ctx.db.selectFrom('cash_up')
  if (filter.state?.length) query = query.where('state', '=', anyOf(filter.state))
  if (filter.from) query = query.where('time_created', '>=', startOfDay(filter.from))
  if (filter.to) query = query.where('time_created', '<', startOfDay(daysAfter(filter.to, 1)))
  if (filter.search) query = query.where('holder_name', 'ilike', `%${escapeLike(filter.search)}%`)
  return readPage(ctx, query.selectAll().orderBy('id', 'desc'), query.select('id'), page)
}

/** Opens a till of the caller; returns its id, or `null` when one is open already. */
export async function insertTill(ctx: Context): Promise<number | null> {
  const row = await ctx.db
    .insertInto('till')
    .values({
      provider_id: ctx.provider_id,
      id: await nextNumber(ctx, 'till'),
      username: ctx.actor.username,
      operator_name: ctx.actor.name,
      opened_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'username']).where('closed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the open till of an operator; `undefined` when there is none. */
export function findOpenTill(ctx: Context, username: string) {
  return ctx.db
    .selectFrom('till')
    .select(['id', 'username', 'operator_name'])
    .where('username', '=', username)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

/** Closes a till. */
export async function closeTill(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('till').set({ closed_at: ctx.now }).where('id', '=', id).execute()
}

/** Someone who holds cash, or has an open till. */
export interface HolderRow {
  kind: HolderKind
  username: string
  holder_name: string
  till_id: number | null
  held: number
  waiting_cash_up_id: number | null
}

/** SQL of everyone who holds cash or has an open till. */
const holders = sql`
  SELECT h.kind, h.username, h.holder_name, h.till_id, h.held, c.id AS waiting_cash_up_id FROM (
    SELECT e.provider_id, 'driver' AS kind, e.holder AS username, coalesce(max(u.name), e.holder) AS holder_name, NULL::bigint AS till_id,
      sum(e.amount)::float8 AS held
    FROM cash_entry e LEFT JOIN app_user u ON u.provider_id = e.provider_id AND u.username = e.holder
    WHERE e.place = 'driver' GROUP BY e.provider_id, e.holder HAVING sum(e.amount) <> 0
    UNION ALL
    SELECT t.provider_id, 'till', t.username, t.operator_name, t.id,
      coalesce((SELECT sum(e.amount) FROM cash_entry e WHERE e.place = 'till' AND e.holder = t.id::text), 0)::float8
    FROM till t WHERE t.closed_at IS NULL
  ) h LEFT JOIN cash_up c ON c.provider_id = h.provider_id AND c.kind = h.kind AND c.username = h.username AND c.state = 'counted'`

/** Returns one page of holders, the largest amount first, and their number. */
export async function listHolders(
  ctx: Context,
  { limit, offset }: PageRequest,
): Promise<{ rows: HolderRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    sql<HolderRow>`${holders} ORDER BY h.held DESC, h.username LIMIT ${limit} OFFSET ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM (${holders}) counted`.execute(ctx.db),
  ])
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 }
}
