import { importedApi } from '@waybill/domain/payments/imported-payment'
import { cashApi } from '@waybill/domain/cash/api'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { serve, serveExternal, serveRaw } from '../kit/handler.ts'
import { pollGateways } from './poll-gateways.ts'
import {
  ignoreImported,
  matchImported,
  readImportedPayments,
  reopenImported,
  uploadStatement,
} from './imported.ts'
import { chooseCard, readCards, removeCard } from './cards.ts'
import { applyHeld, readPayments } from './list-payments.ts'
import { payShipment } from './pay-shipment.ts'
import { readPublicMethods, readStatus, readPaymentMethods } from './read-payment-methods.ts'
import { receiveBobpay, receivePayfast, receiveStitch } from './receive-notice.ts'
import { signPayfast, startBobpay, startStitch } from './start-payment.ts'
import { printPayoutSlip } from './tills/print-payout-slip.ts'
import { printReceipt } from './print-receipt.ts'
import { takePayment } from './take-payment.ts'
import { testCredentials } from './test-credentials.ts'

export { readPayments } from './list-payments.ts'
export { applyFinding } from './apply-payment.ts'
export { checkNotice } from './check-notice.ts'
export { holdOnDispute } from './reject-while-payment-held.ts'
export { gatewaysPort, realGateways, type Gateways } from './gateways/index.ts'
export { readNewestPayment, readPaymentForReceipt } from './store.ts'

export const paymentRoutes = [
  serveExternal(paymentsApi.publicMethods, readPublicMethods),
  serveExternal(paymentsApi.ways, readPaymentMethods),
  serveExternal(paymentsApi.payfastSignature, signPayfast),
  serveExternal(paymentsApi.bobpayUrl, startBobpay),
  serveExternal(paymentsApi.stitchUrl, startStitch),
  serveRaw(paymentsApi.payfastNotify, receivePayfast),
  serveRaw(paymentsApi.bobpayNotify, receiveBobpay),
  serveRaw(paymentsApi.stitchNotify, receiveStitch),
  serve(paymentsApi.status, readStatus),
  serve(paymentsApi.payShipment, payShipment),
  serve(counterApi.take, takePayment),
  serveExternal(counterApi.receipt, printReceipt),
  serveExternal(cashApi.payoutSlip, printPayoutSlip),
  serveExternal(importedApi.upload, uploadStatement),
  serve(importedApi.list, readImportedPayments),
  serve(importedApi.match, matchImported),
  serve(importedApi.ignore, ignoreImported),
  serve(importedApi.reopen, reopenImported),
  serve(paymentsApi.list, readPayments),
  serve(paymentsApi.applyHeld, applyHeld),
  serve(paymentsApi.cards, readCards),
  serve(paymentsApi.chooseCard, chooseCard),
  serveExternal(paymentsApi.removeCard, removeCard),
  serveExternal(paymentsApi.testCredentials, testCredentials),
]

/** Scheduled jobs of payments. They may be skipped, repeated, or run in several processes at once. */
export const paymentSchedules = [{ name: 'ask-gateways', every_ms: 60_000, run: pollGateways }]
