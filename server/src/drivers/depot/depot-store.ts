import type { CountFinding } from '@waybill/domain/hub/floor/depot-column'
import { standing_statuses } from '@waybill/domain/hub/counting'
import { expected_statuses } from '@waybill/domain/hub/expected'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import {
  awaitedAt,
  broughtBy,
  carriedFrom,
  countedAt,
  has_open_damage,
  isComing,
  leadsThrough,
  measured,
} from '../../hub/index.ts'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { corrected } from '../duty/duty-store.ts'
import { legsOf } from '../trip-sheet-store.ts'

/** The branch and day of a depot board, with the line-hauls on it. */
export interface DepotDay {
  branch_id: number
  /** `YYYY-MM-DD`; today or later. */
  date: string
  /** Start of today, since which a floor count applies. */
  counted_since: Date
  /** A parcel expected before this moment is missing. */
  missing_before: Date
  outgoing: readonly number[]
  incoming: readonly number[]
  /** Limits the board to the van of this driver. */
  driver: string | null
}

/** What decides row and column of parcels. Parcels that agree in all of it are one group. */
export interface DepotGroup {
  /** The driver who delivers them from this branch; `null` when no van is planned. */
  username: string | null
  /** Whether their delivery is on the trip sheet already. */
  is_on_sheet: boolean
  /** The outgoing line-haul on which they are. */
  load_id: number | null
  /** The incoming line-haul by which they are listed; `null` for their own row. */
  incoming_id: number | null
  /** They were unloaded from it without having been on it. */
  is_extra: boolean
  status: ShipmentStatus
  is_at_branch: boolean
  /** Whether their route leads through the branch. */
  is_on_route: boolean
  /** Whether their delivery is planned for the day or earlier. */
  is_due: boolean
  has_open_damage: boolean
  is_overdue: boolean
  counted: CountFinding
  delivery_branch_id: number | null
  transient_branch_ids: number[]
}

/** The number of parcels of a group, and their weight in kg and volume in m³. */
export interface DepotGroupSum extends DepotGroup {
  parcels: number
  kg: number
  m3: number
}

/**
 * SQL for the shipments that vans are to deliver on a day: those on the trip sheet, and those that are still on their way
 * to their branch. `null`: of all drivers; `undefined`: from all branches.
 */
function plannedDeliveries(
  driver: string | null,
  date: string,
  branchId: number | undefined,
): RawBuilder<unknown> {
  const { coming } = expected_statuses
  const ofDriver = driver === null ? sql`` : sql`AND s.delivery_agent_id = ${driver}`
  const ofBranch = branchId === undefined ? sql`` : sql`AND s.delivery_branch_id = ${branchId}`
  return sql`SELECT l.shipment_id, l.username, true AS is_on_sheet
      FROM (${legsOf({ driver, date, is_over: false, branch_id: branchId })}) l WHERE l.leg = 'delivery'
      UNION ALL
      SELECT s.id, s.delivery_agent_id, false FROM shipment s
      WHERE s.delivery_branch_id IS NOT NULL AND s.delivery_agent_id IS NOT NULL AND s.status = ANY(${coming})
        AND s.delivery_min_date <= ${date} ${ofBranch} ${ofDriver}`
}

/** Returns the branches from which a driver is to deliver on a day. */
export async function readLoadingBranches(ctx: Context, driver: string, date: string): Promise<number[]> {
  const { rows } = await sql<{ branch_id: number }>`
    SELECT DISTINCT s.delivery_branch_id AS branch_id FROM (${plannedDeliveries(driver, date, undefined)}) v
      JOIN shipment s ON s.provider_id = ${ctx.provider_id} AND s.id = v.shipment_id
    WHERE s.delivery_branch_id IS NOT NULL ORDER BY 1`.execute(ctx.db)
  return rows.map(({ branch_id }) => branch_id)
}

/**
 * SQL with one row per parcel on the board, and another one per incoming line-haul that brings it. Both the numbers and
 * the lists behind them read it. A cancelled parcel belongs to no vehicle; it is on the board only when a count found it.
 */
