import { anyOf } from '../../kit/db.ts'
import type { Allocation, OpenCredit, OpenInvoice } from '@waybill/domain/billing/allocation'
import type { ImportedCredit, ImportedInvoice } from '@waybill/domain/billing/allocation-import'
import type { Cents } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import { atOwnBranch } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'

/**
 * Lists the credits of an account that have an unallocated rest, oldest first, each with the invoice that its credit
 * note corrects.
 */
export async function listFreeCredits(ctx: Context, accountId: number): Promise<OpenCredit[]> {
  return ctx.db
    .selectFrom('billing_transaction as t')
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 't.provider_id').onRef('c.id', '=', 't.credit_note_id'),
    )
    .select(['t.id as transaction_id', 'c.invoice_id', 't.unallocated as rest'])
    .where('t.account_id', '=', accountId)
    .where('t.unallocated', '>', 0)
    .orderBy('t.id')
    .execute()
}

/** Returns which of these accounts have a credit with an unallocated rest, in the order of their ids. */
export async function listAccountsWithFreeCredit(
  ctx: Context,
  accountIds: readonly number[],
): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('billing_transaction')
    .select('account_id')
    .distinct()
    .where('account_id', '=', anyOf(accountIds))
    .where('unallocated', '>', 0)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** Lists the unpaid and partly paid invoices of an account and locks them for update. */
export async function listOpenInvoices(ctx: Context, accountId: number): Promise<OpenInvoice[]> {
  const rows = await ctx.db
    .selectFrom('invoice')
    .select(['id', 'invoice_number', 'due_date', 'total', 'amount_paid', 'credit_note_total'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`amount_paid + credit_note_total < total`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    invoice_id: row.id,
    invoice_number: row.invoice_number,
    due_day: dayOf(row.due_date),
    open: row.total - row.amount_paid - row.credit_note_total,
  }))
}

/**
 * Returns the ids of the company's accounts by their code in upper case. Staff limited to one branch get only the
 * accounts of that branch.
 */
export async function accountsByCode(ctx: Context, codes: readonly string[]): Promise<Map<string, number>> {
  let query = ctx.db
    .selectFrom('account')
    .select(['id', sql<string>`upper(account_code)`.as('code')])
    .where(sql<boolean>`upper(account_code) = ANY(${codes})`)
  const own = atOwnBranch(ctx.actor, 'account.id')
  if (own) query = query.where(own)
  return new Map((await query.execute()).map(({ id, code }) => [code, id]))
}

/** Returns the credits with these receipt or credit note numbers, including fully allocated ones. */
export async function creditsByNumber(
  ctx: Context,
  accountIds: readonly number[],
  payments: readonly number[],
  creditNotes: readonly number[],
): Promise<ImportedCredit[]> {
  const rows = await ctx.db
    .selectFrom('billing_transaction as t')
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 't.provider_id').onRef('c.id', '=', 't.credit_note_id'),
    )
    .select([
      't.id as transaction_id',
      't.account_id',
      't.payment_number',
      'c.credit_note_number',
      't.unallocated as rest',
    ])
    .where('t.account_id', '=', anyOf(accountIds))
    .where(
      sql<boolean>`t.amount > 0 AND (t.payment_number = ANY(${payments}) OR c.credit_note_number = ANY(${creditNotes}))`,
    )
    .execute()
  return rows.map(({ payment_number, credit_note_number, ...row }) => ({
    ...row,
    ...(payment_number === null
      ? { kind: 'credit-note' as const, number: credit_note_number ?? 0 }
      : { kind: 'payment' as const, number: payment_number }),
  }))
}

