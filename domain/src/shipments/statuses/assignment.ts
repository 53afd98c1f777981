import { wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { hasBeenCollected, isFor, statusLabel, type ShipmentStatus } from './status.ts'

/** The two legs of a shipment, each with a driver. */
type Leg = 'collection' | 'delivery'

/** The shipment data that decides what an assignment changes. */
export interface Assignable {
  status: ShipmentStatus
  collected_date: Date | null
}

/**
 * For each leg, the statuses that an assignment changes, the status it sets, and the status set when the driver is
 * unassigned.
 */
const rules = {
  collection: {
    assigned: 'collection-assigned',
    unassigned: 'collection-unassigned',
    from: [
      'submitted',
      'awaiting-dropoff',
      'collection-assigned',
      'collection-unassigned',
      'collection-rejected',
      'collection-exception',
      'collection-failed-attempt',
    ],
  },
  delivery: {
    assigned: 'delivery-assigned',
    unassigned: 'delivery-unassigned',
    from: [
      'at-destination-hub',
      'returned-to-hub',
      'delivery-assigned',
      'delivery-unassigned',
      'delivery-rejected',
    ],
  },
} as const satisfies Record<
  Leg,
  { assigned: ShipmentStatus; unassigned: ShipmentStatus; from: readonly ShipmentStatus[] }
>

/** Returns the leg on which a shipment is, or waits: the collection until the parcels are collected. */
export function currentLeg(shipment: Assignable): Leg {
  return hasBeenCollected(shipment) ? 'delivery' : 'collection'
}

/** Whether a leg waits for a driver. An outsourced shipment is taken back on its current leg. */
function waitsForDriver(leg: Leg, shipment: Assignable): boolean {
  const from: readonly ShipmentStatus[] = rules[leg].from
  return from.includes(shipment.status) || (shipment.status === 'outsourced' && currentLeg(shipment) === leg)
}

/**
 * Checks whether a leg may get or lose a driver: the shipment is active and, for a collection, not collected yet.
 * `name` is the reference of the shipment for the message.
 */
export function mayAssign(leg: Leg, shipment: Assignable, name: string): RuleResult {
  const { status } = shipment
  if (isFor('active', status) && (leg === 'delivery' || waitsForDriver(leg, shipment))) return true
  return wrongState(`${name} is ${statusLabel(status).toLowerCase()}: its ${leg} cannot be assigned.`)
}

/**
 * Returns the status after a leg gets a driver (`isAssigned`) or loses the driver; the present one when the assignment
 * changes only who does the work (docs/domain/routing-and-drivers.md#drivers-by-area).
 */
export function statusOnAssignment(leg: Leg, shipment: Assignable, isAssigned: boolean): ShipmentStatus {
  const { assigned, unassigned } = rules[leg]
  if (isAssigned) return waitsForDriver(leg, shipment) ? assigned : shipment.status
  return shipment.status === assigned ? unassigned : shipment.status
}

/** Statuses of a delivery that was tried in vain. The failure belongs to the driver who tried. */
const failed_delivery: readonly ShipmentStatus[] = ['delivery-failed-attempt', 'delivery-exception']

/** Statuses in which the driver of the delivery has the parcel. */
export const with_delivery_driver: readonly ShipmentStatus[] = [
  'bob-box-reservation-failed',
  'out-for-delivery',
  ...failed_delivery,
  'collected-from-locker',
  'collected-from-counter',
]

/** Whether the driver of the delivery has a parcel and has not tried to deliver it in vain. */
export function isStillToDeliver(status: ShipmentStatus): boolean {
  return with_delivery_driver.includes(status) && !failed_delivery.includes(status)
}

/** Whether the driver of the delivery has any of the parcels; `statuses` are those of the parcels. */
export function isWithDeliveryDriver(statuses: readonly ShipmentStatus[]): boolean {
  return statuses.some((status) => with_delivery_driver.includes(status))
}

/**
 * Checks whether a leg may pass from its driver to another one (`isAssigned`) or to nobody. A parcel that is with its
 * driver always has one, or it would be on no board. After a failed attempt it is scanned back in first, so that the
 * failure stays with the driver who tried and the next driver gets a new attempt (decision 0155). `statuses` are those of
 * the parcels, which differ when only some were loaded. `name` is the reference of the shipment for the message.
 */
export function mayChangeHands(
  leg: Leg,
  statuses: readonly ShipmentStatus[],
  isAssigned: boolean,
  name: string,
): RuleResult {
  if (leg === 'collection') return true
  if (statuses.some((status) => failed_delivery.includes(status)))
    return wrongState(
      `${name} could not be delivered and is with the driver who tried. Scan it back in first.`,
    )
  if (!isAssigned && isWithDeliveryDriver(statuses))
    return wrongState(`${name} is with its driver. Scan it back in first, or give it to another driver.`)
  return true
}

/**
 * Whether the driver of the delivery stays responsible when its address changes: who has one of the parcels, or is on
 * the way to take it out of a pickup point, brings it there or back to the hub. `statuses` are those of the parcels.
 */
export function staysWithDriver(statuses: readonly ShipmentStatus[]): boolean {
  return isWithDeliveryDriver(statuses) || statuses.includes('collect-and-return-to-hub')
}

const taken_back: readonly ShipmentStatus[] = [
  'bob-box-reservation-failed',
  'collect-and-return-to-hub',
  'collected-from-locker',
  'collected-from-counter',
]

/**
 * Whether the hub scan of a parcel with this status begins a new delivery, so that it gets the driver of its address:
 * it comes back from a pickup point, or found no place there.
 */
export function beginsAgainAtHub(status: ShipmentStatus): boolean {
  return taken_back.includes(status)
}
