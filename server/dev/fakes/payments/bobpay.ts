import { randomUUID } from 'node:crypto'
import type { Cents } from '@waybill/domain/kit/money'
import type { RawAnswer } from '../../../src/kit/handler.ts'
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
import { hexDigest, queryEscape, randText } from './signing.ts'

const bobpay_methods = ['credit-card', 'instant-eft', 'manual-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay']

const bobpay_words = {
  open: 'unpaid',
  success: 'paid',
  'wrong-amount': 'paid',
  'other-merchant': 'paid',
  'foreign-currency': 'paid',
  fail: 'failed',
  cancel: 'cancelled',
  pending: 'processing',
} as const

/** Implements the Bob Pay API; returns `null` for other requests. */
export function answerBobpay(call: GatewayCall, memory: Memory): RawAnswer | null {
  const { key, search, body } = call
  const mayCall = bearerOf(call) === fake_merchant.bobpay_api_key
  switch (key) {
    case 'GET /v2/payments/payment-methods/public': {
      const isRecognised = search.get('account_code') === fake_merchant.bobpay_account_code
      const status = isRecognised ? 'active' : 'inactive'
      return json({ payment_methods: bobpay_methods.map((name) => ({ name, status })) })
    }
    case 'POST /v2/payments/intents/link':
      return mayCall ? link(body, memory) : refusal(401, 'Unauthorised')
    case 'POST /v2/payments/intents/validate':
      return memory.sent.some((one) => one.body === body) ? json({}) : refusal(400, 'Invalid')
    case 'POST /v2/payments/reversal':
      return mayCall ? reverse(body, memory) : refusal(401, 'Unauthorised')
    case 'DELETE /v2/payments/saved-cards':
      return mayCall ? json({}) : refusal(401, 'Unauthorised')
    case 'GET /v2/payments/intents':
      if (!mayCall) return refusal(401, 'Unauthorised')
      return json({
        payment_intents: memory.payments
          .filter(
            ({ gateway, custom_id, status }) =>
              gateway === 'bobpay' && custom_id === search.get('search') && status !== 'other-merchant',
          )
          .map(fieldsOf),
      })
    default:
      return null
  }
}

/** Builds the signed notification that Bob Pay sends about a payment. */
export function bobpayNotice(one: FakePayment): SentNotice {
  return {
    url: one.notify_url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fieldsOf(one)),
  }
}

function link(body: string, { url, keep }: Memory): RawAnswer {
  const sent = JSON.parse(body) as Record<string, unknown>
  const values = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === 'object' ? '' : String(value)]),
  )
  const word = (name: string): string => values[name] ?? ''
  const amount = Math.round(Number(word('amount')) * 100)
  const intent = intentOf(values, amount)
  if (word('signature') !== signatureOf(intent)) return refusal(400, 'The signature does not match.')
  const one = keep({
    gateway: 'bobpay',
    custom_id: intent.custom_payment_id,
    title: intent.item_name,
    amount,
    notify_url: intent.notify_url,
    success_url: intent.success_url,
    pending_url: intent.pending_url,
    cancel_url: intent.cancel_url,
    values,
    is_card_setup: word('is_saved_card_setup') === 'true' || word('save_card') === 'true',
  })
  return json({ url: `${url}/pay/${one.id}`, short_url: `${url}/pay/${one.id}` })
}

function intentOf(values: Readonly<Record<string, string>>, amount: Cents) {
  const word = (name: string): string => values[name] ?? ''
  return {
    recipient_account_code: word('recipient_account_code'),
    custom_payment_id: word('custom_payment_id'),
    email: word('email'),
    mobile_number: word('mobile_number'),
    amount,
    item_name: word('item_name'),
    item_description: word('item_description'),
    notify_url: word('notify_url'),
    success_url: word('success_url'),
    pending_url: word('pending_url'),
    cancel_url: word('cancel_url'),
  }
}

function fieldsOf(one: FakePayment) {
  // The signature covers the amount named in the notification, which is the amount paid.
  const amount = one.status === 'wrong-amount' ? one.paid : one.amount
  const intent = {
    ...intentOf(one.values, amount),
    ...(one.status === 'other-merchant' ? { recipient_account_code: 'OTH001' } : {}),
  }
  return {
    id: one.id,
    uuid: one.id,
    ...intent,
    amount: amount / 100,
    paid_amount: one.paid / 100,
    total_paid_amount: one.paid / 100,
    status: bobpay_words[one.status],
    payment_method: one.values['payment_method'] ?? 'credit-card',
    payment: { status: one.refunds.length > 0 ? 'reversed' : 'paid' },
    ...(one.status === 'foreign-currency' ? { currency: 'USD' } : {}),
    is_test: true,
    time_created: one.at.toISOString(),
    signature: signatureOf(intent),
    ...(one.is_card_setup && one.status === 'success'
      ? {
          saved_card: { id: `card-${one.id}`, pan: '424242******4242', association: 'Visa', expiry: '12/29' },
        }
      : {}),
  }
}

/** Returns the whole of a payment. */
function reverse(body: string, { payments }: Memory): RawAnswer {
  const { id } = JSON.parse(body) as { id: string }
  const one = payments.find((known) => known.gateway === 'bobpay' && known.id === id)
  if (!one || one.paid === 0 || one.refunds.length > 0)
    return refusal(400, 'This payment cannot be reversed.')
  one.refunds.push({ id: randomUUID(), reference: one.id, amount: one.paid })
  return json({})
}

/** Signs the values in their order: spaces become `+` before escaping, and the passphrase is not escaped. */
function signatureOf(intent: ReturnType<typeof intentOf>): string {
  const text = Object.entries(intent)
    .map(([name, value]) => {
      const plain = typeof value === 'number' ? randText(value) : value
      return `${name}=${queryEscape(plain.replaceAll(' ', '+'))}`
    })
    .join('&')
  return hexDigest(`${text}&passphrase=${fake_merchant.bobpay_passphrase}`)
}
