import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import { ensure, type RuleResult } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  driverDoubts,
  mayAssign,
  type DriverState,
  type DriverWork,
} from '@waybill/domain/shipments/driver-doubts'
import { tripsheet_unique_stops_alert_limit } from '@waybill/domain/shipments/settings'
import { listDrivers } from '../identity/index.ts'
import { driverZones, providerMap } from '../maps/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { readDriverLoads } from './driver-load-store.ts'
import { readShipmentRows, type ShipmentRow } from './store.ts'

type Leg = 'collection' | 'delivery'
type StoredDriver = Awaited<ReturnType<typeof listDrivers>>[number]

/** Returns work for a driver in the given branches. A missing or past `day` becomes today. */
export function workAt(
  ctx: Context,
  branchIds: readonly number[],
  more: { day?: string | null; zone?: string | null; stops?: number; kg?: number | null } = {},
): DriverWork {
  const { day, zone, stops = 0, kg } = more
  const today = dayOf(ctx.now)
  return {
    branch_ids: branchIds,
    zone: zone ?? '',
    day: !day || day < today ? today : day,
    stops,
    kg: kg ?? 0,
  }
}

/** Returns a leg of a shipment as work for a driver. */
export function workOf(ctx: Context, row: ShipmentRow, leg: Leg): DriverWork {
  const branchId = row[`${leg}_branch_id`]
  return workAt(ctx, branchId === null ? [] : [branchId], {
    day: row[`${leg}_min_date`],
    zone: row[`${leg}_agent_zone`],
    stops: 1,
    kg: row.actual_weight,
  })
}

/**
 * Whether the caller may assign this work to a driver who does not have it yet. Doubts about the driver cause a
 * rejection until the caller confirms them. A call with an API key counts as confirmed.
 */
export async function maySuit(
  ctx: Context,
  driver: { username: string },
  driverWork: DriverWork,
  assignAnyway: boolean | undefined,
): Promise<RuleResult> {
  const [found] = await statesOf(ctx, driverWork, driver.username)
  if (!found) throw new Error(`Driver ${driver.username} was not found while work was assigned.`)
  const doubts = driverDoubts(found.state, driverWork, limitsOf(ctx))
  return mayAssign(ctx.actor, found.state, driverWork, doubts, assignAnyway || ctx.actor.kind === 'api-key')
}

/** Throws if `maySuit` rejects the driver. */
export async function requireSuitable(...args: Parameters<typeof maySuit>): Promise<void> {
  ensure(await maySuit(...args))
}

/**
 * Returns the drivers that can be chosen for some work, each with doubts. Branch-limited staff see only the drivers
 * of their branch (PERM-050).
 */
export const readDriverChoices: Handler<typeof shipmentsApi.drivers> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may assign drivers.')
  const { leg = 'delivery', shipment_ids = [] } = input
  const rows = await readShipmentRows(ctx, shipment_ids)
  const allWork =
    rows.length > 0
      ? rows.map((row) => workOf(ctx, row, leg))
      : [workAt(ctx, input.branch_ids ?? [], { ...input, stops: input.zone === undefined ? 0 : 1 })]
  const [first] = allWork
  if (!first) throw new RangeError('There is no work to compare.')
  const together = allWork.map((driverWork) => ({
    ...driverWork,
    kg: allWork.reduce((sum, { kg }) => sum + kg, 0),
  }))
  const limit = branchLimit(ctx.actor)
  const drivers = (await statesOf(ctx, first, null)).filter(
    ({ state }) => limit === null || state.branch_id === limit,
  )
  return {
    drivers: drivers.map(({ username, state }) => ({
      username,
      name: state.name,
      branch_name: state.branch_name,
      zones: [...state.zones],
      stops: state.stops,
      doubts: [...new Set(together.flatMap((driverWork) => driverDoubts(state, driverWork, limitsOf(ctx))))],
    })),
  }
}

function limitsOf(ctx: Context) {
  return { max_stops: ctx.setting(tripsheet_unique_stops_alert_limit), today: dayOf(ctx.now) }
}

/** Returns the current drivers, or the named one, with the state that the suitability rules need. */
async function statesOf(
  ctx: Context,
  { day }: DriverWork,
  username: string | null,
): Promise<{ username: string; state: DriverState }[]> {
  const [drivers, loads, zones, map] = [
    await listDrivers(ctx),
    await readDriverLoads(ctx, day, username),
    await driverZones(ctx),
    await providerMap(ctx),
  ]
  const stateOf = (driver: StoredDriver): DriverState => ({
    name: driver.name || driver.username,
    branch_id: driver.branch_id,
    branch_name: map.branches.get(driver.branch_id ?? 0)?.name ?? '',
    zones: zones.get(driver.username) ?? [],
    is_disabled: driver.disabled_date !== null,
    on_duty: driver.on_duty,
    licence_expiry: driver.licence_expiry,
    vehicle_max_weight: driver.vehicle_max_kg,
    stops: loads.get(driver.username)?.stops ?? 0,
    kg: loads.get(driver.username)?.kg ?? 0,
  })
  return drivers
    .filter((driver) => (username === null ? driver.deleted_date === null : driver.username === username))
    .map((driver) => ({ username: driver.username, state: stateOf(driver) }))
}
