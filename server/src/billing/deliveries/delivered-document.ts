import {
  creditNoteMailText,
  holdWarningText,
  invoiceMailText,
  statementMailText,
  type DeliveryText,
  type ReminderFacts,
} from '@waybill/domain/billing/delivery-texts'
import { hold_warnings } from '@waybill/domain/billing/credit-control'
import { balanceDue, docDisplayId } from '@waybill/domain/billing/invoicing'
import { hold_warning_days, invoice_attach_csv } from '@waybill/domain/billing/settings'
import { overdueOf } from '@waybill/domain/billing/statement'
import { provider_title } from '@waybill/domain/identity/settings'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import type { MailAttachment } from '../../kit/mail/index.ts'
import { invoiceCsv } from '../documents/invoice-csv.ts'
import { invoiceUbl } from '../documents/invoice-ubl.ts'
import type { InvoiceDocument } from '../documents/invoice.ts'
import { creditNoteDocument, invoicePdf, printedInvoice } from '../invoices-and-statements/read-documents.ts'
import { statementOf, statementPdf } from '../invoices-and-statements/read-statement.ts'
import { listAccountsToWarn, readReminder } from '../credit-control/reminder-store.ts'
import { getCreditNote, getInvoice } from '../list-store.ts'
import { readDeliveryTerms, type DeliveryRow } from './delivery-store.ts'

/**
 * The content of an e-mail with a document. The company writes the text of reminders, so they have only the facts.
 * `path` is the page of the document in the web app.
 */
export interface DeliveredDocument {
  text: DeliveryText | ReminderFacts
  path: string
  attachments: MailAttachment[]
}

const pdf_type = 'application/pdf'

/**
 * Makes the content of an e-mail with a document, as the document is now; `null` when there is no reason to send it
 * any more.
 */
export async function deliveredDocument(
  ctx: ExternalContext,
  delivery: DeliveryRow,
): Promise<DeliveredDocument | null> {
  switch (delivery.kind) {
    case 'invoice':
      return deliveredInvoice(ctx, delivery)
    case 'credit-note':
      return deliveredCreditNote(ctx, delivery.credit_note_id ?? 0)
    case 'reminder':
      return deliveredReminder(ctx, delivery)
    case 'hold-warning':
      return deliveredWarning(ctx, delivery)
    case 'statement':
      return deliveredStatement(ctx, delivery)
  }
}

async function deliveredInvoice(ctx: ExternalContext, delivery: DeliveryRow): Promise<DeliveredDocument> {
  const id = delivery.invoice_id ?? 0
  const { invoice, document, terms } = await ctx.inTransaction(async (inner) => {
    const [found, termsOfAccounts] = await Promise.all([
      getInvoice(inner, id, undefined),
      readDeliveryTerms(inner, [delivery.account_id]),
    ])
    const printed = await printedInvoice(inner, found)
    return { invoice: found, document: printed, terms: termsOfAccounts.get(delivery.account_id) }
  })
  const withCsv = ctx.setting(invoice_attach_csv) || (terms?.attach_csv ?? false)
  return {
    text: invoiceMailText(ctx.setting(provider_title), {
      number: document.number,
      total: invoice.total,
      due: balanceDue(invoice),
      due_day: dayOf(invoice.due_date),
      account_code: invoice.account_code,
    }),
    path: `/invoices/${id}`,
    attachments: [
      {
        filename: `${document.number}.pdf`,
        content: await invoicePdf(ctx, document),
        content_type: pdf_type,
      },
      ...(withCsv ? [textFile(document, 'csv', 'text/csv; charset=utf-8', invoiceCsv(document))] : []),
      ...(terms?.attach_ubl ? [textFile(document, 'xml', 'application/xml', invoiceUbl(document))] : []),
    ],
  }
}

function textFile(
  { number }: InvoiceDocument,
  ending: string,
  contentType: string,
  content: string,
): MailAttachment {
  return { filename: `${number}.${ending}`, content: Buffer.from(content), content_type: contentType }
}

async function deliveredCreditNote(ctx: ExternalContext, id: number): Promise<DeliveredDocument> {
  const { note, document } = await ctx.inTransaction(async (inner) => ({
    note: await getCreditNote(inner, id, undefined),
    document: await creditNoteDocument(inner, id),
  }))
  const number = docDisplayId('credit-note', note.credit_note_number, note.migration_reference)
  return {
    text: creditNoteMailText(ctx.setting(provider_title), {
      number,
      total: note.total,
      corrects: document.credit_of?.invoice_number ?? '',
    }),
    path: `/credit-notes/${id}`,
    attachments: [
      { filename: `${number}.pdf`, content: await invoicePdf(ctx, document), content_type: pdf_type },
    ],
  }
}

async function deliveredStatement(
  ctx: ExternalContext,
  { account_id, start_date, end_date }: DeliveryRow,
): Promise<DeliveredDocument> {
  if (!start_date || !end_date) throw new Error('A statement has no days.')
  const { statement, recipient } = await ctx.inTransaction((inner: Context) =>
    statementOf(inner, { account_id, start_date: startOfDay(start_date), end_date: startOfDay(end_date) }),
  )
  const { account_code, closing_balance, ageing } = statement
  return {
    text: statementMailText(ctx.setting(provider_title), {
      start_day: start_date,
      end_day: end_date,
      balance: closing_balance,
      overdue: overdueOf(ageing),
      account_code,
    }),
    path: '/billing',
    attachments: [
      {
        filename: `statement_${account_code}_${start_date}_${end_date}.pdf`,
        content: await statementPdf(ctx, statement, recipient),
        content_type: pdf_type,
      },
    ],
  }
}

async function deliveredReminder(
  ctx: ExternalContext,
  { account_id, start_date }: DeliveryRow,
): Promise<DeliveredDocument | null> {
  const facts = await ctx.inTransaction((inner) => readReminder(inner, account_id, start_date ?? ''))
  return facts.invoices.length > 0 ? { text: facts, path: '/billing', attachments: [] } : null
}

async function deliveredWarning(
  ctx: ExternalContext,
  { account_id, document_key }: DeliveryRow,
): Promise<DeliveredDocument | null> {
  const warning = hold_warnings.find((name) => name === document_key.split(':')[1])
  const [account] = await ctx.inTransaction((inner) => listAccountsToWarn(inner, account_id))
  if (!warning || !account) return null
  const text = holdWarningText(ctx.setting(provider_title), warning, {
    ...account,
    owed: -account.balance,
    days: ctx.setting(hold_warning_days),
  })
  return { text, path: '/billing', attachments: [] }
}
