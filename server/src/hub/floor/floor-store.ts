import { standing_statuses } from '@waybill/domain/hub/counting'
import {
  floor_differences,
  type FloorDifferenceKind,
  type FloorResult,
} from '@waybill/domain/hub/floor/floor-count'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'
import { movedAt, seenAt } from './depot-store.ts'
import { publishDepot } from './publish-depot.ts'

const counts = (ctx: Context) =>
  ctx.db
    .selectFrom('floor_count as c')
    .select([
      'c.id',
      'c.branch_id',
      'c.started_by',
      'c.time_started',
      'c.closed_by',
      'c.time_closed',
      sql<number>`coalesce(c.expected, (SELECT count(*)::int FROM parcel p WHERE p.current_branch_id = c.branch_id AND p.status = ANY(${standing_statuses}) AND ${isOnFloor}))`.as(
        'expected',
      ),
      sql<number>`(SELECT count(DISTINCT n.reference)::int FROM floor_count_scan n WHERE n.floor_count_id = c.id)`.as(
        'counted',
      ),
    ])

/** Whether a parcel that stands at a branch is on its floor: it is not on a line-haul that waits there. */
const isOnFloor = sql<boolean>`NOT EXISTS (SELECT FROM interhub_transfer_parcel w WHERE w.parcel_id = p.id AND w.is_waiting)`

/** Returns a floor count; `undefined` when there is none. */
export function findFloorCount(ctx: Context, id: number) {
  return counts(ctx).where('c.id', '=', id).executeTakeFirst()
}
export type FloorCountRow = NonNullable<Awaited<ReturnType<typeof findFloorCount>>>

/** Returns one page of the floor counts of a branch, newest first, and their number. */
export function listFloorCounts(
  ctx: Context,
  branchId: number,
  id: number | undefined,
  page: PageRequest,
): Promise<{ rows: FloorCountRow[]; total: number }> {
  let own = ctx.db.selectFrom('floor_count as c').where('c.branch_id', '=', branchId)
  let query = counts(ctx).where('c.branch_id', '=', branchId)
  if (id !== undefined) {
    own = own.where('c.id', '=', id)
    query = query.where('c.id', '=', id)
  }
  return readPage(
    ctx,
    query.orderBy('c.time_started', 'desc').orderBy('c.id', 'desc'),
    own.select('c.id'),
    page,
  )
}

