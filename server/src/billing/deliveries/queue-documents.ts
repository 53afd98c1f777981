import {
  addressesIn,
  documentQueued,
  recipientsOf,
  requireEmails,
  type AccountWithoutAddress,
  type deliveriesApi,
  type DocumentDelivery,
} from '@waybill/domain/billing/deliveries'
import { docDisplayId } from '@waybill/domain/billing/invoicing'
import { isStaff } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { readAccounts } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { requireBillingInfo } from '../billing-reach.ts'
import { listCreditNotes, listInvoices } from '../list-store.ts'
import {
  insertDeliveries,
  listDeliveryRows,
  readDeliveryTerms,
  requeueDeliveries,
  type Deliverable,
  type ListedDelivery,
} from './delivery-store.ts'

const max_rows = 1_000

/** What became of documents that were to be sent. */
export interface QueuedDocuments {
  /** Number of e-mails that were queued. */
  queued: number
  /** Number of e-mails that were sent or queued before and stay as they are. */
  sent_before: number
  /** The accounts whose documents nobody gets. */
  no_address: AccountWithoutAddress[]
}

/**
 * Queues documents to be sent by e-mail, each once per recipient, and emits `documentQueued` for each e-mail
 * (docs/domain/invoices-and-statements.md#documents-by-mail). With `again`, those that were sent or failed before are
 * queued again. `recipients` replace the addresses of the accounts. Accounts without an address are returned.
 */
export async function queueDocuments(
  ctx: Context,
  documents: readonly Deliverable[],
  { again = false, recipients: chosen = [] }: { again?: boolean; recipients?: readonly string[] } = {},
): Promise<QueuedDocuments> {
  const terms = await readDeliveryTerms(ctx, [...new Set(documents.map(({ account_id }) => account_id))])
  const noAddress = new Map<number, AccountWithoutAddress>()
  const wanted = documents.flatMap((document) => {
    const account = terms.get(document.account_id)
    if (!account) return []
    const recipients = chosen.length > 0 ? chosen : recipientsOf(document.kind, account)
    const { account_id, account_code, account_name } = account
    if (recipients.length === 0) noAddress.set(account_id, { account_id, account_code, account_name })
    return recipients.map((recipient) => ({ ...document, recipient }))
  })
  const added = await insertDeliveries(ctx, wanted)
  const repeated = again ? await queueAgain(ctx, documents, added, chosen) : []
  for (const id of [...added, ...repeated]) await ctx.emit(documentQueued, { delivery_id: id })
  return {
    queued: added.length + repeated.length,
    sent_before: wanted.length - added.length - repeated.length,
    no_address: [...noAddress.values()],
  }
}

async function queueAgain(
  ctx: Context,
  documents: readonly Deliverable[],
  added: readonly number[],
  recipients: readonly string[],
): Promise<number[]> {
  const [first] = documents
  if (!first) return []
  const keys = documents.map(({ document_key }) => document_key)
  const ids = await requeueDeliveries(ctx, first.kind, keys, recipients)
  return ids.filter((id) => !added.includes(id))
}

/** Sends invoices, credit notes or statements that staff chose (BILL-008). */
export const sendDocuments: Handler<typeof deliveriesApi.send> = async (ctx, input) => {
  requireOffice(ctx)
  requireEmails({ recipients: input.recipients })
  const documents = await chosenDocuments(ctx, input)
  if (documents.length < new Set(input.ids).size)
    throw notFound('Some of these documents could not be found. Load the page again.')
  return queueDocuments(ctx, documents, {
    again: input.again ?? false,
    recipients: addressesIn(input.recipients ?? ''),
  })
}

function requireOffice(ctx: Context): void {
  requireBillingInfo(ctx)
  if (!isStaff(ctx.actor)) throw forbidden('Only staff may send documents.')
}

async function chosenDocuments(
  ctx: Context,
  { kind, ids, start_date, end_date }: Input<typeof deliveriesApi.send>,
): Promise<Deliverable[]> {
  const page = { limit: ids.length, offset: 0 }
  if (ids.length === 0) throw invalid('Choose what to send.', [{ field: 'ids', message: 'is required' }])
  if (kind === 'invoice') return (await listInvoices(ctx, { ids }, page)).rows.map(deliverableInvoice)
  if (kind === 'credit-note')
    return (await listCreditNotes(ctx, { ids }, page)).rows.map(({ id, account_id }) => ({
      kind,
      document_key: String(id),
      account_id,
      credit_note_id: id,
    }))
  if (!start_date || !end_date || end_date < start_date)
    throw invalid('Choose the days of the statement.', [
      {
        field: start_date ? 'end_date' : 'start_date',
        message: 'Choose the first and the last day, in this order.',
      },
    ])
  return (await readAccounts(ctx, ids)).map(({ id }) => deliverableStatement(id, start_date, end_date))
}

/** Returns an invoice as a document to send. */
export function deliverableInvoice({ id, account_id }: { id: number; account_id: number }): Deliverable {
  return { kind: 'invoice', document_key: String(id), account_id, invoice_id: id }
}

/** Returns the statement of an account over whole days, `YYYY-MM-DD`, as a document to send. */
export function deliverableStatement(accountId: number, startDate: string, endDate: string): Deliverable {
  return {
    kind: 'statement',
    document_key: `${accountId}:${startDate}:${endDate}`,
    account_id: accountId,
    start_date: startDate,
    end_date: endDate,
  }
}

/** Lists the e-mails with documents that staff may see, newest first. */
export const listDeliveries: Handler<typeof deliveriesApi.list> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listDeliveryRows(ctx, input, pageOf(input, max_rows))
  return { deliveries: rows.map(presentDelivery), count: total }
}

function presentDelivery(row: ListedDelivery): DocumentDelivery {
  const { id, kind, account_id, account_code, account_name, recipient, state, attempts, created_by } = row
  return {
    id,
    kind,
    account_id,
    account_code,
    account_name,
    invoice_id: row.invoice_id ?? 0,
    credit_note_id: row.credit_note_id ?? 0,
    document: documentName(row),
    recipient,
    state,
    attempts,
    error: row.error ?? '',
    created_by,
    time_created: row.time_created,
    time_sent: row.time_sent,
  }
}

function documentName(row: ListedDelivery): string {
  if (row.invoice_number !== null)
    return docDisplayId('invoice', row.invoice_number, row.invoice_migration_reference)
  if (row.credit_note_number !== null)
    return docDisplayId('credit-note', row.credit_note_number, row.credit_note_migration_reference)
  return row.start_date && row.end_date ? `${formatDate(row.start_date)} – ${formatDate(row.end_date)}` : ''
}
