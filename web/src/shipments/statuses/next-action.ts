import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { isAddressReason } from '@waybill/domain/shipments/statuses/address-reasons'
import { isHeld, mayRelease } from '@waybill/domain/shipments/statuses/interventions'
import {
  mayMoveTo,
  nextStatuses,
  type Moving,
} from '@waybill/domain/shipments/statuses/manual-status-changes'
import type { TrackingEvent } from '@waybill/domain/shipments/model'
import { hasBeenCollected, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { editableFields } from '@waybill/domain/shipments/booking/booking-permissions'

/** The most likely next action of a user on a shipment. */
export type NextAction =
  | { kind: 'assign'; leg: 'collection' | 'delivery' }
  | { kind: 'reschedule'; leg: 'collection' | 'delivery' }
  | { kind: 'address'; leg: 'collection' | 'delivery' }
  | { kind: 'release' }
  | { kind: 'deliver' }
  | { kind: 'proof' }

/** The button labels. */
export const action_labels: Readonly<Record<NextAction['kind'], (action: NextAction) => string>> = {
  assign: () => 'Assign driver',
  reschedule: (action) => `Reschedule ${'leg' in action ? action.leg : 'delivery'}`,
  address: () => 'Fix this address',
  release: () => 'Release',
  deliver: () => 'Mark as delivered',
  proof: () => 'Proof of delivery',
}

/**
 * Returns the leg to which staff may assign a driver: the current leg, if the status transitions allow assigned once
 * it has a driver; otherwise `null`.
 */
export function assignableLeg(me: Actor, shipment: Moving): 'collection' | 'delivery' | null {
  if (!isStaff(me)) return null
  const leg = hasBeenCollected(shipment) ? 'delivery' : 'collection'
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
  const leg = hasBeenCollected(shipment) ? 'delivery' : 'collection'
  if (isOver(shipment)) return null
  const fields = editableFields(me, shipment, allowAfterCollection)
  return fields === 'all' || fields.has(`${leg}_min_date`) ? leg : null
}

/** Returns the legs whose address the user may still change. The collection address is fixed after collection. */
export function correctableLegs(
  me: Actor,
  shipment: Moving,
  allowAfterCollection: boolean,
): ('collection' | 'delivery')[] {
  if (isOver(shipment)) return []
  const fields = editableFields(me, shipment, allowAfterCollection)
  const legs = hasBeenCollected(shipment) ? (['delivery'] as const) : (['collection', 'delivery'] as const)
  return legs.filter((leg) => fields === 'all' || fields.has(`${leg}_address`))
}

/** Returns the leg that its driver handed back and that staff may assign to another driver; `null` if there is none. */
export function rejectedLeg(me: Actor, { status }: Moving): 'collection' | 'delivery' | null {
  if (!isStaff(me)) return null
  if (status === 'collection-rejected') return 'collection'
  return status === 'delivery-rejected' ? 'delivery' : null
}

/**
 * Whether the reason of the newest failed attempt or exception is a wrong address, and the address has not been
 * corrected since.
 */
export function isAddressWrong(status: ShipmentStatus, events: readonly TrackingEvent[]): boolean {
  if (!/failed-attempt$|exception$/.test(status)) return false
  const newest = [...events].sort((a, b) => b.date.getTime() - a.date.getTime() || b.id - a.id)
  const latest = newest.find((event) => event.status === status || event.status === 'address-changed')
  return latest?.status === status && isAddressReason(latest.message)
}

function isOver({ status }: Moving): boolean {
  return ['delivered', 'cancelled', 'returned-to-sender', 'undeliverable'].includes(status)
}

/**
 * Returns the single most likely next action for the status and the user; `null` if there is none. `isMisaddressed`:
 * see `isAddressWrong`.
 */
export function nextAction(
  me: Actor,
  shipment: Moving,
  allowAfterCollection: boolean,
  isMisaddressed = false,
): NextAction | null {
  const { status } = shipment
  if (status === 'delivered') return { kind: 'proof' }
  if (isHeld(status)) return mayRelease(me, status) === true ? { kind: 'release' } : null
  const rejected = rejectedLeg(me, shipment)
  if (rejected) return { kind: 'assign', leg: rejected }
  const reschedules = reschedulableLeg(me, shipment, allowAfterCollection)
  const leg = hasBeenCollected(shipment) ? 'delivery' : 'collection'
  if (isMisaddressed && correctableLegs(me, shipment, allowAfterCollection).includes(leg))
    return { kind: 'address', leg }
  if (/failed-attempt$|exception$/.test(status))
    return reschedules ? { kind: 'reschedule', leg: reschedules } : null
  const assigns = assignableLeg(me, shipment)
  if (assigns && (status.endsWith('unassigned') || status === 'submitted'))
    return { kind: 'assign', leg: assigns }
  if (status === 'out-for-delivery' && mayMoveTo(me, shipment, 'delivered') === true)
    return { kind: 'deliver' }
  return null
}
