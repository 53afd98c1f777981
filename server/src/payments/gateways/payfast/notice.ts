import { parseRand, type Cents } from '@waybill/domain/kit/money'
import { valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import type { HeldProblem, Outcome } from '@waybill/domain/payments/payment'
import { currencyProblem } from '../currency-problem.ts'

/** Host names from whose addresses PayFast sends notifications (docs/domain/payments.md#payfast). */
export const payfast_senders = [
  'www.payfast.co.za',
  'api.payfast.co.za',
  'ips.payfast.co.za',
  'w1w.payfast.co.za',
  'w2w.payfast.co.za',
] as const

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
