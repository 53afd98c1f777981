import { anyOf } from '../../kit/db.ts'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import type { PageRequest } from '../../kit/read-page.ts'
import type { Context } from '../../kit/handler.ts'

/** The source of ledger rows that were taken over from another system; only such rows may be deleted. */
export const opening_source = 'move-in'

/** The state of the opening: the old total in cents, and when work started. */
export interface Opening {
  total_owed: Cents | null
  started_by: string | null
  time_started: Date | null
}

/** Returns the opening of the company, locked until the transaction ends. */
export async function lockOpening(ctx: Context): Promise<Opening> {
  await ctx.db
    .insertInto('opening')
    .values({ provider_id: ctx.provider_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ctx.db
    .selectFrom('opening')
    .select(['total_owed', 'started_by', 'time_started'])
    .where('provider_id', '=', ctx.provider_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns the opening of the company; `undefined` before the first opening item or old balance. */
export async function readOpening(ctx: Context): Promise<Opening | undefined> {
  return ctx.db.selectFrom('opening').select(['total_owed', 'started_by', 'time_started']).executeTakeFirst()
}

/** Whether an account has opening items and work with them has not started. */
export async function isMovingIn(ctx: Context, accountId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('opening as o')
    .select('o.provider_id')
    .where('o.time_started', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('billing_transaction as t')
          .select('t.id')
          .whereRef('t.provider_id', '=', 'o.provider_id')
          .where('t.account_id', '=', accountId)
          .where('t.source', '=', opening_source),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Changes the locked opening of the company. */
export async function updateOpening(ctx: Context, changes: Partial<Opening>): Promise<void> {
  await ctx.db.updateTable('opening').set(changes).execute()
}

/** Deletes the opening of a company that has no opening items and no old balances left. */
export async function deleteOpeningIfEmpty(ctx: Context): Promise<void> {
  await sql`DELETE FROM opening WHERE total_owed IS NULL AND time_started IS NULL
    AND NOT EXISTS (SELECT FROM opening_balance) AND NOT EXISTS (SELECT FROM billing_transaction WHERE source = ${opening_source})`.execute(
    ctx.db,
  )
}

/** Replaces the old balances of all accounts; `owed` in cents. */
export async function replaceOldBalances(
  ctx: Context,
  balances: readonly { account_id: number; owed: Cents }[],
): Promise<void> {
  await ctx.db.deleteFrom('opening_balance').execute()
  if (balances.length === 0) return
  await sql`INSERT INTO opening_balance (provider_id, account_id, owed)
    SELECT ${ctx.provider_id}, b.account_id, b.owed
    FROM unnest(${balances.map((one) => one.account_id)}::bigint[], ${balances.map((one) => one.owed)}::bigint[])
      AS b (account_id, owed)`.execute(ctx.db)
}

/** Deletes the old balance of an account. */
export async function deleteOldBalance(ctx: Context, accountId: number): Promise<void> {
  await ctx.db.deleteFrom('opening_balance').where('account_id', '=', accountId).execute()
}

/** SQL for what each account owes by its opening items and by the old trial balance. */
const compared = sql`
  SELECT coalesce(n.account_id, o.account_id) AS account_id, o.owed AS old_owed, coalesce(n.owed, 0)::bigint AS new_owed
  FROM (SELECT provider_id, account_id, -sum(amount) AS owed FROM billing_transaction WHERE source = ${opening_source} GROUP BY provider_id, account_id) n
  FULL JOIN opening_balance o ON o.provider_id = n.provider_id AND o.account_id = n.account_id`

/** Returns the sums of the opening items and of the old balances, in cents, and how many accounts differ. */
export async function sumOpening(
  ctx: Context,
): Promise<{ new_total: Cents; old_total: Cents | null; accounts_that_differ: number }> {
  const { rows } = await sql<{ new_total: Cents; old_total: Cents | null; accounts_that_differ: number }>`
    SELECT coalesce(sum(new_owed), 0)::bigint AS new_total, sum(old_owed)::bigint AS old_total,
      CASE WHEN count(old_owed) = 0 THEN 0 ELSE count(*) FILTER (WHERE new_owed <> coalesce(old_owed, 0)) END::int AS accounts_that_differ
    FROM (${compared}) c`.execute(ctx.db)
  return rows[0] ?? { new_total: 0, old_total: null, accounts_that_differ: 0 }
}

/** An account with its opening balance beside the old one; cents. */
export interface ComparedAccount {
  account_id: number
  account_code: string
  account_name: string
  old_owed: Cents | null
  new_owed: Cents
}

/** Lists accounts with an opening item or an old balance: the largest difference first, then by code. */
export async function listCompared(
  ctx: Context,
  onlyDifferences: boolean,
  page: PageRequest,
): Promise<{ rows: ComparedAccount[]; total: number }> {
  const wanted = onlyDifferences ? sql`WHERE c.new_owed <> coalesce(c.old_owed, 0)` : sql``
  const { rows } = await sql<ComparedAccount & { total: number }>`
    SELECT c.account_id, a.account_code, a.name AS account_name, c.old_owed, c.new_owed, count(*) OVER ()::int AS total
    FROM (${compared}) c JOIN account a ON a.provider_id = ${ctx.provider_id} AND a.id = c.account_id ${wanted}
    ORDER BY abs(c.new_owed - coalesce(c.old_owed, 0)) DESC, a.account_code
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(ctx.db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Returns the next number for an invoice of another system. They count down, so that our own have no gaps. */
export async function nextOldNumber(ctx: Context): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    SELECT least(coalesce(min(invoice_number), 0), 0) - 1 AS number FROM invoice`.execute(ctx.db)
  return Number(rows[0]?.number ?? -1)
}

/** Returns which of these numbers of documents are in use, in upper case. */
export async function takenReferences(
  ctx: Context,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ reference: string }>`
    SELECT upper(migration_reference) AS reference FROM invoice WHERE upper(migration_reference) = ANY(${references}::text[])
    UNION SELECT upper(migration_reference) FROM billing_transaction WHERE source = ${opening_source} AND upper(migration_reference) = ANY(${references}::text[])`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ reference }) => reference))
}

/** Locks an opening item and returns it with the settled part of its invoice in cents; `undefined` if it is gone. */
export async function lockOpeningItem(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('billing_transaction as t')
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 't.provider_id').onRef('i.id', '=', 't.invoice_id'),
    )
    .select([
      't.id',
      't.account_id',
      't.amount',
      't.unallocated',
      't.invoice_id',
      't.has_been_reversed',
      't.migration_reference',
      sql<Cents>`coalesce(i.amount_paid + i.credit_note_total, 0)`.as('settled'),
    ])
    .where('t.id', '=', id)
    .where('t.source', '=', opening_source)
    .forUpdate('t')
    .executeTakeFirst()
}

