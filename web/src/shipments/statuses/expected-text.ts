import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { isToArrive, waitsAtPoint, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { daysBetween, shortDay, shortWhen } from '../../kit/ui/values/moments.ts'

/** What the Expected column knows of a row. */
export interface Expecting {
  status: ShipmentStatus
  estimated_collection: Date | null
  estimated_delivery_to: Date | null
  collected_date: Date | null
  delivered_date: Date | null
}

/**
 * When the next thing is expected: delivery, or collection while no delivery is foreseen. Late when that moment has
 * passed and the shipment is still under way; finished shipments say when they were delivered, and one that waits to be
 * fetched expects nothing.
 */
export function expectedText(row: Expecting, now: Date): { text: string; is_late: boolean; at: Date | null } {
  if (row.delivered_date)
    return { text: nearly(row.delivered_date, now), is_late: false, at: row.delivered_date }
  const at = row.estimated_delivery_to ?? (row.collected_date ? null : row.estimated_collection)
  if (!at || waitsAtPoint(row.status)) return { text: '', is_late: false, at: null }
  const isLate = at < now && isToArrive(row.status)
  if (!isLate) return { text: nearly(at, now), is_late: isLate, at }
  const when = dayOf(at) === dayOf(now) ? clockOf(at) : nearly(at, now)
  return { text: `${when} · late`, is_late: isLate, at }
}

/** With the time for yesterday, today and tomorrow; further away only the day. */
function nearly(at: Date, now: Date): string {
  return Math.abs(daysBetween(now, at)) <= 1 ? shortWhen(at, now) : shortDay(dayOf(at), now)
}
