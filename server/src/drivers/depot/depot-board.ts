import type {
  depotApi,
  DepotBoard,
  DepotRow,
  DepotRowKind,
  DepotTotals,
} from '@waybill/domain/drivers/depot-api'
import type { Driver } from '@waybill/domain/drivers/model'
import { driver_route_needs_ready_gate, driver_vehicle_check } from '@waybill/domain/drivers/settings'
import { depot_columns, depotColumn, type DepotColumn } from '@waybill/domain/hub/floor/depot-column'
import { readyBlockers } from '@waybill/domain/hub/floor/ready-gate'
import { manifestReference } from '@waybill/domain/hub/manifest'
import { proposeManifest } from '@waybill/domain/hub/manifest-rules'
import { hub_missing_parcel_alert_hours } from '@waybill/domain/hub/settings'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { readLineHauls, type ManifestRow } from '../../hub/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import { readDriverRows } from '../driver-store.ts'
import { readDriverDays } from '../positions/read-positions.ts'
import {
  describeParcels,
  readDepotParcels,
  readRejectedStarts,
  readReleases,
  readVanStarts,
  sumDepotGroups,
  type DepotDay,
  type DepotGroup,
  type DepotGroupSum,
  type RouteRelease,
} from './depot-store.ts'

const max_listed = 500
const not_planned_key = 'not-planned'

/** A depot board to read: its branch and day, and the line-hauls of the day. */
interface Depot {
  map: ProviderMap
  branch_id: number
  date: string
  outgoing: ManifestRow[]
  incoming: ManifestRow[]
  /** The outgoing line-hauls that can still be loaded. */
  loading: ManifestRow[]
  about: DepotDay
}

/** Returns the depot board of a branch and day. */
export const readDepotBoard: Handler<typeof depotApi.board> = async (ctx, input) =>
  boardOf(ctx, await requireDepot(ctx, input))

/** Lists the parcels behind a number of the depot board: those of a row, or of the totals, in one or all columns. */
export const listDepotParcels: Handler<typeof depotApi.parcels> = async (ctx, input) => {
  const depot = await requireDepot(ctx, input)
  const placed = (await readDepotParcels(ctx, depot.about))
    .map((facts) => ({ facts, ...placeOf(depot, facts) }))
    .filter(
      ({ facts, key, column }) =>
        (input.key === undefined ? facts.incoming_id === null : key === input.key) &&
        (input.column === undefined || column === input.column),
    )
  const { limit, offset } = pageOf(input, max_listed)
  const page = placed.slice(offset, offset + limit)
  const described = await describeParcels(
    ctx,
    page.map(({ facts }) => facts.parcel_id),
  )
  return {
    count: placed.length,
    parcels: page.flatMap(({ facts, key, column }) => {
      const row = described.get(facts.parcel_id)
      if (!row) return []
      const { delivery_branch_id, last_branch_id, ...shown } = row
      return [
        {
          ...shown,
          status: facts.status,
          column,
          row_key: key,
          delivery_branch_name: nameOf(depot.map, delivery_branch_id),
          last_branch_name: nameOf(depot.map, last_branch_id),
          expected_by: facts.expected_by,
          kg: rounded(facts.kg, 2),
          m3: rounded(facts.m3, 4),
        },
      ]
    }),
  }
}

/**
 * Returns the depot of a request: the requested branch, else that of the user. Throws 403 for callers who are not
 * office staff, 404 for a branch that they may not see, and 400 for a day that is over, because the board shows where
 * parcels are now.
 */
export async function requireDepot(
  ctx: Context,
  requested: { branch_id?: number | undefined; date?: string | undefined },
): Promise<Depot> {
  const { actor } = ctx
  if (!isOffice(actor)) throw forbidden('Only our office may see the depot board.')
  const branchId = branchLimit(actor) ?? requested.branch_id ?? actor.branch_id
  if (branchId === null) throw invalid('Choose a branch.', [{ field: 'branch_id', message: 'is required' }])
  const today = dayOf(ctx.now)
  const date = requested.date ?? today
  if (date < today)
    throw invalid('The depot board shows today and later days.', [
      { field: 'date', message: 'must be today or later' },
    ])
  const map = await providerMap(ctx)
  if (!map.branches.has(branchId)) throw notFound('Could not find this branch.')
  return depotOf(ctx, map, branchId, date)
}

/** Reads the line-hauls of a depot. */
export async function depotOf(
  ctx: Context,
  map: ProviderMap,
  branchId: number,
  date: string,
): Promise<Depot> {
  const from = startOfDay(date)
  const { outgoing, incoming } = await readLineHauls(ctx, branchId, {
    from,
    to: new Date(from.getTime() + day_ms),
  })
  const hours = ctx.setting(hub_missing_parcel_alert_hours)
  return {
    map,
    branch_id: branchId,
    date,
    outgoing,
    incoming,
    loading: outgoing.filter((row) => row.status === 'open'),
    about: {
      branch_id: branchId,
      date,
      counted_since: startOfDay(dayOf(ctx.now)),
      missing_before: new Date(ctx.now.getTime() - hours * hour_ms),
      outgoing: outgoing.map(({ id }) => id),
      incoming: incoming.map(({ id }) => id),
      driver: null,
    },
  }
}