/** Deletes an opening item with its ledger entries and its invoice. The caller adjusts the balance. */
export async function deleteOpeningRows(
  ctx: Context,
  { id, invoice_id }: { id: number; invoice_id: number | null },
): Promise<void> {
  await ctx.db.deleteFrom('ledger_entry').where('transaction_id', '=', id).execute()
  await ctx.db.deleteFrom('billing_transaction').where('id', '=', id).execute()
  if (invoice_id !== null) await ctx.db.deleteFrom('invoice').where('id', '=', invoice_id).execute()
}

/** Returns our own invoices by number. */
export async function invoicesByOwnNumber(
  ctx: Context,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, { id: number; migration_reference: string | null }>> {
  const rows = await ctx.db
    .selectFrom('invoice')
    .select(['id', 'invoice_number', 'migration_reference'])
    .where('invoice_number', '=', anyOf(numbers))
    .where('invoice_number', '>', 0)
    .execute()
  return new Map(rows.map(({ invoice_number, ...row }) => [invoice_number, row]))
}

/** Sets the number of another system that an invoice shows instead of its own; `null` shows its own again. */
export async function setInvoiceReference(ctx: Context, id: number, reference: string | null): Promise<void> {
  await ctx.db
    .updateTable('invoice')
    .set({ migration_reference: reference, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}
