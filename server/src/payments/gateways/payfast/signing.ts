import { parseRand, type Cents } from '@waybill/domain/kit/money'
import { valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import type { HeldProblem, Outcome } from '@waybill/domain/payments/payment'
import { currencyProblem } from '../currency-problem.ts'
import { phpEncoded } from './form.ts'

/** Host names from whose addresses PayFast sends notifications (docs/domain/payments.md#payfast). */
export const payfast_senders = [
  'www.payfast.co.za',
  'api.payfast.co.za',
  'ips.payfast.co.za',
  'w1w.payfast.co.za',
  'w2w.payfast.co.za',
] as const

/** The order in which PayFast signs the form fields; other fields are not signed (docs/domain/payments.md#payfast). */
const form_order = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'name_first',
  'name_last',
  'email_address',
  'cell_number',
  'm_payment_id',
  'amount',
  'item_name',
  'item_description',
  ...[1, 2, 3, 4, 5].map((at) => `custom_int${at}`),
  ...[1, 2, 3, 4, 5].map((at) => `custom_str${at}`),
  'email_confirmation',
  'confirmation_address',
  'payment_method',
  'subscription_type',
  'billing_date',
  'recurring_amount',
  'frequency',
  'cycles',
]

/** Returns the form fields that are signed: known and not empty, trimmed, in PayFast's order. */
export function payfastFields(pairs: readonly Pair[]): Pair[] {
  const values = valuesOf(pairs)
  return form_order.flatMap((name) => {
    const value = values.get(name)?.trim() ?? ''
    return value === '' ? [] : [{ name, value }]
  })
}

/** Returns the text whose MD5 signs a form (PAY-046, PAY-055); without a passphrase nothing is appended. */
export function payfastFormText(pairs: readonly Pair[], passphrase: string): string {
  return withPassphrase(joined(payfastFields(pairs)), passphrase)
}

/**
 * Returns the fields of a notification up to its signature, without the passphrase. PayFast requires this text for
 * confirming the notification.
 */
export function payfastNoticeText(pairs: readonly Pair[]): string {
  const end = pairs.findIndex(({ name }) => name === 'signature')
  return joined(pairs.slice(0, end === -1 ? pairs.length : end))
}

/**
 * Returns the text whose MD5 signs a notification: all fields up to the signature in the order received, including
 * blank ones.
 */
export function payfastSignedText(pairs: readonly Pair[], passphrase: string): string {
  return withPassphrase(payfastNoticeText(pairs), passphrase)
}

/**
 * Returns the text whose MD5 signs a PayFast API call: the values that are not empty and the passphrase, in alphabetical
 * order of their names.
 */
export function payfastApiText(values: Readonly<Record<string, string>>, passphrase: string): string {
  const all = { ...values, ...(passphrase ? { passphrase } : {}) }
  return joined(
    Object.entries(all)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => ({ name, value })),
  )
}

function withPassphrase(text: string, passphrase: string): string {
  return passphrase ? `${text}&passphrase=${phpEncoded(passphrase.trim())}` : text
}

function joined(pairs: readonly Pair[]): string {
  return pairs.map(({ name, value }) => `${name}=${phpEncoded(value)}`).join('&')
}

const outcomes: Readonly<Record<string, Outcome>> = {
  COMPLETE: 'paid',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}

/**
 * Parses a notification; `null` when a required field is missing. Amounts in cents; with one that cannot be read or
 * posted, or in another currency, `problem` says so.
 */
export function payfastNotice(pairs: readonly Pair[]) {
  const values = valuesOf(pairs)
  const word = (name: string): string => values.get(name) ?? ''
  const outcome = outcomes[word('payment_status')]
  const written = word('amount_gross')
  if (!outcome || !written || !word('m_payment_id') || !word('pf_payment_id') || !word('signature'))
    return null
  const amount = parseRand(written)
  const problem: HeldProblem | null =
    amount === null || amount < 0
      ? {
          reason: 'amount',
          text: `It reports the amount ${written.slice(0, 40)}. Ask PayFast what was paid.`,
        }
      : currencyProblem(word('currency'), 'PayFast')
  const fee: Cents = Math.abs(parseRand(word('amount_fee')) ?? 0)
  return {
    outcome,
    amount: problem === null ? (amount ?? 0) : 0,
    fee,
    problem,
    custom_id: word('m_payment_id'),
    gateway_reference: word('pf_payment_id'),
    signature: word('signature'),
    merchant_id: word('merchant_id'),
    /** Of a saved card. */
    token: word('token'),
  }
}

/**
 * Builds our payment id for PayFast's form from provider, shipment (when one is paid for) and payment (PAY-049,
 * PAY-051). Every attempt has a different id, so that a notification identifies its attempt.
 */
export function payfastId(providerId: number, paymentId: number, shipmentId: number | null): string {
  return [providerId, ...(shipmentId === null ? [] : [shipmentId]), paymentId].join('-')
}

/** Maximum lengths in characters. */
const longest = { item_name: 100, item_description: 255 }

/** Returns the item name and description, truncated to the maximum lengths. */
export function payfastItem(name: string, description: string): Pair[] {
  return [
    { name: 'item_name', value: name.slice(0, longest.item_name) },
    { name: 'item_description', value: description.slice(0, longest.item_description) },
  ]
}
