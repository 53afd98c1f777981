import type { Driver } from '@waybill/domain/drivers/model'
import type { PlanFigures } from '@waybill/domain/drivers/plan'
import { receiverWindow } from '@waybill/domain/drivers/sequencing/receiver-window'
import {
  arrivalTimes,
  continueRoute,
  usual_break,
  type Route,
  type RouteProgress,
  type RouteStop,
} from '@waybill/domain/drivers/sequencing/route'
import { sequenceInSteps } from '@waybill/domain/drivers/sequencing/sequence'
import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import type { Point } from '@waybill/domain/kit/places/metres-between'
import { pointOf } from '@waybill/domain/maps/group-by-place'
import type { Context } from '../../kit/handler.ts'
import { finishInTurns } from '../../kit/load/map-in-turns.ts'
import { providerMap } from '../../maps/index.ts'
import { planStops, type PlannedStop } from '../group-stops.ts'
import {
  listTripVisits,
  listVisitLoads,
  totalLoad,
  visitKey,
  type TripVisit,
  type VisitLoad,
} from '../trip-sheet-store.ts'
import type { PlanVisit, StoredPlan } from './plan-store.ts'

/** A driver's day while it is planned. */
export interface DriverDay {
  driver: Driver
  date: string
  branch: Point | null
  /** The current minute of the day; `null` when it is not today. */
  now: number | null
  /** All stops, in their order. */
  stops: readonly PlannedStop[]
  /** By `visitKey`. */
  loads: ReadonlyMap<string, VisitLoad>
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
  const [visits, loads] = await Promise.all([listTripVisits(ctx, about), listVisitLoads(ctx, about)])
  return driverDay(driver, {
    date,
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
    branch: Point | null
    visits: readonly TripVisit[]
    loads: readonly VisitLoad[]
    plan: StoredPlan | undefined
  },
): DriverDay {
  const { date, clock, branch, visits, loads, plan } = about
  return {
    driver,
    date,
    branch,
    now: clock === null ? null : minuteOf(clock),
    stops: planStops(visits, { branch, clock, plans: new Map(plan ? [[driver.username, plan]] : []) }),
    loads: new Map(loads.map((load) => [visitKey(load), load])),
  }
}

/** Returns the position of a branch; `null` when it is not known. */
export async function branchPoint(ctx: Context, branchId: number | null): Promise<Point | null> {
  const branch = (await providerMap(ctx)).branches.get(branchId ?? 0)
  return branch ? pointOf(branch) : null
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const windowMinute = (clock: string): number | null => (clock === '' ? null : minuteOf(clock))
const isOpen = ({ state }: PlannedStop): boolean => state === 'to-do'

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
  const onBoard = totalLoad(
    finished.flatMap((stop) =>
      loadsOf(day, stop, (state) => (state === 'done') === (stop.first.leg === 'collection')),
    ),
  )
  const { vehicle_max_weight, vehicle_max_volume } = day.driver
  return {
    route: {
      end: day.branch,
      stops: day.stops.filter(isOpen).map((stop) => routeStop(day, stop)),
      vehicle: { max_kg: vehicle_max_weight, max_m3: vehicle_max_volume, kg: onBoard.kg, m3: onBoard.m3 },
      break: usual_break,
    },
    progress: {
      at: last ? pointOf(last.address) : day.branch,
      has_started: last !== undefined,
      is_break_taken: day.now !== null && day.now >= usual_break.from + usual_break.minutes,
    },
  }
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

/** Puts the stops that are still to do in a better order, on the places that they have among the others. */
export async function sequenceDay(day: DriverDay): Promise<DriverDay> {
  const open = day.stops.filter(isOpen)
  const { route, progress } = restOf(day)
  const { order } = await finishInTurns(sequenceInSteps(continueRoute(route, progress, day.now)))
  const ordered = order.flatMap((position) => open[position] ?? [])
  return { ...day, stops: day.stops.map((stop) => (isOpen(stop) ? (ordered.shift() ?? stop) : stop)) }
}

/** Returns the visits of a day in its order, with the expected arrivals; of finished stops the last expected. */
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
        eta: arrival ? momentOf(day.date, arrival.eta) : (before?.eta ?? null),
        km: arrival ? Math.round(arrival.km * 100) / 100 : (before?.km ?? null),
        minutes: arrival ? Math.round(arrival.minutes) : (before?.minutes ?? null),
      }
    })
  })
}

function arrivalsOf(day: DriverDay): ReturnType<typeof arrivalTimes> {
  const { route, progress } = restOf(day)
  return arrivalTimes(route, progress, day.now)
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
