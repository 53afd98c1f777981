import { metresBetween } from '@waybill/domain/drivers/attempts'
import { groupByPlace, pointOf } from '@waybill/domain/drivers/group-by-place'
import type { LegState, TripVisit } from './trip-sheet-store.ts'

/** A geographic position in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** One stop of a day with its position on the trip sheet, its visits and the values derived from them. */
export interface PlannedStop {
  /** Starts at 1. */
  sequence: number
  state: LegState
  /** `HH:mm`. */
  window_from: string
  window_to: string
  is_late_risk: boolean
  /** The first of the visits; a stop has at least one. */
  first: TripVisit
  visits: readonly TripVisit[]
}

/**
 * Returns the stops of a day. Visits of one driver and leg within 30 m of each other (or with the same address id)
 * form one stop. Stops are sorted by time window, then by priority (VIP accounts first), then by distance from the
 * branch. `clock` is the current time as `HH:mm` when the sheet is for today, otherwise `null`.
 */
export function planStops(
  visits: readonly TripVisit[],
  about: { branch: Point | null; clock: string | null },
): PlannedStop[] {
  return byPlace(visits)
    .map((group) => ({
      stop: stopOf(group, about.clock),
      priority: Math.max(...group.map((visit) => visit.priority_level)),
    }))
    .sort(
      (one, other) =>
        byWindow(one.stop, other.stop) ||
        other.priority - one.priority ||
        distance(one.stop, about.branch) - distance(other.stop, about.branch),
    )
    .map(({ stop }, index) => ({ ...stop, sequence: index + 1 }))
}

/**
 * Returns the number of stops that the visits form, and how many of them are done, failed, still to do, and late at
 * `clock` (`HH:mm`).
 */
export function countStops(
  visits: readonly TripVisit[],
  clock: string | null,
): { planned: number; done: number; failed: number; remaining: number; late: number } {
  const stops = byPlace(visits).map((group) => stopOf(group, clock))
  return {
    planned: stops.length,
    ...countStates(stops),
    late: stops.filter((stop) => stop.is_late_risk).length,
  }
}

/** Returns how many stops are done, failed and still to do. */
export function countStates(stops: readonly Pick<PlannedStop, 'state'>[]) {
  const inState = (state: LegState) => stops.filter((stop) => stop.state === state).length
  return { done: inState('done'), failed: inState('failed'), remaining: inState('to-do') }
}

/**
 * Groups visits into stops. A collection request is always a separate stop, because its parcels are counted and not
 * handed over one by one.
 */
function byPlace(visits: readonly TripVisit[]): TripVisit[][] {
  const requests = visits.filter((visit) => visit.request_id !== null)
  const shipments = visits.filter((visit) => visit.request_id === null)
  const ofDriver = Map.groupBy(shipments, (visit) => `${visit.leg} ${visit.username}`)
  return [...[...ofDriver.values()].flatMap(groupByPlace), ...requests.map((request) => [request])]
}

function stopOf(visits: readonly TripVisit[], clock: string | null): PlannedStop {
  const [first] = visits
  if (!first) throw new RangeError('A stop has at least one visit.')
  const state = stateOf(visits)
  const windowTo = visits.map((visit) => visit.window_to).sort()[0] ?? ''
  return {
    sequence: 0,
    state,
    window_from: visits.map((visit) => visit.window_from).sort()[0] ?? first.window_from,
    window_to: windowTo,
    is_late_risk: state === 'to-do' && clock !== null && windowTo !== '' && clock > windowTo,
    first,
    visits,
  }
}

function stateOf(visits: readonly TripVisit[]): LegState {
  if (visits.some((visit) => visit.state === 'to-do')) return 'to-do'
  return visits.some((visit) => visit.state === 'failed') ? 'failed' : 'done'
}

function byWindow(one: PlannedStop, other: PlannedStop): number {
  const key = (stop: PlannedStop) => `${stop.window_from} ${stop.window_to}`
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
}

function distance(stop: PlannedStop, branch: Point | null): number {
  const place = pointOf(stop.first.address)
  return place && branch ? metresBetween(branch, place) : 0
}
