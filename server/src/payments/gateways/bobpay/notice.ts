import type { Outcome } from '@waybill/domain/payments/payment'
import { z } from 'zod'
import { gatewayAmount } from '../gateway-amount.ts'

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
