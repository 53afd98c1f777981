import { count_cap } from '@waybill/domain/kit/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { dayOf, startOfDay } from '@waybill/domain/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

export interface Page {
  limit: number
  offset: number
  order_by?: string | undefined
  order?: string | undefined
}

/** Filters every list of documents shares; the moments are both included. */
interface Filter {
  ids?: readonly number[] | undefined
  account_id?: number | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
}

const direction = (order: string | undefined) => (order?.toUpperCase() === 'ASC' ? 'asc' : 'desc')

function transactions(ctx: Ctx) {
  return ctx.db
    .selectFrom('billing_transaction as t')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 't.provider_id').onRef('a.id', '=', 't.account_id'),
    )
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 't.provider_id').onRef('i.id', '=', 't.invoice_id'),
    )
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 't.provider_id').onRef('c.id', '=', 't.credit_note_id'),
    )
}

const beside = [
  'a.account_code',
  'i.invoice_number',
  'i.migration_reference as invoice_migration_reference',
  'c.credit_note_number',
  'c.migration_reference as credit_note_migration_reference',
  'c.total as credit_note_total',
] as const

export interface TransactionFilter extends Filter {
  shipment_id?: number | undefined
  invoice_id?: number | undefined
  credit_note_id?: number | undefined
  type?: readonly string[] | undefined
}

const transaction_orders: Record<string, ReturnType<typeof sql>> = {
  transaction_date: sql`t.transaction_date`,
  effective_date: sql`t.effective_date`,
  amount: sql`t.amount`,
  id: sql`t.id`,
}

/** A page of ledger rows and how many there are, counted up to the cap. */
export async function listTransactions(ctx: Ctx, filter: TransactionFilter, page: Page) {
  let query = transactions(ctx)
  if (filter.ids) query = query.where('t.id', '=', sql<number>`ANY(${filter.ids})`)
  if (filter.account_id) query = query.where('t.account_id', '=', filter.account_id)
  if (filter.shipment_id) query = query.where('t.shipment_id', '=', filter.shipment_id)
  if (filter.invoice_id) query = query.where('t.invoice_id', '=', filter.invoice_id)
  if (filter.credit_note_id) query = query.where('t.credit_note_id', '=', filter.credit_note_id)
  if (filter.type?.length) query = query.where('t.type', '=', sql<string>`ANY(${filter.type})`)
  if (filter.start_date) query = query.where('t.transaction_date', '>=', filter.start_date)
  if (filter.end_date) query = query.where('t.transaction_date', '<=', filter.end_date)
  const rows = await query
    .selectAll('t')
    .select(beside)
    .orderBy(transaction_orders[page.order_by ?? ''] ?? sql`t.transaction_date`, direction(page.order))
    .orderBy('t.id', direction(page.order))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await counted(ctx, query.select('t.id').limit(count_cap)) }
}
export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>['rows'][number]

type Countable = { as: (alias: 'capped') => never }

async function counted(ctx: Ctx, query: unknown): Promise<number> {
  const { total } = await ctx.db
    .selectFrom((query as Countable).as('capped'))
    .select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** One row of the ledger by id. */
export async function getTransaction(ctx: Ctx, id: number): Promise<TransactionRow> {
  return transactions(ctx).selectAll('t').select(beside).where('t.id', '=', id).executeTakeFirstOrThrow()
}

/** The lines of an invoice with what a reader needs beside them, and how many there are. */
export async function listInvoiceItems(ctx: Ctx, invoice_id: number, page: Page) {
  const query = transactions(ctx)
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 't.provider_id').onRef('s.id', '=', 't.shipment_id'),
    )
    .leftJoin('address as f', (join) =>
      join.onRef('f.provider_id', '=', 's.provider_id').onRef('f.id', '=', 's.collection_address_id'),
    )
    .leftJoin('address as d', (join) =>
      join.onRef('d.provider_id', '=', 's.provider_id').onRef('d.id', '=', 's.delivery_address_id'),
    )
    .where('t.invoice_id', '=', invoice_id)
  const rows = await query
    .selectAll('t')
    .select(beside)
    .select([
      's.service_level_code',
      's.customer_reference',
      's.parcel_count',
      's.charged_weight',
      's.cost_center',
      sql<string>`coalesce(nullif(f.local_area, ''), f.city, '')`.as('from'),
      sql<string>`coalesce(nullif(d.local_area, ''), d.city, '')`.as('to'),
    ])
    .orderBy(transaction_orders[page.order_by ?? ''] ?? sql`t.transaction_date`, direction(page.order))
    .orderBy('t.id', direction(page.order))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await counted(ctx, query.select('t.id').limit(count_cap)) }
}
export type InvoiceItemRow = Awaited<ReturnType<typeof listInvoiceItems>>['rows'][number]

