import { z } from 'zod'
import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { count, day, flag, instant, num, rand } from '../kit/calls/wire.ts'
import { transaction_type_names } from './transaction-types.ts'

/** The customer on a billing document, as it was on issue. Texts without a value are empty. */
export interface Recipient {
  name: string
  address_lines: readonly string[]
  vat_number: string
  account_code: string
}

/** Short form of the credit note that a transaction belongs to; the full document is `CreditNote`. */
const CreditNoteLink = z.object({ id: count, doc_display_id: z.string(), total: rand })

/**
 * One row of the customer's ledger in API responses (BILL-001, docs/domain/public-api.md#transactions-in-answers).
 * `amount` is the signed effect on the balance: charges negative, payments positive. `vat` is the VAT part of the
 * absolute amount, as a positive number.
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
  /** `null` for callers who are not staff. */
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
 * The invoice states in API responses; `paid` includes fully credited invoices
 * (docs/domain/invoices-and-statements.md#invoices).
 */
export const invoice_statuses = ['open', 'paid', 'overdue'] as const
export type InvoiceStatus = (typeof invoice_statuses)[number]

/**
 * An issued invoice (docs/domain/public-api.md#invoices-in-answers). Its total is the sum of its transactions and
 * never changes afterwards.
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

/** A line of an invoice: its transaction with quantity, service level and customer reference. */
export const InvoiceItem = BillingTransaction.extend({
  quantity: num,
  service_level_code: z.string().optional(),
  customer_reference: z.string().optional(),
})
export type InvoiceItem = z.output<typeof InvoiceItem>

export const credit_note_statuses = ['open', 'allocated'] as const

/** A credit note (docs/domain/public-api.md#credit-notes-in-answers); amounts are positive. */
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
  /** 0 when the credit note belongs to no invoice. */
  invoice_id: count,
  /** The number of that invoice, such as `INV000012`; `''` when there is none. */
  invoice_display_id: z.string(),
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
 * Part of a payment or credit note that was allocated to an invoice (BILL-008). `amount` is negative when an
 * allocation was undone. `doc_display_id` is the receipt or credit note; `null` when the credit has no document.
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

/** The ageing of one account in a list of accounts. */
export const AccountAgeing = Ageing.extend({ account_id: count })
export type AccountAgeing = z.output<typeof AccountAgeing>

/** A transaction with the account balance after it. */
export const StatementLine = BillingTransaction.extend({ running_balance: rand })
export type StatementLine = z.output<typeof StatementLine>

/**
 * A statement of account (docs/domain/public-api.md#statements). Transactions are oldest first; the debit and credit
 * totals are positive.
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

/**
 * The balance of an account and the amount it may still spend; `available` includes the credit limit of postpaid
 * accounts.
 */
export const Balance = z.object({
  account_id: count,
  account_code: z.string(),
  account_type: z.enum(['prepaid', 'postpaid', 'guest']),
  balance: rand,
  credit_limit: rand,
  available: rand,
  /** Credit that is not yet allocated to an invoice. */
  credit_allocation_balance: rand,
  is_on_hold: flag,
})
export type Balance = z.output<typeof Balance>

/** The ledger accounts of a provider (docs/domain/accounts-and-ledger.md#double-entry). */
export const ledger_accounts = [
  'customer-balance',
  'unearned',
  'revenue',
  'vat-output',
  'gateway-clearing',
  'gateway-fee',
  'bank-clearing',
  'promotional',
  'bad-debt',
  'rounding',
  'suspense',
] as const
export type LedgerAccount = (typeof ledger_accounts)[number]

/**
 * One entry of a balanced ledger transaction, `amount` in cents. On `customer-balance` it is the effect on the
 * account's balance. The other entries have the opposite sign, so that all entries sum to zero. `detail`
 * distinguishes entries within one ledger account: the kind of charge for revenue, the gateway for clearing, and what
 * the amount will become for `unearned`.
 */
export interface LedgerEntry {
  ledger_account: LedgerAccount
  detail: string
  amount: number
}

/**
 * Whether an actor may see billing transactions. `INLINE_see_billing_info` is always required. Account users also
 * need the provider or their account to allow it; staff do not (BILL-005…BILL-007).
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

/** Returns the transaction as the caller may see it: internal notes are for staff only. */
export function transactionVisibleTo<Row extends BillingTransaction>(actor: Actor, row: Row): Row {
  return isStaff(actor) ? row : { ...row, internal_note: null }
}
