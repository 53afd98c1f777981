import { parseRand } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { phpEncoded, readForm, valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import { payfastApiText, payfastFormText, payfastSignedText } from '@waybill/domain/payments/gateways/payfast'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { html } from '../../../src/kit/html.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { md5 } from '../../../src/payments/gateways/signatures.ts'
import { plainText, refusal, paymentHtmlPage } from './answers.ts'
import { fake_merchant, type GatewayCall, type Memory, type FakePayment, type SentNotice } from './payment.ts'

const fee_percentage = 2.3

const payfast_words = {
  open: 'PENDING',
  success: 'COMPLETE',
  'wrong-amount': 'COMPLETE',
  fail: 'FAILED',
  cancel: 'CANCELLED',
  pending: 'PENDING',
} as const

/** Accepts the PayFast payment form. Like PayFast, rejects it when the merchant or the signature is wrong. */
export function takeForm(body: string, { keep }: Memory): RawAnswer {
  const pairs = readForm(body) ?? []
  const values = valuesOf(pairs)
  const amount = parseRand(values.get('amount') ?? '')
  const isRecognised =
    values.get('merchant_id') === fake_merchant.payfast_merchant_id &&
    values.get('merchant_key') === fake_merchant.payfast_merchant_key
  const isSigned = values.get('signature') === md5(payfastFormText(pairs, fake_merchant.payfast_passphrase))
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
    is_card_setup: false,
  })
  return { status: 303, headers: { location: `/pay/${one.id}` }, body: '' }
}

/** Implements the PayFast API; returns `null` for other requests. */
export function answerPayfast(call: GatewayCall, { sent, payments }: Memory): RawAnswer | null {
  switch (call.key) {
    case 'POST /eng/query/validate':
      return plainText(
        sent.some((one) => one.body.startsWith(`${call.body}&signature=`)) ? 'VALID' : 'INVALID',
      )
    case 'GET /transactions/history/daily':
      return history(call, payments)
    default:
      return null
  }
}

/** Builds the signed notification that PayFast sends about a payment. */
export function payfastNotice(one: FakePayment): SentNotice {
  const gross = one.status === 'wrong-amount' ? one.paid : one.amount
  const fee = Math.round((gross * fee_percentage) / 100)
  const fields: Pair[] = [
    { name: 'm_payment_id', value: one.custom_id },
    { name: 'pf_payment_id', value: referenceOf(one) },
    { name: 'payment_status', value: payfast_words[one.status] },
    { name: 'item_name', value: one.title },
    { name: 'item_description', value: one.values['item_description'] ?? '' },
    { name: 'amount_gross', value: sentAmount(gross) },
    { name: 'amount_fee', value: `-${sentAmount(fee)}` },
    { name: 'amount_net', value: sentAmount(gross - fee) },
    { name: 'custom_str1', value: '' },
    { name: 'name_first', value: '' },
    { name: 'name_last', value: '' },
    { name: 'email_address', value: '' },
    { name: 'merchant_id', value: fake_merchant.payfast_merchant_id },
  ]
  const signature = md5(payfastSignedText(fields, fake_merchant.payfast_passphrase))
  return {
    url: one.notify_url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: [...fields, { name: 'signature', value: signature }]
      .map(({ name, value }) => `${name}=${phpEncoded(value)}`)
      .join('&'),
  }
}

function referenceOf(one: FakePayment): string {
  return String(Number.parseInt(one.id.slice(0, 8), 16))
}

function history({ headers, search }: GatewayCall, payments: readonly FakePayment[]): RawAnswer {
  const header = (name: string): string => String(headers[name] ?? '')
  const date = search.get('date') ?? ''
  const signed = {
    'merchant-id': header('merchant-id'),
    version: header('version'),
    timestamp: header('timestamp'),
    date,
  }
  const expected = md5(payfastApiText(signed, fake_merchant.payfast_passphrase))
  if (header('merchant-id') !== fake_merchant.payfast_merchant_id || header('signature') !== expected)
    return refusal(401, 'Merchant authorization failed.')
  const rows = payments
    .filter(({ gateway, paid, at }) => gateway === 'payfast' && paid > 0 && dayOf(at) === date)
    .map((one) => {
      const fee = Math.round((one.paid * fee_percentage) / 100)
      return [
        date,
        'Funds Received',
        'Credit',
        one.title,
        sentAmount(one.paid),
        `-${sentAmount(fee)}`,
        one.custom_id,
        referenceOf(one),
      ]
    })
  const head = ['Date', 'Type', 'Sign', 'Name', 'Gross', 'Fee', 'M Payment ID', 'PF Payment ID']
  return plainText([head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
}
