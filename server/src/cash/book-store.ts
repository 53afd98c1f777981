import type { CashMovement, CashPlace } from '@waybill/domain/cash/cash-book'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Stores a movement of money with its entries; returns its id. */
export async function insertMovement(
  ctx: Context,
  { kind, entries }: CashMovement,
  description: string,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('cash_transaction')
    .values({
      provider_id: ctx.provider_id,
      kind,
      description,
      done_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('cash_entry')
    .values(entries.map((entry) => ({ provider_id: ctx.provider_id, transaction_id: id, ...entry })))
    .execute()
  return id
}

/** Returns the cents at one place, or of one holder there. */
export async function balanceAt(ctx: Context, place: CashPlace, holder = ''): Promise<Cents> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount), 0)::float8 AS amount FROM cash_entry WHERE place = ${place} AND holder = ${holder}`.execute(
    ctx.db,
  )
  return Number(rows[0]?.amount ?? 0)
}

/** Returns the cents at each place, over all holders. */
export async function balancesByPlace(ctx: Context): Promise<Readonly<Partial<Record<CashPlace, Cents>>>> {
  const { rows } = await sql<{ place: CashPlace; amount: number }>`
    SELECT place, sum(amount)::float8 AS amount FROM cash_entry GROUP BY place`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ place, amount }) => [place, Number(amount)]))
}

/**
 * Locks the cash of one holder, or the safe, until the transaction ends, so that two requests do not use the same
 * money. Holders are locked before the safe.
 */
export async function lockHolder(ctx: Context, place: CashPlace, holder = ''): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cash ${ctx.provider_id} ${place} ${holder}`}, 0))`.execute(
    ctx.db,
  )
}

/** A payout from a till, for its slip. */
export interface PayoutRow {
  id: number
  description: string
  done_by: string
  amount: Cents
  time_created: Date
}

/** Returns a payout from a till; `undefined` when there is none with this id. */
export async function findPayout(ctx: Context, id: number): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    SELECT t.id, t.description, t.done_by, e.amount, t.time_created FROM cash_transaction t
    JOIN cash_entry e ON e.provider_id = t.provider_id AND e.transaction_id = t.id AND e.place = 'expense'
    WHERE t.id = ${id} AND t.kind = 'till-payout'`.execute(ctx.db)
  return rows[0]
}
