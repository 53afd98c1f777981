import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { isHeld, mayRelease } from '@waybill/domain/shipments/interventions'
import { mayMoveTo, nextStatuses, type Moving } from '@waybill/domain/shipments/moves'
import { hasBeenCollected } from '@waybill/domain/shipments/status'
import { editableFields } from '@waybill/domain/shipments/who-may'

/** What a person most likely does next with a shipment. */
export type NextAction =
  | { kind: 'assign'; leg: 'collection' | 'delivery' }
  | { kind: 'reschedule'; leg: 'collection' | 'delivery' }
  | { kind: 'release' }
  | { kind: 'deliver' }
  | { kind: 'proof' }

/** The words on the button. */
export const action_labels: Readonly<Record<NextAction['kind'], (action: NextAction) => string>> = {
  assign: () => 'Assign driver',
  reschedule: (action) => `Reschedule ${'leg' in action ? action.leg : 'delivery'}`,
  release: () => 'Release',
  deliver: () => 'Mark as delivered',
  proof: () => 'Proof of delivery',
}

/** Who may assign a driver to a leg: where the table of moves leads to assigned once there is a driver. */
export function assignableLeg(me: Actor, shipment: Moving): 'collection' | 'delivery' | null {
  if (!isStaff(me)) return null
  const leg = hasBeenCollected(shipment) ? 'delivery' : 'collection'
  const withDriver = { ...shipment, [`${leg}_agent_id`]: shipment[`${leg}_agent_id`] || 'somebody' }
  const assigned = `${leg}-assigned` as const
  return shipment.status !== assigned && nextStatuses(withDriver).includes(assigned) ? leg : null
}

/** Which leg can still be moved to another day by this person. */
export function reschedulableLeg(
  me: Actor,
  shipment: Moving,
  allow_after_collection: boolean,
): 'collection' | 'delivery' | null {
  const leg = hasBeenCollected(shipment) ? 'delivery' : 'collection'
  if (['delivered', 'cancelled', 'returned-to-sender', 'undeliverable'].includes(shipment.status)) return null
  const fields = editableFields(me, shipment, allow_after_collection)
  return fields === 'all' || fields.has(`${leg}_min_date`) ? leg : null
}

/** The single most likely next action for this status and role, or none. */
export function nextAction(me: Actor, shipment: Moving, allow_after_collection: boolean): NextAction | null {
  const { status } = shipment
  if (status === 'delivered') return { kind: 'proof' }
  if (isHeld(status)) return mayRelease(me, status) === true ? { kind: 'release' } : null
  const reschedules = reschedulableLeg(me, shipment, allow_after_collection)
  if (/failed-attempt$|exception$/.test(status))
    return reschedules ? { kind: 'reschedule', leg: reschedules } : null
  const assigns = assignableLeg(me, shipment)
  if (assigns && (status.endsWith('unassigned') || status === 'submitted'))
    return { kind: 'assign', leg: assigns }
  if (status === 'out-for-delivery' && mayMoveTo(me, shipment, 'delivered') === true)
    return { kind: 'deliver' }
  return null
}