/** Starts a floor count of a branch unless one is open there; returns the id of the open one. */
export async function openFloorCount(ctx: Context, branchId: number): Promise<number> {
  await ctx.db
    .insertInto('floor_count')
    .values({
      provider_id: ctx.provider_id,
      branch_id: branchId,
      started_by: ctx.actor.username,
      time_started: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await ctx.db
    .selectFrom('floor_count')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('time_closed', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a floor count until the transaction ends: for `scan` others may scan too, for `close` they wait. */
export function lockFloorCount(ctx: Context, id: number, why: 'scan' | 'close') {
  const query = ctx.db.selectFrom('floor_count').selectAll().where('id', '=', id)
  return (why === 'scan' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

/** A stored scan of a floor count. */
export interface FloorScanRow {
  scan_id: string
  reference: string
  parcel_id: number | null
  bay: string
  result: FloorResult
  is_repeat: boolean
  is_late: boolean
  scanned_at: Date
}

/** Returns the stored scans of the caller with these ids. */
export function findFloorScans(ctx: Context, scanIds: readonly string[]) {
  return ctx.db
    .selectFrom('floor_count_scan')
    .select(['scan_id', 'reference', 'result', 'is_repeat', 'is_late'])
    .where('scanned_by', '=', ctx.actor.username)
    .where('scan_id', '=', anyOf(scanIds))
    .execute()
}

/** Returns those of the references that were counted before. */
export async function countedReferences(
  ctx: Context,
  floorCountId: number,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('floor_count_scan')
    .select('reference')
    .distinct()
    .where('floor_count_id', '=', floorCountId)
    .where('reference', '=', anyOf(references))
    .execute()
  return new Set(rows.map(({ reference }) => reference))
}

/** A parcel that a scanned reference means. */
export interface CountedParcelRow {
  id: number
  shipment_id: number
  status: ShipmentStatus
  current_branch_id: number | null
  tracking_reference: string
  /** Number of the line-haul on which it waits; `null` when none. */
  waits_on: number | null
  /** When it last moved, from the point of view of the branch that counts; `null` when never. */
  moved_at: Date | null
}

/** Returns these parcels, and all parcels of these shipments, for a count at a branch. */
export function readCountedParcels(
  ctx: Context,
  branchId: number,
  parcelIds: readonly number[],
  shipmentIds: readonly number[],
): Promise<CountedParcelRow[]> {
  return ctx.db
    .selectFrom('parcel as p')
    .select([
      'p.id',
      'p.shipment_id',
      'p.status',
      'p.current_branch_id',
      'p.tracking_reference',
      sql<
        number | null
      >`(SELECT t.number FROM interhub_transfer_parcel w JOIN interhub_transfer t ON t.provider_id = w.provider_id
        AND t.id = w.interhub_transfer_id WHERE w.parcel_id = p.id AND w.is_waiting)`.as('waits_on'),
      movedAt(branchId).as('moved_at'),
    ])
    .where((eb) => eb.or([eb('p.id', '=', anyOf(parcelIds)), eb('p.shipment_id', '=', anyOf(shipmentIds))]))
    .execute()
}

/**
 * Stores scans of a floor count. A scan that a concurrent call stored first is left out. Late ones also add what differs,
 * and can find a parcel that the board of the branch calls missing, which is published.
 */
export async function insertFloorScans(
  ctx: Context,
  { id, branch_id }: Pick<FloorCountRow, 'id' | 'branch_id'>,
  scans: readonly FloorScanRow[],
): Promise<void> {
  if (scans.length === 0) return
  await ctx.db
    .insertInto('floor_count_scan')
    .values(
      scans.map((scan) => ({
        ...scan,
        provider_id: ctx.provider_id,
        floor_count_id: id,
        scanned_by: ctx.actor.username,
        time_received: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (!scans.some(({ is_late }) => is_late)) return
  await insertLateDifferences(ctx, id)
  await publishDepot(ctx, branch_id)
}

/** SQL columns by which the scans of a parcel or unknown barcode are one. */
const one_parcel = sql`n.parcel_id, CASE WHEN n.parcel_id IS NULL THEN n.reference END`

/** Stores how late scans of a floor count differ from the scans of the hub. Each parcel and barcode is listed once. */
async function insertLateDifferences(ctx: Context, id: number): Promise<void> {
  // Not the row: two calls that both share it would wait for each other.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`floor count ${ctx.provider_id} ${id}`}, 0))`.execute(
    ctx.db,
  )
  await sql`
    INSERT INTO floor_count_difference (provider_id, floor_count_id, kind, parcel_id, reference, bay)
    SELECT DISTINCT ON (${one_parcel}) n.provider_id, n.floor_count_id, n.result, n.parcel_id, n.reference, n.bay
    FROM floor_count_scan n
    WHERE n.floor_count_id = ${id} AND n.is_late AND n.result <> 'agrees' AND NOT EXISTS (SELECT FROM floor_count_difference d
      WHERE d.floor_count_id = n.floor_count_id AND (d.parcel_id = n.parcel_id OR d.reference = n.reference))
    ORDER BY ${one_parcel}, n.id`.execute(ctx.db)
}

/**
 * Closes a locked floor count and stores how it differs from the scans of the hub: parcels that should stand on the
 * floor and were neither counted nor scanned since the count began, counted parcels that do not stand on the floor and
 * have not moved since, and barcodes that belong to no parcel. Of several scans of a parcel the last one applies. Publishes that the board of the branch has other numbers.
 */
export async function closeFloorCount(
  ctx: Context,
  { id, branch_id, time_started }: Pick<FloorCountRow, 'id' | 'branch_id' | 'time_started'>,
): Promise<void> {
  const stands = sql`p.current_branch_id = ${branch_id} AND p.status = ANY(${standing_statuses})`
  await sql`
    WITH floor AS (SELECT p.id, p.tracking_reference, coalesce(p.bay, '') AS bay,
        ${seenAt(branch_id, sql`${time_started}`)} AS is_seen FROM parcel p WHERE ${stands} AND ${isOnFloor}),
    counted AS (SELECT DISTINCT ON (${one_parcel}) n.* FROM floor_count_scan n
      WHERE n.floor_count_id = ${id} ORDER BY ${one_parcel}, n.scanned_at DESC, n.id DESC),
    closed AS (UPDATE floor_count SET time_closed = ${ctx.now}, closed_by = ${ctx.actor.username},
      expected = (SELECT count(*) FROM floor) WHERE id = ${id})
    INSERT INTO floor_count_difference (provider_id, floor_count_id, kind, parcel_id, reference, bay)
    SELECT ${ctx.provider_id}::int, ${id}::bigint, 'not-counted', f.id, f.tracking_reference, f.bay FROM floor f
    WHERE NOT f.is_seen AND NOT EXISTS (SELECT FROM counted c WHERE c.parcel_id = f.id)
    UNION ALL
    SELECT ${ctx.provider_id}::int, ${id}::bigint, c.result, c.parcel_id, c.reference, c.bay FROM counted c
    WHERE c.result <> 'agrees' AND NOT EXISTS (SELECT FROM parcel p WHERE p.id = c.parcel_id
      AND ((${stands} AND ${isOnFloor}) OR ${movedAt(branch_id)} > c.scanned_at))`.execute(ctx.db)
  await publishDepot(ctx, branch_id)
}

/** A difference of a closed floor count, with what is known about its parcel. */
export interface DifferenceRow {
  kind: FloorDifferenceKind
  parcel_id: number | null
  shipment_id: number | null
  reference: string
  status: ShipmentStatus | null
  last_branch_id: number | null
  last_scan: Date | null
  bay: string
  is_found: boolean
}

/** Returns one page of the differences of a floor count, by kind and reference, and their number by kind. */
export async function listDifferences(
  ctx: Context,
  floorCountId: number,
  kind: FloorDifferenceKind | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: DifferenceRow[]; kinds: Record<FloorDifferenceKind, number> }> {
  let query = ctx.db
    .selectFrom('floor_count_difference as d')
    .leftJoin('parcel as p', (join) =>
      join.onRef('p.provider_id', '=', 'd.provider_id').onRef('p.id', '=', 'd.parcel_id'),
    )
    .where('d.floor_count_id', '=', floorCountId)
    .select([
      'd.kind',
      'd.parcel_id',
      'p.shipment_id',
      sql<string>`coalesce(p.tracking_reference, d.reference)`.as('reference'),
      'p.status',
      'p.current_branch_id as last_branch_id',
      'p.time_last_scanned as last_scan',
      'd.bay',
      sql<boolean>`(d.kind = 'not-counted' AND EXISTS (SELECT FROM floor_count_scan l WHERE l.floor_count_id = d.floor_count_id AND l.parcel_id = d.parcel_id AND l.is_late))`.as(
        'is_found',
      ),
    ])
  if (kind) query = query.where('d.kind', '=', kind)
  const rows = await query
    .orderBy(sql`array_position(${[...floor_differences]}, d.kind)`)
    .orderBy('d.reference')
    .orderBy('d.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const totals = await ctx.db
    .selectFrom('floor_count_difference')
    .where('floor_count_id', '=', floorCountId)
    .select(['kind', sql<number>`count(*)::int`.as('number')])
    .groupBy('kind')
    .execute()
  const kinds = { 'not-counted': 0, elsewhere: 0, 'not-expected': 0, unknown: 0 }
  for (const { kind: one, number } of totals) kinds[one] = number
  return { rows, kinds }
}
