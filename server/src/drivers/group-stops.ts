import type { Address } from '@waybill/domain/accounts/address'
import { metresBetween } from '@waybill/domain/drivers/attempts'
import type { Leg, Stop, StopRequest, StopShipment } from '@waybill/domain/drivers/model'
import type { LegState } from './trip-sheet-store.ts'

/** Shipments of the same leg this near to each other are one stop (docs/domain/routing-and-drivers.md#trip-sheets). */
const same_stop_m = 30

/** A point on earth, degrees. */
export interface Point {
  lat: number
  lng: number
}

/** One shipment's leg, or one collection request, with its place and window, before it is part of a stop. */
export interface Visit {
  username: string
  leg: Leg
  state: LegState
  address: Address
  /** `HH:mm`. */
  window_from: string
  window_to: string
  /** Higher goes first among visits of the same window. */
  priority_level: number
  /** Either of them. */
  shipment: StopShipment | null
  request: StopRequest | null
}

/**
 * The stops of a day: visits of one driver and leg within 30 m (or at the same address while it has no coordinates)
 * together, ordered by window, then by priority (important accounts first), then by distance from the branch. `clock`
 * is `HH:mm` now when the sheet is today's, else `null`.
 */
export function groupStops(
  visits: readonly Visit[],
  about: { date: string; branch: Point | null; clock: string | null },
): Stop[] {
  return byPlace(visits)
    .map((group) => ({
      stop: stopOf(group, about),
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

/** What decides which visits are one stop. */
interface Placed {
  username: string
  leg: Leg
  address: { id: number; lat: number | null; lng: number | null }
  request: unknown
}

/** Visits in groups that are a stop each. */
function byPlace<Visited extends Placed>(visits: readonly Visited[]): Visited[][] {
  const groups: Visited[][] = []
  for (const visit of visits) {
    const group = groups.find(([first]) => first && isOneStop(first, visit))
    if (group) group.push(visit)
    else groups.push([visit])
  }
  return groups
}

/**
 * How many stops somebody's visits are, and how many of them are done, failed, to do, and late at `clock` (`HH:mm`).
 */
export function countStops(
  visits: readonly (Placed & Pick<Visit, 'state' | 'window_to'>)[],
  clock: string | null,
): { planned: number; done: number; failed: number; remaining: number; late: number } {
  const stops = byPlace(visits).map((group) => ({ state: stateOf(group), is_late: isLate(group, clock) }))
  const inState = (state: LegState) => stops.filter((stop) => stop.state === state).length
  return {
    planned: stops.length,
    done: inState('done'),
    failed: inState('failed'),
    remaining: inState('to-do'),
    late: stops.filter((stop) => stop.is_late).length,
  }
}

/** A collection request is a stop of its own: it is counted, not handed over waybill by waybill. */
function isOneStop(first: Placed, visit: Placed): boolean {
  const is_shipment = first.request === null && visit.request === null
  return (
    is_shipment && first.username === visit.username && first.leg === visit.leg && isSamePlace(first, visit)
  )
}

function isSamePlace(one: Placed, other: Placed): boolean {
  if (one.address.id === other.address.id) return true
  const [here, there] = [pointOf(one.address), pointOf(other.address)]
  return here !== null && there !== null && metresBetween(here, there) <= same_stop_m
}

function pointOf(place: { lat: number | null; lng: number | null }): Point | null {
  return place.lat === null || place.lng === null ? null : { lat: place.lat, lng: place.lng }
}

function stopOf(group: readonly Visit[], about: { date: string; clock: string | null }): Stop {
  const [first] = group
  if (!first) throw new RangeError('A stop has at least one shipment.')
  const state = stateOf(group)
  return {
    stop_id: first.request
      ? `request-${first.request.collection_request_id}-${about.date}`
      : `${first.leg}-${Math.min(...group.map((visit) => visit.address.id))}-${about.date}`,
    sequence: 0,
    driver_username: first.username,
    leg: first.leg,
    address: first.address,
    window_from: group.map((visit) => visit.window_from).sort()[0] ?? first.window_from,
    window_to: windowEnd(group),
    eta: null,
    state,
    is_late_risk: isLate(group, about.clock),
    shipments: group
      .toSorted((one, other) => other.priority_level - one.priority_level)
      .flatMap((visit) => visit.shipment ?? []),
    request: first.request,
  }
}

function stateOf(group: readonly Pick<Visit, 'state'>[]): LegState {
  if (group.some((visit) => visit.state === 'to-do')) return 'to-do'
  return group.some((visit) => visit.state === 'failed') ? 'failed' : 'done'
}

type Timed = Pick<Visit, 'state' | 'window_to'>

function windowEnd(group: readonly Timed[]): string {
  return group.map((visit) => visit.window_to).sort()[0] ?? ''
}

/** Whether a stop is still to do after its window. */
function isLate(group: readonly Timed[], clock: string | null): boolean {
  const end = windowEnd(group)
  return stateOf(group) === 'to-do' && clock !== null && end !== '' && clock > end
}

function byWindow(one: Stop, other: Stop): number {
  const key = (stop: Stop) => `${stop.window_from} ${stop.window_to}`
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
}

function distance(stop: Stop, branch: Point | null): number {
  const place = pointOf(stop.address)
  return place && branch ? metresBetween(branch, place) : 0
}
