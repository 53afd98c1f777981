import { formatRand } from '../kit/money.ts'
import { z } from 'zod'
import { count, day, flag, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { Ageing, BillingTransaction, CreditNote } from './model.ts'
import { transaction_type_names } from './transaction-types.ts'

/** A credit with an unallocated rest: a payment, credit note, write-off or other credit. Amounts are positive. */
export const FreeCredit = z.object({
  transaction_id: count,
  type: z.enum(transaction_type_names),
  /** The receipt or credit note; `null` when the credit has no document. */
  doc_display_id: z.string().nullable(),
  description: z.string(),
  credit_note_id: count,
  /** The invoice that its credit note corrects; 0 when there is none. */
  invoice_id: count,
  effective_date: instant,
  amount: rand,
  rest: rand,
})
export type FreeCredit = z.output<typeof FreeCredit>

/** An invoice that is not fully paid, as the allocations page lists it. */
export const UnpaidInvoice = z.object({
  invoice_id: count,
  invoice_number: count,
  doc_display_id: z.string(),
  invoice_date: instant,
  due_date: instant,
  total: rand,
  open: rand,
})
export type UnpaidInvoice = z.output<typeof UnpaidInvoice>

/** What is currently allocated of one credit to one invoice: the sum of its allocations. */
export const AllocatedPart = z.object({
  transaction_id: count,
  type: z.enum(transaction_type_names),
  doc_display_id: z.string().nullable(),
  credit_note_id: count,
  invoice_id: count,
  invoice_display_id: z.string(),
  account_id: count,
  amount: rand,
  created_by: z.string(),
  time_created: instant,
})
export type AllocatedPart = z.output<typeof AllocatedPart>

/** What an invoice allows: how much can still be credited, and which lines can be credited as a whole. */
const Creditable = z.object({
  invoice_id: count,
  /** The part of the total that no credit note has credited. */
  uncredited: rand,
  /** The lines that no credit note has credited; empty when there are more than can be chosen from. */
  lines: z.array(
    z.object({
      transaction_id: count,
      description: z.string(),
      shipment_reference: z.string(),
      amount: rand,
    }),
  ),
  /** Whether the lines add up to `uncredited`, so that their charges can be invoiced again. */
  may_invoice_again: flag,
})
export type Creditable = z.output<typeof Creditable>

const reason = text(500).pipe(z.string().min(1, 'Say why.'))

/** An account in the list of debtors. Amounts are open invoices in Rand, by days past due, and positive. */
export const Debtor = Ageing.extend({
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  account_type: z.enum(['prepaid', 'postpaid', 'guest']),
  salesperson: z.string(),
  is_on_hold: flag,
  credit_limit: rand,
  /** The balance of the account; negative when it owes money. */
  balance: rand,
  /** Credit that is not allocated to an invoice. */
  unallocated: rand,
  open: rand,
  overdue: rand,
  last_payment_date: instant.nullable(),
  last_payment: rand.nullable(),
  /** The newest note of staff; `''` for callers who may not see notes. */
  last_note: z.string(),
  last_note_by: z.string(),
  last_note_date: instant.nullable(),
  /** The day on which the author of the newest note follows up. */
  follow_up_day: day.nullable(),
})
export type Debtor = z.output<typeof Debtor>

/** The sums over all matching debtors. */
const DebtorTotals = Ageing.extend({
  open: rand,
  overdue: rand,
  unallocated: rand,
  credit_limit: rand,
  balance: rand,
})
export type DebtorTotals = z.output<typeof DebtorTotals>

/** What is open on an account: its free credits and its unpaid invoices. */
const OpenAmounts = z.object({
  credits: z.array(FreeCredit),
  /** All credits with a rest; more than `credits` when the list is not complete. */
  credit_count: count,
  /** Earliest due date first. */
  invoices: z.array(UnpaidInvoice),
  invoice_count: count,
  /** Whether the next credit or invoice is allocated automatically. */
  is_automatic: flag,
})
export type OpenAmounts = z.output<typeof OpenAmounts>

export const debtor_filters = ['overdue', 'on-hold', 'over-limit', 'follow-up'] as const

/** Endpoints for what customers owe: allocations by hand, credit notes, write-offs, refunds and debtors (BILL-008). */
export const receivablesApi = {
  open: endpoint('GET /billing/allocations/open', {
    input: z.object({ account_id: count }),
    output: OpenAmounts,
    permission: 'API_/billing/allocations:GET',
    published: false,
    summary: 'Lists the credits of an account that are not allocated and its open invoices.',
  }),
  allocated: endpoint('GET /billing/allocations/current', {
    input: z.object({
      ...paging,
      account_id: maybe(count),
      invoice_id: maybe(count),
      credit_note_id: maybe(count),
    }),
    output: z.object({ parts: z.array(AllocatedPart), count }),
    permission: 'API_/billing/invoices:GET',
    published: false,
    summary: 'Lists what is allocated now, one row for each credit and invoice, newest first.',
  }),
  allocate: endpoint('POST /billing/allocations', {
    input: z.object({
      account_id: count,
      allocations: list(
        z.object({
          transaction_id: count,
          invoice_id: count,
          amount: rand,
          /** What was left on the credit, and open on the invoice, when the amount was chosen. */
          rest: rand,
          open: rand,
        }),
      ),
    }),
    output: z.object({ allocated: rand }),
    audience: 'session',
    published: false,
    summary: 'Allocates credits of an account to its invoices, all or none.',
  }),
  deallocate: endpoint('DELETE /billing/allocations', {
    input: z.object({
      transaction_id: count,
      invoice_id: count,
      /** What was allocated when the user decided. */
      amount: rand,
    }),
    output: z.object({}),
    audience: 'session',
    published: false,
    summary: 'Undoes what is allocated of a credit to an invoice. The credit is then free.',
  }),
  writeOff: endpoint('POST /billing/invoices/write-off', {
    input: z.object({ invoice_id: count, open: rand, reason }),
    output: BillingTransaction,
    permission: 'API_/billing/transactions:POST',
    audience: 'session',
    approval: ({ open, reason: why }, tried) => ({
      kind: 'write-off',
      amount: open,
      account_id: tried?.account_id ?? null,
      description: `Bad debt of ${formatRand(open)}. ${tried?.description ?? ''}: ${why}`,
    }),
    published: false,
    summary: 'Writes off the open amount of an invoice as bad debt.',
  }),
  refund: endpoint('POST /billing/allocations/refund', {
    input: z.object({ transaction_id: count, rest: rand, amount: rand, reason }),
    output: BillingTransaction,
    permission: 'API_/billing/transactions:POST',
    audience: 'session',
    approval: ({ amount, reason: why }, tried) => ({
      kind: 'refund',
      amount,
      account_id: tried?.account_id ?? null,
      description: `${formatRand(amount)} by bank. ${tried?.description ?? ''}: ${why}`,
    }),
    published: false,
    summary: 'Posts the refund of a credit that is not allocated. The money is paid back by bank.',
  }),
  creditable: endpoint('GET /billing/invoices/creditable', {
    input: z.object({ invoice_id: count }),
    output: Creditable,
    permission: 'API_/billing/credit-notes:POST',
    audience: 'session',
    published: false,
    summary: 'Returns what can still be credited of an invoice.',
  }),
  credit: endpoint('POST /billing/credit-notes', {
    input: z.object({
      invoice_id: count,
      /** What could be credited when the user decided. */
      uncredited: rand,
      reason,
      /** Lines to credit as a whole; otherwise `amount` is credited, or everything when `is_void`. */
      transaction_ids: maybe(list(count)),
      amount: maybe(rand),
      is_void: maybe(flag),
      /** With `is_void`: the charges go on the next invoice again. */
      invoice_again: maybe(flag),
    }),
    output: CreditNote,
    audience: 'session',
    approval: ({ is_void, invoice_again, reason: why }, tried) => ({
      kind: 'credit',
      amount: tried?.total ?? null,
      account_id: tried?.account_id ?? null,
      description: `${is_void ? 'Void' : 'Credit'} invoice ${tried?.invoice_display_id ?? ''} by ${formatRand(tried?.total ?? 0)}${invoice_again ? ' and invoice its charges again' : ''}: ${why}`,
    }),
    published: false,
    summary:
      'Issues a credit note against an invoice: for lines, for an amount or for everything not yet credited.',
  }),
  debtors: endpoint('GET /billing/debtors', {
    workload: 'heavy',
    input: z.object({
      ...paging,
      /** Account code, name or salesperson. */
      search: maybe(text(100)),
      show: maybe(list(z.enum(debtor_filters))),
      salesperson: maybe(list(text(120))),
    }),
    output: z.object({ debtors: z.array(Debtor), count, totals: DebtorTotals }),
    permission: 'API_/billing/statements:GET',
    audience: 'session',
    published: false,
    summary:
      'Lists the accounts that owe something, with the ages of their open invoices and totals of all of them.',
  }),
}
