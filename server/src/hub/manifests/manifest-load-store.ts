import type { AddressParts } from '@waybill/domain/accounts/address'
import type { ParcelCondition } from '@waybill/domain/hub/manifest'
import { behind_statuses, type IncompleteShipment } from '@waybill/domain/hub/manifest-rules'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type Updateable } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import type { InterhubTransferParcelTable } from '../../kit/tables.ts'
import { touches } from './manifest-store.ts'

/** SQL for the weight (kg) and volume (cm³) of a parcel `p`: the measured values, else the submitted ones. */
export const measured = {
  kg: sql`coalesce(p.actual_weight_kg, p.submitted_weight_kg)`,
  cm3: sql`coalesce(p.actual_length_cm, p.submitted_length_cm) * coalesce(p.actual_width_cm, p.submitted_width_cm) * coalesce(p.actual_height_cm, p.submitted_height_cm)`,
}

/** A parcel on a manifest, with the data that its list displays. */
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

/**
 * Returns the parcels of a manifest, including those received without having been loaded, in the order in which they
 * were added.
 */
export async function readLoad(ctx: Context, manifestId: number): Promise<LoadedRow[]> {
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
    WHERE r.interhub_transfer_id = ${manifestId} AND r.removed_at IS NULL
    ORDER BY r.added_at, r.id`.execute(ctx.db)
  return rows
}

/** Returns the parcels of a shipment that are on a manifest and were not received. */
export async function stillOnLoad(
  ctx: Context,
  manifestId: number,
  shipmentId: number,
): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('interhub_transfer_parcel')
    .select('parcel_id')
    .where('interhub_transfer_id', '=', manifestId)
    .where('shipment_id', '=', shipmentId)
    .where('removed_at', 'is', null)
    .where('received_at', 'is', null)
    .execute()
  return new Set(rows.map(({ parcel_id }) => parcel_id))
}

/** Returns the shipments on a manifest with parcels left behind that have not departed. */
export async function readIncomplete(ctx: Context, manifestId: number): Promise<IncompleteShipment[]> {
  const { rows } = await sql<IncompleteShipment>`
    WITH here AS (SELECT shipment_id, count(*)::int AS loaded FROM interhub_transfer_parcel
      WHERE interhub_transfer_id = ${manifestId} AND removed_at IS NULL AND NOT is_extra GROUP BY shipment_id)
    SELECT coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS reference, here.loaded, here.loaded + b.behind AS parcel_count
    FROM here JOIN shipment s ON s.provider_id = ${ctx.provider_id} AND s.id = here.shipment_id
      CROSS JOIN LATERAL (SELECT count(*)::int AS behind FROM parcel p WHERE p.shipment_id = s.id AND p.status = ANY(${behind_statuses})
        AND NOT EXISTS (SELECT 1 FROM interhub_transfer_parcel r WHERE r.interhub_transfer_id = ${manifestId} AND r.parcel_id = p.id AND r.removed_at IS NULL)) b
    WHERE b.behind > 0 ORDER BY 1`.execute(ctx.db)
  return rows
}

/** The manifests of a parcel when it is scanned. */
export interface ParcelOnManifests {
  /** The manifest on which it waits; `null` when none. */
  waiting_id: number | null
  waiting_number: number | null
  /** Whether it is on, or was unloaded from, the given manifest. */
  is_on_it: boolean
  is_received: boolean
  /** Number of other parcels of its shipment on the given manifest. */
  siblings_on_it: number
}

/**
 * Returns the manifest on which a parcel waits, and its relation to `manifestId`, the manifest that is being loaded
 * or unloaded (0 for none).
 */
export async function readParcelOnManifests(
  ctx: Context,
  { parcel_id, shipment_id }: { parcel_id: number; shipment_id: number },
  manifestId: number,
): Promise<ParcelOnManifests> {
  const { rows } = await sql<ParcelOnManifests>`
    SELECT w.interhub_transfer_id AS waiting_id, t.number AS waiting_number, own.id IS NOT NULL AS is_on_it,
      own.received_at IS NOT NULL AS is_received,
      (SELECT count(*)::int FROM interhub_transfer_parcel s WHERE s.interhub_transfer_id = ${manifestId}
        AND s.shipment_id = ${shipment_id} AND s.parcel_id <> ${parcel_id} AND s.removed_at IS NULL) AS siblings_on_it
    FROM (SELECT 1) one
      LEFT JOIN interhub_transfer_parcel w ON w.provider_id = ${ctx.provider_id} AND w.parcel_id = ${parcel_id} AND w.is_waiting
      LEFT JOIN interhub_transfer t ON t.provider_id = w.provider_id AND t.id = w.interhub_transfer_id
      LEFT JOIN interhub_transfer_parcel own ON own.provider_id = ${ctx.provider_id} AND own.parcel_id = ${parcel_id} AND own.interhub_transfer_id = ${manifestId} AND own.removed_at IS NULL`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('A query that must return one row returned none.')
  return row
}

/** Adds parcels to a manifest; returns how many were added. A parcel that already waits on a manifest is skipped. */
export async function addToLoad(
  ctx: Context,
  manifestId: number,
  parcels: readonly { parcel_id: number; shipment_id: number; added_at: Date }[],
): Promise<number> {
  if (parcels.length === 0) return 0
  const { rows } = await sql`
    INSERT INTO interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id, shipment_id, added_at, added_by, is_waiting)
    SELECT ${ctx.provider_id}::int, ${manifestId}::bigint, v.parcel_id, v.shipment_id, v.added_at, ${ctx.actor.username}::text, true
    FROM unnest(${parcels.map((one) => one.parcel_id)}::bigint[], ${parcels.map((one) => one.shipment_id)}::bigint[],
      ${parcels.map((one) => one.added_at)}::timestamptz[]) AS v (parcel_id, shipment_id, added_at)
    ON CONFLICT DO NOTHING RETURNING id`.execute(ctx.db)
  return rows.length
}

/**
 * Records that parcels were unloaded from a manifest: updates their rows, or inserts rows for parcels that were not
 * on it.
 */
export async function receiveOffLoad(
  ctx: Context,
  manifestId: number,
  parcels: readonly { parcel_id: number; shipment_id: number; received_at: Date }[],
): Promise<void> {
  if (parcels.length === 0) return
  await sql`WITH off AS (SELECT * FROM unnest(${parcels.map((one) => one.parcel_id)}::bigint[],
      ${parcels.map((one) => one.shipment_id)}::bigint[], ${parcels.map((one) => one.received_at)}::timestamptz[]) AS v (parcel_id, shipment_id, at)),
    own AS (UPDATE interhub_transfer_parcel r
      SET received_at = coalesce(r.received_at, off.at), received_by = coalesce(r.received_by, ${ctx.actor.username}),
        condition = coalesce(r.condition, 'good'), is_waiting = false
      FROM off WHERE r.interhub_transfer_id = ${manifestId} AND r.parcel_id = off.parcel_id AND r.removed_at IS NULL RETURNING r.parcel_id)
    INSERT INTO interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id, shipment_id, is_waiting, is_extra, added_at, added_by, received_at, received_by, condition)
    SELECT ${ctx.provider_id}::int, ${manifestId}::bigint, off.parcel_id, off.shipment_id, false, true, off.at,
      ${ctx.actor.username}::text, off.at, ${ctx.actor.username}::text, 'good'
    FROM off WHERE off.parcel_id NOT IN (SELECT parcel_id FROM own)`.execute(ctx.db)
}

/**
 * Marks a parcel that was scanned in at a branch as received on every manifest that has departed for this branch,
 * even if it was not scanned in unload mode.
 */
export async function receiveOnArrival(
  ctx: Context,
  parcelId: number,
  branchId: number,
  at: Date,
): Promise<void> {
  await sql`UPDATE interhub_transfer_parcel r SET received_at = ${at}, received_by = ${ctx.actor.username}, condition = 'good'
    FROM interhub_transfer t WHERE t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
      AND r.parcel_id = ${parcelId} AND r.removed_at IS NULL AND r.received_at IS NULL
      AND t.departed_at <= ${at} AND ${touches(branchId)} AND t.from_branch_id <> ${branchId}`.execute(ctx.db)
}

/**
 * Ends the waiting of a parcel for the departure of its manifest, because it was scanned at a branch: it was received
 * there at `broughtAt` if the manifest has brought it, otherwise (`null`) it is removed.
 */
export async function leaveWaitingLoad(ctx: Context, rowId: number, broughtAt: Date | null): Promise<void> {
  const { username } = ctx.actor
  await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({
      is_waiting: false,
      ...(broughtAt
        ? { received_at: broughtAt, received_by: username, condition: 'good' }
        : { removed_at: ctx.now, removed_by: username }),
    })
    .where('id', '=', rowId)
    .execute()
}

/** Removes parcels from a manifest; returns the ids of those that were on it. */
export async function takeOffLoad(
  ctx: Context,
  manifestId: number,
  parcelIds: readonly number[],
): Promise<number[]> {
  const rows = await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({ removed_at: ctx.now, removed_by: ctx.actor.username, is_waiting: false })
    .where('interhub_transfer_id', '=', manifestId)
    .where('parcel_id', '=', anyOf(parcelIds))
    .where('removed_at', 'is', null)
    .returning('parcel_id')
    .execute()
  return rows.map(({ parcel_id }) => parcel_id)
}

/** Returns those of the parcels that have ever been on a manifest. */
export async function everOnLoad(
  ctx: Context,
  manifestId: number,
  parcelIds: readonly number[],
): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('interhub_transfer_parcel')
    .select('parcel_id')
    .where('interhub_transfer_id', '=', manifestId)
    .where('parcel_id', '=', anyOf(parcelIds))
    .execute()
  return new Set(rows.map(({ parcel_id }) => parcel_id))
}

/** Releases the parcels of a departed manifest, so that they may be loaded on another one. */
export async function releaseLoad(ctx: Context, manifestId: number): Promise<void> {
  await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({ is_waiting: false })
    .where('interhub_transfer_id', '=', manifestId)
    .where('is_waiting', '=', true)
    .execute()
}

/** Stores the charged weight (kg) of each parcel of a manifest and its share of the cost (cents; `null` when unknown). */
export async function saveShares(
  ctx: Context,
  shares: readonly { id: number; charged_weight_kg: number; cost: number | null }[],
): Promise<void> {
  if (shares.length === 0) return
  await sql`UPDATE interhub_transfer_parcel r SET charged_weight_kg = v.kg, cost = v.cost
    FROM unnest(${shares.map(({ id }) => id)}::bigint[], ${shares.map((one) => one.charged_weight_kg)}::float8[],
      ${shares.map(({ cost }) => cost)}::bigint[]) AS v (id, kg, cost)
    WHERE r.id = v.id AND (r.charged_weight_kg, r.cost) IS DISTINCT FROM (v.kg, v.cost)`.execute(ctx.db)
}

/**
 * Stores the condition of a received parcel and returns its shipment; `null` when it has not been received on this
 * manifest.
 */
export async function insertCondition(
  ctx: Context,
  manifestId: number,
  parcelId: number,
  condition: ParcelCondition,
  conditionNote: string,
): Promise<{ shipment_id: number } | null> {
  const row = await ctx.db
    .updateTable('interhub_transfer_parcel')
    .set({ condition, condition_note: conditionNote })
    .where('interhub_transfer_id', '=', manifestId)
    .where('parcel_id', '=', parcelId)
    .where('removed_at', 'is', null)
    .where('received_at', 'is not', null)
    .returning('shipment_id')
    .executeTakeFirst()
  return row ?? null
}

/** A parcel row of a manifest, with the present state of the manifest. */
export interface RowOnLoad {
  id: number
  interhub_transfer_id: number
  number: number
  is_waiting: boolean
  removed_at: Date | null
  received_at: Date | null
  condition: ParcelCondition | null
  /** Status of the manifest, when it departed, and when it was received as a whole. */
  status: string
  departed_at: Date | null
  load_received_at: Date | null
}

/** Returns the manifest rows of a parcel, including those of manifests from which it was removed. */
export async function readRowsOnLoads(ctx: Context, parcelId: number): Promise<RowOnLoad[]> {
  const { rows } = await sql<RowOnLoad>`
    SELECT r.id, r.interhub_transfer_id, t.number, r.is_waiting, r.removed_at, r.received_at, r.condition, t.status, t.departed_at,
      t.received_at AS load_received_at
    FROM interhub_transfer_parcel r JOIN interhub_transfer t ON t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
    WHERE r.parcel_id = ${parcelId} ORDER BY r.id`.execute(ctx.db)
  return rows
}

/** Restores a parcel row of a manifest to its values before a scan. */
export async function putBackOnLoad(
  ctx: Context,
  id: number,
  before: Updateable<InterhubTransferParcelTable>,
): Promise<void> {
  await ctx.db.updateTable('interhub_transfer_parcel').set(before).where('id', '=', id).execute()
}

/** Whether any parcel of a manifest has been received. */
export async function hasReceived(ctx: Context, manifestId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('interhub_transfer_parcel')
    .select('id')
    .where('interhub_transfer_id', '=', manifestId)
    .where('removed_at', 'is', null)
    .where('received_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
