import { valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import { isSame, md5 } from '../digests.ts'
import { phpEncoded } from './form.ts'

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

/** Whether a notification has the signature that belongs to its fields and the passphrase. */
export function isSignedByPayfast(pairs: readonly Pair[], passphrase: string): boolean {
  return isSame(md5(payfastSignedText(pairs, passphrase)), valuesOf(pairs).get('signature') ?? '')
}

function withPassphrase(text: string, passphrase: string): string {
  return passphrase ? `${text}&passphrase=${phpEncoded(passphrase.trim())}` : text
}

function joined(pairs: readonly Pair[]): string {
  return pairs.map(({ name, value }) => `${name}=${phpEncoded(value)}`).join('&')
}
