import { dayOf } from '../../kit/calls/wire.ts'
import type { ShipmentStatus } from './status.ts'

/** Events that move a leg to another day. */
export const reschedule_codes = ['collection-rescheduled', 'delivery-rescheduled'] as const

/** Statuses in which another day is what solves the problem. */
export const solved_by_another_day: readonly ShipmentStatus[] = [
  'collection-exception',
  'collection-failed-attempt',
  'delivery-exception',
  'delivery-failed-attempt',
]

/** A leg as it is planned. */
export interface Planned {
  status: ShipmentStatus
  latest_tracking_event_time: Date | null
  collection_min_date: string
  delivery_min_date: string
}

/**
 * Whether a leg that failed was given another day since, which has not passed yet: nobody has to act before it comes. It is
 * a problem again when the day goes by, or with the next failure. `moved` are the times at which a leg was moved.
 */
export function isPlannedAgain(shipment: Planned, moved: readonly Date[], now: Date): boolean {
  const { status, latest_tracking_event_time: failed } = shipment
  if (!solved_by_another_day.includes(status) || failed === null) return false
  return plannedDay(shipment) >= dayOf(now) && moved.some((moment) => moment >= failed)
}

/** The day for which the leg in trouble is planned, `YYYY-MM-DD`. */
export function plannedDay(shipment: Planned): string {
  return shipment.status.startsWith('collection') ? shipment.collection_min_date : shipment.delivery_min_date
}
