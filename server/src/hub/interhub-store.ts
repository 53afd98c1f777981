import type { AddressParts } from '@waybill/domain/accounts/address'
import { branchLimit } from '@waybill/domain/kit/actor'
import type {
  ManifestDifferences,
  ManifestPhase,
  ManifestTotals,
  ParcelCondition,
} from '@waybill/domain/hub/manifest'
import { behind_statuses, type IncompleteShipment } from '@waybill/domain/hub/manifest-rules'
import { default_volumetric_factor } from '@waybill/domain/rates/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { nextNumber } from '../kit/numbers-store.ts'
import type { InterhubTransferTable } from '../kit/tables.ts'
import { sortName } from '../kit/sort-columns.ts'
import type { Ctx } from '../kit/verb.ts'

/** Manifests that touch the one branch of somebody limited to it; everybody else's are all. */
function reachable(ctx: Ctx) {
  const own = branchLimit(ctx.actor)
  let query = ctx.db.selectFrom('interhub_transfer as t').where('t.deleted_date', 'is', null)
  if (own !== null) query = query.where(touches(own))
  return query
}

function touches(branch_id: number): RawBuilder<boolean> {
  return sql<boolean>`(t.from_branch_id = ${branch_id} OR t.to_branch_id = ${branch_id} OR ${branch_id}::bigint = ANY(t.via_branch_ids))`
}

/** A manifest within reach that is not removed. */
export async function findManifest(ctx: Ctx, id: number) {
  return reachable(ctx).selectAll('t').where('t.id', '=', id).executeTakeFirst()
}
export type ManifestRow = NonNullable<Awaited<ReturnType<typeof findManifest>>>

/** The manifest of a number within reach. */
export async function findManifestByNumber(ctx: Ctx, number: number): Promise<ManifestRow | undefined> {
  return reachable(ctx).selectAll('t').where('t.number', '=', number).executeTakeFirst()
}

/**
 * Holds a manifest until the work ends: `change` from everybody else, `load` from those who change it, while others load it
 * too. A manifest is held before its shipments.
 */
