import { metresBetween } from '@waybill/domain/drivers/attempts'
import type { LegState, TripVisit } from './trip-sheet-store.ts'

/** Shipments of the same leg this near to each other are one stop (docs/domain/routing-and-drivers.md#trip-sheets). */
const same_stop_m = 30

/** A point on earth, degrees. */
export interface Point {
  lat: number
  lng: number
}

/** One stop of a day in its place on the sheet: the visits that are made there, and what follows from them. */
export interface PlannedStop {
  /** From 1. */
  sequence: number
  state: LegState
  /** `HH:mm`. */
  window_from: string
  window_to: string
  is_late_risk: boolean
  /** At least one. */
  first: TripVisit
  visits: readonly TripVisit[]
}

/**
 * The stops of a day: visits of one driver and leg within 30 m (or at the same address while it has no coordinates)
 * together, ordered by window, then by priority (important accounts first), then by distance from the branch. `clock`
 * is `HH:mm` now when the sheet is today's, else `null`.
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
 * How many stops somebody's visits are, and how many of them are done, failed, to do, and late at `clock` (`HH:mm`).
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

/** How many stops are done, failed and to do. */
export function countStates(stops: readonly Pick<PlannedStop, 'state'>[]) {
  const inState = (state: LegState) => stops.filter((stop) => stop.state === state).length
  return { done: inState('done'), failed: inState('failed'), remaining: inState('to-do') }
}

/** Visits in groups that are a stop each. A collection request is a stop of its own: it is counted, not handed over. */
function byPlace(visits: readonly TripVisit[]): TripVisit[][] {
  const requests = visits.filter((visit) => visit.request_id !== null)
  const shipments = visits.filter((visit) => visit.request_id === null)
  const ofDriver = Map.groupBy(shipments, (visit) => `${visit.leg} ${visit.username}`)
  return [...[...ofDriver.values()].flatMap(nearby), ...requests.map((request) => [request])]
}

/** Visits of one driver and leg in groups of the same place. */
function nearby(visits: readonly TripVisit[]): TripVisit[][] {
  const groups: TripVisit[][] = []
  for (const visit of visits) {
    const group = groups.find(([first]) => first && isSamePlace(first, visit))
    if (group) group.push(visit)
    else groups.push([visit])
  }
  return groups
}

function isSamePlace(one: TripVisit, other: TripVisit): boolean {
  if (one.address.id === other.address.id) return true
  const [here, there] = [pointOf(one.address), pointOf(other.address)]
  return here !== null && there !== null && metresBetween(here, there) <= same_stop_m
}

function pointOf(place: { lat: number | null; lng: number | null }): Point | null {
  return place.lat === null || place.lng === null ? null : { lat: place.lat, lng: place.lng }
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