/** Reads the depot board in a fixed number of statements, whatever the number of vans and parcels. */
export async function boardOf(ctx: Context, depot: Depot): Promise<DepotBoard> {
  const { map, branch_id, date } = depot
  const groups = await sumDepotGroups(ctx, depot.about)
  const drivers = await readDriverRows(ctx, {
    include_deleted: true,
    former: groups.flatMap(({ username }) => username ?? []),
  })
  const starts = await readVanStarts(ctx, date, branch_id)
  const releases = await readReleases(ctx, branch_id, date)

  const rows = new Map<string, Sums>()
  const totals = noSums()
  for (const group of groups) {
    const { key, column } = placeOf(depot, group)
    const row = rows.get(key) ?? noSums()
    rows.set(key, row)
    add(row, group, column)
    if (group.incoming_id === null) add(totals, group, column)
  }

  const driverOf = new Map(drivers.map((driver) => [driver.username, driver]))
  const releaseOf = new Map(releases.map((release) => [release.user_id, release]))
  const startOf = new Map(starts.map((one) => [one.username, atClock(date, one.starts)]))
  const usernames = [...rows.keys()].flatMap((key) => (key.startsWith('van:') ? [key.slice(4)] : []))
  const openVehicles =
    date === dayOf(ctx.now)
      ? await findOpenVehicles(
          ctx,
          usernames.flatMap((username) => driverOf.get(username) ?? []),
        )
      : new Set<string>()
  const rejectedStarts = ctx.setting(driver_route_needs_ready_gate)
    ? await readRejectedStarts(ctx, usernames, startOfDay(date))
    : new Map<string, Date>()
  const vans = usernames.map((username) => {
    const driver = driverOf.get(username)
    return vanRow(depot, username, driver, {
      sums: rows.get(vanKey(username)) ?? noSums(),
      planned: startOf.get(username) ?? null,
      release: driver && releaseOf.get(driver.user_id),
      is_vehicle_open: openVehicles.has(username),
      start_rejected_at: rejectedStarts.get(username) ?? null,
    })
  })
  return {
    as_of: ctx.now,
    date,
    branch_id,
    branch_name: nameOf(map, branch_id),
    vans: vans.toSorted((one, other) => one.name.localeCompare(other.name)),
    line_hauls: [
      ...depot.outgoing.map((row) => lineHaulRow(depot, 'outgoing', row, rows.get(outgoingKey(row.id)))),
      ...depot.incoming.map((row) => lineHaulRow(depot, 'incoming', row, rows.get(incomingKey(row.id)))),
    ],
    not_planned: {
      ...emptyRow(not_planned_key, 'not-planned', 'Not planned'),
      ...presentSums(rows.get(not_planned_key) ?? noSums()),
    },
    totals: totalsOf(totals),
  }
}

/** Returns the row of a driver's van on a depot board, without reading the other rows. */
export async function readVan(ctx: Context, depot: Depot, driver: Driver): Promise<DepotRow> {
  const groups = await sumDepotGroups(ctx, { ...depot.about, driver: driver.username })
  const releases = await readReleases(ctx, depot.branch_id, depot.date)
  const sums = noSums()
  for (const group of groups) add(sums, group, placeOf(depot, group).column)
  return vanRow(depot, driver.username, driver, {
    sums,
    planned: null,
    release: releases.find(({ user_id }) => user_id === driver.user_id),
    is_vehicle_open: (await findOpenVehicles(ctx, [driver])).has(driver.username),
    start_rejected_at: null,
  })
}

/** Returns the drivers whose vehicle is not in order, or not checked today although the company asks for it. */
async function findOpenVehicles(ctx: Context, drivers: readonly Driver[]): Promise<ReadonlySet<string>> {
  const days = await readDriverDays(ctx, drivers)
  const isAsked = ctx.setting(driver_vehicle_check)
  const open = drivers.filter(({ username }) => {
    const check = days.get(username)?.vehicle_check ?? null
    return check === null ? isAsked : check.failed.length > 0
  })
  return new Set(open.map(({ username }) => username))
}

const vanKey = (username: string) => `van:${username}`
const outgoingKey = (id: number) => `outgoing:${id}`
const incomingKey = (id: number) => `incoming:${id}`

/**
 * Returns row and column of a group of parcels. A parcel belongs to the van that is to deliver it, else to the line-haul
 * on which it is or on which the scanner would load it, else to no vehicle.
 */
