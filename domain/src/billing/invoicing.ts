import type { Cents } from '../kit/money.ts'
import {
  hasBeenCollected,
  isInvoiceable,
  type InvoiceTriggerStatus,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'
import type { InvoiceStatus } from './model.ts'
import { transaction_types, type TransactionTypeName } from './transaction-types.ts'

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
