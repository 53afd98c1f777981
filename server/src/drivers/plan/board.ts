import type { BoardDriver, BoardStop, planApi, Visit } from '@waybill/domain/drivers/plan'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { forbidden } from '@waybill/domain/kit/problem'
import { readAddresses } from '../../accounts/index.ts'
import { readRequestRows, requestName } from '../../collections/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { readDriverRows } from '../driver-store.ts'
import { countStates, planStops, type PlannedStop } from '../group-stops.ts'
import { presentPlan, readNames } from '../trip-sheet.ts'
import {
  listTripVisits,
  listVisitLoads,
  totalLoad,
  visitKey,
  type TripVisit,
  type VisitLoad,
} from '../trip-sheet-store.ts'
import { listWaitingVisits, readVisitNames } from './board-store.ts'
import { branchPoint, driverDay, figuresOf } from './driver-day.ts'
import { readPlans } from './plan-store.ts'

type Loads = ReadonlyMap<string, VisitLoad>

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
  const day = { driver: null, date, is_over: !isOpen, branch_id: undefined }
  const visits = await listTripVisits(ctx, day)
  const ofBranch =
    branchId === undefined ? visits : await listTripVisits(ctx, { ...day, branch_id: branchId })
  const waiting = isOpen ? await listWaitingVisits(ctx, { date, branch_id: branchId }) : []
  const loads = Map.groupBy(await listVisitLoads(ctx, day), visitKey)
  const loadOf: Loads = new Map([
    ...[...loads].flatMap(([key, [load]]) => (load ? [[key, load] as const] : [])),
    ...waiting.map((visit) => [visitKey(visit), visit] as const),
  ])
  const plans = await readPlans(ctx, date, null)
  const names = plans.size > 0 ? await readNames(ctx) : new Map<string, string>()
  const { on_duty } = await providerMap(ctx)
  const listed = new Set(ofBranch.map(visitKey))
  const isListed = (stop: PlannedStop): boolean => stop.visits.some((visit) => listed.has(visitKey(visit)))
  const working = new Set(ofBranch.map(({ username }) => username))
  const byDriver = Map.groupBy(visits, ({ username }) => username)
  const drivers: BoardDriver[] = []
  const planned: PlannedStop[] = []
  for (const driver of await readDriverRows(ctx, { include_deleted: true })) {
    const isFree = on_duty.has(driver.username) && (branchId === undefined || driver.branch_id === branchId)
    if (!working.has(driver.username) && !isFree) continue
    const own = byDriver.get(driver.username) ?? []
    const plan = plans.get(driver.username)
    const driversDay = driverDay(driver, {
      date,
      clock: date === today ? clockOf(ctx.now) : null,
      branch: await branchPoint(ctx, driver.branch_id),
      visits: own,
      loads: own.flatMap((visit) => loadOf.get(visitKey(visit)) ?? []),
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
  return {
    date,
    is_open: isOpen,
    drivers,
    stops: await presentBoardStops(ctx, [...planned, ...unplanned], loadOf),
  }
}

async function presentBoardStops(
  ctx: Context,
  stops: readonly PlannedStop[],
  loads: Loads,
): Promise<BoardStop[]> {
  const visits = stops.flatMap((stop) => stop.visits)
  const addresses = await readAddresses(ctx, [...new Set(stops.map(({ first }) => first.address.id))])
  const names = await readVisitNames(
    ctx,
    visits.flatMap(({ shipment_id }) => shipment_id ?? []),
  )
  const requests = new Map(
    (
      await readRequestRows(
        ctx,
        visits.flatMap(({ request_id }) => request_id ?? []),
      )
    ).map((row) => [row.id, row]),
  )
  const contactOf = ({ shipment_id, request_id, leg }: TripVisit): string =>
    (shipment_id === null ? requests.get(request_id ?? 0)?.contact.name : names.get(shipment_id)?.[leg]) ?? ''
  const referenceOf = ({ shipment_id, request_id }: TripVisit): string =>
    (shipment_id === null ? requestName({ id: request_id ?? 0 }) : names.get(shipment_id)?.reference) ?? ''
  return stops.map((stop): BoardStop => {
    const address = addresses.get(stop.first.address.id)
    if (!address) throw new Error(`A stop has no address ${stop.first.address.id}.`)
    const { street_address, local_area, city } = address
    const load = totalLoad(stop.visits.flatMap((visit) => loads.get(visitKey(visit)) ?? []))
    return {
      driver_username: stop.first.username,
      driver_sequence: stop.driver_sequence,
      leg: stop.first.leg,
      state: stop.state,
      visits: stop.visits.map(visitOf),
      references: stop.visits.map(referenceOf),
      name: address.company || contactOf(stop.first) || street_address,
      place: [local_area || city, street_address].filter(Boolean).join(', '),
      lat: address.lat,
      lng: address.lng,
      window_from: stop.window_from,
      window_to: stop.window_to,
      eta: stop.eta,
      is_late_risk: stop.is_late_risk,
      is_locked: stop.is_locked,
      ...load,
    }
  })
}

function visitOf({ leg, shipment_id, request_id }: TripVisit): Visit {
  return shipment_id === null ? { collection_request_id: request_id ?? 0 } : { leg, shipment_id }
}
