import { importedApi } from '@waybill/domain/payments/imported-payment'
import { paymentsApi } from '@waybill/domain/payments/api'
import { serve, servePartner, serveRaw } from '../kit/verb.ts'
import { askGateways } from './ask-gateways.ts'
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
import { readPublicMethods, readStatus, readWays } from './read-ways.ts'
import { receiveBobpay, receivePayfast, receiveStitch } from './receive-notice.ts'
import { signPayfast, startBobpay, startStitch } from './start-payment.ts'
import { testCredentials } from './test-credentials.ts'

export { applyFinding } from './apply-payment.ts'
export { checkNotice } from './check-notice.ts'
export { shieldHeld } from './shield-held.ts'
export {
  gatewaysPort,
  paymentStandIn,
  realGateways,
  stand_in_merchant,
  type Gateways,
} from './gateways/index.ts'
export { readNewestPayment, readPaymentForReceipt } from './store.ts'

export const paymentRoutes = [
  servePartner(paymentsApi.publicMethods, readPublicMethods),
  servePartner(paymentsApi.ways, readWays),
  servePartner(paymentsApi.payfastSignature, signPayfast),
  servePartner(paymentsApi.bobpayUrl, startBobpay),
  servePartner(paymentsApi.stitchUrl, startStitch),
  serveRaw(paymentsApi.payfastNotify, receivePayfast),
  serveRaw(paymentsApi.bobpayNotify, receiveBobpay),
  serveRaw(paymentsApi.stitchNotify, receiveStitch),
  serve(paymentsApi.status, readStatus),
  serve(paymentsApi.payShipment, payShipment),
  serve(importedApi.upload, uploadStatement),
  serve(importedApi.list, readImportedPayments),
  serve(importedApi.match, matchImported),
  serve(importedApi.ignore, ignoreImported),
  serve(importedApi.reopen, reopenImported),
  serve(paymentsApi.list, readPayments),
  serve(paymentsApi.applyHeld, applyHeld),
  serve(paymentsApi.cards, readCards),
  serve(paymentsApi.chooseCard, chooseCard),
  servePartner(paymentsApi.removeCard, removeCard),
  servePartner(paymentsApi.testCredentials, testCredentials),
]

/** What payments run by the clock; safe to miss, to repeat and to run on several processes. */
export const paymentSchedules = [{ name: 'ask-gateways', every_ms: 60_000, run: askGateways }]
