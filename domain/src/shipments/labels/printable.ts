import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { isUnpaid, type ShipmentStatus } from '../statuses/status.ts'

/** Checks whether the label of a shipment may be printed: not before it is paid, and not after it is cancelled. */
export function mayPrintLabel(reference: string, status: ShipmentStatus): RuleResult {
  if (status === 'cancelled') return wrongState(`${reference} is cancelled and has no label.`)
  if (isUnpaid(status))
    return wrongState(`${reference} is not paid yet. You can print its label after payment.`)
  return true
}
