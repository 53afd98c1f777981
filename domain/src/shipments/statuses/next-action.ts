import { isOffice, isStaff, type Actor } from '../../kit/actor.ts'
import { fieldsFor } from '../booking/editable-fields.ts'
import type { TrackingEvent } from '../model.ts'
import { isAddressReason } from './address-reasons.ts'
import { currentLeg, statusOnAssignment } from './assignment.ts'
import { isHeld, mayRelease } from './interventions.ts'
import { mayMoveTo, nextStatuses, type Moving } from './manual-status-changes.ts'
import { isFinal, type ShipmentStatus } from './status.ts'

/** The most likely next action of a user on a shipment. */
export type NextAction =
  | { kind: 'assign'; leg: 'collection' | 'delivery' }
  | { kind: 'reschedule'; leg: 'collection' | 'delivery' }
  | { kind: 'address'; leg: 'collection' | 'delivery' }
  | { kind: 'release' }
  | { kind: 'deliver' }
  | { kind: 'proof' }

/**
 * Returns the leg to which staff may assign a driver: the current leg, if the status transitions allow assigned once
 * it has a driver; otherwise `null`.
 */
export function assignableLeg(me: Actor, shipment: Moving): 'collection' | 'delivery' | null {
  if (!isStaff(me)) return null
  const leg = currentLeg(shipment)
  const withDriver = { ...shipment, [`${leg}_agent_id`]: shipment[`${leg}_agent_id`] || 'somebody' }
  const assigned = `${leg}-assigned` as const
  return shipment.status !== assigned && nextStatuses(withDriver).includes(assigned) ? leg : null
}

/** Returns the leg that the user may move to another day; `null` if there is none. */
export function reschedulableLeg(
  me: Actor,
  shipment: Moving,
  allowAfterCollection: boolean,
): 'collection' | 'delivery' | null {
  const leg = currentLeg(shipment)
  if (isFinal(shipment.status)) return null
  return fieldsFor(me, shipment, allowAfterCollection)[`${leg}_min_date`] === true ? leg : null
}

/**
 * Returns the legs whose address the user may still change. The collection address is fixed after collection, the
 * delivery address while the parcel waits at a pickup point.
 */
export function correctableLegs(
  me: Actor,
  shipment: Moving,
  allowAfterCollection: boolean,
): ('collection' | 'delivery')[] {
  if (isFinal(shipment.status)) return []
  const fields = fieldsFor(me, shipment, allowAfterCollection)
  const legs =
    currentLeg(shipment) === 'delivery' ? (['delivery'] as const) : (['collection', 'delivery'] as const)
  return legs.filter((leg) => fields[`${leg}_address`] === true)
}

/**
 * Returns the leg to which staff may assign a driver through the trip sheet, because the status menu does not lead to
 * assigned, for example after a driver handed it back; `null` if there is none. A parcel that is to be taken back from
 * a pickup point keeps its status.
 */
export function tripSheetLeg(me: Actor, shipment: Moving): 'collection' | 'delivery' | null {
  if (!isOffice(me) || assignableLeg(me, shipment)) return null
  const leg = currentLeg(shipment)
  const moves = statusOnAssignment(leg, shipment, true) !== shipment.status
  return moves || shipment.status === 'collect-and-return-to-hub' ? leg : null
}

/**
 * Whether the reason of the newest failed attempt or exception is a wrong address, and the address has not been
 * corrected since.
 */
export function isAddressWrong(status: ShipmentStatus, events: readonly TrackingEvent[]): boolean {
  if (!/failed-attempt$|exception$/.test(status)) return false
  const latest = latestOf(status, events)
  return latest?.status === status && isAddressReason(latest.message)
}

/** Returns the latest event of a status, or the change of an address after it. */
function latestOf(status: ShipmentStatus, events: readonly TrackingEvent[]): TrackingEvent | undefined {
  return [...events]
    .sort((a, b) => b.date.getTime() - a.date.getTime() || b.id - a.id)
    .find((event) => event.status === status || event.status === 'address-changed')
}

/**
 * Whether a parcel came back to the hub from its pickup point, or found no place there, and nobody has chosen since
 * where it goes next.
 */
export function isBackFromPoint(
  {
    status,
    delivery_pickup_point_id,
  }: { status: ShipmentStatus; delivery_pickup_point_id?: string | null | undefined },
  events: readonly TrackingEvent[],
): boolean {
  return (
    status === 'returned-to-hub' &&
    Boolean(delivery_pickup_point_id) &&
    latestOf(status, events)?.status === status
  )
}

/**
 * Returns the single most likely next action for the status and the user; `null` if there is none. `isMisaddressed`:
 * another place is needed, see `isAddressWrong` and `isBackFromPoint`.
 */
export function nextAction(
  me: Actor,
  shipment: Moving,
  allowAfterCollection: boolean,
  isMisaddressed = false,
): NextAction | null {
  const { status } = shipment
  if (status === 'delivered') return { kind: 'proof' }
  if (mayRelease(me, status) === true) return { kind: 'release' }
  if (isHeld(status)) return null
  const assigns = assignableLeg(me, shipment) ?? tripSheetLeg(me, shipment)
  if (assigns && needsDriver(shipment)) return { kind: 'assign', leg: assigns }
  const reschedules = reschedulableLeg(me, shipment, allowAfterCollection)
  const leg = currentLeg(shipment)
  const needsPlace = isMisaddressed || status === 'bob-box-reservation-failed'
  if (needsPlace && correctableLegs(me, shipment, allowAfterCollection).includes(leg))
    return { kind: 'address', leg }
  if (/failed-attempt$|exception$/.test(status))
    return reschedules ? { kind: 'reschedule', leg: reschedules } : null
  if (status === 'out-for-delivery' && mayMoveTo(me, shipment, 'delivered') === true)
    return { kind: 'deliver' }
  return null
}

function needsDriver({ status, delivery_agent_id }: Moving): boolean {
  if (status === 'collect-and-return-to-hub') return delivery_agent_id === ''
  return status === 'submitted' || /-(unassigned|rejected)$/.test(status)
}
