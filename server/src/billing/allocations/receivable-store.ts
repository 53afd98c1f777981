import type { Allocation } from '@waybill/domain/billing/allocation'
import type { TransactionTypeName } from '@waybill/domain/billing/transaction-types'
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

/** What is allocated now of a credit to an invoice, in cents, with the documents of both. */
interface AllocatedPartRow {
  transaction_id: number
  invoice_id: number
  amount: Cents
  created_by: string
  time_created: Date
  type: TransactionTypeName
  account_id: number
  credit_note_id: number | null
  payment_number: number | null
  migration_reference: string | null
  invoice_number: number
  invoice_migration_reference: string | null
  credit_note_number: number | null
  credit_note_migration_reference: string | null
}

/** Returns a page of what is allocated now, newest first, and the total number: one row for each credit and invoice. */
export async function listAllocatedParts(
  ctx: Context,
  { account_id, invoice_id, credit_note_id }: AllocatedFilter,
  page: PageRequest,
): Promise<{ rows: AllocatedPartRow[]; total: number }> {
  const conditions = [
    atOwnBranch(ctx.actor, 't.account_id') ?? sql`true`,
    ...(account_id === undefined ? [] : [sql`t.account_id = ${account_id}`]),
    ...(invoice_id === undefined ? [] : [sql`p.invoice_id = ${invoice_id}`]),
    ...(credit_note_id === undefined ? [] : [sql`t.credit_note_id = ${credit_note_id}`]),
  ]
  const sums = sql`
    SELECT p.provider_id, p.transaction_id, p.invoice_id, sum(p.amount)::bigint AS amount, max(p.id) AS last_id
    FROM payment_allocation p
    JOIN billing_transaction t ON t.provider_id = p.provider_id AND t.id = p.transaction_id
    WHERE ${sql.join(conditions, sql` AND `)}
    GROUP BY p.provider_id, p.transaction_id, p.invoice_id HAVING sum(p.amount) > 0`
  const [{ rows }, found] = await Promise.all([
    sql<AllocatedPartRow>`
      SELECT s.transaction_id, s.invoice_id, s.amount, l.created_by, l.time_created, t.type, t.account_id, t.credit_note_id,
        t.payment_number, t.migration_reference, i.invoice_number, i.migration_reference AS invoice_migration_reference,
        c.credit_note_number, c.migration_reference AS credit_note_migration_reference
      FROM (${sums}) s
      JOIN payment_allocation l ON l.provider_id = s.provider_id AND l.id = s.last_id
      JOIN billing_transaction t ON t.provider_id = s.provider_id AND t.id = s.transaction_id
      JOIN invoice i ON i.provider_id = s.provider_id AND i.id = s.invoice_id
      LEFT JOIN credit_note c ON c.provider_id = t.provider_id AND c.id = t.credit_note_id
      ORDER BY s.last_id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(ctx.db),
    sql<{ total: number }>`SELECT count(*) AS total FROM (${sums}) s`.execute(ctx.db),
  ])
  return { rows, total: Number(found.rows[0]?.total ?? 0) }
}

interface AllocatedFilter {
  account_id?: number | undefined
  invoice_id?: number | undefined
  credit_note_id?: number | undefined
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
