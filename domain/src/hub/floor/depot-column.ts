import type { ShipmentStatus } from '../../shipments/statuses/status.ts'
import { finished_statuses, left_statuses, standing_statuses } from '../counting.ts'

/**
 * The columns of the depot board, in display order. Every parcel of a row is in exactly one of them
 * (docs/domain/hub.md#the-depot-board).
 */
export const depot_columns = ['expected', 'on_floor', 'loaded', 'missing', 'over', 'damaged'] as const
export type DepotColumn = (typeof depot_columns)[number]

/** What the latest closed floor count of the day found out about a parcel; `null` when it agreed with the scans. */
export type CountFinding = 'found' | 'not-found' | null

/** What decides the column of a parcel at a branch. */
export interface DepotFacts {
  status: ShipmentStatus
  /** Whether the branch scanned it last. */
  is_at_branch: boolean
  /** Whether it belongs in its row: the plan of the day or its route leads here, and not onto another vehicle. */
  is_planned: boolean
  /** Whether it is on a line-haul that leaves from this branch. */
  is_on_load: boolean
  has_open_damage: boolean
  /**
   * Whether it should have arrived: its manifest was received without it, or the time by which it was expected is
   * over by `hub_missing_parcel_alert_hours`.
   */
  is_overdue: boolean
  counted: CountFinding
}

const gone: readonly ShipmentStatus[] = [...left_statuses, ...finished_statuses]

/**
 * Returns the column of a parcel. Damage comes first, because staff have to decide about it wherever the parcel is.
 * A floor count is newer than the scans, so what it found applies until the parcel is seen again or moves.
 */
export function depotColumn(facts: DepotFacts): DepotColumn {
  const { status, counted } = facts
  if (facts.has_open_damage) return 'damaged'
  const isStanding = facts.is_at_branch && standing_statuses.includes(status)
  const isHere = counted === 'found' || (isStanding && counted === null)
  const isLoaded = counted !== 'found' && (facts.is_on_load || gone.includes(status))
  if ((isHere || isLoaded) && !facts.is_planned) return 'over'
  if (isLoaded) return 'loaded'
  if (isHere) return 'on_floor'
  return isStanding || facts.is_overdue ? 'missing' : 'expected'
}
