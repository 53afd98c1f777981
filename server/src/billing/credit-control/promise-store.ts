import type { Cents } from '@waybill/domain/kit/money'
import { promiseState, type PaymentPromise, type PromiseState } from '@waybill/domain/billing/credit-control'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { sql, type RawBuilder } from 'kysely'
import { atOwnBranch } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'

/** Stores a promise to pay and returns its id. The amount is in cents, the day `YYYY-MM-DD`. */
export async function insertPromise(
  ctx: Context,
  promise: { account_id: number; amount: Cents; promised_date: string; promised_by: string; note: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('payment_promise')
    .values({
      ...promise,
      provider_id: ctx.provider_id,
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks a promise as withdrawn. */
export async function markWithdrawn(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('payment_promise').set({ time_withdrawn: ctx.now }).where('id', '=', id).execute()
}

interface PromiseRow {
  id: number
  account_id: number
  account_code: string
  account_name: string
  amount: Cents
  paid: Cents
  promised_date: string
  promised_by: string
  note: string
  created_by: string
  time_created: Date
  time_withdrawn: Date | null
}

/** What was paid since a promise `p`, up to the end of the promised day in South Africa. */
const paid = sql<Cents>`(SELECT coalesce(sum(t.amount), 0)::bigint FROM billing_transaction t
  WHERE t.provider_id = p.provider_id AND t.account_id = p.account_id AND t.type IN ('payment', 'payment-reversal')
    AND t.time_created >= p.time_created
    AND t.time_created < (p.promised_date + 1)::timestamp AT TIME ZONE 'Africa/Johannesburg')`

/** Returns a page of promises, newest first, and their total number. */
export async function listPromiseRows(
  ctx: Context,
  filter: { id?: number; account_id?: number | undefined; state?: readonly PromiseState[] | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PaymentPromise[]; total: number }> {
  const { id, account_id, state } = filter
  const today = dayOf(ctx.now)
  const stateOf = sql<PromiseState>`CASE WHEN p.time_withdrawn IS NOT NULL THEN 'withdrawn'
    WHEN p.paid >= p.amount THEN 'kept' WHEN p.promised_date < ${today}::date THEN 'broken' ELSE 'running' END`
  const conditions = [
    atOwnBranch(ctx.actor, 'p.account_id'),
    id === undefined ? undefined : sql<boolean>`p.id = ${id}`,
    account_id ? sql<boolean>`p.account_id = ${account_id}` : undefined,
    state?.length ? sql<boolean>`${stateOf} = ANY(${state})` : undefined,
  ].filter((condition): condition is RawBuilder<boolean> => condition !== undefined)
  const met = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
  const { rows } = await sql<PromiseRow & { total: number }>`
    SELECT p.*, a.account_code, a.name AS account_name, count(*) OVER () AS total
    FROM (SELECT p.*, ${paid} AS paid FROM payment_promise p) p
    JOIN account a ON a.provider_id = p.provider_id AND a.id = p.account_id
    WHERE ${met} ORDER BY p.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return {
    rows: rows.map(({ total: _total, time_withdrawn, ...row }) => ({
      ...row,
      state: promiseState({ ...row, time_withdrawn }, row.paid, today),
    })),
    total: rows[0]?.total ?? 0,
  }
}
