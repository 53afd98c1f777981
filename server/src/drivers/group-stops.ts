import { clockOf } from '@waybill/domain/kit/calls/wire'
import { metresBetween, type Point } from '@waybill/domain/kit/places/metres-between'
import { groupByPlace, pointOf } from '@waybill/domain/maps/group-by-place'
import type { StoredPlan } from './plan/plan-store.ts'
import { visitKey, type LegState, type TripVisit } from './trip-sheet-store.ts'

/** One stop of a day with its position on the trip sheet, its visits and the values derived from them. */
export interface PlannedStop {
  /** Starts at 1. */
  sequence: number
  /** The place among the stops of its driver, from 1. */
  driver_sequence: number
  state: LegState
  /** `HH:mm`. */
  window_from: string
  window_to: string
  is_late_risk: boolean
  /** The place of its first visit in the plan of the driver; `null` when the plan does not have the stop. */
  place: number | null
  /** Only stops that are still to do are locked. */
  is_locked: boolean
  /** When the driver is expected, and how the driver gets there; `null` when not planned, done or failed. */
  eta: Date | null
  km: number | null
  minutes: number | null
  /** The first of the visits; a stop has at least one. */
  first: TripVisit
  visits: readonly TripVisit[]
}

/** Plans of drivers by username. */
export type Plans = ReadonlyMap<string, StoredPlan>

/**
 * Returns the stops of a day. Visits of one driver and leg within 30 m of each other (or with the same address id)
 * form one stop. The stops of a driver whose day is planned are in the order of the plan, those that it does not have
 * at the end. Other stops are sorted by time window, then by priority (VIP accounts first), then by distance from the
 * branch. `clock` is the current time as `HH:mm` when the sheet is for today, otherwise `null`.
 */
export function planStops(
  visits: readonly TripVisit[],
  about: { branch: Point | null; clock: string | null; plans: Plans },
): PlannedStop[] {
  const byRules = ruleOrder(about.branch)
  const stops = byPlace(visits).map((group) => stopOf(group, about.clock, about.plans))
  const isPlanned = stops.some(({ place }) => place !== null)
  const sorted = isPlanned ? mergePlanned(stops, byRules) : stops.sort(byRules)
  const places = new Map<string, number>()
  return sorted.map((stop, index) => {
    const place = (places.get(stop.first.username) ?? 0) + 1
    places.set(stop.first.username, place)
    return { ...stop, sequence: index + 1, driver_sequence: place }
  })
}

type Order = (one: PlannedStop, other: PlannedStop) => number

/** Returns the order of stops that are not planned. */
function ruleOrder(branch: Point | null): Order {
  const priority = ({ visits }: PlannedStop) => Math.max(...visits.map((visit) => visit.priority_level))
  return (one, other) =>
    byWindow(one, other) || priority(other) - priority(one) || distance(one, branch) - distance(other, branch)
}

/**
 * Sorts the stops of each driver by the plan, and merges the drivers: of their next stops the first by the rules comes
 * next.
 */
function mergePlanned(stops: readonly PlannedStop[], byRules: Order): PlannedStop[] {
  const last = Number.MAX_SAFE_INTEGER
  const queues = [...Map.groupBy(stops, ({ first }) => first.username).values()].map((own) =>
    own
      .toSorted((one, other) => (one.place ?? last) - (other.place ?? last) || byRules(one, other))
      .reverse(),
  )
  const merged: PlannedStop[] = []
  while (merged.length < stops.length) {
    const next = queues
      .filter((queue) => queue.length > 0)
      .reduce((best, queue) => {
        const [one, other] = [queue.at(-1), best.at(-1)]
        return one && other && byRules(one, other) < 0 ? queue : best
      })
    const stop = next.pop()
    if (stop) merged.push(stop)
  }
  return merged
}

/**
 * Returns the number of stops that the visits form, and how many of them are done, failed, still to do, and late at
 * `clock` (`HH:mm`) or expected after their window; and when the next one is expected.
 */
export function countStops(
  visits: readonly TripVisit[],
  clock: string | null,
  plans: Plans,
): {
  planned: number
  done: number
  failed: number
  remaining: number
  late: number
  next_eta: Date | null
} {
  const stops = byPlace(visits).map((group) => stopOf(group, clock, plans))
  const expected = stops.flatMap(({ eta }) => eta?.getTime() ?? [])
  return {
    planned: stops.length,
    ...countStates(stops),
    late: stops.filter((stop) => stop.is_late_risk).length,
    next_eta: expected.length === 0 ? null : new Date(Math.min(...expected)),
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

function stopOf(visits: readonly TripVisit[], clock: string | null, plans: Plans): PlannedStop {
  const [first] = visits
  if (!first) throw new RangeError('A stop has at least one visit.')
  const state = stateOf(visits)
  const windowTo = visits.map((visit) => visit.window_to).sort()[0] ?? ''
  const plan = plans.get(first.username)
  const planned = visits
    .flatMap((visit) => plan?.visits.get(visitKey(visit)) ?? [])
    .sort((one, other) => one.place - other.place)
  const expected = state === 'to-do' ? planned.find(({ eta }) => eta !== null) : undefined
  const eta = expected?.eta ?? null
  const isPast = (time: string) => windowTo !== '' && time > windowTo
  return {
    sequence: 0,
    driver_sequence: 0,
    state,
    window_from: visits.map((visit) => visit.window_from).sort()[0] ?? first.window_from,
    window_to: windowTo,
    is_late_risk:
      state === 'to-do' && ((clock !== null && isPast(clock)) || (eta !== null && isPast(clockOf(eta)))),
    place: planned[0]?.place ?? null,
    is_locked: state === 'to-do' && planned.some(({ is_locked }) => is_locked),
    eta,
    km: expected?.km ?? null,
    minutes: expected?.minutes ?? null,
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
