import type { BoardDriver, BoardStop, planApi, Visit } from '@waybill/domain/drivers/plan'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { forbidden } from '@waybill/domain/kit/problem'
import { pointOf } from '@waybill/domain/maps/group-by-place'
import { requestName } from '../../collections/index.ts'
import type { Handler } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { readDriverRows } from '../driver-store.ts'
import { countStates, planStops, type PlannedStop } from '../group-stops.ts'
import { presentPlan, readNames } from '../trip-sheet.ts'
import { totalLoad, type TripVisit } from '../trip-sheet-store.ts'
import { listBoardVisits, listWaitingVisits, type BoardVisit } from './board-store.ts'
import { driverDay, figuresOf, readReportedRoutes } from './driver-day.ts'
import { readPlans } from './plan-store.ts'

/** The visits of a board, by the visits of its stops. */
type Known = ReadonlyMap<TripVisit, BoardVisit>

/**
 * Returns the dispatch board: the drivers of a branch and day with all their stops and figures, and the work that
 * nobody has. Branch-limited staff see the stops of their branch (OPS-002, PERM-050,
 * docs/domain/routing-and-drivers.md#dispatch-board).
 */
export const readBoard: Handler<typeof planApi.board> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the dispatch board.')
  const today = dayOf(ctx.now)
  const date = input.date ?? today
  const isOpen = date >= today
  const branchId = branchLimit(ctx.actor) ?? input.branch_id
  const [visits, waiting, plans, active, { on_duty, branches }] = await Promise.all([
    listBoardVisits(ctx, { date, is_over: !isOpen }),
    isOpen ? listWaitingVisits(ctx, { date, branch_id: branchId ?? null }) : [],
    readPlans(ctx, date, null),
    readDriverRows(ctx, {}),
    providerMap(ctx),
  ])
  const byDriver = Map.groupBy(visits, ({ username }) => username)
  const rows = await readDriverRows(ctx, { include_deleted: true, former: [...byDriver.keys()] })
  const current = new Set(active.map(({ username }) => username))
  const names = plans.size > 0 ? await readNames(ctx) : new Map<string, string>()
  const known: Known = new Map([...visits, ...waiting].map((visit) => [visit, visit]))
  const isOfBranch = ({ branch_id }: TripVisit): boolean => branchId === undefined || branch_id === branchId
  const isListed = (stop: PlannedStop): boolean => stop.visits.some(isOfBranch)
  const working = new Set(visits.flatMap((visit) => (isOfBranch(visit) ? visit.username : [])))
  const clock = date === today ? clockOf(ctx.now) : null
  const reported = await readReportedRoutes(
    ctx,
    date,
    rows.map(({ username }) => username),
  )
  const drivers: BoardDriver[] = []
  const planned: PlannedStop[] = []
  for (const driver of rows) {
    const isFree = on_duty.has(driver.username) && (branchId === undefined || driver.branch_id === branchId)
    if (!working.has(driver.username) && !isFree) continue
    const own = byDriver.get(driver.username) ?? []
    const plan = plans.get(driver.username)
    const branch = branches.get(driver.branch_id ?? 0)
    const driversDay = driverDay(driver, {
      date,
      clock,
      reported: reported.get(driver.username),
      branch: branch ? pointOf(branch) : null,
      visits: own,
      loads: own,
      plan,
    })
    const stops = driversDay.stops.filter(isListed)
    planned.push(...stops)
    const { done, failed } = countStates(stops)
    drivers.push({
      username: driver.username,
      name: driver.name,
      branch_name: driver.branch_name,
      vehicle_registration: driver.vehicle_registration,
      max_kg: driver.vehicle_max_weight,
      max_m3: driver.vehicle_max_volume,
      on_duty: driver.on_duty,
      is_driver: current.has(driver.username),
      version: plan?.version ?? 0,
      plan: plan && plan.version > 0 ? presentPlan(plan, names) : null,
      figures: figuresOf(driversDay),
      done,
      failed,
      other_stops: driversDay.stops.length - stops.length,
    })
  }
  const unplanned = planStops(waiting, { branch: null, clock: null, plans: new Map() }).map((stop) => ({
    ...stop,
    driver_sequence: 0,
  }))
  const stops = [...planned, ...unplanned].map((stop) => presentBoardStop(stop, known))
  return { date, is_open: isOpen, drivers, stops }
}

function presentBoardStop(stop: PlannedStop, known: Known): BoardStop {
  const all = stop.visits.flatMap((visit) => known.get(visit) ?? [])
  const own = all.filter((visit) => !visit.is_given_away)
  const isGivenAway = own.length === 0
  const visits = isGivenAway ? all : own
  const [first] = visits
  if (!first) throw new RangeError('A stop has at least one visit.')
  const { company, street_address, local_area, city, lat, lng } = first.address
  return {
    driver_username: first.username,
    driver_sequence: stop.driver_sequence,
    leg: first.leg,
    state: stop.state,
    is_given_away: isGivenAway,
    may_be_given_again: own.some(({ is_past }) => is_past),
    visits: visits.map(visitOf),
    references: visits.map(({ reference, request_id }) =>
      request_id === null ? reference : requestName({ id: request_id }),
    ),
    name: company || first.contact || street_address,
    place: [local_area || city, street_address].filter(Boolean).join(', '),
    lat,
    lng,
    window_from: stop.window_from,
    window_to: stop.window_to,
    eta: stop.eta,
    is_late_risk: stop.is_late_risk,
    is_locked: stop.is_locked,
    ...totalLoad(visits),
  }
}

function visitOf({ leg, shipment_id, request_id }: TripVisit): Visit {
  return shipment_id === null ? { collection_request_id: request_id ?? 0 } : { leg, shipment_id }
}
