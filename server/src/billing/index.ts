import { cashApi } from '@waybill/domain/cash/api'
import { billingApi } from '@waybill/domain/billing/api'
import { creditControlApi } from '@waybill/domain/billing/credit-control'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import {
  allocateByHand,
  deallocate,
  readAllocated,
  readOpen,
  refundCredit,
  writeOffInvoice,
} from './allocations/allocate-by-hand.ts'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { monthEndApi } from '@waybill/domain/billing/month-end'
import { serve, serveExternal } from '../kit/handler.ts'
import { readPreference, savePreference } from './deliveries/billing-preferences.ts'
import { listDeliveries, sendDocuments } from './deliveries/queue-documents.ts'
import { importAllocations } from './allocations/import-allocations.ts'
import {
  readAgeing,
  readAllocations,
  readBalance,
  readCreditNotes,
  readInvoices,
  readTransactions,
} from './list-billing.ts'
import { addPromise, listPromises, withdrawPromise } from './credit-control/promises.ts'
import { sendHoldWarnings, sendReminders } from './credit-control/send-reminders.ts'
import { sendStatements } from './deliveries/send-statements.ts'
import {
  listMonthEndAccounts,
  listMonthEndCharges,
  readMonthEnd,
  startMonthEnd,
} from './month-end/month-end.ts'
import { postTransaction } from './ledger/post-transaction.ts'
import { readCreditNoteItems, readInvoiceItems } from './invoices-and-statements/read-documents.ts'
import { creditInvoice, readCreditable } from './invoices-and-statements/credit-invoice.ts'
import { readDebtors } from './debtors/debtors.ts'
import { readStatement } from './invoices-and-statements/read-statement.ts'
import { printStatement } from './remittances/print-statement.ts'
import { listPayables, listRemittances, remit } from './remittances/remit.ts'
import { reviewHolds } from './ledger/review-hold.ts'
import { runDueInvoices, runInvoices } from './invoices-and-statements/run-invoices.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

export { reviewHoldTerms, setUsualTerms } from './account-terms.ts'
export {
  adjustCharge,
  chargeBooked,
  readWaitingCharges,
  recogniseIfDue,
  restoreCharges,
  reverseCharges,
} from './ledger/charge-shipment.ts'
export { deliveredDocument, type DeliveredDocument } from './deliveries/delivered-document.ts'
export { findDelivery, settleDelivery, type DeliveryRow } from './deliveries/delivery-store.ts'
export { deliverableInvoice, queueDocuments } from './deliveries/queue-documents.ts'
export { holdCharges, releaseCharges } from './month-end/hold-store.ts'
export { runMonthEnd } from './month-end/run-month-end.ts'
export { supplierOf } from './invoices-and-statements/invoice-supplier.ts'
export { readInvoices, readTransactions } from './list-billing.ts'
export { mayOverdraw, reviewPosted } from './ledger/review-hold.ts'
export { findSimilarPayments, netRevenueOf } from './ledger/ledger-store.ts'
export { postGatewayFees } from './ledger/gateway-fees.ts'
export {
  postClaim,
  postPayment,
  postRefund,
  postTransaction,
  reverseRefund,
} from './ledger/post-transaction.ts'
export {
  listAccountOpenings,
  readOpeningTotals,
  saveOldBalances,
  startWork,
} from './opening-balances/old-balances.ts'
export { lockOpeningItems, postOpeningItem, removeOpeningItem } from './opening-balances/opening-items.ts'
export {
  deleteOpeningIfEmpty,
  deleteOldBalance,
  invoicesByOwnNumber,
  setInvoiceReference,
  takenReferences,
} from './opening-balances/opening-store.ts'
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
  serve(monthEndApi.summary, readMonthEnd),
  serve(monthEndApi.accounts, listMonthEndAccounts),
  serve(monthEndApi.charges, listMonthEndCharges),
  serve(monthEndApi.run, startMonthEnd),
  serve(creditControlApi.promises, listPromises),
  serve(creditControlApi.addPromise, addPromise),
  serve(creditControlApi.withdrawPromise, withdrawPromise),
  serve(receivablesApi.open, readOpen),
  serve(receivablesApi.allocated, readAllocated),
  serve(receivablesApi.allocate, allocateByHand),
  serve(receivablesApi.deallocate, deallocate),
  serve(receivablesApi.writeOff, writeOffInvoice),
  serve(receivablesApi.refund, refundCredit),
  serve(receivablesApi.creditable, readCreditable),
  serve(receivablesApi.credit, creditInvoice),
  serve(receivablesApi.debtors, readDebtors),
  serve(deliveriesApi.send, sendDocuments),
  serve(deliveriesApi.list, listDeliveries),
  serve(deliveriesApi.preference, readPreference),
  serve(deliveriesApi.savePreference, savePreference),
  serve(cashApi.payables, listPayables),
  serve(cashApi.remit, remit),
  serve(cashApi.remittances, listRemittances),
  serveExternal(cashApi.statement, printStatement),
]

/** Scheduled jobs of billing. Each one may be missed, repeated, or run on several processes (docs/domain/jobs.md). */
export const billingSchedules = [
  { name: 'invoice-run', every_ms: 5 * 60_000, run: runDueInvoices },
  { name: 'statements', every_ms: hour_ms, run: sendStatements },
  { name: 'payment-reminders', every_ms: hour_ms, run: sendReminders },
  { name: 'hold-warnings', every_ms: hour_ms, run: sendHoldWarnings },
  { name: 'auto-hold', every_ms: hour_ms, run: reviewHolds },
]