function depotParcels(ctx: Context, about: DepotDay): RawBuilder<unknown> {
  const { branch_id, date, driver } = about
  const ofOthers =
    driver === null
      ? sql`
      UNION SELECT parcel_id FROM carried
      UNION SELECT parcel_id FROM findings WHERE counted = 'found'
      UNION SELECT p.id FROM parcel p WHERE p.current_branch_id = ${branch_id} AND p.status = ANY(${standing_statuses})
      UNION SELECT p.id FROM shipment s JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id WHERE ${isComing(branch_id)}`
      : sql``
  return sql`
    WITH planned AS MATERIALIZED (
      ${plannedDeliveries(driver, date, branch_id)}
    ), carried AS MATERIALIZED ${carriedFrom(branch_id, about.outgoing)},
    findings AS MATERIALIZED ${countedAt(branch_id, about.counted_since)},
    own AS (
      SELECT p.id FROM planned v JOIN parcel p ON p.provider_id = ${ctx.provider_id} AND p.shipment_id = v.shipment_id AND p.status <> 'cancelled' ${ofOthers}
    ), listed AS (
      SELECT o.id AS parcel_id, NULL::bigint AS incoming_id, false AS is_extra FROM own o
      UNION ALL SELECT * FROM ${broughtBy(branch_id, driver === null ? about.incoming : [])} brought
    )
    SELECT p.id AS parcel_id, v.username, coalesce(v.is_on_sheet, false) AS is_on_sheet, c.load_id, x.incoming_id, x.is_extra, p.status,
      coalesce(p.current_branch_id = ${branch_id}, false) AS is_at_branch, (p.status <> 'cancelled' AND ${leadsThrough(branch_id)}) AS is_on_route,
      (s.delivery_min_date <= ${date} OR p.status <> 'out-for-delivery') AS is_due, ${has_open_damage} AS has_open_damage,
      (awaited.is_short OR coalesce(awaited.expected_by < ${about.missing_before}, false)) AS is_overdue, awaited.expected_by,
      f.counted, s.delivery_branch_id, coalesce(s.transient_branch_ids, '{}') AS transient_branch_ids,
      ${measured.kg} AS kg, ${measured.cm3} / 1000000 AS m3
    FROM listed x
      JOIN parcel p ON p.provider_id = ${ctx.provider_id} AND p.id = x.parcel_id
      JOIN shipment s ON s.provider_id = p.provider_id AND s.id = p.shipment_id
      LEFT JOIN planned v ON v.shipment_id = s.id AND p.status <> 'cancelled'
      LEFT JOIN carried c ON c.parcel_id = p.id AND p.status <> 'cancelled'
      LEFT JOIN findings f ON f.parcel_id = p.id
      CROSS JOIN LATERAL ${awaitedAt(branch_id)} awaited
    WHERE p.status <> 'cancelled' OR (x.incoming_id IS NULL AND f.counted = 'found')`
}

const group_columns = sql`username, is_on_sheet, load_id, incoming_id, is_extra, status, is_at_branch, is_on_route, is_due, has_open_damage,
  is_overdue, counted, delivery_branch_id, transient_branch_ids`

/** Returns the groups of parcels on a depot board with their numbers. */
export async function sumDepotGroups(ctx: Context, about: DepotDay): Promise<DepotGroupSum[]> {
  const { rows } = await sql<DepotGroupSum>`
    SELECT ${group_columns}, count(*)::int AS parcels, sum(kg)::float8 AS kg, sum(m3)::float8 AS m3
    FROM (${depotParcels(ctx, about)}) parcels GROUP BY ${group_columns}`.execute(ctx.db)
  return rows
}

/** A parcel on a depot board with what decides its row and column. */
export interface DepotParcelFacts extends DepotGroup {
  parcel_id: number
  expected_by: Date | null
  kg: number
  m3: number
}

/** Returns the parcels on a depot board, by id. */
export async function readDepotParcels(ctx: Context, about: DepotDay): Promise<DepotParcelFacts[]> {
  const { rows } = await sql<DepotParcelFacts>`
    SELECT parcel_id, expected_by, kg::float8 AS kg, m3::float8 AS m3, ${group_columns}
    FROM (${depotParcels(ctx, about)}) parcels ORDER BY parcel_id, incoming_id`.execute(ctx.db)
  return rows
}

