import { out_statuses, standing_statuses } from '@waybill/domain/hub/counting'
import type { MissingParcel } from '@waybill/domain/hub/unidentified/likely-owners'
import type { UnidentifiedState } from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { branchLimit } from '@waybill/domain/kit/actor'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import { anyOf } from '../../kit/db.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import type { Context } from '../../kit/handler.ts'
import { sortName } from '../../kit/sort-columns.ts'
import type { UnidentifiedParcelTable } from '../../kit/tables.ts'
import { carried_away_at, is_undone } from '../floor/depot-store.ts'

export type UnidentifiedRow = Selectable<UnidentifiedParcelTable> & {
  /** Of the parcel that it is matched with; `null` unless it is matched. */
  tracking_reference: string | null
}

export interface UnidentifiedFilter {
  id?: readonly number[] | undefined
  state?: readonly UnidentifiedState[] | undefined
  branch_id?: readonly number[] | undefined
  found_from?: Date | undefined
  found_until?: Date | undefined
  search?: string | undefined
  /** The number in the search text. */
  number?: number | null | undefined
}

/** Query of the unidentified parcels that the caller can access: those of the branch for staff limited to one. */
function reachable(ctx: Context) {
  const own = branchLimit(ctx.actor)
  const query = ctx.db
    .selectFrom('unidentified_parcel as u')
    .leftJoin('parcel as p', (join) =>
      join.onRef('p.provider_id', '=', 'u.provider_id').onRef('p.id', '=', 'u.parcel_id'),
    )
  return own === null ? query : query.where('u.branch_id', '=', own)
}

function matching(ctx: Context, filter: UnidentifiedFilter) {
  let query = reachable(ctx)
  if (filter.id?.length) query = query.where('u.id', '=', anyOf(filter.id))
  if (filter.state?.length) query = query.where('u.state', '=', anyOf(filter.state))
  if (filter.branch_id?.length) query = query.where('u.branch_id', '=', anyOf(filter.branch_id))
  if (filter.found_from) query = query.where('u.time_found', '>=', filter.found_from)
  if (filter.found_until) query = query.where('u.time_found', '<=', filter.found_until)
  const { search, number } = filter
  if (!search) return query
  if (number !== null && number !== undefined) return query.where('u.number', '=', number)
  const words = `%${escapeLike(search)}%`
  return query.where((eb) =>
    eb.or([
      eb('u.description', 'ilike', words),
      eb('u.barcode_text', 'ilike', words),
      eb('u.bay', 'ilike', words),
      eb('p.tracking_reference', 'ilike', words),
    ]),
  )
}

const orders = ['time_found', 'id', 'bay'] as const

