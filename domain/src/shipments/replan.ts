import { hasBeenCollected, isFor, type ShipmentStatus } from './statuses/status.ts'

/** Where one leg of a shipment lies. */
export interface LegPlace {
  branch_id: number | null
  zone: string | null
  city: string
}

/** What decides from which day on the days of a moved shipment count. */
export interface Replanned {
  status: ShipmentStatus
  collected_date: Date | null
  /** `YYYY-MM-DD`, as planned. */
  collection_min_date: string
}

/** How a place differs from the one before: not by what is promised, within a town, or by another branch or town. */
export function placeChange(before: LegPlace, after: LegPlace): 'same' | 'zone' | 'town' {
  const town = ({ city }: LegPlace) => city.trim().toLowerCase()
  if (before.branch_id !== after.branch_id || town(before) !== town(after)) return 'town'
  return before.zone === after.zone ? 'same' : 'zone'
}

/**
 * The day, `YYYY-MM-DD`, from which the days of a shipment count anew when one of its places has become another: the day
 * planned for the collection, today when that has gone by. Collected parcels count from the day of their collection
 * within a town, and from today to another one, because only now they turn. `null` when there is nothing left to plan.
 */
export function replanFrom(
  shipment: Replanned,
  change: 'same' | 'zone' | 'town',
  { today, collected_on }: { today: string; collected_on: string | null },
): string | null {
  if (change === 'same' || !isFor('active', shipment.status)) return null
  if (!hasBeenCollected(shipment))
    return shipment.collection_min_date > today ? shipment.collection_min_date : today
  return change === 'zone' && collected_on !== null ? collected_on : today
}
