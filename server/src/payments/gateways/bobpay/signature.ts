import type { Cents } from '@waybill/domain/kit/money'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { isSame, md5 } from '../digests.ts'

/** The payment request to Bob Pay; `amount` in cents (PAY-042, PAY-043). */
export interface BobpayIntent {
  recipient_account_code: string
  custom_payment_id: string
  email: string
  mobile_number: string
  amount: Cents
  item_name: string
  item_description: string
  notify_url: string
  success_url: string
  pending_url: string
  cancel_url: string
}

const signed = [
  'recipient_account_code',
  'custom_payment_id',
  'email',
  'mobile_number',
  'amount',
  'item_name',
  'item_description',
  'notify_url',
  'success_url',
  'pending_url',
  'cancel_url',
] as const satisfies readonly (keyof BobpayIntent)[]

/**
 * Returns the text whose MD5 signs a payment and its notification: spaces become `+` before escaping, and the
 * passphrase is appended unescaped (docs/domain/payments.md#bob-pay).
 */
export function bobpayText(intent: BobpayIntent, passphrase: string): string {
  const parts = signed.map((name) => {
    const value = name === 'amount' ? sentAmount(intent.amount) : intent[name]
    return `${name}=${queryEscaped(value.replaceAll(' ', '+'))}`
  })
  return `${parts.join('&')}&passphrase=${passphrase}`
}

/** Whether a signature belongs to a notification and the passphrase. */
export function isSignedByBobpay(notice: BobpayIntent, passphrase: string, signature: string): boolean {
  return isSame(md5(bobpayText(notice, passphrase)), signature)
}

/** Escapes like Go's `QueryEscape`, which Bob Pay uses for signing. */
function queryEscaped(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