/** Returns a page of unidentified parcels, newest first by default, and the total count. */
export async function listUnidentifiedRows(
  ctx: Context,
  filter: UnidentifiedFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: UnidentifiedRow[]; total: number }> {
  const order = sortName(orders, page.order_by, 'time_found')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const [rows, { total }] = await Promise.all([
    matching(ctx, filter)
      .selectAll('u')
      .select('p.tracking_reference')
      .orderBy(`u.${order}`, direction)
      .orderBy('u.id', direction)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    matching(ctx, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

/** Finds an unidentified parcel that the caller can access. */
export async function findUnidentified(ctx: Context, id: number): Promise<UnidentifiedRow | undefined> {
  return reachable(ctx)
    .selectAll('u')
    .select('p.tracking_reference')
    .where('u.id', '=', id)
    .executeTakeFirst()
}

/** Locks an unidentified parcel that the caller can access, before any shipment, until the transaction ends. */
export async function lockUnidentified(ctx: Context, id: number): Promise<UnidentifiedRow | undefined> {
  await ctx.db.selectFrom('unidentified_parcel').select('id').where('id', '=', id).forUpdate().execute()
  return findUnidentified(ctx, id)
}

/** Returns the id of what the caller captured with this id of the device; `undefined` when there is none. */
export async function findCaptured(ctx: Context, captureId: string): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('unidentified_parcel')
    .select('id')
    .where('found_by', '=', ctx.actor.username)
    .where('capture_id', '=', captureId)
    .executeTakeFirst()
  return row?.id
}

/**
 * Whether the match `u` of the parcel is the present one: since then, the parcel was neither carried away nor scanned at
 * another branch. After that it may lose its label again.
 */
const is_present_match = sql<boolean>`(coalesce(${carried_away_at} <= u.time_matched, true)
  AND NOT EXISTS (SELECT FROM hub_scan h WHERE h.parcel_id = p.id AND h.branch_id <> u.branch_id AND h.mode <> 'look-up'
    AND h.scanned_at > u.time_matched AND NOT ${is_undone}))`

/**
 * Returns the unidentified parcel of any branch with which a parcel is matched at present; `undefined` when there is
 * none. The shipment must be locked.
 */
export async function findMatched(ctx: Context, parcelId: number): Promise<{ number: number } | undefined> {
  return ctx.db
    .selectFrom('unidentified_parcel as u')
    .innerJoin('parcel as p', (join) =>
      join.onRef('p.provider_id', '=', 'u.provider_id').onRef('p.id', '=', 'u.parcel_id'),
    )
    .select('u.number')
    .where('u.parcel_id', '=', parcelId)
    .where(is_present_match)
    .executeTakeFirst()
}

/** Stores an unidentified parcel that the caller found, with the next number; returns its id. */
export async function insertUnidentified(
  ctx: Context,
  values: Omit<Insertable<UnidentifiedParcelTable>, 'provider_id' | 'number' | 'found_by'>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('unidentified_parcel')
    .values({
      ...values,
      provider_id: ctx.provider_id,
      number: await nextNumber(ctx, 'unidentified-parcel'),
      found_by: ctx.actor.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a locked unidentified parcel. */
export async function updateUnidentified(
  ctx: Context,
  id: number,
  change: Updateable<UnidentifiedParcelTable>,
): Promise<void> {
  await ctx.db.updateTable('unidentified_parcel').set(change).where('id', '=', id).execute()
}

/** A missing or overdue parcel, with the data that staff see of it. */
export interface MissingRow extends MissingParcel {
  shipment_id: number
  status: ShipmentStatus
  account_name: string
  delivery_suburb: string
}

/** Statuses in which a parcel is with us, or should be. */
const with_us: readonly ShipmentStatus[] = ['collected', 'in-transit', ...standing_statuses, ...out_statuses]

/**
 * Returns parcels of all branches that were not scanned for long, whose promised day has passed, or that a manifest
 * was received without; the last seen first. One more than `limit` shows that there are more.
 */
export async function readMissing(
  ctx: Context,
  around: { branch_id: number; found_at: Date; unseen_since: Date; limit: number },
): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    SELECT p.id AS parcel_id, p.shipment_id, p.tracking_reference, coalesce(p.alternative_tracking_reference, '') AS alternative_tracking_reference,
      p.status, a.name AS account_name, d.local_area AS delivery_suburb,
      coalesce(p.actual_length_cm, p.submitted_length_cm) AS length_cm, coalesce(p.actual_width_cm, p.submitted_width_cm) AS width_cm,
      coalesce(p.actual_height_cm, p.submitted_height_cm) AS height_cm, coalesce(p.actual_weight_kg, p.submitted_weight_kg) AS weight_kg,
      concat_ws(', ', nullif(p.parcel_description, ''), nullif(p.packaging, '')) AS description,
      s.collection_branch_id, s.delivery_branch_id, coalesce(s.transient_branch_ids, '{}') AS transient_branch_ids,
      p.current_branch_id AS last_branch_id, p.time_last_scanned AS last_seen,
      (SELECT count(*)::int FROM parcel q WHERE q.shipment_id = p.shipment_id AND q.id <> p.id
        AND q.current_branch_id = ${around.branch_id} AND q.status = ANY(${standing_statuses})) AS siblings_here
    FROM shipment s
      JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id
      JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
      JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
    WHERE s.provider_id = ${ctx.provider_id} AND s.status = ANY(${with_us}) AND p.status = ANY(${with_us})
      AND s.time_created <= ${around.found_at} AND (p.time_last_scanned IS NULL OR p.time_last_scanned <= ${around.found_at})
      AND (s.estimated_delivery_to < ${ctx.now}
        OR coalesce(p.time_last_scanned, s.collected_date) < ${around.unseen_since}
        OR EXISTS (SELECT FROM interhub_transfer_parcel r JOIN interhub_transfer t ON t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
          WHERE r.parcel_id = p.id AND r.removed_at IS NULL AND r.received_at IS NULL AND (t.received_at IS NOT NULL OR t.shorts_told_at IS NOT NULL)))
      AND NOT EXISTS (SELECT FROM unidentified_parcel u WHERE u.parcel_id = p.id AND ${is_present_match})
    ORDER BY coalesce(p.time_last_scanned, s.time_created) DESC, p.id DESC LIMIT ${around.limit + 1}`.execute(
    ctx.db,
  )
  return rows
}