/** Returns the invoices with these numbers or references of an older system, locked until the transaction ends. */
export async function invoicesByNumber(
  ctx: Context,
  accountIds: readonly number[],
  numbers: readonly number[],
  references: readonly string[],
): Promise<ImportedInvoice[]> {
  const rows = await ctx.db
    .selectFrom('invoice')
    .select([
      'id',
      'account_id',
      'invoice_number',
      'migration_reference',
      'total',
      'amount_paid',
      'credit_note_total',
    ])
    .where('account_id', '=', anyOf(accountIds))
    .where(
      sql<boolean>`(invoice_number = ANY(${numbers}) OR upper(migration_reference) = ANY(${references}))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    invoice_id: row.id,
    account_id: row.account_id,
    invoice_number: row.invoice_number,
    migration_reference: row.migration_reference,
    open: row.total - row.amount_paid - row.credit_note_total,
  }))
}

/** Returns the current amount of a credit that is allocated to each invoice. */
export async function readAllocations(ctx: Context, transactionId: number): Promise<Allocation[]> {
  const rows = await ctx.db
    .selectFrom('payment_allocation')
    .select(['invoice_id', ({ fn }) => fn.sum<string>('amount').as('amount')])
    .where('transaction_id', '=', transactionId)
    .groupBy('invoice_id')
    .orderBy('invoice_id')
    .execute()
  return rows
    .map(({ invoice_id, amount }) => ({ transaction_id: transactionId, invoice_id, amount: Number(amount) }))
    .filter(({ amount }) => amount !== 0)
}

/** Writes allocations and updates the paid and credited amounts of their invoices. Negative rows undo allocations. */
export async function recordAllocations(ctx: Context, rows: readonly Allocation[]): Promise<void> {
  await sql`
    WITH a AS (
      INSERT INTO payment_allocation (provider_id, transaction_id, invoice_id, amount, created_by, time_created)
      SELECT ${ctx.provider_id}, a.transaction_id, a.invoice_id, a.amount, ${ctx.actor.username}, ${ctx.now}
      FROM unnest(${rows.map((row) => row.transaction_id)}::bigint[], ${rows.map((row) => row.invoice_id)}::bigint[],
        ${rows.map((row) => row.amount)}::bigint[]) AS a (transaction_id, invoice_id, amount)
      RETURNING transaction_id, invoice_id, amount),
    paid AS (
      SELECT a.invoice_id, coalesce(sum(a.amount) FILTER (WHERE t.credit_note_id IS NULL), 0) AS money,
        coalesce(sum(a.amount) FILTER (WHERE t.credit_note_id IS NOT NULL), 0) AS credit
      FROM a JOIN billing_transaction t ON t.provider_id = ${ctx.provider_id} AND t.id = a.transaction_id GROUP BY a.invoice_id)
    UPDATE invoice i SET amount_paid = amount_paid + paid.money, credit_note_total = credit_note_total + paid.credit, time_modified = ${ctx.now}
    FROM paid WHERE i.provider_id = ${ctx.provider_id} AND i.id = paid.invoice_id`.execute(ctx.db)
}

/** Reduces the unallocated rest of credits, and of the credit notes they belong to. */
export async function takeFromCredits(
  ctx: Context,
  rows: readonly { transaction_id: number; amount: Cents }[],
): Promise<void> {
  await sql`
    WITH taken AS (
      SELECT transaction_id, sum(amount) AS amount
      FROM unnest(${rows.map((row) => row.transaction_id)}::bigint[], ${rows.map((row) => row.amount)}::bigint[]) AS a (transaction_id, amount)
      GROUP BY transaction_id),
    t AS (
      UPDATE billing_transaction t SET unallocated = t.unallocated - taken.amount, time_modified = ${ctx.now}
      FROM taken WHERE t.provider_id = ${ctx.provider_id} AND t.id = taken.transaction_id
      RETURNING t.credit_note_id, taken.amount)
    UPDATE credit_note c SET allocated = c.allocated + t.amount, time_modified = ${ctx.now}
    FROM t WHERE c.provider_id = ${ctx.provider_id} AND c.id = t.credit_note_id`.execute(ctx.db)
}
