import { displayId } from '../kit/texts/format.ts'
import { cleanText } from '../kit/calls/wire.ts'
import { amountProblem, formatRand, type Cents } from '../kit/money.ts'
import { day_ms, hour_ms } from '../kit/dates/durations.ts'
import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * Statuses of a payment (docs/domain/payments.md#rules-for-every-gateway). In `mismatch` and `complete`, money was
 * posted.
 */
export const payment_statuses = [
  'created',
  'redirected',
  'pending',
  'complete',
  'failed',
  'cancelled',
  'expired',
  'mismatch',
  'held',
] as const
export type PaymentStatus = (typeof payment_statuses)[number]

/** The outcome of a payment as reported by its gateway. */
export type Outcome = 'paid' | 'pending' | 'failed' | 'cancelled'

/**
 * What a gateway reported about a payment in a notification or a response, after its origin was verified. Amounts in
 * cents.
 */
export interface Finding {
  outcome: Outcome
  amount: Cents
  fee: Cents
  /** The gateway's own id of the payment. */
  gateway_reference: string
  /** Whether the gateway itself has confirmed the payment; otherwise it is held (docs/domain/payments.md#callbacks). */
  is_confirmed: boolean
  /** Why a card was not charged, as the gateway says it; for charges without the payer. */
  failure?: string
  /** Why the money must not be posted, whatever its amount; `null` or absent for none. */
  problem?: HeldProblem | null
}

/** Why a payment is held: the gateway has not confirmed it, or its money must not be posted. */
const held_reasons = ['unconfirmed', 'amount', 'currency', 'merchant'] as const
export type HeldReason = (typeof held_reasons)[number]

/** The stored reason; empty unless the payment is held. */
export const stored_held_reasons = ['', ...held_reasons] as const
export type StoredHeldReason = (typeof stored_held_reasons)[number]

/** A report about money that must not be posted: the reason, and what was reported and what to do, as sentences. */
export interface HeldProblem {
  reason: Exclude<HeldReason, 'unconfirmed'>
  text: string
}

/**
 * Checks whether a user may apply a payment: it is held, and its money only waits for a confirmation. Money in another
 * currency, of another merchant or of an unknown amount is never posted.
 */
export function mayApplyHeld({
  status,
  held_reason,
}: {
  status: PaymentStatus
  held_reason: StoredHeldReason
}): RuleResult {
  if (status !== 'held')
    return wrongState(
      `Only a held payment can be applied by hand; this one is ${payment_status_words[status].toLowerCase()}.`,
    )
  return held_reason === 'currency' || held_reason === 'merchant'
    ? wrongState(
        'This money is not ours as it was reported. Close the payment when it is settled with the gateway.',
      )
    : true
}

/** Checks whether a user may close a held payment without posting it. */
export function mayCloseHeld({ status }: { status: PaymentStatus }): RuleResult {
  return status === 'held' || wrongState('Only a payment that is held can be closed.')
}

/**
 * Cleans a gateway's payment id for storage and comparison: removes the surrounding spaces that lists and files can
 * contain.
 */
export function gatewayReference(written: string): string {
  return cleanText(written, false)
}

/** Statuses that a later report of the gateway does not change. */
export const final_statuses: readonly PaymentStatus[] = ['complete', 'mismatch']

/** Statuses in which money may still arrive without user action, so the gateway is polled. */
export const open_statuses: readonly PaymentStatus[] = ['created', 'redirected', 'pending']

/**
 * The action for a finding (docs/domain/payments.md#callbacks, docs/domain/payments.md#rules-for-every-gateway rules
 * 3–5).
 */
export type Decision =
  /** Nothing changes. */
  | { do: 'nothing' }
  /** The payer has paid a second time: the money is recorded as another payment. */
  | { do: 'again' }
  /** The money must not be posted: the payment is held, and staff are notified. */
  | { do: 'hold'; problem: HeldProblem }
  /** The payment changes its status; no money is posted. */
  | { do: 'enter'; status: PaymentStatus }
  /** The money is posted; with `mismatch` it settles nothing. */
  | { do: 'post'; status: 'complete' | 'mismatch' }

/**
 * Decides what to do with a finding, given the payment's status. A complete payment never returns to an earlier
 * status.
 */
export function decide(
  payment: { status: PaymentStatus; amount: Cents; gateway_reference: string | null },
  finding: Finding,
): Decision {
  const isFinal = final_statuses.includes(payment.status)
  const problem = finding.outcome === 'paid' ? (finding.problem ?? null) : null
  if (problem?.reason === 'merchant' && isFinal) return { do: 'nothing' }
  if (problem !== null && !isFinal) return { do: 'hold', problem }
  if (finding.outcome !== 'paid') {
    if (isFinal || payment.status === 'held' || payment.status === finding.outcome) return { do: 'nothing' }
    if (finding.outcome === 'pending' && !open_statuses.includes(payment.status)) return { do: 'nothing' }
    return { do: 'enter', status: finding.outcome }
  }
  if (isFinal)
    return payment.gateway_reference === finding.gateway_reference || !finding.is_confirmed
      ? { do: 'nothing' }
      : { do: 'again' }
  if (!finding.is_confirmed)
    return payment.status === 'held' ? { do: 'nothing' } : { do: 'enter', status: 'held' }
  const amount = postingProblem(payment, finding)
  if (amount !== null) return { do: 'hold', problem: amount }
  return { do: 'post', status: finding.amount === payment.amount ? 'complete' : 'mismatch' }
}

/** Returns why the received amount cannot be posted, or `null`. Saving a card has the amount 0. */
export function postingProblem({ amount }: { amount: Cents }, finding: Finding): HeldProblem | null {
  const message = amountProblem(finding.amount)
  if (message === null || (amount === 0 && finding.amount === 0)) return null
  return {
    reason: 'amount',
    text: `${formatRand(finding.amount)} was reported. An amount ${message} to be posted.`,
  }
}

/** The display number of a payment, such as `PMT000123`. */
export function paymentReference(number: number): string {
  return displayId('payment', number)
}

/** The message to a payer when the received amount differs from the requested one. Amounts in cents. */
export function otherAmountText(requested: Cents, received: Cents): string {
  const difference = formatRand(Math.abs(requested - received))
  return received < requested
    ? `We received ${formatRand(received)} of ${formatRand(requested)}: ${difference} is missing.`
    : `We received ${formatRand(received)}, ${difference} more than the ${formatRand(requested)} to pay.`
}

/** Polling interval for payments without a notification, and the age at which a payment expires; ms. */
export const poll_after_ms = 15 * 60_000
export const expires_after_ms = day_ms

/** How long a held payment waits before the gateway is polled again, in ms. `attempts` is the number of earlier polls. */
export function holdPause(attempts: number): number {
  return [60_000, 5 * 60_000, 15 * 60_000][attempts] ?? hour_ms
}

/** How long the gateway is polled about a held payment, in ms. Afterwards only staff can resolve it. */
export const held_asking_ms = 3 * day_ms

/** Display labels of the statuses. */
export const payment_status_words: Readonly<Record<PaymentStatus, string>> = {
  created: 'Started',
  redirected: 'At the gateway',
  pending: 'Pending',
  complete: 'Complete',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  mismatch: 'Amount mismatch',
  held: 'Being confirmed',
}
