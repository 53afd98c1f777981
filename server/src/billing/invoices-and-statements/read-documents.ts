import type { billingApi } from '@waybill/domain/billing/api'
import { docDisplayId } from '@waybill/domain/billing/invoicing'
import { invoice_footer, invoice_notes } from '@waybill/domain/billing/settings'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { formatCount } from '@waybill/domain/kit/texts/format'
import { invalid } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { getAccount } from '../../accounts/index.ts'
import { fileLink } from '../../files/index.ts'
import { inThread } from '../../kit/threads.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { billingReach } from '../billing-reach.ts'
import { bankOf, printedSupplier, supplierOf } from './invoice-supplier.ts'
import type { InvoiceLine } from '../documents/billing-data.ts'
import type * as document from '../documents/invoice.ts'
import {
  getCreditNote,
  getInvoice,
  listInvoiceItems,
  listPrintedLines,
  listTransactions,
  type InvoiceRow,
  type PrintedLineRow,
  type TransactionRow,
} from '../list-store.ts'
import { recipientOf } from './invoice-recipient.ts'
import { presentItem, presentTransaction } from '../present-billing.ts'

const renderInvoice = inThread<typeof document.renderInvoice>(
  new URL('../documents/invoice.ts', import.meta.url),
  'renderInvoice',
)

const max_rows = 1_000
/** Maximum number of lines in a printed document; an account's month is well below it. */
const max_lines = 50_000

/**
 * Returns the lines of an invoice, or with `pdf` a link to the printed document. The link works for 24 hours, or for
 * 15 minutes when it was requested from a screen (BILL-008, docs/domain/public-api.md#how-long-links-work).
 */
export const readInvoiceItems: ExternalHandler<typeof billingApi.invoiceItems> = async (ctx, input) => {
  const { invoice_id, pdf } = input
  if (pdf) {
    const document = await ctx.inTransaction((inner) => invoiceDocument(inner, invoice_id))
    return linkTo(ctx, document)
  }
  return ctx.inTransaction(async (inner) => {
    const invoice = await getInvoice(inner, invoice_id, await billingReach(inner, undefined))
    const { rows, total } = await listInvoiceItems(inner, invoice.id, {
      ...input,
      ...pageOf(input, max_rows),
    })
    return { invoice_items: rows.map((row) => presentItem(inner.actor, row)), count: total }
  })
}

/** Returns the lines of a credit note, or with `pdf` a link to the printed document. */
export const readCreditNoteItems: ExternalHandler<typeof billingApi.creditNoteItems> = async (ctx, input) => {
  const { credit_note_id, pdf } = input
  if (pdf) {
    const document = await ctx.inTransaction((inner) => creditNoteDocument(inner, credit_note_id))
    return linkTo(ctx, document)
  }
  return ctx.inTransaction(async (inner) => {
    const note = await getCreditNote(inner, credit_note_id, await billingReach(inner, undefined))
    const page = { ...input, ...pageOf(input, max_rows) }
    const { rows, total } = await listTransactions(inner, { credit_note_id: note.id }, page)
    return { credit_note_items: rows.map((row) => presentTransaction(inner.actor, row)), count: total }
  })
}

/** Renders an invoice or credit note as PDF, with the logo of the company. */
export async function invoicePdf(ctx: ExternalContext, document: document.InvoiceDocument): Promise<Buffer> {
  return renderInvoice({ ...document, supplier: await printedSupplier(ctx, document.supplier) })
}

async function linkTo(ctx: ExternalContext, document: document.InvoiceDocument) {
  return fileLink(ctx, {
    folder: 'billing',
    filename: `${document.number}.pdf`,
    bytes: await invoicePdf(ctx, document),
    content_type: 'application/pdf',
    days: 1,
  })
}

async function invoiceDocument(ctx: Context, invoiceId: number): Promise<document.InvoiceDocument> {
  return printedInvoice(ctx, await getInvoice(ctx, invoiceId, await billingReach(ctx, undefined)))
}

