import { importedApi } from '@waybill/domain/payments/imported-payment'
import { cashApi } from '@waybill/domain/cash/api'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { autoTopUpApi } from '@waybill/domain/payments/auto-top-up-api'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import { serve, serveExternal } from '../kit/handler.ts'
import { pollGateways } from './poll-gateways.ts'
import {
  ignoreImported,
  matchImported,
  readImportedPayments,
  reopenImported,
  uploadStatement,
} from './imported.ts'
import { chooseCard, readCards, removeCard } from './cards.ts'
import { applyHeld, closeHeld, readPayments } from './list-payments.ts'
import { payShipment } from './pay-shipment.ts'
import { readPublicMethods, readStatus, readPaymentMethods } from './read-payment-methods.ts'
import { cancelMandate, readAutoTopUp, saveMandate } from './auto-top-up/edit-auto-top-up.ts'
import { chargeCards } from './auto-top-up/charge-cards.ts'
import { gateway_routes } from './gateways/routes.ts'
import { pollRefunds, settleRefund } from './refunds/ask-refunds.ts'
import { refundPayment } from './refunds/refund-payment.ts'
import { fetchSettlements, readSettlements, uploadSettlement } from './settlements/import-settlement.ts'
import { printPayoutSlip } from './tills/print-payout-slip.ts'
import { printTillReport } from './tills/print-till-report.ts'
import { listTillShifts, readTillReport } from './tills/till-report.ts'
import { printReceipt } from './print-receipt.ts'
import { takePayment } from './take-payment.ts'
import { testCredentials } from './test-credentials.ts'

export { readPayments } from './list-payments.ts'
export { applyFinding, changePaidPlace } from './apply-payment.ts'
export { paymentMethodsFor } from './payment-methods.ts'
export { checkNotice } from './check-notice.ts'
export { holdOnDispute } from './reject-while-payment-held.ts'
export { realGateways } from './gateways/index.ts'
export { gatewaysPort, type Gateways } from './gateways/port.ts'
export { askForRefund } from './refunds/ask-refunds.ts'
export { importSettlementLines } from './settlements/import-settlement.ts'
export { readNewestPayment, readPaymentForReceipt } from './store.ts'

export const paymentRoutes = [
  serveExternal(paymentsApi.publicMethods, readPublicMethods),
  serveExternal(paymentsApi.ways, readPaymentMethods),
  ...gateway_routes,
  serve(paymentsApi.status, readStatus),
  serve(paymentsApi.payShipment, payShipment),
  serve(counterApi.take, takePayment),
  serveExternal(counterApi.receipt, printReceipt),
  serveExternal(cashApi.payoutSlip, printPayoutSlip),
  serve(cashApi.tillShifts, listTillShifts),
  serve(cashApi.tillReport, readTillReport),
  serveExternal(cashApi.printTillReport, printTillReport),
  serveExternal(importedApi.upload, uploadStatement),
  serve(importedApi.list, readImportedPayments),
  serve(importedApi.match, matchImported),
  serve(importedApi.ignore, ignoreImported),
  serve(importedApi.reopen, reopenImported),
  serve(paymentsApi.list, readPayments),
  serve(paymentsApi.applyHeld, applyHeld),
  serve(paymentsApi.closeHeld, closeHeld),
  serve(paymentsApi.refund, refundPayment),
  serve(paymentsApi.settleRefund, settleRefund),
  serve(paymentsApi.cards, readCards),
  serve(paymentsApi.chooseCard, chooseCard),
  serveExternal(paymentsApi.removeCard, removeCard),
  serveExternal(paymentsApi.testCredentials, testCredentials),
  serveExternal(autoTopUpApi.read, readAutoTopUp),
  serveExternal(autoTopUpApi.save, saveMandate),
  serve(autoTopUpApi.cancel, cancelMandate),
  serve(settlementApi.list, readSettlements),
  serveExternal(settlementApi.upload, uploadSettlement),
]

/** Scheduled jobs of payments. They may be skipped, repeated, or run in several processes at once. */
export const paymentSchedules = [
  { name: 'ask-gateways', every_ms: 60_000, run: pollGateways },
  { name: 'ask-refunds', every_ms: 60_000, run: pollRefunds },
  { name: 'automatic-top-ups', every_ms: hour_ms, run: chargeCards },
  { name: 'fetch-settlements', every_ms: day_ms, run: fetchSettlements },
]
