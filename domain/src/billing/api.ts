import { z } from 'zod'
import { FileLink } from '../files/model.ts'
import type { ApprovableAction, ApprovalKind } from '../kit/calls/approval.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { formatRand } from '../kit/money.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import {
  AccountAgeing,
  Allocation,
  Balance,
  BillingTransaction,
  credit_note_statuses,
  CreditNote,
  Invoice,
  invoice_statuses,
  InvoiceItem,
  Statement,
} from './model.ts'
import { transaction_type_names, transaction_types, type TransactionTypeName } from './transaction-types.ts'

const period = { start_date: maybe(instant), end_date: maybe(instant) }

/** Input to post a transaction by hand or through the API. The amount is positive; the type decides the sign. */
export const NewTransaction = z.object({
  type: z.enum(transaction_type_names),
  description: text(500).pipe(z.string().min(1, 'is required')),
  amount: rand,
  account_id: count,
  provider_id: maybe(count),
  shipment_reference: maybe(text(60)),
  /** Value date. A day before today needs `INLINE_backdate_transaction`. */
  effective_date: maybe(instant),
  internal_note: maybe(text(2000, { lines: true })),
  reverses_id: maybe(count),
  /** Posts a payment although the same amount came in by a bank statement. */
  post_anyway: maybe(flag),
})
export type NewTransaction = z.output<typeof NewTransaction>

const approved_postings: Partial<Record<TransactionTypeName, ApprovalKind>> = {
  refund: 'refund',
  'refund-reversal': 'credit',
  'admin-credit': 'credit',
  'promotional-credit': 'credit',
  'balance-adjustment-credit': 'credit',
  'bad-debt-write-off': 'write-off',
}

/** Returns what a second person may have to approve when this transaction is posted; `null` for other types. */
export function approvablePosting({
  type,
  amount,
  account_id,
  description,
}: Pick<NewTransaction, 'type' | 'amount' | 'account_id' | 'description'>): ApprovableAction | null {
  const kind = approved_postings[type]
  if (!kind) return null
  return {
    kind,
    amount,
    account_id,
    description: `${transaction_types[type].label} of ${formatRand(amount)}: ${description}`,
  }
}

/** A line of an imported credit allocations file, with the result of its check. */
const ImportedAllocation = z.object({
  line: z.number(),
  account_code: z.string(),
  payment_reference: z.string(),
  invoice_number: z.string(),
  amount: z.string(),
  /** What the line will do or has done; `''` when it cannot be applied. */
  effect: z.string(),
  /** What is wrong with the line; empty when it can be applied. */
  problems: z.array(z.string()),
})
export type ImportedAllocation = z.output<typeof ImportedAllocation>

/** API endpoints of billing (BILL-004, BILL-008). */
export const billingApi = {
  transactions: endpoint('GET /billing/transactions', {
    input: z.object({
      ...paging,
      ...period,
      account_id: maybe(count),
      id: maybe(count),
      shipment_id: maybe(count),
      invoice_id: maybe(count),
      credit_note_id: maybe(count),
      type: maybe(list(z.enum(transaction_type_names))),
      /** The number of a payment, invoice or credit note, a shipment reference, an account, or an amount. */
      search: maybe(text(100)),
    }),
    output: z.object({ transactions: z.array(BillingTransaction), count }),
    summary: 'Lists ledger transactions, newest first.',
  }),
  post: endpoint('POST /billing/transactions', {
    input: NewTransaction,
    output: BillingTransaction,
    approval: approvablePosting,
    summary: 'Posts a transaction to an account. Each type requires a separate permission.',
  }),
  invoices: endpoint('GET /billing/invoices', {
    input: z.object({
      ...paging,
      ...period,
      id: maybe(count),
      status: maybe(list(z.enum(invoice_statuses))),
      account_id: maybe(count),
      /** The number of an invoice, the reference of a shipment on it, an account, or its total or open amount. */
      search: maybe(text(100)),
    }),
    output: z.object({ invoices: z.array(Invoice), count }),
    summary: 'Lists issued invoices, newest first.',
  }),
  invoiceItems: endpoint('GET /billing/invoices/items', {
    input: z.object({ ...paging, invoice_id: count, pdf: maybe(flag) }),
    output: z.union([z.object({ invoice_items: z.array(InvoiceItem), count }), FileLink]),
    permission: 'API_/billing/invoices:GET',
    summary: 'Returns the lines of an invoice, or a link to its document.',
  }),
  runInvoices: endpoint('POST /billing/invoices/run', {
    workload: 'heavy',
    input: z.object({ account_id: maybe(count), up_to: maybe(instant) }),
    output: z.object({ invoices: z.array(Invoice), count }),
    summary: 'Issues the invoices that are due, for one account or all accounts.',
  }),
  creditNotes: endpoint('GET /billing/credit-notes', {
    input: z.object({
      ...paging,
      ...period,
      id: maybe(count),
      status: maybe(list(z.enum(credit_note_statuses))),
      account_id: maybe(count),
      /** The invoice that the credit notes correct. */
      invoice_id: maybe(count),
      /** The number of a credit note, an account, or its total or the amount left. */
      search: maybe(text(100)),
    }),
    output: z.object({ credit_notes: z.array(CreditNote), count }),
    summary: 'Lists credit notes, newest first.',
  }),
  creditNoteItems: endpoint('GET /billing/credit-notes/items', {
    input: z.object({ ...paging, credit_note_id: count, pdf: maybe(flag) }),
    output: z.union([z.object({ credit_note_items: z.array(BillingTransaction), count }), FileLink]),
    permission: 'API_/billing/credit-notes:GET',
    summary: 'Returns the lines of a credit note, or a link to its document.',
  }),
  statement: endpoint('GET /billing/statements', {
    workload: 'heavy',
    input: z.object({ start_date: instant, end_date: instant, pdf: maybe(flag), account_id: maybe(count) }),
    output: z.union([Statement, FileLink]),
    summary: 'Returns a statement of account, or a link to its document.',
  }),
  ageing: endpoint('GET /billing/ageing', {
    input: z.object({ ids: list(count) }),
    output: z.object({ ageing: z.array(AccountAgeing) }),
    permission: 'API_/billing/statements:GET',
    published: false,
    summary: 'Lists outstanding amounts of accounts by days past due. Accounts that owe nothing are omitted.',
  }),
  balance: endpoint('GET /billing/balance', {
    input: z.object({ account_id: maybe(count) }),
    output: Balance,
    permission: 'API_/billing/transactions:GET',
    published: false,
    summary: 'Returns the balance and available funds of an account.',
  }),
  allocations: endpoint('GET /billing/allocations', {
    input: z.object({ ...paging, ...period, account_id: maybe(count), invoice_id: maybe(count) }),
    output: z.object({ allocations: z.array(Allocation), count }),
    published: false,
    summary: 'Lists allocations of payments and credit notes to invoices, newest first.',
  }),
  importAllocations: endpoint('POST /billing/allocations/import', {
    body: 'text_file',
    workload: 'heavy',
    input: z.object({ text: z.string().max(1_000_000), dry_run: maybe(flag) }),
    output: z.object({ lines: z.array(ImportedAllocation), imported: z.number() }),
    permission: 'API_/billing/allocations:POST',
    audience: 'session',
    published: false,
    summary:
      'Allocates the credits in a CSV file to its invoices, all lines or none. With `dry_run`, only returns the effect.',
  }),
}
