import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { isFinal, isFor, type ShipmentStatus } from '../statuses/status.ts'

/**
 * Checks whether a delivery is open for choices of its receiver; the error message states the reason. A hold may be for
 * the office only, so it is not named. `what` says what can no longer be done once the delivery has ended.
 */
export function isOpenDelivery(status: ShipmentStatus, what: string): RuleResult {
  if (isFor('active', status)) return true
  return wrongState(
    isFinal(status)
      ? `This delivery has ended. ${what}`
      : 'This delivery cannot be changed at the moment. Call us about it.',
  )
}
