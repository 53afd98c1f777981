import { formatRand } from '../kit/money.ts'
import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { date_range } from '../kit/dates/date-range-codec.ts'
import { paging } from '../kit/lists/paging.ts'
import { external_endpoint, RawBody } from '../kit/calls/raw-body.ts'
import { count, flag, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { Shipment } from '../shipments/model.ts'
import { counter_methods } from './counter.ts'
import { gateway_names } from './gateway-list.ts'
import { listed_methods } from './methods.ts'
import { EftDetails, PayableShipment, Payment, PaymentState, SavedCard, OfferedMethod } from './model.ts'
import { payment_statuses } from './payment.ts'

/** The fields of a gateway's payment form as name and value pairs, in the gateway's order. */
const key_value_pairs = z.array(z.object({ name: text(60), value: text(2000) })).max(60)

/** Identifies the shipment to pay for. A caller who is not signed in must send its payment reference. */
const of_shipment = { shipment_id: maybe(count), payment_reference: maybe(text(60)) }

/** The page to redirect to. Without one, `message` or `error` gives the reason (PAY-058). */
const redirect = z.object({
  data: z.object({ redirect_url: z.string() }).optional(),
  message: z.string().optional(),
  error: z.string().optional(),
})

/** A notification from a gateway. The body is read as raw bytes because its signature covers them. */
const notice = { ...external_endpoint, input: RawBody, body: 'small' } as const

const keys = (...names: string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Payment endpoints (API-003, API-014). The paths on the payments host may be prefixed with `/v2`. */
export const paymentsApi = {
  publicMethods: endpoint('GET /payments/payment-methods/public', {
    host: 'payments',
    input: z.object({ account_code: maybe(text(60)) }),
    output: z.object({ payment_methods: z.array(z.object({ name: z.string(), status: z.string() })) }),
    permission: null,
    audience: 'public',
    summary: 'Lists the payment methods of Bob Pay and whether each is active.',
  }),
  ways: endpoint('GET /payments/ways', {
    host: 'payments',
    input: z.object({ purpose: z.enum(['topup', 'shipment']), ...of_shipment }),
    output: z.object({
      ways: z.array(OfferedMethod),
      /** The minimum top-up amount. */
      minimum: rand,
      eft: EftDetails.nullable(),
      custom: z.object({ name: z.string(), url: z.string(), image: z.string() }).nullable(),
      cards: z.array(SavedCard),
      /**
       * The methods with which the caller may take payment for the shipment at the counter; empty when the caller may
       * not.
       */
      counter: z.array(z.enum(counter_methods)),
      shipment: PayableShipment.nullable(),
    }),
    permission: null,
    audience: 'public',
    published: false,
    summary: 'Lists the payment methods offered for a top-up or a shipment.',
  }),
  payfastSignature: endpoint('POST /billing/payfast/signature', {
    host: 'payments',
    input: z.object({
      key_value_pairs,
      set_as_default_payment_setup: maybe(flag),
      is_saved_card_setup: maybe(flag),
      ...of_shipment,
    }),
    output: z.object({
      signature: z.string(),
      merchant_id: z.string(),
      merchant_key: z.string(),
      /** The URL to which the form is posted, and its signed fields in order, without the three fields above. */
      action: z.string(),
      fields: z.array(z.object({ name: z.string(), value: z.string() })),
      reference: z.string(),
    }),
    audience: 'public',
    summary: `Signs a payment form for PayFast. From ${keys('key_value_pairs')} it reads only the ${keys('amount')} of a top-up; the server determines the price of a shipment and the return URLs.`,
  }),
  bobpayUrl: endpoint('POST /billing/bobpay/url', {
    host: 'payments',
    input: z.object({
      key_value_pairs,
      payment_method: text(60),
      set_as_default_payment_setup: maybe(flag),
      is_saved_card_setup: maybe(flag),
      ...of_shipment,
    }),
    output: redirect,
    audience: 'public',
    summary: `Starts a payment with Bob Pay and returns the page to open. From ${keys('key_value_pairs')} it reads ${keys('amount', 'email', 'mobile_number', 'saved_card_id', 'cvv')}.`,
  }),
  stitchUrl: endpoint('POST /billing/stitch/url', {
    host: 'payments',
    input: z.object({ key_value_pairs, account_id: maybe(count), ...of_shipment }),
    output: redirect,
    audience: 'public',
    summary: `Starts a payment with Stitch and returns the page to open. From ${keys('key_value_pairs')} it reads the ${keys('quantity')} of a top-up.`,
  }),
  payfastNotify: endpoint('POST /billing/payfast/notify', {
    host: 'payments',
    ...notice,
    summary: 'Receives payment notifications from PayFast.',
  }),
  bobpayNotify: endpoint('POST /billing/bobpay/notify', {
    host: 'payments',
    ...notice,
    summary: 'Receives payment notifications from Bob Pay.',
  }),
  stitchNotify: endpoint('POST /billing/stitch/notify', {
    host: 'payments',
    ...notice,
    summary: 'Receives payment notifications from Stitch, delivered by Svix.',
  }),
  status: endpoint('GET /payments/status', {
    host: 'payments',
    input: z.object({ reference: maybe(text(20)), ...of_shipment }),
    output: z.object({ payment: PaymentState.nullable(), shipment: PayableShipment.nullable() }),
    permission: null,
    audience: 'public',
    published: false,
    summary: 'Returns the latest payment of a shipment, of the caller’s account, or with a reference.',
  }),
  payShipment: endpoint('POST /shipments/pay', {
    input: z.object({ id: count, /** The price that the payer agreed to. */ rate: rand }),
    output: Shipment,
    summary: 'Pays a shipment from the balance of its account and submits it.',
  }),
  list: endpoint('GET /billing/payments', {
    host: 'payments',
    input: z.object({
      ...paging,
      account_id: maybe(count),
      ...date_range,
      status: maybe(list(z.enum(payment_statuses))),
      method: maybe(list(z.enum(listed_methods))),
      /** The number of a payment, an account, a shipment reference or an amount. */
      search: maybe(text(60)),
      /** Only payments that are not fully allocated to invoices. */
      is_unallocated: maybe(flag),
      /** Only payments that the reports of their gateway leave out. */
      is_unsettled: maybe(flag),
    }),
    output: z.object({
      payments: z.array(Payment),
      count,
      /** The sum received by all matching payments that were not reversed. */
      total_received: rand,
      /** The sum of what is not allocated of all matching payments. */
      total_unallocated: rand,
    }),
    summary:
      'Lists payments, newest first: through gateways, at the counter and, for staff, from bank statements and posted by hand.',
  }),
  applyHeld: endpoint('POST /billing/payments/apply', {
    host: 'payments',
    input: z.object({ id: count, reason: text(500) }),
    output: Payment,
    permission: 'INLINE_transaction_payment',
    published: false,
    summary: 'Applies a held payment after a user confirmed that the money was received.',
  }),
  closeHeld: endpoint('POST /billing/payments/close', {
    host: 'payments',
    input: z.object({ id: count, reason: text(500) }),
    output: Payment,
    permission: 'INLINE_transaction_payment',
    published: false,
    summary: 'Closes a held payment without posting it.',
  }),
  refund: endpoint('POST /billing/payments/refund', {
    host: 'payments',
    input: z.object({ id: count, amount: rand, reason: text(200) }),
    output: Payment,
    step_up: true,
    approval: ({ amount, reason }, tried) => ({
      kind: 'refund',
      amount,
      account_id: tried?.account_id ?? null,
      description: `Refund ${formatRand(amount)} of payment ${tried?.reference ?? ''} by its gateway: ${reason}`,
    }),
    published: false,
    summary: 'Requests a refund of a payment, or of a part of it, from its gateway.',
  }),
  settleRefund: endpoint('POST /billing/payments/refund/settle', {
    host: 'payments',
    input: z.object({
      id: count,
      /** Whether the gateway made the refund, as a person saw there. */
      is_made: flag,
      reason: text(200),
    }),
    output: Payment,
    permission: 'API_/billing/payments/refund:POST',
    step_up: true,
    approval: ({ is_made, reason }, tried) =>
      is_made
        ? null
        : {
            kind: 'credit',
            amount: null,
            account_id: tried?.account_id ?? null,
            description: `Settle the refund of payment ${tried?.reference ?? ''} as not made, so that its money is on the account again: ${reason}`,
          },
    published: false,
    summary: 'Settles a refund about which the gateway does not answer: it was made, or it was not.',
  }),
  cards: endpoint('GET /billing/cards', {
    host: 'payments',
    input: z.object({ account_id: maybe(count) }),
    output: z.object({ cards: z.array(SavedCard) }),
    published: false,
    summary: 'Lists the saved cards of an account.',
  }),
  chooseCard: endpoint('PATCH /billing/cards', {
    host: 'payments',
    input: z.object({ id: count }),
    output: z.object({ cards: z.array(SavedCard) }),
    permission: 'API_/billing/cards:DELETE',
    published: false,
    summary: 'Sets a saved card as the default.',
  }),
  removeCard: endpoint('DELETE /billing/cards', {
    host: 'payments',
    input: z.object({ id: count }),
    output: z.object({}),
    published: false,
    summary: 'Deletes a saved card.',
  }),
  testCredentials: endpoint('POST /payments/test-credentials', {
    host: 'payments',
    input: z.object({ gateway: z.enum(gateway_names), values: z.record(z.string(), z.string().max(500)) }),
    output: z.object({ works: flag, message: z.string() }),
    permission: 'API_/providers/settings:POST',
    published: false,
    summary: 'Checks entered or stored credentials with a gateway.',
  }),
}
