import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { isAtPoint, isToArrive, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { daysBetween, shortDay, shortWhen } from '../../kit/ui/values/moments.ts'

/** The data of a row that the Expected column needs. */
export interface Expecting {
  status: ShipmentStatus
  estimated_collection: Date | null
  estimated_delivery_to: Date | null
  collected_date: Date | null
  delivered_date: Date | null
}

/**
 * Returns when the next step is expected: the delivery, or the collection if there is no delivery estimate. It is
 * late if that time has passed and the parcel has not arrived. Delivered shipments return the time of delivery; a
 * shipment at its pickup point returns an empty text.
 */
export function expectedText(row: Expecting, now: Date): { text: string; is_late: boolean; at: Date | null } {
  if (row.delivered_date)
    return { text: nearly(row.delivered_date, now), is_late: false, at: row.delivered_date }
  const at = row.estimated_delivery_to ?? (row.collected_date ? null : row.estimated_collection)
  if (!at || isAtPoint(row.status)) return { text: '', is_late: false, at: null }
  const isLate = at < now && isToArrive(row.status)
  if (!isLate) return { text: nearly(at, now), is_late: isLate, at }
  const when = dayOf(at) === dayOf(now) ? clockOf(at) : nearly(at, now)
  return { text: `${when} · late`, is_late: isLate, at }
}

/** Returns a time with the clock time if it is yesterday, today or tomorrow; otherwise only the day. */
function nearly(at: Date, now: Date): string {
  return Math.abs(daysBetween(now, at)) <= 1 ? shortWhen(at, now) : shortDay(dayOf(at), now)
}
