import { randomUUID } from 'node:crypto'
import { html } from '../../../src/kit/html.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { json } from '../../catchers/catcher-page.ts'
import { plainText, refusal, paymentHtmlPage } from './answers.ts'
import {
  fake_merchant,
  refundedOf,
  type FakePayment,
  type GatewayCall,
  type Memory,
  type SentNotice,
} from './payment.ts'
import { centsOf, formText, formValues, hexDigest, randText } from './signing.ts'

const fee_percentage = 2.3

const payfast_words = {
  open: 'PENDING',
  success: 'COMPLETE',
  'wrong-amount': 'COMPLETE',
  'other-merchant': 'COMPLETE',
  'foreign-currency': 'COMPLETE',
  fail: 'FAILED',
  cancel: 'CANCELLED',
  pending: 'PENDING',
} as const

/** The fields of a payment form in the order in which they are signed. */
const signed_order = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'm_payment_id',
  'amount',
  'item_name',
  'item_description',
  'email_confirmation',
  'subscription_type',
]

/** Accepts the PayFast payment form. Like PayFast, rejects it when the merchant or the signature is wrong. */
export function takeForm(body: string, { keep }: Memory): RawAnswer {
  const values = formValues(body)
  const amount = centsOf(values.get('amount') ?? '')
  const isRecognised =
    values.get('merchant_id') === fake_merchant.payfast_merchant_id &&
    values.get('merchant_key') === fake_merchant.payfast_merchant_key
  const signed = signed_order.flatMap((name): [string, string][] => {
    const value = values.get(name)?.trim()
    return value ? [[name, value]] : []
  })
  const isSigned =
    values.get('signature') ===
    hexDigest(formText([...signed, ['passphrase', fake_merchant.payfast_passphrase]]))
  if (!isRecognised || !isSigned || amount === null)
    return {
      ...paymentHtmlPage(
        'Refused',
        html`<p>
          ${isRecognised ? 'Generated signature does not match submitted signature.' : 'Unable to process: the merchant is unknown.'}
        </p>`,
      ),
      status: 400,
    }
  const one = keep({
    gateway: 'payfast',
    custom_id: values.get('m_payment_id') ?? '',
    title: values.get('item_name') ?? '',
    amount,
    notify_url: values.get('notify_url') ?? '',
    success_url: values.get('return_url') ?? '',
    pending_url: values.get('return_url') ?? '',
    cancel_url: values.get('cancel_url') ?? '',
    values: Object.fromEntries(values),
    is_card_setup: values.get('subscription_type') === '2',
  })
  return { status: 303, headers: { location: `/pay/${one.id}` }, body: '' }
}

/** Implements the PayFast API; returns `null` for other requests. */
export function answerPayfast(call: GatewayCall, memory: Memory): RawAnswer | null {
  const { key, body } = call
  const { sent, payments } = memory
  if (key === 'POST /eng/query/validate')
    return plainText(sent.some((one) => one.body.startsWith(`${body}&signature=`)) ? 'VALID' : 'INVALID')
  const [, path = ''] =
    /^[A-Z]+ \/(transactions\/history\/daily|refunds\/.+|subscriptions\/.+)$/.exec(key) ?? []
  if (!path) return null
  if (!isAuthorised(call)) return refusal(401, 'Merchant authorization failed.')
  if (path.startsWith('transactions')) return history(call, payments)
  const [kind = '', ...parts] = path.split('/')
  if (kind === 'subscriptions') return answerCard(key, parts[0] ?? '', body, memory)
  const one = payments.find((known) => known.gateway === 'payfast' && referenceOf(known) === parts.at(-1))
  if (!one) return refusal(404, 'Not found.')
  const left = one.paid - refundedOf(one)
  if (key.startsWith('GET'))
    return wrap({
      amount_original: one.paid,
      amount_available_for_refund: left,
      status: left > 0 ? 'REFUNDABLE' : 'COMPLETED',
      errors: [],
      refund_full: { method: left === one.paid ? 'PAYMENT_SOURCE' : 'NOT_AVAILABLE' },
      refund_partial: { method: left > 0 ? 'PAYMENT_SOURCE' : 'NOT_AVAILABLE' },
    })
  const values = formValues(body)
  const amount = Number(values.get('amount'))
  if (!(amount > 0) || amount > left) return failed('The amount is not available for a refund.')
  one.refunds.push({ id: randomUUID(), reference: values.get('reason') ?? '', amount })
  return wrap(true)
}

