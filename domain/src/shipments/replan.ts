import { hasBeenCollected, isFor, type ShipmentStatus } from './statuses/status.ts'

/** The place of one leg of a shipment. */
export interface LegPlace {
  branch_id: number | null
  zone: string | null
  city: string
}

/** The shipment data that decides from which day a moved shipment is replanned. */
export interface Replanned {
  status: ShipmentStatus
  collected_date: Date | null
  /** The planned day, `YYYY-MM-DD`. */
  collection_min_date: string
}

/**
 * Compares two places: `same` when nothing that affects the promise differs, `zone` when only the zone differs,
 * `town` when the branch or town differs.
 */
export function placeChange(before: LegPlace, after: LegPlace): 'same' | 'zone' | 'town' {
  const town = ({ city }: LegPlace) => city.trim().toLowerCase()
  if (before.branch_id !== after.branch_id || town(before) !== town(after)) return 'town'
  return before.zone === after.zone ? 'same' : 'zone'
}

/**
 * Returns the day (`YYYY-MM-DD`) from which the days of a shipment are planned again after one of its places has
 * changed. Before collection this is the planned collection day, or today when that has passed. After collection it
 * is the collection day for a change within a town, and today for another town, because the parcels change direction
 * only now. `null` when there is nothing left to plan.
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
