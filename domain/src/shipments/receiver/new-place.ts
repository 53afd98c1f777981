import { hour_ms } from '../../kit/dates/durations.ts'
import { formatRand, type Cents } from '../../kit/money.ts'
import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { isBeforeOutForDelivery } from '../self-service.ts'
import type { ShipmentStatus } from '../statuses/status.ts'

/** The place that a receiver chooses instead: a pickup point, or an address. */
export type NewPlace =
  | { point_id: string; network: string }
  | { street_address: string; local_area: string; city: string; code: string }

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

/** How long a place can be paid for at the price that the receiver saw; ms. */
export const place_price_ms = hour_ms

/**
 * States of another place that the receiver pays for: not paid, paid and about to be applied, applied, or paid for a
 * shipment that could no longer be changed.
 */
export const place_change_states = ['offered', 'paid', 'applied', 'refused'] as const
export type PlaceChangeState = (typeof place_change_states)[number]

/** Checks whether another place can be paid for: nobody has paid yet, its price still holds, and no driver has the parcel. */
export function mayPayPlace(
  { state, expires }: { state: PlaceChangeState; expires: Date },
  status: ShipmentStatus,
  now: Date,
): RuleResult {
  if (state !== 'offered') return wrongState('This change of your delivery is paid.')
  if (now >= expires)
    return wrongState('The price of this change was valid for one hour. Choose the place again.')
  return (
    isBeforeOutForDelivery(status) ||
    wrongState('This parcel can no longer be sent elsewhere. Call us instead.')
  )
}

/**
 * Checks the price of another place: the receiver may not raise what the sender pays. `difference` in cents, `paid` what
 * the receiver paid for it, `sender` whom the receiver has to ask.
 */
export function mayCost(difference: Cents, paid: Cents, sender: string): RuleResult {
  if (difference <= paid) return true
  return wrongState(
    paid === 0
      ? `This place costs ${formatRand(difference)} more. Ask ${sender}, who pays for the delivery, to change it.`
      : `This place costs ${formatRand(difference)} more by now, and ${formatRand(paid)} was paid.`,
  )
}