/** Returns the content of a printed invoice: the recipient as it was on issue, the company as it is now. */
export async function printedInvoice(ctx: Context, invoice: InvoiceRow): Promise<document.InvoiceDocument> {
  const rows = printable(await listPrintedLines(ctx, invoice.id, max_lines + 1))
  return {
    ...printed(ctx, invoice.account_code),
    number: docDisplayId('invoice', invoice.invoice_number, invoice.migration_reference),
    invoice_date: invoice.invoice_date,
    due_date: invoice.due_date,
    from_date: invoice.from_date,
    to_date: invoice.to_date,
    recipient: invoice.recipient,
    lines: rows.map(lineOf),
    credit_of: null,
    amount_paid: invoice.amount_paid + invoice.credit_note_total,
    notes: ctx.setting(invoice_notes),
  }
}

/** Returns the content of a printed credit note (docs/domain/invoices-and-statements.md#credit-notes). */
export async function creditNoteDocument(
  ctx: Context,
  creditNoteId: number,
): Promise<document.InvoiceDocument> {
  const note = await getCreditNote(ctx, creditNoteId, await billingReach(ctx, undefined))
  const page = { limit: max_lines + 1, offset: 0, order: 'ASC' }
  const rows = printable((await listTransactions(ctx, { credit_note_id: note.id }, page)).rows)
  return {
    ...printed(ctx, note.account_code),
    number: docDisplayId('credit-note', note.credit_note_number, note.migration_reference),
    invoice_date: note.credit_note_date,
    due_date: note.credit_note_date,
    from_date: null,
    to_date: null,
    recipient: await recipientOf(ctx, await getAccount(ctx, note.account_id)),
    lines: rows.map(creditLineOf),
    credit_of: {
      invoice_number:
        note.invoice_number === null
          ? ''
          : docDisplayId('invoice', note.invoice_number, note.invoice_migration_reference),
      reason: note.reason ?? '',
    },
    amount_paid: note.allocated,
    notes: '',
  }
}

/**
 * Returns the lines of a document. Throws when there are too many to print all, because the totals would then not
 * match the printed lines.
 */
function printable<Row>(rows: Row[]): Row[] {
  if (rows.length > max_lines)
    throw invalid(
      `This document has more than ${formatCount(max_lines)} lines and cannot be printed. Open it and export its lines.`,
    )
  return rows
}

function printed(ctx: Context, accountCode: string) {
  return {
    supplier: supplierOf(ctx),
    bank: bankOf(ctx, accountCode),
    footer: ctx.setting(invoice_footer),
  }
}

function lineOf(row: PrintedLineRow): InvoiceLine {
  const along = row.amount < 0 ? 1 : -1
  const isShipment = row.type === 'shipping-charge' && row.parcel_count !== null
  return {
    date: row.transaction_date,
    reference: row.shipment_reference,
    customer_reference: row.customer_reference ?? '',
    from: row.from,
    to: row.to,
    service: row.service_level_code ?? '',
    parcels: isShipment ? row.parcel_count : null,
    charged_kg: isShipment ? row.charged_weight : null,
    description: isShipment ? '' : described(row),
    amount: -row.amount + 0,
    vat: row.vat * along + 0,
    vat_percentage: row.vat_percentage,
    zero_rated: row.zero_rated * along + 0,
    cost_center: row.cost_center ?? '',
  }
}

function creditLineOf(row: TransactionRow): InvoiceLine {
  return {
    date: row.transaction_date,
    reference: row.shipment_reference,
    customer_reference: '',
    from: '',
    to: '',
    service: '',
    parcels: null,
    charged_kg: null,
    description: described(row),
    amount: row.amount,
    vat: row.vat,
    vat_percentage: row.vat_percentage,
    zero_rated: row.zero_rated,
    cost_center: '',
  }
}

/** Returns the text of a row that is not a shipment: its description, otherwise the name of its type. */
export function described(row: Pick<TransactionRow, 'description' | 'type'>): string {
  return row.description || transaction_types[row.type].label
}
