import { displayId } from '../kit/texts/format.ts'
import { cleanText } from '../kit/calls/wire.ts'
import { amountProblem, formatRand, type Cents } from '../kit/money.ts'
import { day_ms, hour_ms } from '../kit/dates/durations.ts'

/**
 * The states of a payment (docs/domain/payments.md#rules-for-every-gateway). `mismatch` and `complete` hold money that
 * was posted.
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

/** What a gateway says became of a payment. */
export type Outcome = 'paid' | 'pending' | 'failed' | 'cancelled'

/** What a gateway has told or answered about one payment, once it is known to be genuine. Cents. */
export interface Finding {
  outcome: Outcome
  amount: Cents
  fee: Cents
  /** The gateway's own id of the payment. */
  gateway_reference: string
  /** Whether the gateway itself has confirmed it; otherwise it is held (docs/domain/payments.md#callbacks). */
  is_confirmed: boolean
}

/** A gateway's id of a payment as it is stored and compared, without the spaces that lists and files put round it. */
export function gatewayReference(written: string): string {
  return cleanText(written, false)
}

/** States that no later word of a gateway changes. */
export const final_statuses: readonly PaymentStatus[] = ['complete', 'mismatch']

/** States in which money may still come by itself, so that the gateway is asked about them. */
export const open_statuses: readonly PaymentStatus[] = ['created', 'redirected', 'pending']

/**
 * What is to be done with a finding (docs/domain/payments.md#callbacks, docs/domain/payments.md#rules-for-every-gateway
 * rules 3–5).
 */
export type Decision =
  /** Nothing: it says what is known. */
  | { do: 'nothing' }
  /** Money that this payment did not ask for: the payer has paid a second time. */
  | { do: 'again' }
  /** An amount that cannot be posted: nothing is, and a person is called. */
  | { do: 'refuse amount' }
  /** The payment enters a state; no money moves. */
  | { do: 'enter'; status: PaymentStatus }
  /** The money is posted; `mismatch` settles nothing. */
  | { do: 'post'; status: 'complete' | 'mismatch' }

/** Decides about a finding for a payment in a state. A complete payment is never moved back by a weaker word. */
export function decide(
  payment: { status: PaymentStatus; amount: Cents; gateway_reference: string | null },
  finding: Finding,
): Decision {
  const isFinal = final_statuses.includes(payment.status)
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
  if (!isPostable(payment, finding)) return { do: 'refuse amount' }
  return { do: 'post', status: finding.amount === payment.amount ? 'complete' : 'mismatch' }
}

/** Whether what has come can be posted; saving a card asks for nothing, and nothing comes. */
function isPostable({ amount }: { amount: Cents }, finding: Finding): boolean {
  return amountProblem(finding.amount) === null || (amount === 0 && finding.amount === 0)
}

/** The number of a payment as people read it: `PMT000123`. */
export function paymentReference(number: number): string {
  return displayId('payment', number)
}

/** What a payer reads when another amount came than was asked for: what came, and what is missing or too much. Cents. */
export function otherAmountText(asked: Cents, received: Cents): string {
  const difference = formatRand(Math.abs(asked - received))
  return received < asked
    ? `We received ${formatRand(received)} of ${formatRand(asked)}: ${difference} is missing.`
    : `We received ${formatRand(received)}, ${difference} more than the ${formatRand(asked)} to pay.`
}

/** After how long a payment that nobody has heard of is asked about, and when it expires; milliseconds. */
export const poll_after_ms = 15 * 60_000
export const expires_after_ms = day_ms

/** How long a held payment waits before the gateway is asked again, by how often it was asked; milliseconds. */
export function holdPause(attempts: number): number {
  return [60_000, 5 * 60_000, 15 * 60_000][attempts] ?? hour_ms
}

/** After this held payments wait for a person only; milliseconds. */
export const held_asking_ms = 3 * day_ms

/** The states as people read them. */
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
