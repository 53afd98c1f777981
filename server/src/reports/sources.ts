import type { billingApi } from '@waybill/domain/billing/api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { ReportColumn, ReportRow } from '@waybill/domain/reports/report'
import type { Question } from '@waybill/domain/reports/question'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { readInvoices, readTransactions } from '../billing/index.ts'
import type { Context } from '../kit/handler.ts'
import { rowsOfList } from '../shipments/index.ts'
import type { Resource } from './generated-files-store.ts'
import { answerReport } from './run-report.ts'
import { withTimeout } from './run-store.ts'
import type { Sheet } from './write-sheet.ts'

/** Maximum number of rows to read, and the time limit for each statement in ms. */
export interface ReadLimits {
  max_rows: number
  ms: number
}

/** Reads a list for a file: the rows that the caller may see. */
export type Source = (ctx: Context, asked: never, effort: ReadLimits) => Promise<Sheet>

const page_size = 1_000

/** Reads pages until the list ends or the maximum is reached. */
async function collected<Row>(
  ctx: Context,
  { max_rows, ms }: ReadLimits,
  readPage: (offset: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  return withTimeout(ctx, ms, async () => {
    const found: Row[] = []
    while (found.length < max_rows) {
      const rows = await readPage(found.length)
      found.push(...rows)
      if (rows.length < page_size) break
    }
    return found.slice(0, max_rows)
  })
}

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

const shipment_columns: readonly Pick<ReportColumn, 'key' | 'title' | 'kind'>[] = [
  { key: 'tracking_reference', title: 'Reference', kind: 'reference' },
  { key: 'customer_reference', title: 'Customer reference', kind: 'text' },
  { key: 'status', title: 'Status', kind: 'status' },
  { key: 'account', title: 'Account', kind: 'text' },
  { key: 'account_code', title: 'Account code', kind: 'text' },
  { key: 'collection', title: 'Collection', kind: 'text' },
  { key: 'collection_place', title: 'Collection suburb', kind: 'text' },
  { key: 'delivery', title: 'Delivery', kind: 'text' },
  { key: 'delivery_place', title: 'Delivery suburb', kind: 'text' },
  { key: 'service', title: 'Service level', kind: 'text' },
  { key: 'parcels', title: 'Parcels', kind: 'count' },
  { key: 'kg', title: 'Charged kg', kind: 'decimal' },
  { key: 'created', title: 'Created', kind: 'moment' },
  { key: 'collected', title: 'Collected', kind: 'moment' },
  { key: 'expected', title: 'Expected', kind: 'moment' },
  { key: 'delivered', title: 'Delivered', kind: 'moment' },
  { key: 'driver', title: 'Driver', kind: 'text' },
  { key: 'rate', title: 'Price', kind: 'money' },
]

async function shipments(
  ctx: Context,
  input: Input<typeof shipmentsApi.rows>,
  effort: ReadLimits,
): Promise<Sheet> {
  const rows = await collected(ctx, effort, async (offset) =>
    (
      await rowsOfList(ctx, input, { limit: page_size, offset, order_by: input.order_by, order: input.order })
    ).shipments.map((row): ReportRow => ({
      tracking_reference: row.tracking_reference,
      customer_reference: row.customer_reference ?? '',
      status: row.status,
      account: row.account_name,
      account_code: row.account_code,
      collection: row.collection_name,
      collection_place: row.collection_suburb || row.collection_city,
      delivery: row.delivery_name,
      delivery_place: row.delivery_suburb || row.delivery_city,
      service: row.service_level_code,
      parcels: row.parcel_count,
      kg: row.charged_weight,
      created: moment(row.time_created),
      collected: moment(row.collected_date),
      expected: moment(row.estimated_delivery_to),
      delivered: moment(row.delivered_date),
      driver: row.collected_date ? row.delivery_agent_name : row.collection_agent_name,
      rate: row.rate,
    })),
  )
  const seesMoney = rows.every((row) => row.rate !== null)
  return {
    title: 'Shipments',
    columns: shipment_columns.filter(({ key }) => seesMoney || key !== 'rate'),
    rows,
  }
}

async function invoices(
  ctx: Context,
  input: Input<typeof billingApi.invoices>,
  effort: ReadLimits,
): Promise<Sheet> {
  const rows = await collected(ctx, effort, async (offset) =>
    (await readInvoices(ctx, { ...input, limit: page_size, offset })).invoices.map((one): ReportRow => ({
      number: one.doc_display_id,
      account: one.account_name,
      account_code: one.account_code,
      date: dayOf(one.invoice_date),
      due: dayOf(one.due_date),
      total: one.total,
      vat: one.vat,
      paid: one.amount_paid,
      credited: one.credit_note_total,
      open: one.balance_due,
    })),
  )
  return {
    title: 'Invoices',
    columns: [
      { key: 'number', title: 'Invoice', kind: 'reference' },
      { key: 'account', title: 'Account', kind: 'text' },
      { key: 'account_code', title: 'Account code', kind: 'text' },
      { key: 'date', title: 'Date', kind: 'day' },
      { key: 'due', title: 'Due', kind: 'day' },
      { key: 'total', title: 'Total', kind: 'money' },
      { key: 'vat', title: 'VAT', kind: 'money' },
      { key: 'paid', title: 'Paid', kind: 'money' },
      { key: 'credited', title: 'Credited', kind: 'money' },
      { key: 'open', title: 'Open', kind: 'money' },
    ],
    rows,
  }
}

async function transactions(
  ctx: Context,
  input: Input<typeof billingApi.transactions>,
  effort: ReadLimits,
): Promise<Sheet> {
  const rows = await collected(ctx, effort, async (offset) =>
    (await readTransactions(ctx, { ...input, limit: page_size, offset })).transactions.map(
      (one): ReportRow => ({
        date: dayOf(one.transaction_date),
        account_code: one.account_code,
        type: transaction_types[one.type].label,
        description: one.description ?? '',
        shipment: one.shipment_reference,
        document: one.doc_display_id,
        vat: one.vat,
        amount: one.amount,
      }),
    ),
  )
  return {
    title: 'Transactions',
    columns: [
      { key: 'date', title: 'Date', kind: 'day' },
      { key: 'account_code', title: 'Account code', kind: 'text' },
      { key: 'type', title: 'Type', kind: 'text' },
      { key: 'description', title: 'Description', kind: 'text' },
      { key: 'shipment', title: 'Shipment', kind: 'reference' },
      { key: 'document', title: 'Document', kind: 'reference' },
      { key: 'vat', title: 'VAT in it', kind: 'money' },
      { key: 'amount', title: 'Amount', kind: 'money' },
    ],
    rows,
  }
}

async function reports(ctx: Context, question: Question, effort: ReadLimits): Promise<Sheet> {
  const { report, columns, rows } = await answerReport(ctx, question, effort)
  return { title: report.title, columns, rows }
}

/** The reader of each list. The request is stored as JSON and decoded before the reader is called. */
export const sources: Readonly<Record<Resource, Source>> = { reports, shipments, invoices, transactions }
