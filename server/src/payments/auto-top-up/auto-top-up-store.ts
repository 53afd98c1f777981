import { autoTopUpChanged } from '@waybill/domain/payments/events'
import { max_failures } from '@waybill/domain/payments/auto-top-up'
import { open_statuses } from '@waybill/domain/payments/payment'
import type { Cents } from '@waybill/domain/kit/money'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import type { AutoTopUpTable } from '../../kit/tables.ts'

/** A stored mandate for automatic top-ups; amounts in cents. */
export type AutoTopUpRow = Selectable<AutoTopUpTable>

/** Returns the mandate of an account; `undefined` when it never gave one. */
export async function findAutoTopUp(ctx: Context, accountId: number): Promise<AutoTopUpRow | undefined> {
  return ctx.db.selectFrom('auto_top_up').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Returns the mandate of an account and locks it for update; `undefined` when it never gave one. */
export async function lockAutoTopUp(ctx: Context, accountId: number): Promise<AutoTopUpRow | undefined> {
  return ctx.db
    .selectFrom('auto_top_up')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores the mandate of an account, in place of an earlier one. */
export async function saveAutoTopUp(
  ctx: Context,
  mandate: Pick<
    AutoTopUpRow,
    | 'account_id'
    | 'card_id'
    | 'threshold'
    | 'amount'
    | 'monthly_limit'
    | 'consent_text'
    | 'consent_by'
    | 'email'
  >,
): Promise<void> {
  const values = {
    ...mandate,
    is_on: true,
    failures: 0,
    off_reason: '',
    consent_time: ctx.now,
    time_modified: ctx.now,
  }
  await ctx.db
    .insertInto('auto_top_up')
    .values({ provider_id: ctx.provider_id, ...values })
    .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doUpdateSet(values))
    .execute()
}

/** Updates fields of a mandate. */
export async function updateAutoTopUp(
  ctx: Context,
  accountId: number,
  changes: Updateable<AutoTopUpTable>,
): Promise<void> {
  await ctx.db
    .updateTable('auto_top_up')
    .set({ ...changes, time_modified: ctx.now })
    .where('account_id', '=', accountId)
    .execute()
}

/** Lists the accounts whose balance is below the threshold of their mandate and that were not charged today. */
export async function listDueAccounts(ctx: Context, today: string): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT m.account_id FROM auto_top_up m
    JOIN account a ON a.provider_id = m.provider_id AND a.id = m.account_id
    LEFT JOIN account_balance b ON b.provider_id = m.provider_id AND b.account_id = m.account_id
    WHERE m.is_on AND m.card_id IS NOT NULL AND a.status = 'open' AND coalesce(b.balance, 0) < m.threshold
      AND m.last_day IS DISTINCT FROM ${today}::date
    ORDER BY m.account_id`.execute(ctx.db)
  return rows.map(({ account_id }) => account_id)
}

/** Returns the automatic top-ups of an account since a time that did not fail, in cents. */
export async function chargedSince(ctx: Context, accountId: number, since: Date): Promise<Cents> {
  const { rows } = await sql<{ charged: number }>`
    SELECT coalesce(sum(amount), 0) AS charged FROM payment
    WHERE is_automatic AND account_id = ${accountId} AND time_created >= ${since}
      AND status NOT IN ('failed', 'cancelled', 'expired')`.execute(ctx.db)
  return Number(rows[0]?.charged ?? 0)
}

/** Whether the gateway has not said about an automatic top-up of an account whether it charged the card. */
export async function hasOpenCharge(ctx: Context, accountId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('is_automatic', '=', true)
    .where('account_id', '=', accountId)
    .where('status', 'in', [...open_statuses, 'held'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts the result of a charge: after two failures in a row automatic top-up is switched off. The customer reads about
 * a failure in an e-mail; about a payment, in its receipt.
 */
export async function countCharge(
  ctx: Context,
  accountId: number,
  result: 'paid' | { failure: string },
): Promise<void> {
  const mandate = await lockAutoTopUp(ctx, accountId)
  if (!mandate) return
  if (result === 'paid') return updateAutoTopUp(ctx, accountId, { failures: 0 })
  const failures = mandate.failures + 1
  const reason = `The card could not be charged: ${result.failure.replace(/\.$/, '')}.`
  const isOff = mandate.is_on && failures >= max_failures
  await updateAutoTopUp(ctx, accountId, {
    failures,
    ...(isOff ? { is_on: false, off_reason: `Switched off after ${failures} failures. ${reason}` } : {}),
  })
  await ctx.emit(autoTopUpChanged, {
    account_id: accountId,
    change: isOff ? 'stopped' : 'failed',
    email: mandate.email,
    text: reason,
  })
}

/** Switches automatic top-up off when its card is removed. */
export async function stopForCard(
  ctx: Context,
  { id, account_id }: { id: number; account_id: number },
): Promise<void> {
  const mandate = await lockAutoTopUp(ctx, account_id)
  if (mandate?.card_id !== id) return
  await updateAutoTopUp(ctx, account_id, {
    card_id: null,
    ...(mandate.is_on ? { is_on: false, off_reason: 'Switched off because its card was removed.' } : {}),
  })
  if (mandate.is_on)
    await ctx.emit(autoTopUpChanged, {
      account_id,
      change: 'cancelled',
      email: mandate.email,
      text: 'Its card was removed.',
    })
}
