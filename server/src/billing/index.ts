import { billingApi } from '@waybill/domain/billing/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { importAllocations } from './allocations/import-allocations.ts'
import {
  readAgeing,
  readAllocations,
  readBalance,
  readCreditNotes,
  readInvoices,
  readTransactions,
} from './list-billing.ts'
import { postTransaction } from './ledger/post-transaction.ts'
import { readCreditNoteItems, readInvoiceItems } from './invoices-and-statements/read-documents.ts'
import { readStatement } from './invoices-and-statements/read-statement.ts'
import { reviewHolds } from './ledger/review-hold.ts'
import { runDueInvoices, runInvoices } from './invoices-and-statements/run-invoices.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

export { reviewHoldTerms, setUsualTerms } from './account-terms.ts'
export {
  adjustCharge,
  chargeBooked,
  recogniseIfDue,
  restoreCharges,
  reverseCharges,
} from './ledger/charge-shipment.ts'
export { supplierOf } from './invoices-and-statements/invoice-supplier.ts'
export { readInvoices, readTransactions } from './list-billing.ts'
export { mayOverdraw, reviewPosted } from './ledger/review-hold.ts'
export { findSimilarPayments, netRevenueOf } from './ledger/ledger-store.ts'
export { postClaim, postPayment, postTransaction } from './ledger/post-transaction.ts'
export {
  invoiceAtOnce,
  markShipmentsInvoiced,
  issueInvoices,
} from './invoices-and-statements/run-invoices.ts'

export const billingRoutes = [
  serve(billingApi.transactions, readTransactions),
  serve(billingApi.post, postTransaction),
  serveExternal(billingApi.importAllocations, importAllocations),
  serve(billingApi.invoices, readInvoices),
  serveExternal(billingApi.invoiceItems, readInvoiceItems),
  serveExternal(billingApi.runInvoices, runInvoices),
  serve(billingApi.creditNotes, readCreditNotes),
  serve(billingApi.allocations, readAllocations),
  serveExternal(billingApi.creditNoteItems, readCreditNoteItems),
  serveExternal(billingApi.statement, readStatement),
  serve(billingApi.ageing, readAgeing),
  serve(billingApi.balance, readBalance),
]

/** Scheduled jobs of billing. Each one may be missed, repeated, or run on several processes (docs/domain/jobs.md). */
export const billingSchedules = [
  { name: 'invoice-run', every_ms: 5 * 60_000, run: runDueInvoices },
  { name: 'auto-hold', every_ms: hour_ms, run: reviewHolds },
]
