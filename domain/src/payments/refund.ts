import { hour_ms } from '../kit/dates/durations.ts'
import { formatRand, type Cents } from '../kit/money.ts'
import { invalid, wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { gateway_list, gateway_names, type GatewayName } from './gateway-list.ts'
import { paymentReference, type PaymentStatus } from './payment.ts'

/**
 * States of a refund: the gateway was asked for it, has not answered so that it is not known whether it was made, has
 * confirmed it, or does not make it.
 */
export const refund_states = ['asked', 'in-doubt', 'confirmed', 'failed'] as const
export type RefundState = (typeof refund_states)[number]

/** Display labels of the states. */
export const refund_state_words: Readonly<Record<RefundState, string>> = {
  asked: 'Refund requested',
  'in-doubt': 'Refund in doubt',
  confirmed: 'Refunded',
  failed: 'Refund failed',
}

/** What a gateway answers about a refund; `refund_reference` is its id, `''` when it gives none. */
export type RefundOutcome =
  | { state: 'asked' | 'confirmed'; refund_reference: string }
  | { state: 'failed'; refund_reference: string; reason: string }

/** Whether the gateway has not decided about a refund. */
export function isOpenRefund(state: RefundState | null): boolean {
  return state === 'asked' || state === 'in-doubt'
}

/** Our number of a refund, `PMT000123-R1`. */
export function refundReference(paymentNumber: number, sequence: number): string {
  return `${paymentReference(paymentNumber)}-R${sequence}`
}

/** The data of a payment that decides what can be refunded; amounts in cents. */
export interface RefundablePayment {
  status: PaymentStatus
  /** The source or name of the gateway; other payments cannot be refunded through one. */
  source: string
  received: Cents | null
  /** What refunds have returned or were requested to return. */
  refunded: Cents
  refund_state: RefundState | null
  is_reversed: boolean
}

/** The gateway of a payment by its source; `null` for payments without one. */
export function gatewayOfSource(source: string): GatewayName | null {
  return gateway_names.find((name) => source === name || source === `${name}-topup`) ?? null
}

/** The part of a payment in cents that was not refunded. */
export function refundableRest({
  received,
  refunded,
}: Pick<RefundablePayment, 'received' | 'refunded'>): Cents {
  return Math.max(0, (received ?? 0) - refunded)
}

/**
 * Checks whether a payment can be refunded through its gateway: its money was posted and not reversed, something is left
 * of it, and no other refund of it is open.
 */
export function mayRefund(payment: RefundablePayment): RuleResult {
  if (gatewayOfSource(payment.source) === null)
    return wrongState('Only payments through a gateway can be refunded here. Post a refund instead.')
  if (payment.status !== 'complete' && payment.status !== 'mismatch')
    return wrongState('Only a payment whose money was received can be refunded.')
  if (payment.is_reversed) return wrongState('This payment was reversed. There is nothing to refund.')
  if (payment.refund_state === 'asked')
    return wrongState('A refund of this payment was requested. Wait until the gateway has confirmed it.')
  if (payment.refund_state === 'in-doubt')
    return wrongState(
      'The gateway has not answered about a refund of this payment. Wait for its answer, or settle that refund first.',
    )
  return refundableRest(payment) > 0 || wrongState('This payment was refunded in full.')
}

/** Checks the amount of a refund in cents: at most what is left, and all of it where the gateway makes no parts. */
export function mayRefundAmount(payment: RefundablePayment, amount: Cents): RuleResult {
  const allowed = mayRefund(payment)
  if (allowed !== true) return allowed
  const rest = refundableRest(payment)
  const gateway = gatewayOfSource(payment.source)
  const message =
    amount <= 0
      ? `must be more than ${formatRand(0)}`
      : amount > rest
        ? `must be at most ${formatRand(rest)}, what is left of the payment`
        : gateway !== null &&
            gateway_list[gateway].refunds === 'whole payments' &&
            amount !== payment.received
          ? `must be ${formatRand(payment.received ?? 0)}: ${gateway_list[gateway].title} refunds whole payments only`
          : null
  return message === null || invalid(`The amount ${message}.`, [{ field: 'amount', message }])
}

/** Checks whether staff may settle a refund by hand: only while its gateway does not answer. */
export function maySettleRefund({ refund_state }: Pick<RefundablePayment, 'refund_state'>): RuleResult {
  return (
    refund_state === 'in-doubt' ||
    wrongState('Only a refund about which its gateway does not answer is settled by hand.')
  )
}

/** How long to wait before the gateway is asked again about a refund, in ms, after `attempts` earlier questions. */
export function refundPause(attempts: number): number {
  return [2 * 60_000, 10 * 60_000][attempts] ?? hour_ms
}
