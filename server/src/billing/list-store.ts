import { notFound } from '@waybill/domain/kit/problem'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { atOwnBranch } from '../accounts/index.ts'
import { readPage, type PageRequest } from '../kit/read-page.ts'
import { findsCreditNote, findsInvoice, findsTransaction } from './search-store.ts'
import { sortColumn } from '../kit/sort-columns.ts'
import type { Context } from '../kit/handler.ts'

export interface Page extends PageRequest {
  order_by?: string | undefined
  order?: string | undefined
}

/** Filters that all document lists share; `start_date` and `end_date` are inclusive. */
interface Filter {
  ids?: readonly number[] | undefined
  account_id?: number | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
}

type Orders = Readonly<Record<string, RawBuilder<unknown>>>

/**
 * Combines a filter into one condition on a table alias and its date column, together with the additional conditions
 * in `more`.
 */
function meets(
  { ids, account_id, start_date, end_date }: Filter,
  [table, date]: readonly [table: string, date: string],
  more: readonly (RawBuilder<boolean> | undefined)[] = [],
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions = [
    ids && sql<boolean>`${column('id')} = ANY(${ids})`,
    account_id ? sql<boolean>`${column('account_id')} = ${account_id}` : undefined,
    start_date && sql<boolean>`${column(date)} >= ${start_date}`,
    end_date && sql<boolean>`${column(date)} <= ${end_date}`,
    ...more,
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` AND `)}`
}

/** Sorts a list by the requested column, otherwise by date, and then by id. */
function inOrder<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  [table, date]: readonly [table: string, date: string],
  orders: Orders,
  page: Page,
): SelectQueryBuilder<Tables, Names, Row> {
  const direction = page.order?.toUpperCase() === 'ASC' ? 'asc' : 'desc'
  return query
    .orderBy(sortColumn<RawBuilder<unknown>>(orders, page.order_by, sql.ref(`${table}.${date}`)), direction)
    .orderBy(sql.ref(`${table}.id`), direction)
}

function transactions(ctx: Context) {
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
  search?: string | undefined
}

const of_transactions = ['t', 'transaction_date'] as const
const transaction_orders: Orders = {
  transaction_date: sql`t.transaction_date`,
  effective_date: sql`t.effective_date`,
  amount: sql`t.amount`,
  id: sql`t.id`,
}

/** Returns a page of ledger rows and the total number, counted up to a maximum. */
export async function listTransactions(ctx: Context, filter: TransactionFilter, page: Page) {
  const { shipment_id, invoice_id, credit_note_id, type, search } = filter
  const query = transactions(ctx).where(
    meets(filter, of_transactions, [
      atOwnBranch(ctx.actor, 't.account_id'),
      shipment_id ? sql<boolean>`t.shipment_id = ${shipment_id}` : undefined,
      invoice_id ? sql<boolean>`t.invoice_id = ${invoice_id}` : undefined,
      credit_note_id ? sql<boolean>`t.credit_note_id = ${credit_note_id}` : undefined,
      type?.length ? sql<boolean>`t.type = ANY(${type})` : undefined,
      search ? findsTransaction(search) : undefined,
    ]),
  )
  return readPage(
    ctx,
    inOrder(query.selectAll('t').select(beside), of_transactions, transaction_orders, page),
    query.select('t.id'),
    page,
  )
}
export type TransactionRow = Awaited<ReturnType<typeof listTransactions>>['rows'][number]

/** Returns one ledger row by id. */
export async function getTransaction(ctx: Context, id: number): Promise<TransactionRow> {
  return transactions(ctx).selectAll('t').select(beside).where('t.id', '=', id).executeTakeFirstOrThrow()
}

function linesOfInvoice(ctx: Context, invoiceId: number) {
  return transactions(ctx)
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 't.provider_id').onRef('s.id', '=', 't.shipment_id'),
    )
    .leftJoin('address as f', (join) =>
      join.onRef('f.provider_id', '=', 's.provider_id').onRef('f.id', '=', 's.collection_address_id'),
    )
    .leftJoin('address as d', (join) =>
      join.onRef('d.provider_id', '=', 's.provider_id').onRef('d.id', '=', 's.delivery_address_id'),
    )
    .where('t.invoice_id', '=', invoiceId)
}

const of_shipment = [
  's.service_level_code',
  's.customer_reference',
  's.parcel_count',
  's.charged_weight',
  's.cost_center',
  sql<string>`coalesce(nullif(f.local_area, ''), f.city, '')`.as('from'),
  sql<string>`coalesce(nullif(d.local_area, ''), d.city, '')`.as('to'),
] as const

/** Returns a page of the lines of an invoice with their shipment data, and the total number. */
export async function listInvoiceItems(ctx: Context, invoiceId: number, page: Page) {
  const query = linesOfInvoice(ctx, invoiceId)
  const lines = query.selectAll('t').select(beside).select(of_shipment)
  return readPage(ctx, inOrder(lines, of_transactions, transaction_orders, page), query.select('t.id'), page)
}
export type InvoiceItemRow = Awaited<ReturnType<typeof listInvoiceItems>>['rows'][number]

/** Returns the lines of an invoice as they are printed, at most `limit`, oldest first. */
export async function listPrintedLines(ctx: Context, invoiceId: number, limit: number) {
  return linesOfInvoice(ctx, invoiceId)
    .select([
      't.transaction_date',
      't.type',
      't.description',
      't.amount',
      't.vat',
      't.vat_percentage',
      't.zero_rated',
      't.shipment_reference',
    ])
    .select(of_shipment)
    .orderBy('t.transaction_date')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}
export type PrintedLineRow = Awaited<ReturnType<typeof listPrintedLines>>[number]

const of_invoices = ['i', 'invoice_date'] as const
const invoice_orders: Orders = {
  invoice_date: sql`i.invoice_date`,
  invoice_number: sql`i.invoice_number`,
  total: sql`i.total`,
  due_date: sql`i.due_date`,
}

/** Combines conditions with OR; returns undefined when there are none. */
function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> | undefined {
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` OR `)})`
}

