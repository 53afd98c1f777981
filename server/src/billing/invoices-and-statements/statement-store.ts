import type { Cents } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import { atOwnBranch } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'

/** Returns an account's balance just before a moment, in cents. */
export async function balanceBefore(ctx: Context, accountId: number, moment: Date): Promise<Cents> {
  const { rows } = await sql<{ balance: Cents }>`
    SELECT coalesce(sum(amount), 0)::bigint AS balance FROM billing_transaction
    WHERE account_id = ${accountId} AND transaction_date < ${moment}`.execute(ctx.db)
  return rows[0]?.balance ?? 0
}

/** Returns the open amounts of an account's invoices at a moment, in cents, each with its due day. */
export async function openInvoicesAt(
  ctx: Context,
  accountId: number,
  moment: Date,
): Promise<{ open: Cents; due_day: string }[]> {
  const { rows } = await sql<{ open: Cents; due_date: Date }>`
    SELECT i.due_date, (i.total - coalesce(p.paid, 0))::bigint AS open FROM invoice i
    LEFT JOIN (
      SELECT invoice_id, sum(amount) AS paid FROM payment_allocation WHERE time_created < ${moment} GROUP BY invoice_id
    ) p ON p.invoice_id = i.id
    WHERE i.account_id = ${accountId} AND i.invoice_date < ${moment} AND i.total > coalesce(p.paid, 0)`.execute(
    ctx.db,
  )
  return rows.map((row) => ({ open: row.open, due_day: dayOf(row.due_date) }))
}

/**
 * Returns the current open amounts of the invoices of several accounts that the caller may see, in cents, each with
 * its due day.
 */
export async function openInvoicesOf(
  ctx: Context,
  accountIds: readonly number[],
): Promise<{ account_id: number; open: Cents; due_day: string }[]> {
  const own = atOwnBranch(ctx.actor, 'i.account_id') ?? sql<boolean>`true`
  const { rows } = await sql<{ account_id: number; open: Cents; due_date: Date }>`
    SELECT i.account_id, i.due_date, i.total - i.amount_paid - i.credit_note_total AS open FROM invoice i
    WHERE i.account_id = ANY(${accountIds}) AND i.amount_paid + i.credit_note_total < i.total AND ${own}
    ORDER BY i.account_id`.execute(ctx.db)
  return rows.map(({ account_id, open, due_date }) => ({ account_id, open, due_day: dayOf(due_date) }))
}