function placeOf(depot: Depot, group: DepotGroup): { key: string; column: DepotColumn } {
  const { username, load_id, incoming_id, delivery_branch_id, transient_branch_ids } = group
  const isOn = (choices: readonly ManifestRow[]) =>
    delivery_branch_id === null ? null : proposeManifest(choices, delivery_branch_id, transient_branch_ids)
  const column = (isPlanned: boolean) =>
    depotColumn({ ...group, is_planned: isPlanned, is_on_load: load_id !== null })
  if (incoming_id !== null) return { key: incomingKey(incoming_id), column: column(!group.is_extra) }
  if (username !== null) return { key: vanKey(username), column: column(group.is_due && load_id === null) }
  if (load_id !== null) {
    const load = depot.outgoing.filter(({ id }) => id === load_id)
    return { key: outgoingKey(load_id), column: column(isOn(load) !== null) }
  }
  const next = delivery_branch_id === depot.branch_id || !group.is_on_route ? null : isOn(depot.loading)
  return next
    ? { key: outgoingKey(next.id), column: column(true) }
    : { key: not_planned_key, column: column(group.is_on_route) }
}

type Sums = DepotTotals & { on_trip_sheet: number }

function noSums(): Sums {
  const columns = Object.fromEntries(depot_columns.map((column) => [column, 0])) as Record<
    DepotColumn,
    number
  >
  return { ...columns, parcels: 0, kg: 0, m3: 0, on_trip_sheet: 0 }
}

function add(sums: Sums, group: DepotGroupSum, column: DepotColumn): void {
  sums[column] += group.parcels
  sums.parcels += group.parcels
  sums.kg += group.kg
  sums.m3 += group.m3
  if (group.is_on_sheet) sums.on_trip_sheet += group.parcels
}

function totalsOf(sums: Sums): DepotTotals {
  const { on_trip_sheet: _, ...totals } = presentSums(sums)
  return totals
}

function presentSums(sums: Sums): Sums {
  return { ...sums, kg: rounded(sums.kg, 2), m3: rounded(sums.m3, 4) }
}

function emptyRow(key: string, kind: DepotRowKind, name: string): DepotRow {
  return {
    key,
    kind,
    name,
    username: '',
    interhub_transfer_id: null,
    vehicle: '',
    planned: null,
    departed_at: null,
    ...noSums(),
    max_kg: null,
    max_m3: null,
    blockers: [],
    is_ready: false,
    released_at: null,
    released_by: '',
    release_reason: '',
    start_rejected_at: null,
  }
}

function vanRow(
  { date }: Depot,
  username: string,
  driver: Driver | undefined,
  about: {
    sums: Sums
    planned: Date | null
    release: RouteRelease | undefined
    is_vehicle_open: boolean
    start_rejected_at: Date | null
  },
): DepotRow {
  const sums = presentSums(about.sums)
  const limits = { max_kg: driver?.vehicle_max_weight || null, max_m3: driver?.vehicle_max_volume || null }
  const licence = driver?.licence_expiry ?? null
  const blockers = readyBlockers({
    ...sums,
    ...limits,
    is_licence_over: licence !== null && licence < date,
    is_vehicle_open: about.is_vehicle_open,
  })
  return {
    ...emptyRow(vanKey(username), 'van', driver?.name ?? username),
    username,
    vehicle: driver?.vehicle_registration ?? '',
    planned: about.planned,
    ...sums,
    ...limits,
    blockers,
    is_ready: blockers.length === 0 || about.release !== undefined,
    released_at: about.release?.time_released ?? null,
    released_by: about.release?.released_by ?? '',
    release_reason: about.release?.reason ?? '',
    start_rejected_at: about.start_rejected_at,
  }
}

function lineHaulRow(
  { map }: Depot,
  kind: 'outgoing' | 'incoming',
  row: ManifestRow,
  found: Sums | undefined,
): DepotRow {
  const sums = presentSums(found ?? noSums())
  const isOut = kind === 'outgoing'
  const blockers = isOut
    ? readyBlockers({ ...sums, max_kg: null, max_m3: null, is_licence_over: false, is_vehicle_open: false })
    : []
  const far = nameOf(map, isOut ? row.to_branch_id : row.from_branch_id)
  return {
    ...emptyRow(
      isOut ? outgoingKey(row.id) : incomingKey(row.id),
      kind,
      `${manifestReference(row.number)} ${isOut ? 'to' : 'from'} ${far}`,
    ),
    interhub_transfer_id: row.id,
    vehicle: row.vehicle_registration,
    planned: isOut ? row.planned_departure : row.planned_arrival,
    departed_at: row.departed_at,
    ...sums,
    blockers,
    is_ready: isOut && blockers.length === 0,
  }
}

function nameOf(map: ProviderMap, branchId: number | null): string {
  return (branchId === null ? undefined : map.branches.get(branchId))?.public_name ?? ''
}

/** Returns the moment of a clock time (`HH:mm`) on a day. */
export function atClock(date: string, clock: string): Date {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return new Date(startOfDay(date).getTime() + hours * hour_ms + minutes * (hour_ms / 60))
}

function rounded(number: number, digits: number): number {
  return Number(number.toFixed(digits))
}