/** Matches invoices that are open, paid or overdue today (docs/domain/invoices-and-statements.md#invoices). */
function statusIs(ctx: Context, status: string) {
  if (status === 'paid') return sql<boolean>`i.amount_paid + i.credit_note_total >= i.total`
  const today = startOfDay(dayOf(ctx.now))
  return status === 'overdue'
    ? sql<boolean>`(i.amount_paid + i.credit_note_total < i.total AND i.due_date < ${today})`
    : sql<boolean>`(i.amount_paid + i.credit_note_total < i.total AND i.due_date >= ${today})`
}

/** Filters of document lists; with several states a document must have one of them. */
interface DocumentFilter extends Filter {
  status?: readonly string[] | undefined
  search?: string | undefined
}

/** Returns a page of invoices and the total number. */
export async function listInvoices(ctx: Context, filter: DocumentFilter, page: Page) {
  const states = (filter.status ?? []).map((one) => statusIs(ctx, one))
  const query = ctx.db
    .selectFrom('invoice as i')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'i.provider_id').onRef('a.id', '=', 'i.account_id'),
    )
    .where(
      meets(filter, of_invoices, [
        atOwnBranch(ctx.actor, 'i.account_id'),
        anyOf(states),
        filter.search ? findsInvoice(filter.search) : undefined,
      ]),
    )
  return readPage(
    ctx,
    inOrder(
      query.selectAll('i').select(['a.account_code', 'a.name as account_name']),
      of_invoices,
      invoice_orders,
      page,
    ),
    query.select('i.id'),
    page,
  )
}
export type InvoiceRow = Awaited<ReturnType<typeof listInvoices>>['rows'][number]

