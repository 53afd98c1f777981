import { z } from 'zod'
import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { count, day, flag, instant, num, rand } from '../kit/calls/wire.ts'
import { transaction_type_names } from './transaction-types.ts'

/** The credit note a transaction stands on, in short; the full document is `CreditNote`. */
const CreditNoteLink = z.object({ id: count, doc_display_id: z.string(), total: rand })

/**
 * One row of the customer's ledger as answered (BILL-001, docs/domain/public-api.md#transactions-in-answers). `amount`
 * is the signed effect on the balance: charges negative, money in positive; `vat` is the positive part of the absolute
 * amount.
 */
export const BillingTransaction = z.object({
  id: count,
  provider_id: count,
  account_id: count,
  account_code: z.string(),
  transaction_date: instant,
  effective_date: instant,
  type: z.enum(transaction_type_names),
  sub_type: z.string(),
  description: z.string().nullable(),
  /** Staff only, else null. */
  internal_note: z.string().nullable(),
  amount: rand,
  vat: rand,
  vat_percentage: num,
  ex_vat_zero_rated: rand,
  doc_display_id: z.string().nullable(),
  invoice_number: count.nullable(),
  migration_reference: z.string().nullable(),
  has_been_reversed: flag,
  reverses_id: count.nullable(),
  shipment_id: count,
  shipment_reference: z.string(),
  invoice_id: count,
  invoiceable: flag,
  imported_payment_id: count,
  payment_id: count.nullable(),
  credit_note_id: count,
  credit_note: CreditNoteLink.nullable(),
  cost_center_id: count.nullable(),
  source: z.string(),
  modified_by: z.string(),
  time_created: instant,
  time_modified: instant,
})
export type BillingTransaction = z.output<typeof BillingTransaction>

/**
 * The states of an invoice on the wire; `paid` also covers fully credited ones
 * (docs/domain/invoices-and-statements.md#invoices).
 */
export const invoice_statuses = ['open', 'paid', 'overdue'] as const
export type InvoiceStatus = (typeof invoice_statuses)[number]

/**
 * An issued invoice (docs/domain/public-api.md#invoices-in-answers); the sum of its transactions, never changed
 * afterwards.
 */
export const Invoice = z.object({
  id: count,
  provider_id: count,
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  invoice_number: count,
  doc_display_id: z.string(),
  migration_reference: z.string().optional(),
  invoice_date: instant,
  due_date: instant,
  from_date: instant.nullable(),
  to_date: instant.nullable(),
  status: z.enum(invoice_statuses),
  total: rand,
  total_excluding_vat: rand,
  vat: rand,
  amount_paid: rand,
  balance_due: rand,
  credit_note_total: rand,
  time_created: instant,
  time_modified: instant,
})
export type Invoice = z.output<typeof Invoice>

/** A line of an invoice: its transaction with what a reader needs beside it. */
export const InvoiceItem = BillingTransaction.extend({
  quantity: num,
  service_level_code: z.string().optional(),
  customer_reference: z.string().optional(),
})
export type InvoiceItem = z.output<typeof InvoiceItem>

export const credit_note_statuses = ['open', 'allocated'] as const

/** A credit note (docs/domain/public-api.md#credit-notes-in-answers); amounts positive. */
export const CreditNote = z.object({
  id: count,
  provider_id: count,
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  credit_note_number: count,
  doc_display_id: z.string(),
  migration_reference: z.string().optional(),
  credit_note_date: instant,
  /** 0 when none. */
  invoice_id: count,
  reason: z.string().optional(),
  status: z.enum(credit_note_statuses),
  total: rand,
  total_excluding_vat: rand,
  vat: rand,
  allocated: rand,
  balance: rand,
  time_created: instant,
  time_modified: instant,
})
export type CreditNote = z.output<typeof CreditNote>

/**
 * Part of a payment or credit note that was set against an invoice (BILL-008). `amount` is negative when one was taken
 * back; `doc_display_id` names where the money came from, `null` when that has no document.
 */
export const Allocation = z.object({
  id: count,
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  transaction_id: count,
  type: z.enum(transaction_type_names),
  doc_display_id: z.string().nullable(),
  credit_note_id: count,
  invoice_id: count,
  invoice_display_id: z.string(),
  amount: rand,
  created_by: z.string(),
  time_created: instant,
})
export type Allocation = z.output<typeof Allocation>

/** Open invoice amounts by days past their due date (docs/domain/invoices-and-statements.md#statements-and-ageing). */
export const Ageing = z.object({ current: rand, days_30: rand, days_60: rand, days_90: rand, days_120: rand })
export type Ageing = z.output<typeof Ageing>

/** The ageing of one account among others. */
export const AccountAgeing = Ageing.extend({ account_id: count })
export type AccountAgeing = z.output<typeof AccountAgeing>

/** A transaction with the balance after it. */
export const StatementLine = BillingTransaction.extend({ running_balance: rand })
export type StatementLine = z.output<typeof StatementLine>

/**
 * A statement of account (docs/domain/public-api.md#statements), transactions oldest first; debits and credits
 * positive.
 */
export const Statement = z.object({
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  start_date: day,
  end_date: day,
  opening_balance: rand,
  closing_balance: rand,
  total_debits: rand,
  total_credits: rand,
  ageing: Ageing,
  transactions: z.array(StatementLine),
  count,
})
export type Statement = z.output<typeof Statement>

/** What an account has and may still spend; `available` counts the credit limit of postpaid accounts. */
export const Balance = z.object({
  account_id: count,
  account_code: z.string(),
  account_type: z.enum(['prepaid', 'postpaid', 'guest']),
  balance: rand,
  credit_limit: rand,
  available: rand,
  /** Credit not yet set against an invoice. */
  credit_allocation_balance: rand,
  is_on_hold: flag,
})
export type Balance = z.output<typeof Balance>

/** The ledger accounts of a provider beside the customers' (docs/domain/accounts-and-ledger.md#double-entry). */
export const ledger_accounts = [
  'customer-balance',
  'unearned',
  'revenue',
  'vat-output',
  'gateway-clearing',
  'bank-clearing',
  'promotional',
  'bad-debt',
  'rounding',
  'suspense',
] as const
export type LedgerAccount = (typeof ledger_accounts)[number]

/**
 * One entry of a balanced ledger transaction. `amount` in cents: on `customer-balance` it is the effect on the
 * account's balance, the other entries carry the opposite sign so that all sum to zero. `detail` tells apart what
 * shares an account: the kind of charge for revenue, the gateway for clearing, for `unearned` what it will become.
 */
export interface LedgerEntry {
  ledger_account: LedgerAccount
  detail: string
  amount: number
}

/**
 * Whether somebody may see billing transactions: staff always, account users when the provider or the account
 * allows it, and nobody without `INLINE_see_billing_info` (BILL-005…BILL-007).
 */
export function seesTransactions(
  actor: Actor,
  provider: { show_billing_transactions_for_account_users: boolean },
  account: { force_show_billing_transactions: boolean } | null,
): boolean {
  if (!hasPermission(actor, 'INLINE_see_billing_info')) return false
  if (isStaff(actor)) return true
  return (
    provider.show_billing_transactions_for_account_users ||
    (account?.force_show_billing_transactions ?? false)
  )
}

/** The transaction as this caller may see it: internal notes are for staff. */
export function transactionVisibleTo<Row extends BillingTransaction>(actor: Actor, row: Row): Row {
  return isStaff(actor) ? row : { ...row, internal_note: null }
}
