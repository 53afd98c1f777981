import {
  breakAt,
  driveRoute,
  loadAtStart,
  matrixOf,
  type Route,
  type RouteStop,
} from '@waybill/domain/drivers/sequencing/route'
import { faultOf, fixedStops, type OrderFault } from '@waybill/domain/drivers/sequencing/sequence'
import { stop_minutes } from '@waybill/domain/drivers/sequencing/travel'
import { z } from 'zod'
import type { Outbound } from '../../kit/outbound/index.ts'
import { askService, RoutingFailure } from './ask-service.ts'

/** A service that orders the stops of a route. */
interface Sequencer {
  /**
   * Returns the positions of all stops in the proposed order, which leaves fixed stops where they are and is not worse
   * than the present one. Throws `RoutingFailure`.
   */
  order(route: Route): Promise<number[]>
}

/** The last minute of a plan: the end of the next day. */
const last_minute = 48 * 60
/** Loads are whole numbers at VROOM: grams and litres. */
const load_unit = 1000
const max_priority = 100

const Solution = z.object({
  code: z.literal(0),
  unassigned: z.array(z.object({ id: z.int() })).default([]),
  routes: z.array(
    z.object({
      steps: z.array(
        // Releases before 1.6 name the job `job`.
        z.object({ type: z.string(), id: z.int().optional(), job: z.int().optional() }),
      ),
    }),
  ),
})
const Failure = z.object({ code: z.int(), error: z.string().default('') })

const fault_texts: Readonly<Record<OrderFault, string>> = {
  incomplete: 'Its order does not have every stop once.',
  'moves fixed stops': 'Its order moves locked stops.',
  worse: 'Its order is worse than the present one.',
}

/** Client of VROOM over vroom-express: `POST /` with one vehicle, its jobs and a matrix of travel times. */
export function vroomSequencer(outbound: Outbound, base: string): Sequencer {
  return {
    async order(route) {
      const fixed = fixedStops(route.stops)
      const prefix = route.stops.map((_stop, position) => position).slice(0, fixed)
      const { unassigned, routes } = await askService(outbound, {
        base,
        path: '',
        body: problemOf(route, fixed),
        answer: Solution,
        errorIn,
      })
      if (unassigned.length > 0)
        throw new RoutingFailure(
          `It found no order in which ${unassigned.length} of ${route.stops.length - fixed} stops are in time and fit into the vehicle.`,
        )
      const free = routes.flatMap(({ steps }) =>
        steps.flatMap(({ type, id, job }) => (type === 'job' ? [(id ?? job ?? 0) - 1] : [])),
      )
      const order = [...prefix, ...free]
      const fault = faultOf(route, order)
      if (fault) throw new RoutingFailure(fault_texts[fault])
      return order
    },
  }
}

/** Returns the stops after the fixed ones as a problem for VROOM. The id of a job is the position of the stop plus 1. */
function problemOf(route: Route, fixed: number): object {
  const free = route.stops.map((stop, position) => ({ stop, position })).slice(fixed)
  const { minute, kg, m3, rest } = afterFixed(route, fixed)
  const { minutes } = matrixOf(route)
  const loads = [
    { max: route.vehicle.max_kg, onBoard: kg, of: (stop: RouteStop) => stop.kg },
    { max: route.vehicle.max_m3, onBoard: m3, of: (stop: RouteStop) => stop.m3 },
  ].filter(({ max }) => max > 0)
  const whole = (load: number) => Math.round(load * load_unit)
  // What is on board for the whole rest of the day leaves less for the jobs.
  const capacity = loads.map(({ max, onBoard, of }) => {
    const toDeliver = free.reduce((sum, { stop }) => sum - Math.min(0, of(stop)), 0)
    return Math.max(0, whole(max) - whole(onBoard - toDeliver))
  })
  const end = route.stops.length + 1
  return {
    vehicles: [
      {
        id: 1,
        start_index: fixed,
        ...(route.end ? { end_index: end } : {}),
        time_window: [seconds(minute), seconds(last_minute)],
        ...(loads.length > 0 ? { capacity } : {}),
        ...(rest
          ? {
              breaks: [
                {
                  id: 1,
                  time_windows: [[seconds(rest.from), seconds(last_minute)]],
                  service: seconds(rest.minutes),
                },
              ],
            }
          : {}),
      },
    ],
    jobs: free.map(({ stop, position }) => ({
      id: position + 1,
      location_index: position + 1,
      service: seconds(stop_minutes),
      priority: Math.min(max_priority, stop.priority),
      time_windows: [windowOf(stop, minute + (minutes[fixed]?.[position + 1] ?? 0))],
      ...(loads.length > 0
        ? {
            delivery: loads.map(({ of }) => whole(Math.max(0, -of(stop)))),
            pickup: loads.map(({ of }) => whole(Math.max(0, of(stop)))),
          }
        : {}),
    })),
    matrices: { car: { durations: minutes.map((row) => row.map(seconds)) } },
  }
}

const seconds = (minutes: number): number => Math.round(minutes * 60)

/** Returns the window of a stop; without an end when nobody can be there in time any more. */
function windowOf({ from, to }: RouteStop, earliest: number): [number, number] {
  const isLost = to !== null && to < Math.max(earliest, from ?? 0)
  return [seconds(from ?? 0), seconds(to === null || isLost ? last_minute : to)]
}

/** Returns the minute and load after the fixed stops, and the break that is still to be taken. */
function afterFixed(route: Route, fixed: number) {
  const prefix = route.stops.slice(0, fixed)
  const { arrivals } = driveRoute({ ...route, end: null, stops: prefix })
  const leaves = [route.start.minute, ...arrivals.map(({ eta }) => eta + stop_minutes)]
  const minute = leaves.at(-1) ?? route.start.minute
  const start = loadAtStart(route)
  const isTaken = leaves.slice(0, -1).some((leave) => breakAt(leave, route.break) > 0)
  const pause = isTaken ? 0 : breakAt(minute, route.break)
  return {
    minute: minute + pause,
    kg: prefix.reduce((sum, stop) => sum + stop.kg, start.kg),
    m3: prefix.reduce((sum, stop) => sum + stop.m3, start.m3),
    rest: isTaken || pause > 0 ? null : route.break,
  }
}

function errorIn(answer: unknown): string {
  const { data } = Failure.safeParse(answer)
  return !data || data.code === 0 ? '' : `code ${data.code}: ${data.error}`
}
