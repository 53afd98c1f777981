import type { IncomingHttpHeaders } from 'node:http'
import type { Cents } from '@waybill/domain/kit/money'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'

/** The only merchant of the fake gateways. The PayFast values are the public ones of its test environment. */
export const fake_merchant = {
  payfast_merchant_id: '10000100',
  payfast_merchant_key: '46f0cd694581a',
  payfast_passphrase: 'jt7NOE43FZPn',
  bobpay_account_code: 'STA001',
  bobpay_api_key: 'stand-in-key',
  bobpay_passphrase: 'stand-in-passphrase',
  stitch_client_id: 'stand-in-client',
  stitch_client_secret: 'stand-in-secret',
  stitch_webhook_secret: 'whsec_c3RhbmQtaW4gd2ViaG9vayBzZWNyZXQ=',
} as const

/** Actions available to the payer on the page of the gateway. */
export const fake_gateway_actions = [
  'success',
  'fail',
  'cancel',
  'pending',
  'wrong-amount',
  'other-merchant',
  'foreign-currency',
] as const
export type FakeGatewayAction = (typeof fake_gateway_actions)[number]

/** A notification from a gateway to the application. */
export interface SentNotice {
  url: string
  headers: Record<string, string>
  body: string
}

/** Outcomes in which the payer has paid. */
export const paid_actions: readonly (FakeGatewayAction | 'open')[] = [
  'success',
  'wrong-amount',
  'other-merchant',
  'foreign-currency',
]

/**
 * How the gateways misbehave at the next API calls: they do what was asked and lose the answer, fail or never answer, or
 * they fail without doing it.
 */
export type FakeFault = 'lost answer' | 'error after doing it' | 'silence' | 'error'

/** A refund as stored by the gateway. */
export interface FakeRefund {
  id: string
  /** The reference or nonce that asked for it. */
  reference: string
  amount: Cents
}

/** A payment as stored by the gateway. */
export interface FakePayment {
  id: string
  gateway: GatewayName
  custom_id: string
  title: string
  amount: Cents
  paid: Cents
  status: FakeGatewayAction | 'open'
  at: Date
  notify_url: string
  success_url: string
  pending_url: string
  cancel_url: string
  /** All values of the request. The notification repeats them. */
  values: Readonly<Record<string, string>>
  is_card_setup: boolean
  refunds: FakeRefund[]
}

/** A request to the API of a gateway. */
export interface GatewayCall {
  /** Method and path, such as `POST /connect/token`. */
  key: string
  search: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

/** State of the fake gateways, with their URL. */
export interface Memory {
  url: string
  /** Newest first. */
  payments: readonly FakePayment[]
  /** All notifications sent so far. */
  sent: readonly SentNotice[]
  /** Stores a new payment with status `open`. */
  keep(one: Omit<FakePayment, 'id' | 'paid' | 'status' | 'at' | 'refunds'>): FakePayment
  /** Tokens of saved cards, each with whether the bank declines it. */
  cards: Map<string, { is_declined: boolean }>
}

/** Returns the bearer token of a request, or `undefined` when there is none. */
export function bearerOf({ headers }: GatewayCall): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
}

/** What was returned of a payment, in cents. */
export function refundedOf({ refunds }: FakePayment): Cents {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
