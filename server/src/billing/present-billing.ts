import { balanceDue, docDisplayId, invoiceStatus } from '@waybill/domain/billing/invoicing'
import {
  transactionVisibleTo,
  type Allocation,
  type BillingTransaction,
  type CreditNote,
  type Invoice,
  type InvoiceItem,
} from '@waybill/domain/billing/model'
import type { Actor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type {
  AllocationRow,
  CreditNoteRow,
  InvoiceItemRow,
  InvoiceRow,
  TransactionRow,
} from './list-store.ts'

/**
 * Converts a ledger row to its API response, as the caller may see it
 * (docs/domain/public-api.md#transactions-in-answers).
 */
export function presentTransaction(actor: Actor, row: TransactionRow): BillingTransaction {
  return transactionVisibleTo(actor, {
    id: row.id,
    provider_id: row.provider_id,
    account_id: row.account_id,
    account_code: row.account_code,
    transaction_date: row.transaction_date,
    effective_date: row.effective_date,
    type: row.type,
    sub_type: row.sub_type,
    description: row.description,
    internal_note: row.internal_note,
    amount: row.amount,
    vat: row.vat,
    vat_percentage: row.vat_percentage,
    ex_vat_zero_rated: row.zero_rated,
    doc_display_id: documentOf(row),
    invoice_number: row.invoice_number,
    migration_reference: row.migration_reference ?? row.invoice_migration_reference,
    has_been_reversed: row.has_been_reversed,
    reverses_id: row.reverses_id,
    shipment_id: row.shipment_id ?? 0,
    shipment_reference: row.shipment_reference,
    invoice_id: row.invoice_id ?? 0,
    invoiceable: row.invoiceable,
    imported_payment_id: row.imported_payment_id ?? 0,
    payment_id: row.payment_id,
    credit_note_id: row.credit_note_id ?? 0,
    credit_note:
      row.credit_note_id === null
        ? null
        : {
            id: row.credit_note_id,
            doc_display_id: creditNoteName(row.credit_note_number, row.credit_note_migration_reference),
            total: row.credit_note_total ?? 0,
          },
    cost_center_id: row.cost_center_id,
    source: row.source,
    modified_by: row.modified_by,
    time_created: row.time_created,
    time_modified: row.time_modified,
  })
}

/** Returns the number of the document that a row belongs to: INV, CR or PMT (FMT-018…FMT-020, BILL-011). */
export function documentOf(
  row: Pick<
    TransactionRow,
    | 'invoice_number'
    | 'invoice_migration_reference'
    | 'credit_note_number'
    | 'credit_note_migration_reference'
    | 'payment_number'
    | 'migration_reference'
  >,
): string | null {
  if (row.invoice_number !== null)
    return docDisplayId('invoice', row.invoice_number, row.invoice_migration_reference)
  if (row.credit_note_number !== null)
    return creditNoteName(row.credit_note_number, row.credit_note_migration_reference)
  return row.payment_number === null
    ? row.migration_reference
    : docDisplayId('receipt', row.payment_number, row.migration_reference)
}

function creditNoteName(number: number | null, migrationReference: string | null): string {
  return docDisplayId('credit-note', number ?? 0, migrationReference)
}

/** Converts an allocation to its API response. */
export function presentAllocation(row: AllocationRow): Allocation {
  return {
    id: row.id,
    account_id: row.account_id,
    account_code: row.account_code,
    account_name: row.account_name,
    transaction_id: row.transaction_id,
    type: row.type,
    doc_display_id: documentOf({ ...row, invoice_number: null }),
    credit_note_id: row.credit_note_id ?? 0,
    invoice_id: row.invoice_id,
    invoice_display_id: docDisplayId('invoice', row.invoice_number ?? 0, row.invoice_migration_reference),
    amount: row.amount,
    created_by: row.created_by,
    time_created: row.time_created,
  }
}

/** Converts an invoice line to its API response. `quantity` is the number of parcels of a shipment, otherwise 1. */
export function presentItem(actor: Actor, row: InvoiceItemRow): InvoiceItem {
  return {
    ...presentTransaction(actor, row),
    quantity: row.parcel_count ?? 1,
    ...(row.service_level_code ? { service_level_code: row.service_level_code } : {}),
    ...(row.customer_reference ? { customer_reference: row.customer_reference } : {}),
  }
}

/**
 * Converts an invoice to its API response. Its status depends on the date of `now`
 * (docs/domain/public-api.md#invoices-in-answers).
 */
export function presentInvoice(row: InvoiceRow, now: Date): Invoice {
  const { migration_reference, total, vat, amount_paid, credit_note_total } = row
  const money = { total, amount_paid, credit_note_total, due_day: dayOf(row.due_date) }
  return {
    id: row.id,
    provider_id: row.provider_id,
    account_id: row.account_id,
    account_code: row.account_code,
    account_name: row.account_name,
    invoice_number: row.invoice_number,
    doc_display_id: docDisplayId('invoice', row.invoice_number, migration_reference),
    ...(migration_reference ? { migration_reference } : {}),
    invoice_date: row.invoice_date,
    due_date: row.due_date,
    from_date: row.from_date,
    to_date: row.to_date,
    status: invoiceStatus(money, dayOf(now)),
    total,
    total_excluding_vat: total - vat,
    vat,
    amount_paid,
    balance_due: balanceDue(row),
    credit_note_total,
    time_created: row.time_created,
    time_modified: row.time_modified,
  }
}

/** Converts a credit note to its API response (docs/domain/public-api.md#credit-notes-in-answers). */
export function presentCreditNote(row: CreditNoteRow): CreditNote {
  const { migration_reference, reason, total, vat, allocated } = row
  return {
    id: row.id,
    provider_id: row.provider_id,
    account_id: row.account_id,
    account_code: row.account_code,
    account_name: row.account_name,
    credit_note_number: row.credit_note_number,
    doc_display_id: creditNoteName(row.credit_note_number, migration_reference),
    ...(migration_reference ? { migration_reference } : {}),
    credit_note_date: row.credit_note_date,
    invoice_id: row.invoice_id ?? 0,
    invoice_display_id:
      row.invoice_number === null
        ? ''
        : docDisplayId('invoice', row.invoice_number, row.invoice_migration_reference),
    ...(reason ? { reason } : {}),
    status: allocated >= total ? 'allocated' : 'open',
    total,
    total_excluding_vat: total - vat,
    vat,
    allocated,
    balance: total - allocated,
    time_created: row.time_created,
    time_modified: row.time_modified,
  }
}