function wrap(response: unknown, more: object = {}): RawAnswer {
  return json({ code: 200, status: 'success', data: { response, message: 'Success', ...more } })
}

function failed(message: string): RawAnswer {
  return { ...json({ code: 400, status: 'failed', data: { response: 4, message } }), status: 400 }
}

/** Charges or cancels a saved card. */
function answerCard(key: string, token: string, body: string, { cards, keep }: Memory): RawAnswer {
  const card = cards.get(token)
  if (!card) return failed('The subscription is not in a valid state.')
  if (key.startsWith('PUT')) {
    cards.delete(token)
    return wrap(true)
  }
  if (card.is_declined) return failed('Insufficient funds')
  const values = formValues(body)
  const one = keep({
    gateway: 'payfast',
    custom_id: values.get('m_payment_id') ?? '',
    title: values.get('item_name') ?? '',
    amount: Number(values.get('amount')),
    notify_url: '',
    success_url: '',
    pending_url: '',
    cancel_url: '',
    values: {},
    is_card_setup: false,
  })
  one.status = 'success'
  one.paid = one.amount
  return wrap(true, { pf_payment_id: referenceOf(one) })
}

/** Checks the signature of headers, query and body in alphabetical order; `testing` is not signed. */
function isAuthorised({ headers, search, body }: GatewayCall): boolean {
  const values = new Map([
    ...['merchant-id', 'version', 'timestamp'].map((name) => [name, String(headers[name] ?? '')] as const),
    ...[...search].filter(([name]) => name !== 'testing'),
    ...formValues(body),
    ['passphrase', fake_merchant.payfast_passphrase] as const,
  ])
  const sorted = [...values].filter(([, value]) => value !== '').toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    headers['merchant-id'] === fake_merchant.payfast_merchant_id &&
    headers['signature'] === hexDigest(formText(sorted))
  )
}

/** Builds the signed notification that PayFast sends about a payment. */
export function payfastNotice(one: FakePayment, { cards }: Memory): SentNotice {
  const gross = one.paid || one.amount
  const fee = Math.round((gross * fee_percentage) / 100)
  const token = one.is_card_setup && one.status === 'success' ? `token-${one.id}` : ''
  if (token) cards.set(token, { is_declined: false })
  const fields: [string, string][] = [
    ['m_payment_id', one.custom_id],
    ['pf_payment_id', referenceOf(one)],
    ['payment_status', payfast_words[one.status]],
    ['item_name', one.title],
    ['item_description', one.values['item_description'] ?? ''],
    ['amount_gross', randText(gross)],
    ['amount_fee', `-${randText(fee)}`],
    ['amount_net', randText(gross - fee)],
    ['custom_str1', ''],
    ['name_first', ''],
    ['name_last', ''],
    ['email_address', ''],
    ['merchant_id', one.status === 'other-merchant' ? '10009999' : fake_merchant.payfast_merchant_id],
    ...(one.status === 'foreign-currency' ? [['currency', 'USD'] as [string, string]] : []),
    ...(token ? [['token', token] as [string, string]] : []),
  ]
  const signature = hexDigest(formText([...fields, ['passphrase', fake_merchant.payfast_passphrase]]))
  return {
    url: one.notify_url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formText([...fields, ['signature', signature]]),
  }
}

function referenceOf(one: FakePayment): string {
  return String(Number.parseInt(one.id.slice(0, 8), 16))
}

function history({ search }: GatewayCall, payments: readonly FakePayment[]): RawAnswer {
  const date = search.get('date') ?? ''
  const rows = payments
    .filter(
      ({ gateway, paid, status, at }) =>
        gateway === 'payfast' && paid > 0 && status !== 'other-merchant' && southAfricanDay(at) === date,
    )
    .map((one) => {
      const fee = Math.round((one.paid * fee_percentage) / 100)
      return [
        `${date} 10:00:00`,
        'FUNDS_RECEIVED',
        'CREDIT',
        one.title,
        one.status === 'foreign-currency' ? 'USD' : 'ZAR',
        randText(one.paid),
        `-${randText(fee)}`,
        randText(one.paid - fee),
        one.custom_id,
        referenceOf(one),
      ]
    })
  const head = [
    'Date',
    'Type',
    'Sign',
    'Name',
    'Currency',
    'Gross',
    'Fee',
    'Net',
    'M Payment ID',
    'PF Payment ID',
  ]
  return plainText([head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
}

function southAfricanDay(at: Date): string {
  return new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 10)
}
