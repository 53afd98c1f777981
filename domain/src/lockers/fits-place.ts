import { stateAfter, type ReservationState } from '../pickup-points/reservation.ts'
import { waitsAtPoint, type ShipmentStatus } from '../shipments/statuses/status.ts'

/** Statuses of a parcel that is no longer in its locker or counter: a person took it out, or it moves elsewhere. */
export const outside_statuses: readonly ShipmentStatus[] = [
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'in-transit',
  'at-destination-hub',
  'returned-to-hub',
  'delivery-assigned',
  'delivery-unassigned',
  'out-for-delivery',
  'delivery-exception',
  'delivery-failed-attempt',
  'collected-from-locker',
  'collected-from-counter',
  'returned-to-sender',
  'delivered',
]

/** Those of them that another courier reports when it takes a parcel out. */
const taking_out: readonly ShipmentStatus[] = [
  'collected-from-locker',
  'collected-from-counter',
  'returned-to-hub',
  'returned-to-sender',
  'delivered',
]

/** The place of a delivery, and since when the parcel is, or is no longer, in it. */
export interface HeldPlace {
  state: ReservationState
  since: Date
}

/**
 * Whether a status that another courier reports fits the place of the parcel, by the table of the states
 * (docs/domain/pickup-points.md#reservations). A report from before the parcel was put in or taken out is late. A
 * parcel in its place leaves it only by being taken out, and is not put in twice. Statuses that move no parcel, such as
 * on hold, always fit.
 */
export function fitsPlace(place: HeldPlace, report: { to: ShipmentStatus; date: Date }): boolean {
  const { to, date } = report
  const isDeposit = waitsAtPoint(to)
  if (!isDeposit && !outside_statuses.includes(to)) return true
  if (date < place.since) return false
  if (place.state === 'collected') return !isDeposit
  return isDeposit ? place.state === 'deposited' : taking_out.includes(to) && canLeave(place.state)
}

function canLeave(state: ReservationState): boolean {
  return stateAfter(state, 'collect') !== null
}
