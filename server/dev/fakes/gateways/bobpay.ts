import { fromRand, toRand, type Cents } from '@waybill/domain/kit/money'
import { bobpayText } from '@waybill/domain/payments/gateways/bobpay'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { md5 } from '../../../src/payments/gateways/signatures.ts'
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

const bobpay_methods = ['credit-card', 'instant-eft', 'manual-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay']

const bobpay_words = {
  open: 'unpaid',
  success: 'paid',
  'wrong-amount': 'paid',
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
    case 'DELETE /v2/payments/saved-cards':
      return mayCall ? json({}) : refusal(401, 'Unauthorised')
    case 'GET /v2/payments/intents':
      if (!mayCall) return refusal(401, 'Unauthorised')
      return json({
        payment_intents: memory.payments
          .filter(({ gateway, custom_id }) => gateway === 'bobpay' && custom_id === search.get('search'))
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
  const amount = fromRand(Number(word('amount')))
  const intent = intentOf(values, amount)
  if (word('signature') !== md5(bobpayText(intent, fake_merchant.bobpay_passphrase)))
    return refusal(400, 'The signature does not match.')
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
  const intent = intentOf(one.values, amount)
  return {
    id: one.id,
    uuid: one.id,
    ...intent,
    amount: toRand(amount),
    paid_amount: toRand(one.paid),
    total_paid_amount: toRand(one.paid),
    status: bobpay_words[one.status],
    payment_method: one.values['payment_method'] ?? 'credit-card',
    is_test: true,
    time_created: one.at.toISOString(),
    signature: md5(bobpayText(intent, fake_merchant.bobpay_passphrase)),
    ...(one.is_card_setup && one.status === 'success'
      ? {
          saved_card: { id: `card-${one.id}`, pan: '424242******4242', association: 'Visa', expiry: '12/29' },
        }
      : {}),
  }
}
