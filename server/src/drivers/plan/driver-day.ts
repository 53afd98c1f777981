import { breaksOf, changesToday, type ReportedBreak } from '@waybill/domain/drivers/duty'
import type { Driver } from '@waybill/domain/drivers/model'
import type { PlanFigures } from '@waybill/domain/drivers/plan'
import { receiverWindow } from '@waybill/domain/drivers/sequencing/receiver-window'
import {
  continueRoute,
  driveRoute,
  usual_break,
  placesOf,
  type Route,
  type RouteProgress,
  type RouteStop,
} from '@waybill/domain/drivers/sequencing/route'
import { sequenceInSteps } from '@waybill/domain/drivers/sequencing/sequence'
import { placeKey, tripKey, type KnownTrips, type Trip } from '@waybill/domain/drivers/sequencing/travel'
import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import type { Point } from '@waybill/domain/kit/places/metres-between'
import { pointOf } from '@waybill/domain/maps/group-by-place'
import type { Context } from '../../kit/handler.ts'
import { finishInTurns } from '../../kit/load/map-in-turns.ts'
import { providerMap } from '../../maps/index.ts'
import { readDutyChanges } from '../duty/duty-store.ts'
import type { FoundTrips } from '../routing/routing.ts'
import { planStops, type PlannedStop } from '../group-stops.ts'
import {
  listTripVisits,
  listVisitLoads,
  totalLoad,
  visitKey,
  type TripVisit,
  type VisitLoad,
} from '../trip-sheet-store.ts'
import { only_estimates, type PlanRouting, type PlanVisit, type StoredPlan } from './plan-store.ts'

/** A driver's day while it is planned. */
export interface DriverDay {
  driver: Driver
  date: string
  branch: Point | null
  /** The current minute of the day; `null` when it is not today. */
  now: number | null
  /** What the driver has reported of the route; nothing when it is not today. */
  reported: ReportedRoute
  /** All stops, in their order. */
  stops: readonly PlannedStop[]
  /** By `visitKey`. */
  loads: ReadonlyMap<string, VisitLoad>
  /** Trips that a routing service has calculated; others are estimated. */
  trips: KnownTrips
  /** The places between which a service was asked now, by `placeKey`. */
  asked: ReadonlySet<string>
  routing: PlanRouting
}

/** What a driver has reported of today's route. */
interface ReportedRoute {
  has_started: boolean
  breaks: readonly ReportedBreak[]
}

/** Returns what some drivers have reported of today's routes, by username; nobody's on another day. */
export async function readReportedRoutes(
  ctx: Context,
  date: string,
  usernames: readonly string[],
): Promise<Map<string, ReportedRoute>> {
  if (date !== dayOf(ctx.now) || usernames.length === 0) return new Map()
  const changes = await readDutyChanges(ctx, usernames, new Date(ctx.now.getTime() - day_ms))
  return new Map(
    [...Map.groupBy(changes, ({ username }) => username)].map(([username, own]) => {
      const today = changesToday(own, ctx.now)
      const hasStarted = today.some(({ type }) => type === 'start-route')
      return [username, { has_started: hasStarted, breaks: breaksOf(today, ctx.now) }]
    }),
  )
}

/** Returns the day of a driver in the order of a plan, or in that of the rules without one. */
export async function readDriverDay(
  ctx: Context,
  date: string,
  driver: Driver,
  plan: StoredPlan | undefined,
): Promise<DriverDay> {
  const today = dayOf(ctx.now)
  const about = { driver: driver.username, date, is_over: date < today, branch_id: undefined }
  const [visits, loads, reported] = await Promise.all([
    listTripVisits(ctx, about),
    listVisitLoads(ctx, about),
    readReportedRoutes(ctx, date, [driver.username]),
  ])
  return driverDay(driver, {
    date,
    reported: reported.get(driver.username),
    clock: date === today ? clockOf(ctx.now) : null,
    branch: await branchPoint(ctx, driver.branch_id),
    visits,
    loads,
    plan,
  })
}

/** Returns the day of a driver from its visits and their loads. `clock` is `null` when it is not today. */
export function driverDay(
  driver: Driver,
  about: {
    date: string
    clock: string | null
    reported: ReportedRoute | undefined
    branch: Point | null
    visits: readonly TripVisit[]
    loads: readonly VisitLoad[]
    plan: StoredPlan | undefined
  },
): DriverDay {
  const { date, clock, reported, branch, visits, loads, plan } = about
  return {
    driver,
    date,
    branch,
    now: clock === null ? null : minuteOf(clock),
    reported: reported ?? { has_started: false, breaks: [] },
    stops: planStops(visits, { branch, clock, plans: new Map(plan ? [[driver.username, plan]] : []) }),
    loads: new Map(loads.map((load) => [visitKey(load), load])),
    trips: plan?.trips ?? new Map<string, Trip>(),
    asked: new Set<string>(),
    routing: plan?.routing ?? only_estimates,
  }
}

