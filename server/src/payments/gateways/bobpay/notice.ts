import type { Cents } from '@waybill/domain/kit/money'
import type { Outcome } from '@waybill/domain/payments/payment'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { z } from 'zod'
import { gatewayAmount } from '../gateway-amount.ts'

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

/** Escapes like Go's `QueryEscape`, which Bob Pay uses for signing. */
function queryEscaped(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** The fields of a Bob Pay notification that are needed; amounts in cents, an unreadable paid amount is -1. */
export const BobpayNotice = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  custom_payment_id: z.string().min(1),
  recipient_account_code: z.string(),
  amount: gatewayAmount,
  paid_amount: gatewayAmount.catch(-1),
  status: z.enum(['paid', 'unpaid', 'processing', 'cancelled', 'failed']),
  signature: z.string().min(1),
  email: text,
  mobile_number: text,
  item_name: text,
  item_description: text,
  notify_url: text,
  success_url: text,
  pending_url: text,
  cancel_url: text,
  payment_method: text,
  currency: text,
  /** The payment that settled it; reversed when it was refunded. */
  payment: z.object({ status: text }).nullish(),
  /** The card, when it was to be saved. */
  saved_card: z
    .object({
      id: z.union([z.string(), z.number()]).transform(String),
      pan: z.string(),
      association: text,
      expiry: text,
    })
    .nullish(),
})
export type BobpayNotice = z.output<typeof BobpayNotice>

const outcomes: Readonly<Record<BobpayNotice['status'], Outcome>> = {
  paid: 'paid',
  unpaid: 'pending',
  processing: 'pending',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** Maps a Bob Pay status to the outcome of a payment. */
export function bobpayOutcome(status: BobpayNotice['status']): Outcome {
  return outcomes[status]
}

/** Whether a payment was refunded: Bob Pay calls it reversed. */
export function isReversed({ payment }: Pick<BobpayNotice, 'payment'>): boolean {
  return /^(reversed|refunded)$/i.test(payment?.status ?? '')
}