/** Returns one invoice of `accountId` (`undefined`: any account that the caller may see). Throws 404 otherwise. */
export async function getInvoice(
  ctx: Context,
  id: number,
  accountId: number | undefined,
): Promise<InvoiceRow> {
  const { rows } = await listInvoices(ctx, { ids: [id], account_id: accountId }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this invoice.')
  return rows[0]
}

const of_allocations = ['p', 'time_created'] as const

export interface AllocationFilter {
  account_id?: number | undefined
  invoice_id?: number | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
}

/** Returns a page of allocations to invoices and the total number. */
export async function listAllocations(
  ctx: Context,
  { account_id, invoice_id, ...between }: AllocationFilter,
  page: Page,
) {
  const query = ctx.db
    .selectFrom('payment_allocation as p')
    .innerJoin('billing_transaction as t', (join) =>
      join.onRef('t.provider_id', '=', 'p.provider_id').onRef('t.id', '=', 'p.transaction_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 't.provider_id').onRef('a.id', '=', 't.account_id'),
    )
    .innerJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 'p.provider_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .leftJoin('credit_note as c', (join) =>
      join.onRef('c.provider_id', '=', 't.provider_id').onRef('c.id', '=', 't.credit_note_id'),
    )
    .where(
      meets(between, of_allocations, [
        atOwnBranch(ctx.actor, 't.account_id'),
        account_id ? sql<boolean>`t.account_id = ${account_id}` : undefined,
        invoice_id ? sql<boolean>`p.invoice_id = ${invoice_id}` : undefined,
      ]),
    )
  const allocations = query
    .select(['p.id', 'p.amount', 'p.created_by', 'p.time_created', 'p.transaction_id', 'p.invoice_id'])
    .select(['t.account_id', 't.type', 't.payment_number', 't.migration_reference', 't.credit_note_id'])
    .select(beside)
    .select('a.name as account_name')
  return readPage(
    ctx,
    inOrder(allocations, of_allocations, { amount: sql`p.amount` }, page),
    query.select('p.id'),
    page,
  )
}
export type AllocationRow = Awaited<ReturnType<typeof listAllocations>>['rows'][number]

const of_credit_notes = ['c', 'credit_note_date'] as const
const credit_note_orders: Orders = {
  credit_note_date: sql`c.credit_note_date`,
  credit_note_number: sql`c.credit_note_number`,
  total: sql`c.total`,
}

/** Returns a page of credit notes and the total number. */
export async function listCreditNotes(
  ctx: Context,
  filter: DocumentFilter & { invoice_id?: number | undefined },
  page: Page,
) {
  const states = (filter.status ?? []).map((one) =>
    one === 'open' ? sql<boolean>`c.allocated < c.total` : sql<boolean>`c.allocated >= c.total`,
  )
  const query = ctx.db
    .selectFrom('credit_note as c')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'c.provider_id').onRef('a.id', '=', 'c.account_id'),
    )
    .leftJoin('invoice as i', (join) =>
      join.onRef('i.provider_id', '=', 'c.provider_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .where(
      meets(filter, of_credit_notes, [
        atOwnBranch(ctx.actor, 'c.account_id'),
        anyOf(states),
        filter.invoice_id ? sql<boolean>`c.invoice_id = ${filter.invoice_id}` : undefined,
        filter.search ? findsCreditNote(filter.search) : undefined,
      ]),
    )
  const notes = query
    .selectAll('c')
    .select([
      'a.account_code',
      'a.name as account_name',
      'i.invoice_number',
      'i.migration_reference as invoice_migration_reference',
    ])
  return readPage(ctx, inOrder(notes, of_credit_notes, credit_note_orders, page), query.select('c.id'), page)
}
export type CreditNoteRow = Awaited<ReturnType<typeof listCreditNotes>>['rows'][number]

/** Returns one credit note of `accountId` (`undefined`: any account that the caller may see). Throws 404 otherwise. */
export async function getCreditNote(
  ctx: Context,
  id: number,
  accountId: number | undefined,
): Promise<CreditNoteRow> {
  const { rows } = await listCreditNotes(ctx, { ids: [id], account_id: accountId }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this credit note.')
  return rows[0]
}
