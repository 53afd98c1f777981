import type { Address } from '@waybill/domain/accounts/address'
import { metresBetween } from '@waybill/domain/drivers/attempts'
import type { Leg, Stop, StopRequest, StopShipment } from '@waybill/domain/drivers/model'
import type { LegState } from './trip-sheet-store.ts'

/** Shipments of the same leg this near to each other are one stop (domain notes 5.3). */
const same_stop_m = 30

/** A point on earth, degrees. */
export interface Point {
  lat: number
  lng: number
}

/** One shipment's leg, or one collection request, with its place and window, before it is part of a stop. */
export interface Visit {
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
 * The stops of a day: visits of one leg within 30 m (or at the same address while it has no coordinates) together,
 * ordered by window, then by priority (important accounts first), then by distance from the branch. `clock` is `HH:mm` now when the sheet is today's, else `null`.
 */
export function groupStops(
  visits: readonly Visit[],
  about: { date: string; branch: Point | null; clock: string | null },
): Stop[] {
  const groups: Visit[][] = []
  for (const visit of visits) {
    const group = groups.find(([first]) => first && isOneStop(first, visit))
    if (group) group.push(visit)
    else groups.push([visit])
  }
  return groups
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

/** A collection request is a stop of its own: it is counted, not handed over waybill by waybill. */
function isOneStop(first: Visit, visit: Visit): boolean {
  const is_shipment = first.request === null && visit.request === null
  return is_shipment && first.leg === visit.leg && isSamePlace(first, visit)
}

function isSamePlace(one: Visit, other: Visit): boolean {
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
  const window_to = group.map((visit) => visit.window_to).sort()[0] ?? first.window_to
  const state = stateOf(group)
  return {
    stop_id: first.request
      ? `request-${first.request.collection_request_id}-${about.date}`
      : `${first.leg}-${Math.min(...group.map((visit) => visit.address.id))}-${about.date}`,
    sequence: 0,
    leg: first.leg,
    address: first.address,
    window_from: group.map((visit) => visit.window_from).sort()[0] ?? first.window_from,
    window_to,
    eta: null,
    state,
    is_late_risk: state === 'to-do' && about.clock !== null && window_to !== '' && about.clock > window_to,
    shipments: group
      .toSorted((one, other) => other.priority_level - one.priority_level)
      .flatMap((visit) => visit.shipment ?? []),
    request: first.request,
  }
}

function stateOf(group: readonly Visit[]): LegState {
  if (group.some((visit) => visit.state === 'to-do')) return 'to-do'
  return group.some((visit) => visit.state === 'failed') ? 'failed' : 'done'
}

function byWindow(one: Stop, other: Stop): number {
  const key = (stop: Stop) => `${stop.window_from} ${stop.window_to}`
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
}

function distance(stop: Stop, branch: Point | null): number {
  const place = pointOf(stop.address)
  return place && branch ? metresBetween(branch, place) : 0
}
