import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count, rand } from '../kit/calls/wire.ts'
import { transaction_type_names } from './transaction-types.ts'

/**
 * Published when an invoice is issued; its account is notified. Accounts that allocate automatically get their open
 * credit allocated in the same transaction.
 */
export const invoiceIssued = event(
  'invoice-issued',
  z.object({ invoice_id: count, account_id: count, doc_display_id: z.string(), total: rand }),
)

/** Published once for the invoices that are issued together, after `invoiceIssued` of each. */
export const invoicesIssued = event('invoices-issued', z.object({ invoice_ids: z.array(count) }))

/** Published when a transaction is posted to the ledger; `balance` is the account's balance after it. */
export const transactionPosted = event(
  'transaction-posted',
  z.object({
    transaction_id: count,
    account_id: count,
    type: z.enum(transaction_type_names),
    amount: rand,
    balance: rand,
    shipment_id: count.nullable(),
  }),
)

/**
 * Published when transactions of an account that is invoiced after each transaction become ready to invoice
 * (BILL-017).
 */
export const becameInvoiceable = event('became-invoiceable', z.object({ account_id: count }))
