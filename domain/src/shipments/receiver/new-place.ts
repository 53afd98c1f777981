import { formatRand, type Cents } from '../../kit/money.ts'
import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { isBeforeOutForDelivery } from '../self-service.ts'
import type { ShipmentStatus } from '../statuses/status.ts'

/** How many pickup points near the address a receiver can choose from. */
export const offered_points = 5

/** Checks whether the receiver may send the parcel elsewhere: before a driver has it, from a door, if it is switched on. */
export function mayChangePlace(shipment: {
  status: ShipmentStatus
  is_to_point: boolean
  /** The company lets receivers choose this kind of place. */
  is_on: boolean
}): RuleResult {
  if (!shipment.is_on) return wrongState('You cannot choose another place here. Please contact us.')
  if (shipment.is_to_point)
    return wrongState('This parcel goes to a pickup point. Call us if it should go elsewhere.')
  return (
    isBeforeOutForDelivery(shipment.status) ||
    wrongState('This parcel can no longer be sent elsewhere. Call us instead.')
  )
}

/**
 * Checks the price of another place: the receiver may not raise what the sender pays. `difference` in cents; `sender`
 * is whom the receiver has to ask.
 */
export function mayCost(difference: Cents, sender: string): RuleResult {
  return (
    difference <= 0 ||
    wrongState(
      `This place costs ${formatRand(difference)} more. Ask ${sender}, who pays for the delivery, to change it.`,
    )
  )
}
