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
