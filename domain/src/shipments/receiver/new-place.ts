import { hour_ms } from '../../kit/dates/durations.ts'
import { formatRand, type Cents } from '../../kit/money.ts'
import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { mayRerate } from '../../rates/pricing/re-rating.ts'
import { isBeforeOutForDelivery, type Progress } from '../self-service.ts'

/** The place that a receiver chooses instead: a pickup point, or an address. */
export type NewPlace =
  | { point_id: string; network: string }
  | { street_address: string; local_area: string; city: string; code: string }

/** How many pickup points near the address a receiver can choose from. */
export const offered_points = 5

/** The data that decides whether a parcel can still be sent elsewhere. */
export interface MovableShipment extends Progress {
  has_been_invoiced: boolean
  disable_new_charges: boolean
}

/**
 * Checks whether the receiver may send the parcel elsewhere: before a driver has it, from a door, while the place decides
 * the price, if it is switched on.
 */
export function mayChangePlace(
  shipment: MovableShipment & {
    is_to_point: boolean
    /** The company lets receivers choose this kind of place. */
    is_on: boolean
  },
): RuleResult {
  if (!shipment.is_on) return wrongState('You cannot choose another place here. Please contact us.')
  if (shipment.is_to_point)
    return wrongState('This parcel goes to a pickup point. Call us if it should go elsewhere.')
  return isStillMovable(shipment)
}

function isStillMovable(shipment: MovableShipment): RuleResult {
  const { has_been_invoiced: isInvoiced, disable_new_charges } = shipment
  if (!isBeforeOutForDelivery(shipment))
    return wrongState('This parcel cannot be sent elsewhere now. Call us instead.')
  return (
    mayRerate({ disable_new_charges, is_invoiced: isInvoiced }) === true ||
    wrongState('The price of this delivery can no longer change. Call us if it should go elsewhere.')
  )
}

/** How long a place can be paid for at the price that the receiver saw; ms. */
export const place_price_ms = hour_ms

/**
 * States of another place that the receiver pays for: not paid, paid and about to be applied, applied, or paid for a
 * shipment that could no longer be changed for what was paid.
 */
export const place_change_states = ['offered', 'paid', 'applied', 'refused'] as const
export type PlaceChangeState = (typeof place_change_states)[number]

/**
 * Checks whether another place can be paid for: nobody has paid yet, its price still holds, no driver has the parcel and
 * its price can change.
 */
export function mayPayPlace(
  { state, expires }: { state: PlaceChangeState; expires: Date },
  shipment: MovableShipment,
  now: Date,
): RuleResult {
  if (state !== 'offered') return wrongState('This change of your delivery is paid.')
  if (now >= expires)
    return wrongState('The price of this change is no longer valid. Choose the place again.')
  return isStillMovable(shipment)
}

/**
 * Checks the price of another place: the receiver may not raise what the sender pays. `difference` in cents, `payable` up
 * to how much of it the receiver can pay, `sender` whom the receiver has to ask.
 */
export function mayCost(difference: Cents, payable: Cents, sender: string): RuleResult {
  return (
    difference <= payable ||
    wrongState(
      `This place costs ${formatRand(difference)} more. Ask ${sender}, who pays for the delivery, to change it.`,
    )
  )
}

/**
 * Checks that another place costs what the receiver paid for it, in cents. At another price nothing changes, because
 * people decide about the rest of the money.
 */
export function isPaidExactly(difference: Cents, paid: Cents): RuleResult {
  return (
    difference === paid ||
    wrongState(`The price of this place has changed since ${formatRand(paid)} was paid for it.`)
  )
}
