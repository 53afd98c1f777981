import type { Allocation } from '@waybill/domain/billing/allocation'
import type { Cents } from '@waybill/domain/kit/money'
import { sql } from 'kysely'
import { atOwnBranch } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'

/** Returns the oldest credits of an account with an unallocated rest, with their documents, and the number of all. */
export async function listShownCredits(ctx: Context, accountId: number, limit: number) {
  const query = ctx.db
    .selectFrom('billing_transaction as t')
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 't.provider_id').onRef('c.id', '=', 't.credit_note_id'),
    )
    .where('t.account_id', '=', accountId)
    .where('t.unallocated', '>', 0)
  const rows = query
    .select([
      't.id',
      't.type',
      't.description',
      't.effective_date',
      't.amount',
      't.unallocated',
      't.credit_note_id',
      't.payment_number',
      't.migration_reference',
      'c.invoice_id',
      'c.credit_note_number',
      'c.migration_reference as credit_note_migration_reference',
    ])
    .orderBy('t.id')
  return readPage(ctx, rows, query.select('t.id'), { limit, offset: 0 })
}

/** Returns the open invoices of an account, earliest due date first and then by number, and the number of all. */
export async function listUnpaidInvoices(ctx: Context, accountId: number, limit: number) {
  const query = ctx.db
    .selectFrom('invoice as i')
    .where('i.account_id', '=', accountId)
    .where(sql<boolean>`i.amount_paid + i.credit_note_total < i.total`)
  const rows = query
    .select([
      'i.id',
      'i.invoice_number',
      'i.migration_reference',
      'i.invoice_date',
      'i.due_date',
      'i.total',
      sql<Cents>`i.total - i.amount_paid - i.credit_note_total`.as('open'),
    ])
    .orderBy('i.due_date')
    .orderBy('i.invoice_number')
  return readPage(ctx, rows, query.select('i.id'), { limit, offset: 0 })
}

/** Returns a page of what is allocated now, newest first: one row for each credit and invoice. */
export async function listAllocatedParts(
  ctx: Context,
  of: {
    account_id?: number | undefined
    invoice_id?: number | undefined
    credit_note_id?: number | undefined
  },
  page: PageRequest,
) {
  let parts = ctx.db
    .selectFrom('payment_allocation as p')
    .innerJoin('billing_transaction as t', (join) =>
      join.onRef('t.provider_id', '=', 'p.provider_id').onRef('t.id', '=', 'p.transaction_id'),
    )
    .where(atOwnBranch(ctx.actor, 't.account_id') ?? sql<boolean>`true`)
  if (of.account_id !== undefined) parts = parts.where('t.account_id', '=', of.account_id)
  if (of.invoice_id !== undefined) parts = parts.where('p.invoice_id', '=', of.invoice_id)
  if (of.credit_note_id !== undefined) parts = parts.where('t.credit_note_id', '=', of.credit_note_id)
  const sums = parts
    .select(({ fn }) => [
      'p.provider_id',
      'p.transaction_id',
      'p.invoice_id',
      sql<Cents>`sum(p.amount)::bigint`.as('amount'),
      fn.max('p.id').as('last_id'),
    ])
    .groupBy(['p.provider_id', 'p.transaction_id', 'p.invoice_id'])
    .having(sql<boolean>`sum(p.amount) > 0`)
  const joined = ctx.db
    .selectFrom(sums.as('s'))
    .innerJoin('payment_allocation as l', (join) =>
      join.onRef('l.provider_id', '=', 's.provider_id').onRef('l.id', '=', 's.last_id'),
    )
    .innerJoin('billing_transaction as t', (join) =>
      join.onRef('t.provider_id', '=', 's.provider_id').onRef('t.id', '=', 's.transaction_id'),
    )
    .innerJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 's.provider_id').onRef('i.id', '=', 's.invoice_id'),
    )
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 't.provider_id').onRef('c.id', '=', 't.credit_note_id'),
    )
  const rows = joined
    .select(['s.transaction_id', 's.invoice_id', 's.amount', 'l.created_by', 'l.time_created'])
    .select(['t.type', 't.account_id', 't.credit_note_id', 't.payment_number', 't.migration_reference'])
    .select(['i.invoice_number', 'i.migration_reference as invoice_migration_reference'])
    .select(['c.credit_note_number', 'c.migration_reference as credit_note_migration_reference'])
    .orderBy('s.last_id', 'desc')
  return readPage(ctx, rows, joined.select('s.transaction_id'), page)
}

/** Returns what is allocated now of a credit to an invoice, in cents. */
export async function allocatedOf(
  ctx: Context,
  { transaction_id, invoice_id }: Pick<Allocation, 'transaction_id' | 'invoice_id'>,
): Promise<Cents> {
  const { rows } = await sql<{ amount: Cents }>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM payment_allocation
    WHERE transaction_id = ${transaction_id} AND invoice_id = ${invoice_id}`.execute(ctx.db)
  return rows[0]?.amount ?? 0
}