const invoice_orders: Record<string, ReturnType<typeof sql>> = {
  invoice_date: sql`i.invoice_date`,
  invoice_number: sql`i.invoice_number`,
  total: sql`i.total`,
  due_date: sql`i.due_date`,
}

/** What makes an invoice open, paid or overdue today (domain notes 6.4). */
function statusIs(ctx: Ctx, status: string) {
  if (status === 'paid') return sql<boolean>`i.amount_paid + i.credit_note_total >= i.total`
  const today = startOfDay(dayOf(ctx.now))
  return status === 'overdue'
    ? sql<boolean>`i.amount_paid + i.credit_note_total < i.total AND i.due_date < ${today}`
    : sql<boolean>`i.amount_paid + i.credit_note_total < i.total AND i.due_date >= ${today}`
}

/** A page of invoices and how many there are. */
export async function listInvoices(
  ctx: Ctx,
  filter: Filter & { status?: readonly string[] | undefined },
  page: Page,
) {
  let query = ctx.db
    .selectFrom('invoice as i')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'i.provider_id').onRef('a.id', '=', 'i.account_id'),
    )
  if (filter.ids) query = query.where('i.id', '=', sql<number>`ANY(${filter.ids})`)
  if (filter.account_id) query = query.where('i.account_id', '=', filter.account_id)
  if (filter.start_date) query = query.where('i.invoice_date', '>=', filter.start_date)
  if (filter.end_date) query = query.where('i.invoice_date', '<=', filter.end_date)
  const { status } = filter
  if (status?.length) query = query.where((eb) => eb.or(status.map((one) => statusIs(ctx, one))))
  const rows = await query
    .selectAll('i')
    .select(['a.account_code', 'a.name as account_name'])
    .orderBy(invoice_orders[page.order_by ?? ''] ?? sql`i.invoice_date`, direction(page.order))
    .orderBy('i.id', direction(page.order))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await counted(ctx, query.select('i.id').limit(count_cap)) }
}
export type InvoiceRow = Awaited<ReturnType<typeof listInvoices>>['rows'][number]

/** One invoice within an account's reach (`undefined`: any); 404 otherwise. */
export async function getInvoice(ctx: Ctx, id: number, account_id: number | undefined): Promise<InvoiceRow> {
  const { rows } = await listInvoices(ctx, { ids: [id], account_id }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this invoice.')
  return rows[0]
}

const credit_note_orders: Record<string, ReturnType<typeof sql>> = {
  credit_note_date: sql`c.credit_note_date`,
  credit_note_number: sql`c.credit_note_number`,
  total: sql`c.total`,
}

/** A page of credit notes and how many there are. */
export async function listCreditNotes(
  ctx: Ctx,
  filter: Filter & { status?: readonly string[] | undefined },
  page: Page,
) {
  let query = ctx.db
    .selectFrom('credit_note as c')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'c.provider_id').onRef('a.id', '=', 'c.account_id'),
    )
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 'c.provider_id').onRef('i.id', '=', 'c.invoice_id'),
    )
  if (filter.ids) query = query.where('c.id', '=', sql<number>`ANY(${filter.ids})`)
  if (filter.account_id) query = query.where('c.account_id', '=', filter.account_id)
  if (filter.start_date) query = query.where('c.credit_note_date', '>=', filter.start_date)
  if (filter.end_date) query = query.where('c.credit_note_date', '<=', filter.end_date)
  if (filter.status?.length === 1)
    query = query.where(
      filter.status[0] === 'open'
        ? sql<boolean>`c.allocated < c.total`
        : sql<boolean>`c.allocated >= c.total`,
    )
  const rows = await query
    .selectAll('c')
    .select([
      'a.account_code',
      'a.name as account_name',
      'i.invoice_number',
      'i.migration_reference as invoice_migration_reference',
    ])
    .orderBy(credit_note_orders[page.order_by ?? ''] ?? sql`c.credit_note_date`, direction(page.order))
    .orderBy('c.id', direction(page.order))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await counted(ctx, query.select('c.id').limit(count_cap)) }
}
export type CreditNoteRow = Awaited<ReturnType<typeof listCreditNotes>>['rows'][number]

/** One credit note within an account's reach (`undefined`: any); 404 otherwise. */
export async function getCreditNote(
  ctx: Ctx,
  id: number,
  account_id: number | undefined,
): Promise<CreditNoteRow> {
  const { rows } = await listCreditNotes(ctx, { ids: [id], account_id }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this credit note.')
  return rows[0]
}