/** Returns the position of a branch; `null` when it is not known. */
export async function branchPoint(ctx: Context, branchId: number | null): Promise<Point | null> {
  const branch = (await providerMap(ctx)).branches.get(branchId ?? 0)
  return branch ? pointOf(branch) : null
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const windowMinute = (clock: string): number | null => (clock === '' ? null : minuteOf(clock))
/** Whether a stop is still to do. */
export const isOpen = ({ state }: PlannedStop): boolean => state === 'to-do'

/** The rest of a driver's day, and how far the driver is. */
interface Rest {
  route: Omit<Route, 'start'>
  progress: RouteProgress
}

/** Returns the stops of a day that are still to do, and where the driver is. */
function restOf(day: DriverDay): Rest {
  const finished = day.stops.filter((stop) => !isOpen(stop))
  const last = finished
    .flatMap(({ visits }) => visits)
    .toSorted((one, other) => (one.finished_at?.getTime() ?? 0) - (other.finished_at?.getTime() ?? 0))
    .at(-1)
  const onBoard = totalLoad(onBoardOf(day))
  const { vehicle_max_weight, vehicle_max_volume } = day.driver
  const present = day.reported.breaks.find(({ is_over }) => !is_over)
  return {
    route: {
      end: day.branch,
      stops: day.stops.filter(isOpen).map((stop) => routeStop(day, stop)),
      vehicle: { max_kg: vehicle_max_weight, max_m3: vehicle_max_volume, kg: onBoard.kg, m3: onBoard.m3 },
      break: present ? { from: 0, minutes: Math.max(0, usual_break.minutes - present.minutes) } : usual_break,
      known: day.trips,
    },
    progress: {
      at: last ? pointOf(last.address) : day.branch,
      has_started: last !== undefined || day.reported.has_started,
      is_break_taken: !present && isBreakTaken(day),
    },
  }
}

/** Whether the planned break is over: one that long was reported, or its time has passed, as not all drivers report breaks. */
function isBreakTaken({ now, reported }: DriverDay): boolean {
  const isLong = ({ is_over, minutes }: ReportedBreak) => is_over && minutes >= usual_break.minutes
  return reported.breaks.some(isLong) || (now !== null && now >= usual_break.from + usual_break.minutes)
}

/**
 * Returns the loads that the driver has collected, or could not deliver, and still has. What the driver is to deliver is
 * not among them: it is counted with its stop.
 */
function onBoardOf(day: DriverDay): VisitLoad[] {
  const visits = day.stops.flatMap((stop) => stop.visits)
  const toDeliver = new Set(
    visits
      .filter(({ leg, state }) => leg === 'delivery' && state === 'to-do')
      .map((visit) => visit.shipment_id),
  )
  return visits.flatMap(({ leg, state, ...visit }) => {
    const load = day.loads.get(visitKey({ leg, ...visit }))
    const isLeft = state === (leg === 'collection' ? 'done' : 'failed')
    return load?.is_on_board && isLeft && !toDeliver.has(visit.shipment_id) ? [load] : []
  })
}

function loadsOf(
  day: DriverDay,
  stop: PlannedStop,
  isCounted: (state: VisitLoad['state']) => boolean,
): VisitLoad[] {
  return stop.visits.flatMap((visit) => {
    const load = day.loads.get(visitKey(visit))
    return load && isCounted(visit.state) ? [load] : []
  })
}

function routeStop(day: DriverDay, stop: PlannedStop): RouteStop {
  const { kg, m3 } = totalLoad(loadsOf(day, stop, (state) => state === 'to-do'))
  const sign = stop.first.leg === 'collection' ? 1 : -1
  return {
    at: pointOf(stop.first.address),
    from: windowMinute(stop.window_from),
    to: windowMinute(stop.window_to),
    priority: Math.max(0, ...stop.visits.map((visit) => visit.priority_level)),
    kg: sign * kg,
    m3: sign * m3,
    is_fixed: stop.is_locked,
  }
}

/** Returns the figures of the stops that are still to do. */
export function figuresOf(day: DriverDay): PlanFigures {
  const { km, minutes, late, late_stops } = arrivalsOf(day)
  const open = day.stops.filter(isOpen)
  const { kg, m3 } = totalLoad(open.flatMap((stop) => loadsOf(day, stop, (state) => state === 'to-do')))
  return {
    stops: open.length,
    km: Math.round(km * 10) / 10,
    minutes: Math.round(minutes),
    late_stops,
    late_minutes: Math.round(late),
    kg,
    m3,
  }
}

/** Returns the rest of the day as a route from where the driver is now. */
export function routeOf(day: DriverDay): Route {
  const { route, progress } = restOf(day)
  return continueRoute(route, progress, day.now)
}

/** Puts the stops that are still to do in a better order, on the places that they have among the others. */
export async function sequenceDay(day: DriverDay): Promise<DriverDay> {
  const { order } = await finishInTurns(sequenceInSteps(routeOf(day)))
  return inOrderOf(day, order)
}

/** Puts the stops that are still to do in an order of their positions, on the places that they have among the others. */
export function inOrderOf(day: DriverDay, order: readonly number[]): DriverDay {
  const open = day.stops.filter(isOpen)
  const ordered = order.flatMap((position) => open[position] ?? [])
  return { ...day, stops: day.stops.map((stop) => (isOpen(stop) ? (ordered.shift() ?? stop) : stop)) }
}

/** Returns the places of the rest of a day, in its order, without those whose position is not known. */
export function pointsOf(day: DriverDay): Point[] {
  return placesOf(routeOf(day)).flatMap((place) => place ?? [])
}

/** Returns a day with the trips that a service has found, in addition to those that it had. */
export function withTrips(day: DriverDay, { times_from, trips, asked, note }: FoundTrips): DriverDay {
  return {
    ...day,
    trips: new Map([...day.trips, ...trips]),
    asked,
    routing: {
      ...day.routing,
      times_from: trips.size > 0 ? times_from : day.routing.times_from,
      times_note: note,
    },
  }
}

/** The trips of the rest of a day in its order: those that a service has calculated, and the places of the others. */
interface Legs {
  known: KnownTrips
  missing: (readonly [Point, Point])[]
}

/** Returns the trips between places whose position is known and that are not the same. */
export function legsOf(day: DriverDay): Legs {
  const places = placesOf(routeOf(day))
  const known = new Map<string, Trip>()
  const missing: (readonly [Point, Point])[] = []
  for (const [index, from] of places.entries()) {
    const to = places[index + 1]
    if (!from || !to || placeKey(from) === placeKey(to)) continue
    const trip = day.trips.get(tripKey(from, to))
    if (trip) known.set(tripKey(from, to), trip)
    else missing.push([from, to])
  }
  return { known, missing }
}

/** Returns how routing services took part in a day, for its present order. */
export function routingOf(day: DriverDay): PlanRouting {
  const { known, missing } = legsOf(day)
  const noRoad = missing.filter(([from, to]) => day.asked.has(placeKey(from)) && day.asked.has(placeKey(to)))
  const { times_from, times_note, order_note } = day.routing
  return {
    times_from: known.size > 0 ? times_from : 'estimate',
    times_note:
      noRoad.length === 0
        ? times_note
        : `No road is known for ${noRoad.length === 1 ? 'one trip, which is' : `${noRoad.length} trips, which are`} estimated.`,
    order_note,
  }
}

/**
 * Returns the visits of a day in its order, with the expected arrivals; of finished stops the last expected. Not of what the
 * driver failed and is past, because another driver may be expected there.
 */
export function visitsOf(day: DriverDay, former: StoredPlan | undefined): Omit<PlanVisit, 'place'>[] {
  const { arrivals } = arrivalsOf(day)
  return day.stops.flatMap((stop) => {
    const arrival = isOpen(stop) ? arrivals.shift() : undefined
    return stop.visits.map((visit) => {
      const before = former?.visits.get(visitKey(visit))
      return {
        leg: visit.leg,
        shipment_id: visit.shipment_id,
        request_id: visit.request_id,
        is_locked: stop.is_locked,
        eta: visit.is_past ? null : arrival ? momentOf(day.date, arrival.eta) : (before?.eta ?? null),
        km: arrival ? Math.round(arrival.km * 100) / 100 : (before?.km ?? null),
        minutes: arrival ? Math.round(arrival.minutes) : (before?.minutes ?? null),
      }
    })
  })
}

function arrivalsOf(day: DriverDay): ReturnType<typeof driveRoute> {
  return driveRoute(routeOf(day))
}

/** Returns the moment of a minute of a day, without seconds. */
function momentOf(date: string, minute: number): Date {
  return new Date(startOfDay(date).getTime() + Math.round(minute) * minute_ms)
}

/**
 * Returns the window that the receiver of a stop may be given; `null` for a collection, and while the driver is not
 * expected. `stopsBefore` is the number of stops that the driver makes first.
 */
export function receiverWindowOf(
  date: string,
  stop: PlannedStop,
  stopsBefore: number,
): { from: Date; to: Date; is_late: boolean } | null {
  if (!stop.eta || stop.first.leg !== 'delivery') return null
  const booked = { from: windowMinute(stop.window_from), to: windowMinute(stop.window_to) }
  const minute = (stop.eta.getTime() - startOfDay(date).getTime()) / minute_ms
  const { from, to, is_late } = receiverWindow(minute, stopsBefore, booked)
  return { from: momentOf(date, from), to: momentOf(date, to), is_late }
}
