import type { IncomingHttpHeaders } from 'node:http'
import type { Cents } from '@waybill/domain/kit/money'
import type { GatewayName } from '@waybill/domain/payments/methods'

/** The one merchant the stand-in knows; PayFast's is the public one of its test environment. */
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

/** What a person at the gateway's page may do. */
export const fake_gateway_actions = ['success', 'fail', 'cancel', 'pending', 'wrong-amount'] as const
export type FakeGatewayAction = (typeof fake_gateway_actions)[number]

/** A notification on its way to us. */
export interface SentNotice {
  url: string
  headers: Record<string, string>
  body: string
}

/** A payment as the gateway holds it. */
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
  /** Everything that was sent, for the notification. */
  values: Readonly<Record<string, string>>
  is_card_setup: boolean
}

/** A call of a program to a gateway's API. */
export interface GatewayCall {
  /** Method and path, such as `POST /connect/token`. */
  key: string
  search: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

/** What the stand-in remembers and where it listens. */
export interface Memory {
  url: string
  /** Newest first. */
  payments: readonly FakePayment[]
  /** Every notification sent so far. */
  sent: readonly SentNotice[]
  /** Opens a payment. */
  keep(one: Omit<FakePayment, 'id' | 'paid' | 'status' | 'at'>): FakePayment
}

/** The token of a call, `undefined` without one. */
export function bearerOf({ headers }: GatewayCall): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
}
