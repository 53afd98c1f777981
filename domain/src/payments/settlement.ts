import { currency, type Cents } from '../kit/money.ts'
import type { PaymentStatus } from './payment.ts'

/** What a line of a settlement report is about. */
export const settlement_kinds = ['payment', 'refund', 'payout'] as const
export type SettlementKind = (typeof settlement_kinds)[number]

/** Display labels of the kinds. */
export const settlement_kind_words: Readonly<Record<SettlementKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  payout: 'Payout',
}

/** A line of a gateway's settlement report. Amounts in cents; `gross` and `fee` are positive, also of refunds. */
export interface SettlementLine {
  kind: SettlementKind
  /** Day of the line, `YYYY-MM-DD`; `null` when the report does not say. */
  day: string | null
  custom_id: string
  gateway_reference: string
  gross: Cents
  fee: Cents
  net: Cents
  /** Empty when the report does not say; it is Rand then. */
  currency: string
}

/** How a line differs from the payment that it is about; empty when it does not. */
export const settlement_differences = [
  '',
  'unknown-payment',
  'not-posted',
  'amount',
  'fee',
  'currency',
  'refund',
  'repeated',
  'total',
] as const
export type SettlementDifference = (typeof settlement_differences)[number]

/** What each difference means, and what to do. */
export const settlement_difference_words: Readonly<Record<SettlementDifference, string>> = {
  '': 'Matches',
  'unknown-payment': 'We have no such payment. Ask the gateway who paid.',
  'not-posted': 'Settled, but not posted here. Open the payment and apply it, then import the report again.',
  amount: 'Another amount than we received. Ask the gateway.',
  fee: 'Another fee than the gateway reported with the payment.',
  currency: 'Not in Rand. Ask the gateway what it paid out.',
  refund: 'We have no refund of this amount. Ask the gateway.',
  repeated: 'Another line has settled this payment. Its fee was not posted again. Ask the gateway.',
  total: 'The amount less the fee is not what was paid out. The fee was not posted. Ask the gateway.',
}

/** Whether a line is compared again when its report is imported again: its payment may be known and posted by now. */
export function isComparedAgain(difference: SettlementDifference): boolean {
  return difference === 'unknown-payment' || difference === 'not-posted'
}

/** How many days after a payment its gateway has settled it; a later report without it leaves it unsettled. */
export const settled_within_days = 3

/** The data of a payment to compare a line with; amounts in cents. */
export interface SettledPayment {
  status: PaymentStatus
  received: Cents | null
  fee: Cents
  /** Whether the gateway reported the fee together with the payment. */
  has_fee: boolean
  /** Whether another line has settled it. */
  is_settled: boolean
  /** Amounts of its confirmed and requested refunds. */
  refunds: readonly Cents[]
}

/** Compares a line with its payment; `null` is a payment that does not exist. Payouts are never compared. */
export function settlementDifference(
  line: Pick<SettlementLine, 'kind' | 'gross' | 'fee' | 'net' | 'currency'>,
  payment: SettledPayment | null,
): SettlementDifference {
  if (line.currency !== '' && line.currency !== currency.code) return 'currency'
  if (line.kind === 'payout') return ''
  if (payment === null) return 'unknown-payment'
  if (line.kind === 'refund') return payment.refunds.includes(line.gross) ? '' : 'refund'
  if (payment.status !== 'complete' && payment.status !== 'mismatch') return 'not-posted'
  if (payment.is_settled) return 'repeated'
  if (payment.received !== line.gross) return 'amount'
  if (line.gross - line.fee !== line.net) return 'total'
  return payment.has_fee && payment.fee !== line.fee ? 'fee' : ''
}
