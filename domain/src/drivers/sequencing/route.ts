import type { Point } from '../../kit/places/metres-between.ts'
import {
  stop_minutes,
  travelMatrix,
  tripBetween,
  type KnownTrips,
  type TravelMatrix,
  type Trip,
} from './travel.ts'

/** Minute of the day at which a route starts that has not started yet: 08:00. */
const day_start_minute = 8 * 60
/** How much more each late minute counts per level of priority above 0. */
export const priority_weight = 2

/** A stop of a route. Minutes are minutes of the day: 480 is 08:00. */
export interface RouteStop {
  /** `null` when the position of the address is not known. */
  at: Point | null
  /** Nobody is served before this minute; `null` without a limit. */
  from: number | null
  /** A driver who arrives after this minute is late; `null` without a limit. */
  to: number | null
  /** 0 or more. Being late at a stop with a higher priority is worse. */
  priority: number
  /** What the stop adds to the load of the vehicle in kg and m³; negative for what is delivered. */
  kg: number
  m3: number
  /** The dispatcher has locked the stop: it and the stops before it keep their order. */
  is_fixed: boolean
}

/** A break, which the driver takes at the first stop that is finished at or after a minute of the day. */
interface Break {
  from: number
  minutes: number
}

/** The break that is planned for a day: half an hour after five hours, as the law wants it. */
export const usual_break: Break = { from: day_start_minute + 5 * 60, minutes: 30 }

/** The rest of a driver's day. */
export interface Route {
  /** Where the driver is, and from which minute of the day: the branch, or the stop finished last. */
  start: { at: Point | null; minute: number }
  /** Where the route ends: the branch. */
  end: Point | null
  /** In the order given. */
  stops: readonly RouteStop[]
  /** Maximum load in kg and m³; 0 when unknown. `kg` and `m3` is the load at the start. */
  vehicle: { max_kg: number; max_m3: number; kg: number; m3: number }
  /** `null` without a break, or after it. */
  break: Break | null
  /** Trips that a routing service has calculated; others are estimated. */
  known?: KnownTrips
}

/** When a driver arrives at a stop, and how the driver gets there from the place before. */
interface Arrival extends Trip {
  /** The minute of the day at which the stop is served, which is not before its window. */
  eta: number
  /** Minutes after the end of the window; 0 when in time. */
  late: number
}

/** The figures of a route from its start to its end. */
export interface RouteFigures {
  /** By road. */
  km: number
  /** From the start until the return, with waiting, stops and the break. */
  minutes: number
  /** The sum of the late minutes of all stops. */
  late: number
  /** The number of stops that are reached late. */
  late_stops: number
}

/** Returns the places of a route: its start, its stops in the order given, and its end. */
export function placesOf({ start, stops, end }: Pick<Route, 'start' | 'stops' | 'end'>): (Point | null)[] {
  return [start.at, ...stops.map((stop) => stop.at), end]
}

/** Returns the matrix of a route. */
export function matrixOf(route: Pick<Route, 'start' | 'stops' | 'end' | 'known'>): TravelMatrix {
  return travelMatrix(placesOf(route), route.known)
}

/** The load of the vehicle when it leaves: what is on it and everything that it will deliver. */
export function loadAtStart({ vehicle, stops }: Pick<Route, 'vehicle' | 'stops'>): {
  kg: number
  m3: number
} {
  return {
    kg: vehicle.kg - stops.reduce((sum, { kg }) => sum + Math.min(0, kg), 0),
    m3: vehicle.m3 - stops.reduce((sum, { m3 }) => sum + Math.min(0, m3), 0),
  }
}

/** Returns the minutes of the break that the driver takes before leaving a place at a minute of the day; 0 for none. */
export function breakAt(minute: number, rest: Break | null): number {
  return rest !== null && minute >= rest.from ? rest.minutes : 0
}

/**
 * Returns when the driver arrives at each stop of a route in an order of its stops (positions, 0 is the first; the
 * order given when left out), with the figures of the whole route.
 */
export function driveRoute(
  route: Route,
  order: readonly number[] = route.stops.map((_stop, position) => position),
): RouteFigures & { arrivals: Arrival[] } {
  const end = route.stops.length + 1
  const places = placesOf(route)
  const trip = (from: number, to: number): Trip =>
    tripBetween(places[from] ?? null, places[to] ?? null, route.known)
  let minute = route.start.minute
  let rest = route.break
  let place = 0
  const arrivals = order.map((position): Arrival => {
    const stop = route.stops[position]
    if (!stop) throw new RangeError(`The route has no stop ${position}.`)
    const way = trip(place, position + 1)
    const pause = breakAt(minute, rest)
    if (pause > 0) rest = null
    const eta = Math.max(minute + pause + way.minutes, stop.from ?? 0)
    minute = eta + stop_minutes
    place = position + 1
    return { ...way, eta, late: stop.to === null ? 0 : Math.max(0, eta - stop.to) }
  })
  const back = order.length === 0 ? { km: 0, minutes: 0 } : trip(place, end)
  return {
    arrivals,
    km: arrivals.reduce((sum, { km }) => sum + km, back.km),
    minutes: minute + back.minutes - route.start.minute,
    late: arrivals.reduce((sum, { late }) => sum + late, 0),
    late_stops: arrivals.filter(({ late }) => late > 0).length,
  }
}

/** How far a driver is: the place, the break, and whether the route has started. */
export interface RouteProgress {
  /** Where the driver is: the branch before the first stop, else the stop finished last; `null` when not known. */
  at: Point | null
  has_started: boolean
  is_break_taken: boolean
}

/**
 * Returns the rest of a route, from how far the driver is and from now (a minute of the day; `null` on a day that is not
 * today). A route that has not started yet starts at 08:00 or now, whichever is later.
 */
export function continueRoute(
  route: Omit<Route, 'start'>,
  { at, has_started, is_break_taken }: RouteProgress,
  now: number | null,
): Route {
  const minute = has_started && now !== null ? now : Math.max(now ?? 0, day_start_minute)
  return { ...route, start: { at, minute }, break: is_break_taken ? null : route.break }
}
