import type { Cents } from '../kit/money.ts'
import {
  hasBeenCollected,
  isInvoiceable,
  type InvoiceTriggerStatus,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'
import type { InvoiceStatus } from './model.ts'
import { transaction_types, type TransactionTypeName } from './transaction-types.ts'

/** The invoice trigger settings of a provider. An account can override each one; `null` means the provider's value. */
export interface InvoiceTriggers {
  invoice_trigger_shipment_status: InvoiceTriggerStatus
  /** `none`: the same trigger as in every other run. */
  invoice_trigger_shipment_status_for_month_end: InvoiceTriggerStatus | 'none'
}

/**
 * Returns the shipment status from which charges are invoiced in a run. The last run of a month may have a separate
 * trigger (BILL-015).
 */
export function triggerOf(
  provider: InvoiceTriggers,
  account: { [Key in keyof InvoiceTriggers]: InvoiceTriggers[Key] | null },
  isMonthEnd: boolean,
): InvoiceTriggerStatus {
  const ordinary = account.invoice_trigger_shipment_status ?? provider.invoice_trigger_shipment_status
  const last =
    account.invoice_trigger_shipment_status_for_month_end ??
    provider.invoice_trigger_shipment_status_for_month_end
  return isMonthEnd && last !== 'none' ? last : ordinary
}

/** The transaction data that decides whether it goes on an invoice. */
export interface InvoiceCandidate {
  type: TransactionTypeName
  invoice_id: number | null
  has_been_reversed: boolean
  /** The shipment of a shipping charge; `null` for other debits. */
  shipment: { status: ShipmentStatus; collected_date: Date | null } | null
}

/**
 * Whether a transaction goes on the next invoice. It must be a debit that is on no invoice yet. A shipping charge
 * counts only when its shipment has reached the trigger status or a later one (BILL-015, BILL-016). Held shipments
 * count by their collection date. Cancelled shipments always count, unless their charges were reversed
 * (docs/domain/invoices-and-statements.md#invoices).
 */
export function goesOnInvoice(candidate: InvoiceCandidate, trigger: InvoiceTriggerStatus): boolean {
  const { type, invoice_id, has_been_reversed, shipment } = candidate
  if (transaction_types[type].document !== 'invoice' || invoice_id !== null || has_been_reversed) return false
  if (!shipment) return true
  if (trigger === 'collected' && shipment.status !== 'cancelled' && hasBeenCollected(shipment)) return true
  return isInvoiceable(shipment.status, trigger, has_been_reversed)
}

/** The totals of an invoice or credit note, in cents. `standard` and `zero_rated` include VAT. */
export interface DocumentTotals {
  total: Cents
  vat: Cents
  total_excluding_vat: Cents
  standard: Cents
  zero_rated: Cents
}

/**
 * Returns the totals of the transactions on one document. VAT is the sum of the transactions' own VAT and is never
 * recalculated. Zero-rated amounts are totalled separately (docs/domain/conventions.md#money,
 * docs/domain/rating.md#vat, docs/domain/invoices-and-statements.md#invoices).
 */
export function documentTotals(
  rows: readonly { amount: Cents; vat: Cents; ex_vat_zero_rated: Cents }[],
  document: 'invoice' | 'credit-note',
): DocumentTotals {
  const direction = document === 'invoice' ? -1 : 1
  let total = 0
  let vat = 0
  let zeroRated = 0
  for (const row of rows) {
    const along = Math.sign(row.amount) * direction
    total += row.amount * direction
    vat += row.vat * along
    zeroRated += row.ex_vat_zero_rated * along
  }
  return {
    total: total + 0,
    vat: vat + 0,
    total_excluding_vat: total - vat + 0,
    standard: total - zeroRated + 0,
    zero_rated: zeroRated + 0,
  }
}

/**
 * Splits rows into one group per cost centre, in order of appearance, when `perCostCenter` is set. Otherwise returns
 * one group.
 */
export function groupForInvoices<Row extends { cost_center_id: number | null }>(
  rows: readonly Row[],
  perCostCenter: boolean,
): Row[][] {
  const groups = new Map<number | null, Row[]>()
  for (const row of rows) {
    const key = perCostCenter ? row.cost_center_id : null
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

/**
 * Whether an invoice with this total is issued: above zero and not below the provider's minimum. Otherwise its
 * transactions wait for the next run.
 */
export function isAboveInvoiceMinimum(total: Cents, minimum: Cents): boolean {
  return total > 0 && total >= minimum
}

/** The data that decides the state of an invoice. Amounts in cents, `due_day` as `YYYY-MM-DD`. */
export interface InvoiceMoney {
  total: Cents
  amount_paid: Cents
  credit_note_total: Cents
  due_day: string
}

export const invoice_states = ['issued', 'partly paid', 'paid', 'overdue', 'credited'] as const
export type InvoiceState = (typeof invoice_states)[number]

/** Returns the amount still to be paid, in cents; never below zero. */
export function balanceDue(
  invoice: Pick<InvoiceMoney, 'total' | 'amount_paid' | 'credit_note_total'>,
): Cents {
  return Math.max(0, invoice.total - invoice.amount_paid - invoice.credit_note_total)
}

/**
 * Returns the state of an issued invoice on a day. It is overdue from the day after its due day
 * (docs/domain/invoices-and-statements.md#invoices).
 */
export function invoiceState(invoice: InvoiceMoney, today: string): InvoiceState {
  if (balanceDue(invoice) === 0)
    return invoice.amount_paid === 0 && invoice.credit_note_total > 0 ? 'credited' : 'paid'
  if (today > invoice.due_day) return 'overdue'
  return invoice.amount_paid + invoice.credit_note_total > 0 ? 'partly paid' : 'issued'
}

/**
 * Returns the state as API responses name it: `open` (issued, partly paid), `overdue`, or `paid` (also fully
 * credited).
 */
export function invoiceStatus(invoice: InvoiceMoney, today: string): InvoiceStatus {
  const state = invoiceState(invoice, today)
  if (state === 'overdue') return 'overdue'
  return state === 'paid' || state === 'credited' ? 'paid' : 'open'
}

const prefixes = { invoice: 'INV', 'credit-note': 'CR', receipt: 'PMT' } as const

/** Returns the displayed document number: a prefix and six digits. A migration reference replaces it (BILL-011). */
export function docDisplayId(
  document: keyof typeof prefixes,
  number: number,
  migrationReference: string | null = null,
): string {
  return migrationReference || `${prefixes[document]}${String(number).padStart(6, '0')}`
}

/**
 * Returns the title of a document. Only a company with a VAT number issues tax invoices and tax credit notes
 * (BILL-012).
 */
export function documentTitle(document: 'invoice' | 'credit-note', invoiceCompanyVatNo: string): string {
  if (document === 'credit-note') return invoiceCompanyVatNo ? 'Tax credit note' : 'Credit note'
  return invoiceCompanyVatNo ? 'Tax invoice' : 'Invoice'
}
