import { randomUUID } from 'node:crypto'
import { currency, fromRand } from '@waybill/domain/kit/money'
import { sentAmount } from '@waybill/domain/payments/top-up'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { svixSignature } from '../../../src/payments/gateways/signatures.ts'
import { json } from '../../catchers/catcher-page.ts'
import { refusal } from './answers.ts'
import {
  bearerOf,
  fake_merchant,
  type GatewayCall,
  type Memory,
  type FakePayment,
  type SentNotice,
} from './payment.ts'

const access_token = 'stand-in-token'

const stitch_words = {
  open: 'Pending',
  success: 'Completed',
  'wrong-amount': 'Completed',
  fail: 'Failed',
  cancel: 'Cancelled',
  pending: 'Pending',
} as const

/** Implements the Stitch API; returns `null` for other requests. */
export function answerStitch(call: GatewayCall, memory: Memory): RawAnswer | null {
  const { key, body } = call
  if (key === 'POST /connect/token')
    return new URLSearchParams(body).get('client_secret') === fake_merchant.stitch_client_secret
      ? json({ access_token, expires_in: 3600 })
      : refusal(401, 'invalid_client')
  if (key === 'POST /v2/payment-requests')
    return bearerOf(call) === access_token ? request(body, memory) : refusal(401, 'Unauthorised')
  const [, id] = /^GET \/v2\/payment-requests\/([\w-]+)$/.exec(key) ?? []
  const one = id ? memory.payments.find((known) => known.id === id) : undefined
  return one ? json(fieldsOf(one)) : null
}

/** Builds the signed notification that Stitch sends about a payment, to the origin of the payer’s return URL. */
export function stitchNotice(one: FakePayment, redirectUri: string): SentNotice {
  const body = JSON.stringify({ type: 'payment', data: fieldsOf(one) })
  const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))]
  const signature = svixSignature({ id, timestamp, body }, fake_merchant.stitch_webhook_secret)
  return {
    url: URL.canParse(redirectUri) ? `${new URL(redirectUri).origin}/v2/billing/stitch/notify` : '',
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${signature}`,
    },
    body,
  }
}

function request(body: string, { url, keep }: Memory): RawAnswer {
  const sent = JSON.parse(body) as {
    externalReference: string
    amount: { quantity: string }
    payer?: { fullName?: string }
  }
  const one = keep({
    gateway: 'stitch',
    custom_id: sent.externalReference,
    title: sent.payer?.fullName ?? '',
    amount: fromRand(Number(sent.amount.quantity)),
    notify_url: '',
    success_url: '',
    pending_url: '',
    cancel_url: '',
    values: {},
    is_card_setup: false,
  })
  return json({ id: one.id, interaction: { type: 'redirect', url: `${url}/pay/${one.id}` } })
}

function fieldsOf(one: FakePayment) {
  return {
    id: one.id,
    externalReference: one.custom_id,
    status: stitch_words[one.status],
    amount: { currency: currency.code, quantity: sentAmount(one.paid || one.amount) },
  }
}