export async function holdManifest(
  ctx: Ctx,
  id: number,
  whose: 'change' | 'load',
): Promise<ManifestRow | undefined> {
  const query = reachable(ctx).selectAll('t').where('t.id', '=', id)
  return (whose === 'load' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

export type ManifestValues = Omit<
  Insertable<InterhubTransferTable>,
  'provider_id' | 'number' | 'status' | 'created_by' | 'time_created' | 'time_modified'
>

/** Opens a manifest under the next number. */
export async function insertManifest(ctx: Ctx, values: ManifestValues): Promise<number> {
  const { id } = await ctx.db
    .insertInto('interhub_transfer')
    .values({
      ...values,
      provider_id: ctx.provider_id,
      number: await nextNumber(ctx, 'interhub-transfer'),
      status: 'open',
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a held manifest and raises its version. */
export async function updateManifest(
  ctx: Ctx,
  id: number,
  changes: Updateable<InterhubTransferTable>,
): Promise<void> {
  await ctx.db
    .updateTable('interhub_transfer')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), time_modified: ctx.now }))
    .where('id', '=', id)
    .execute()
}

/** Keys of daily manifests that were opened already, also of removed ones. */
export async function openedDaily(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('interhub_transfer')
    .select('daily_key')
    .where('daily_key', 'in', [...keys])
    .execute()
  return new Set(rows.flatMap(({ daily_key }) => daily_key ?? []))
}

/** Ids of manifests that something is due for by the clock. */
export async function findDueManifests(
  ctx: Ctx,
  short_since: Date,
): Promise<{ closing: number[]; departing: number[]; short: number[] }> {
  const { rows } = await sql<{ id: number; due: 'closing' | 'departing' | 'short' }>`
    SELECT id, CASE WHEN status = 'open' THEN 'closing' WHEN departed_at IS NULL THEN 'departing' ELSE 'short' END AS due
    FROM interhub_transfer t
    WHERE deleted_date IS NULL AND (
      (status = 'open' AND (planned_close <= ${ctx.now} OR (daily_key IS NOT NULL AND planned_departure <= ${ctx.now})))
      OR (status = 'closed' AND departed_at IS NULL AND planned_departure <= ${ctx.now})
      OR (departed_at IS NOT NULL AND shorts_told_at IS NULL
        AND coalesce(arrived_at, planned_arrival, received_at) <= ${short_since}
        AND EXISTS (SELECT 1 FROM interhub_transfer_parcel r WHERE r.interhub_transfer_id = t.id AND r.removed_at IS NULL
          AND r.received_at IS NULL AND NOT r.is_extra)))
    ORDER BY id`.execute(ctx.db)
  const of = (due: string) => rows.filter((row) => row.due === due).map(({ id }) => id)
  return { closing: of('closing'), departing: of('departing'), short: of('short') }
}

/** Open manifests that are loaded at a branch. */
export async function listLoading(ctx: Ctx, branch_id: number): Promise<ManifestRow[]> {
  return reachable(ctx)
    .selectAll('t')
    .where('t.from_branch_id', '=', branch_id)
    .where('t.status', '=', 'open')
    .orderBy('t.id')
    .execute()
}

/** Whether a manifest that is not received leaves from a branch, calls at it or goes to it. */
export async function hasManifestUnderWay(ctx: Ctx, branch_id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('interhub_transfer as t')
    .select('t.id')
    .where('t.deleted_date', 'is', null)
    .where('t.received_at', 'is', null)
    .where(touches(branch_id))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface ManifestFilter {
  id?: readonly number[] | undefined
  status?: string | undefined
  phase?: readonly ManifestPhase[] | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
  departs_from?: Date | undefined
  departs_until?: Date | undefined
  from_branch_id?: readonly number[] | undefined
  to_branch_id?: readonly number[] | undefined
  carrier?: readonly string[] | undefined
  has_differences?: boolean | undefined
  search?: string | undefined
  /** The number a search names. */
  number?: number | null | undefined
}

const phase_conditions: Readonly<Record<ManifestPhase, RawBuilder<boolean>>> = {
  open: sql<boolean>`t.status = 'open'`,
  closed: sql<boolean>`(t.status = 'closed' AND t.departed_at IS NULL)`,
  departed: sql<boolean>`(t.departed_at IS NOT NULL AND t.arrived_at IS NULL AND t.received_at IS NULL)`,
  arrived: sql<boolean>`(t.arrived_at IS NOT NULL AND t.received_at IS NULL)`,
  received: sql<boolean>`t.received_at IS NOT NULL`,
}

const differs = sql<boolean>`EXISTS (SELECT 1 FROM interhub_transfer_parcel r WHERE r.interhub_transfer_id = t.id AND r.removed_at IS NULL
  AND (r.is_extra OR r.condition = 'damaged' OR (r.received_at IS NULL AND (t.received_at IS NOT NULL OR t.shorts_told_at IS NOT NULL))))`

function matching(ctx: Ctx, filter: ManifestFilter) {
  let query = reachable(ctx)
  if (filter.id?.length) query = query.where('t.id', '=', sql<number>`ANY(${filter.id})`)
  if (filter.status) query = query.where('t.status', '=', filter.status)
  if (filter.phase?.length)
    query = query.where(
      sql<boolean>`(${sql.join(
        filter.phase.map((one) => phase_conditions[one]),
        sql` OR `,
      )})`,
    )
  if (filter.start_date) query = query.where('t.time_created', '>=', filter.start_date)
  if (filter.end_date) query = query.where('t.time_created', '<=', filter.end_date)
  if (filter.departs_from) query = query.where('t.planned_departure', '>=', filter.departs_from)
  if (filter.departs_until) query = query.where('t.planned_departure', '<=', filter.departs_until)
  if (filter.from_branch_id?.length)
    query = query.where('t.from_branch_id', '=', sql<number>`ANY(${filter.from_branch_id})`)
  if (filter.to_branch_id?.length)
    query = query.where('t.to_branch_id', '=', sql<number>`ANY(${filter.to_branch_id})`)
  if (filter.carrier?.length) query = query.where('t.carrier', '=', sql<string>`ANY(${filter.carrier})`)
  if (filter.has_differences !== undefined)
    query = query.where(filter.has_differences ? differs : sql<boolean>`NOT ${differs}`)
  const { search, number } = filter
  if (!search) return query
  if (number !== null && number !== undefined) return query.where('t.number', '=', number)
  const words = `%${escapeLike(search)}%`
  return query.where(
    sql<boolean>`(concat_ws(' ', 'IHM' || lpad(t.number::text, 6, '0'), t.carrier, t.driver, t.driver_name, t.vehicle_registration, t.trailer, t.seal_number, t.waybill_reference) ILIKE ${words}
      OR EXISTS (SELECT 1 FROM interhub_transfer_parcel r JOIN parcel p ON p.provider_id = r.provider_id AND p.id = r.parcel_id
        WHERE r.interhub_transfer_id = t.id AND r.removed_at IS NULL AND p.tracking_reference = ${search.toUpperCase()}))`,
  )
}

const orders = ['time_created', 'id', 'planned_departure'] as const

/** Ids of a page of manifests, newest first unless said otherwise, and how many there are. */
export async function listManifestIds(
  ctx: Ctx,
  filter: ManifestFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ ids: number[]; total: number }> {
  const order = sortName(orders, page.order_by, 'time_created')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const [rows, { total }] = await Promise.all([
    matching(ctx, filter)
      .select('t.id')
      .orderBy(`t.${order}`, (by) => (direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast()))
      .orderBy('t.id', direction)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    matching(ctx, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), total: Number(total) }
}

export type SummedManifest = ManifestRow & ManifestTotals & ManifestDifferences

const measured = {
  kg: sql`coalesce(p.actual_weight_kg, p.submitted_weight_kg)`,
  cm3: sql`coalesce(p.actual_length_cm, p.submitted_length_cm) * coalesce(p.actual_width_cm, p.submitted_width_cm) * coalesce(p.actual_height_cm, p.submitted_height_cm)`,
}

/** Manifests with what they add up to, in the order of the ids. */
export async function readManifests(ctx: Ctx, ids: readonly number[]): Promise<SummedManifest[]> {
  if (ids.length === 0) return []
  const factor = ctx.setting(default_volumetric_factor)
  const { rows } = await sql<SummedManifest>`
    SELECT t.*, n.* FROM interhub_transfer t CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE NOT r.is_extra)::int AS parcel_count,
        count(DISTINCT r.shipment_id) FILTER (WHERE NOT r.is_extra)::int AS shipment_count,
        coalesce(round((sum(${measured.kg}) FILTER (WHERE NOT r.is_extra))::numeric, 2), 0)::float8 AS total_weight_kg,
        coalesce(round((sum(${measured.cm3}) FILTER (WHERE NOT r.is_extra) / ${factor}::float8)::numeric, 2), 0)::float8 AS total_volumetric_kg,
        coalesce(round((sum(${measured.cm3}) FILTER (WHERE NOT r.is_extra) / 1000000)::numeric, 3), 0)::float8 AS total_volume_m3,
        count(*) FILTER (WHERE NOT r.is_extra AND r.received_at IS NOT NULL)::int AS received_count,
        count(*) FILTER (WHERE NOT r.is_extra AND r.received_at IS NULL AND (t.received_at IS NOT NULL OR t.shorts_told_at IS NOT NULL))::int AS short_count,
        count(*) FILTER (WHERE r.is_extra)::int AS over_count,
        count(*) FILTER (WHERE r.condition = 'damaged')::int AS damaged_count
      FROM interhub_transfer_parcel r JOIN parcel p ON p.provider_id = r.provider_id AND p.id = r.parcel_id
      WHERE r.interhub_transfer_id = t.id AND r.removed_at IS NULL) n
    WHERE t.id = ANY(${ids})`.execute(ctx.db)
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}

/** A parcel on a load, with what its list shows. */
export interface LoadedRow {
  id: number
  parcel_id: number
  shipment_id: number
  parcel_number: number
  tracking_reference: string
  shipment_reference: string
  status: ShipmentStatus
  account_name: string
  service_level_code: string
  delivery_suburb: AddressParts['local_area']
  delivery_branch_id: number | null
  length_cm: number
  width_cm: number
  height_cm: number
  weight_kg: number
  is_extra: boolean
  condition: ParcelCondition | null
  condition_note: string
  charged_weight_kg: number | null
  cost: number | null
  added_at: Date
  added_by: string
  received_at: Date | null
  received_by: string | null
}

/** What is on a manifest, and what came off it without having been on it, in the order in which it was loaded. */
export async function readLoad(ctx: Ctx, manifest_id: number): Promise<LoadedRow[]> {
  const { rows } = await sql<LoadedRow>`
    SELECT r.id, r.parcel_id, r.shipment_id, p.number AS parcel_number, p.tracking_reference,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS shipment_reference, p.status, a.name AS account_name,
      s.service_level_code, d.local_area AS delivery_suburb, s.delivery_branch_id,
      coalesce(p.actual_length_cm, p.submitted_length_cm) AS length_cm, coalesce(p.actual_width_cm, p.submitted_width_cm) AS width_cm,
      coalesce(p.actual_height_cm, p.submitted_height_cm) AS height_cm, ${measured.kg} AS weight_kg,
      r.is_extra, r.condition, r.condition_note, r.charged_weight_kg, r.cost, r.added_at, r.added_by, r.received_at, r.received_by
    FROM interhub_transfer_parcel r
      JOIN parcel p ON p.provider_id = r.provider_id AND p.id = r.parcel_id
      JOIN shipment s ON s.provider_id = r.provider_id AND s.id = r.shipment_id
      JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
      JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
    WHERE r.interhub_transfer_id = ${manifest_id} AND r.removed_at IS NULL
    ORDER BY r.added_at, r.id`.execute(ctx.db)
  return rows
}

/** Shipments on a manifest of which parcels that have not left stay behind. */
export async function readIncomplete(ctx: Ctx, manifest_id: number): Promise<IncompleteShipment[]> {
  const { rows } = await sql<IncompleteShipment>`
    WITH here AS (SELECT shipment_id, count(*)::int AS loaded FROM interhub_transfer_parcel
      WHERE interhub_transfer_id = ${manifest_id} AND removed_at IS NULL AND NOT is_extra GROUP BY shipment_id)
    SELECT coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS reference, here.loaded, here.loaded + b.behind AS parcel_count
    FROM here JOIN shipment s ON s.id = here.shipment_id
      CROSS JOIN LATERAL (SELECT count(*)::int AS behind FROM parcel p WHERE p.shipment_id = s.id AND p.status = ANY(${behind_statuses})
        AND NOT EXISTS (SELECT 1 FROM interhub_transfer_parcel r WHERE r.interhub_transfer_id = ${manifest_id} AND r.parcel_id = p.id AND r.removed_at IS NULL)) b
    WHERE b.behind > 0 ORDER BY 1`.execute(ctx.db)
  return rows
}

/** Where a parcel stands among manifests when it is scanned. */
export interface ParcelOnManifests {
  /** The one it waits on; `null` when none. */
  waiting_id: number | null
  waiting_number: number | null
  /** It is, or came off, the manifest that is asked about. */
  is_on_it: boolean
  is_received: boolean
  /** Other parcels of its shipment on the manifest that is asked about. */
  siblings_on_it: number
}

/** What manifests say of a parcel, with the one that is being loaded or unloaded (0 for none). */
export async function readParcelOnManifests(
  ctx: Ctx,
  { parcel_id, shipment_id }: { parcel_id: number; shipment_id: number },
  manifest_id: number,
): Promise<ParcelOnManifests> {
  const { rows } = await sql<ParcelOnManifests>`
    SELECT w.interhub_transfer_id AS waiting_id, t.number AS waiting_number, own.id IS NOT NULL AS is_on_it,
      own.received_at IS NOT NULL AS is_received,
      (SELECT count(*)::int FROM interhub_transfer_parcel s WHERE s.interhub_transfer_id = ${manifest_id}
        AND s.shipment_id = ${shipment_id} AND s.parcel_id <> ${parcel_id} AND s.removed_at IS NULL) AS siblings_on_it
    FROM (SELECT 1) one
      LEFT JOIN interhub_transfer_parcel w ON w.parcel_id = ${parcel_id} AND w.is_waiting
      LEFT JOIN interhub_transfer t ON t.id = w.interhub_transfer_id
      LEFT JOIN interhub_transfer_parcel own ON own.parcel_id = ${parcel_id} AND own.interhub_transfer_id = ${manifest_id} AND own.removed_at IS NULL`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('A query of one row gave none.')
  return row
}

/** Puts parcels on a manifest that is being loaded; answers how many of them waited on no other. */
export async function addToLoad(
  ctx: Ctx,
  manifest_id: number,
  parcels: readonly { parcel_id: number; shipment_id: number; added_at: Date }[],
): Promise<number> {
  if (parcels.length === 0) return 0
  const { rows } = await sql`
    INSERT INTO interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id, shipment_id, added_at, added_by, is_waiting)
    SELECT ${ctx.provider_id}::int, ${manifest_id}::bigint, v.parcel_id, v.shipment_id, v.added_at, ${ctx.actor.username}::text, true
    FROM unnest(${parcels.map((one) => one.parcel_id)}::bigint[], ${parcels.map((one) => one.shipment_id)}::bigint[],
      ${parcels.map((one) => one.added_at)}::timestamptz[]) AS v (parcel_id, shipment_id, added_at)
    ON CONFLICT DO NOTHING RETURNING id`.execute(ctx.db)
  return rows.length
}

/** Notes that parcels came off a manifest: their own rows, or new ones of parcels that were not on it. */
export async function receiveOffLoad(
  ctx: Ctx,
  manifest_id: number,
  parcels: readonly { parcel_id: number; shipment_id: number; received_at: Date }[],
): Promise<void> {
  if (parcels.length === 0) return
  await sql`WITH off AS (SELECT * FROM unnest(${parcels.map((one) => one.parcel_id)}::bigint[],
      ${parcels.map((one) => one.shipment_id)}::bigint[], ${parcels.map((one) => one.received_at)}::timestamptz[]) AS v (parcel_id, shipment_id, at)),
    own AS (UPDATE interhub_transfer_parcel r
      SET received_at = coalesce(r.received_at, off.at), received_by = coalesce(r.received_by, ${ctx.actor.username}),
        condition = coalesce(r.condition, 'good'), is_waiting = false
      FROM off WHERE r.interhub_transfer_id = ${manifest_id} AND r.parcel_id = off.parcel_id AND r.removed_at IS NULL RETURNING r.parcel_id)
    INSERT INTO interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id, shipment_id, is_waiting, is_extra, added_at, added_by, received_at, received_by, condition)
    SELECT ${ctx.provider_id}::int, ${manifest_id}::bigint, off.parcel_id, off.shipment_id, false, true, off.at,
      ${ctx.actor.username}::text, off.at, ${ctx.actor.username}::text, 'good'
    FROM off WHERE off.parcel_id NOT IN (SELECT parcel_id FROM own)`.execute(ctx.db)
}

/** A parcel was scanned in at a branch: it is off every load that departed for it, also when nobody unloaded that by name. */
export async function receiveOnArrival(
  ctx: Ctx,
  parcel_id: number,
  branch_id: number,
  at: Date,
): Promise<void> {
  await sql`UPDATE interhub_transfer_parcel r SET received_at = ${at}, received_by = ${ctx.actor.username}, condition = 'good'
    FROM interhub_transfer t WHERE t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
      AND r.parcel_id = ${parcel_id} AND r.removed_at IS NULL AND r.received_at IS NULL
      AND t.departed_at <= ${at} AND ${touches(branch_id)} AND t.from_branch_id <> ${branch_id}`.execute(
    ctx.db,
  )
}

/** Takes parcels off a manifest; answers the ids of those that were on it. */
export async function takeOffLoad(
  ctx: Ctx,
  manifest_id: number,
  parcel_ids: readonly number[],
): Promise<number[]> {
  const rows = await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({ removed_at: ctx.now, removed_by: ctx.actor.username, is_waiting: false })
    .where('interhub_transfer_id', '=', manifest_id)
    .where('parcel_id', '=', sql<number>`ANY(${parcel_ids})`)
    .where('removed_at', 'is', null)
    .returning('parcel_id')
    .execute()
  return rows.map(({ parcel_id }) => parcel_id)
}

/** Which of these parcels ever were on a manifest. */
export async function everOnLoad(
  ctx: Ctx,
  manifest_id: number,
  parcel_ids: readonly number[],
): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('interhub_transfer_parcel')
    .select('parcel_id')
    .where('interhub_transfer_id', '=', manifest_id)
    .where('parcel_id', '=', sql<number>`ANY(${parcel_ids})`)
    .execute()
  return new Set(rows.map(({ parcel_id }) => parcel_id))
}

/** What is on a manifest leaves with it: it may be loaded on another one from now on. */
export async function letLoadGo(ctx: Ctx, manifest_id: number): Promise<void> {
  await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({ is_waiting: false })
    .where('interhub_transfer_id', '=', manifest_id)
    .where('is_waiting', '=', true)
    .execute()
}

/** Keeps the charged weights (kg) of a load and each parcel's share of its cost (cents; `null` while unknown). */
export async function keepShares(
  ctx: Ctx,
  shares: readonly { id: number; charged_weight_kg: number; cost: number | null }[],
): Promise<void> {
  if (shares.length === 0) return
  await sql`UPDATE interhub_transfer_parcel r SET charged_weight_kg = v.kg, cost = v.cost
    FROM unnest(${shares.map(({ id }) => id)}::bigint[], ${shares.map((one) => one.charged_weight_kg)}::float8[],
      ${shares.map(({ cost }) => cost)}::bigint[]) AS v (id, kg, cost)
    WHERE r.id = v.id AND (r.charged_weight_kg, r.cost) IS DISTINCT FROM (v.kg, v.cost)`.execute(ctx.db)
}

/** Notes in what state a received parcel came off; `false` when it has not come off this manifest. */
export async function keepCondition(
  ctx: Ctx,
  manifest_id: number,
  parcel_id: number,
  condition: ParcelCondition,
  condition_note: string,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({ condition, condition_note })
    .where('interhub_transfer_id', '=', manifest_id)
    .where('parcel_id', '=', parcel_id)
    .where('removed_at', 'is', null)
    .where('received_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
