import type {
  ManifestDifferences,
  ManifestPhase,
  ManifestStatus,
  ManifestTotals,
} from '@waybill/domain/hub/manifest'
import { default_volumetric_factor } from '@waybill/domain/rates/settings'
import { sql, type RawBuilder } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import { sortName } from '../../kit/sort-columns.ts'
import { measured } from './manifest-load-store.ts'
import { reachable, type ManifestRow } from './manifest-store.ts'

export interface ManifestFilter {
  id?: readonly number[] | undefined
  status?: ManifestStatus | undefined
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
  /** The manifest number in the search text. */
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

function matching(ctx: Context, filter: ManifestFilter) {
  let query = reachable(ctx)
  if (filter.id?.length) query = query.where('t.id', '=', anyOf(filter.id))
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
    query = query.where('t.from_branch_id', '=', anyOf(filter.from_branch_id))
  if (filter.to_branch_id?.length) query = query.where('t.to_branch_id', '=', anyOf(filter.to_branch_id))
  if (filter.carrier?.length) query = query.where('t.carrier', '=', anyOf(filter.carrier))
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

/** Returns the ids of a page of manifests, newest first by default, and the total count. */
export async function listManifestIds(
  ctx: Context,
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

/** Returns manifests with their totals and differences, in the order of `ids`. */
export async function readManifests(ctx: Context, ids: readonly number[]): Promise<SummedManifest[]> {
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
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