/** What the list of a depot board displays of a parcel. */
export interface DepotParcelRow {
  parcel_id: number
  shipment_id: number
  tracking_reference: string
  account_name: string
  service_level_code: string
  delivery_suburb: string
  delivery_branch_id: number | null
  bay: string
  last_branch_id: number | null
  last_scan: Date | null
}

/** Returns what is displayed of these parcels, by id. */
export async function describeParcels(
  ctx: Context,
  parcelIds: readonly number[],
): Promise<ReadonlyMap<number, DepotParcelRow>> {
  const rows = await ctx.db
    .selectFrom('parcel as p')
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'p.provider_id').onRef('s.id', '=', 'p.shipment_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 's.provider_id').onRef('a.id', '=', 's.account_id'),
    )
    .innerJoin('address as d', (join) =>
      join.onRef('d.provider_id', '=', 's.provider_id').onRef('d.id', '=', 's.delivery_address_id'),
    )
    .where('p.id', '=', anyOf(parcelIds))
    .select([
      'p.id as parcel_id',
      'p.shipment_id',
      'p.tracking_reference',
      'a.name as account_name',
      's.service_level_code',
      'd.local_area as delivery_suburb',
      's.delivery_branch_id',
      sql<string>`coalesce(p.bay, '')`.as('bay'),
      'p.current_branch_id as last_branch_id',
      'p.time_last_scanned as last_scan',
    ])
    .execute()
  return new Map(rows.map((row) => [row.parcel_id, row]))
}

/** Returns the start (`HH:mm`) of the first delivery window that each driver still has on a day, by branch and username. */
export async function readVanStarts(
  ctx: Context,
  date: string,
  branchId: number | undefined,
): Promise<{ branch_id: number; username: string; starts: string }[]> {
  const legs = legsOf({ driver: null, date, is_over: false, branch_id: branchId })
  const { rows } = await sql<{ branch_id: number; username: string; starts: string }>`
    SELECT s.delivery_branch_id AS branch_id, l.username, min(l.window_from) AS starts
    FROM (${legs}) l JOIN shipment s ON s.provider_id = ${ctx.provider_id} AND s.id = l.shipment_id
    WHERE l.leg = 'delivery' AND l.state = 'to-do' AND s.delivery_branch_id IS NOT NULL
    GROUP BY s.delivery_branch_id, l.username`.execute(ctx.db)
  return rows
}

/** The release of a driver’s route. */
export interface RouteRelease {
  user_id: number
  released_by: string
  time_released: Date
  reason: string
}

/** Returns the releases of a branch and day. */
export function readReleases(ctx: Context, branchId: number, date: string): Promise<RouteRelease[]> {
  return ctx.db
    .selectFrom('route_release')
    .select(['user_id', 'released_by', 'time_released', 'reason'])
    .where('branch_id', '=', branchId)
    .where('day', '=', date)
    .execute()
}

/** Returns when drivers last reported a start of their route that was rejected, since a moment, by username. */
export async function readRejectedStarts(
  ctx: Context,
  usernames: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.db
    .selectFrom('driver_action')
    .distinctOn('username')
    .select(['username', corrected.as('at'), 'result'])
    .where('username', '=', anyOf(usernames))
    .where('type', '=', 'start-route')
    .where('occurred_at', '>=', new Date(since.getTime() - day_ms))
    .where(corrected, '>=', since)
    .orderBy('username')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap(({ username, at, result }) => (result === 'conflict' ? [[username, at]] : [])))
}

/** Stores the release of a route. One that a concurrent call stored first stays. */
export async function insertRelease(
  ctx: Context,
  release: { user_id: number; day: string; branch_id: number; blockers: string[]; reason: string },
): Promise<void> {
  await ctx.db
    .insertInto('route_release')
    .values({
      ...release,
      provider_id: ctx.provider_id,
      released_by: ctx.actor.username,
      time_released: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records that staff are informed about a row of a board; returns `false` when they were informed before. */
export async function insertAlert(
  ctx: Context,
  alert: { branch_id: number; day: string; row_key: string },
): Promise<boolean> {
  const rows = await ctx.db
    .insertInto('depot_alert')
    .values({ ...alert, provider_id: ctx.provider_id, time_sent: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('row_key')
    .execute()
  return rows.length > 0
}
