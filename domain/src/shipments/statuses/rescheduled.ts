import { dayOf } from '../../kit/calls/wire.ts'
import type { ShipmentStatus } from './status.ts'

/** Event codes for moving a leg to another day. */
export const reschedule_codes = ['collection-rescheduled', 'delivery-rescheduled'] as const

/** Problem statuses that planning another day solves. */
export const solved_by_another_day: readonly ShipmentStatus[] = [
  'collection-exception',
  'collection-failed-attempt',
  'delivery-exception',
  'delivery-failed-attempt',
]

/** The shipment data that the rule about a replanned leg needs. */
export interface Planned {
  status: ShipmentStatus
  latest_tracking_event_time: Date | null
  collection_min_date: string
  delivery_min_date: string
}

/**
 * Whether a failed leg was moved after the failure to a day that has not passed, so that no action is needed until
 * then. It is a problem again when the day passes or the next attempt fails. `moved` holds the times at which a leg
 * was moved.
 */
export function isPlannedAgain(shipment: Planned, moved: readonly Date[], now: Date): boolean {
  const { status, latest_tracking_event_time: failed } = shipment
  if (!solved_by_another_day.includes(status) || failed === null) return false
  return plannedDay(shipment) >= dayOf(now) && moved.some((moment) => moment >= failed)
}

/** Returns the planned day of the failed leg, `YYYY-MM-DD`. */
export function plannedDay(shipment: Planned): string {
  return shipment.status.startsWith('collection') ? shipment.collection_min_date : shipment.delivery_min_date
}
