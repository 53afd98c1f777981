import type { Cents } from '../kit/money.ts'
import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { statusLabel, type ShipmentStatus } from '../shipments/statuses/status.ts'

/** Shipment statuses in which a payment can be taken, by a gateway or at the counter. */
export const payable_statuses: readonly ShipmentStatus[] = ['payment-pending', 'payment-failed', 'quote']

/** Whether a payment can be taken for a shipment. `rate` is in cents. */
export function mayPay(status: ShipmentStatus, rate: Cents): RuleResult {
  if (status === 'quote-expired')
    return wrongState(
      'This quote has expired. Pay it from the account at today’s price, or book the shipment again.',
    )
  if (!payable_statuses.includes(status))
    return wrongState(`This shipment is ${statusLabel(status).toLowerCase()}: there is nothing to pay.`)
  if (rate <= 0) return wrongState('This shipment costs nothing: there is nothing to pay.')
  return true
}
