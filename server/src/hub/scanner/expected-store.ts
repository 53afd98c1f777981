import type { ExpectedParcel, ScanMode } from '@waybill/domain/hub/model'
import { standing_statuses } from '@waybill/domain/hub/counting'
import { expected_statuses, list_of_mode, type ExpectedList } from '@waybill/domain/hub/expected'
import { sql, type RawBuilder } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { awaitedAt, isComing } from '../floor/depot-store.ts'
import { unsorted } from './next-stop.ts'

export interface ExpectedFilter {
  branch_id: number
  /** The scanner mode; each mode expects different parcels. */
  mode: ScanMode
  kind: 'expected' | 'missing' | undefined
  search: string | undefined
  /** A parcel is missing when it was expected before this time, or its manifest was unloaded without it. */
  missing_before: Date
  /** Scans since this time count as done today. */
  today: Date
  limit: number
  offset: number
}

export type ExpectedRow = Omit<ExpectedParcel, 'last_branch_name' | 'delivery_branch_name'> & {
  last_branch_id: number | null
  delivery_branch_id: number | null
}

/** SQL condition for where the parcels of a list are, from the point of view of a branch. */
function whereIs(list: ExpectedList, branchId: number): RawBuilder<unknown> {
  switch (list) {
    case 'coming':
      return isComing(branchId)
    case 'to-put-away':
      return sql`p.current_branch_id = ${branchId} AND coalesce(p.bay, '') IN ('', ${unsorted})`
    case 'to-load':
      return sql`p.current_branch_id = ${branchId} AND s.delivery_branch_id <> ${branchId}`
    case 'to-go-out':
      return sql`p.current_branch_id = ${branchId} AND s.delivery_branch_id = ${branchId}`
    case 'still-out':
      return sql`coalesce(p.current_branch_id, s.delivery_branch_id) = ${branchId}`
    case 'to-measure':
      return sql`p.current_branch_id = ${branchId} AND p.actual_weight_kg IS NULL AND p.actual_length_cm IS NULL`
  }
}

/**
 * Returns the parcels that a scanner mode still expects at a branch, and how many it has scanned today. Parcels that
 * should have come long ago are missing (docs/domain/hub.md#expected-and-missing-parcels).
 */
export async function listExpected(
  ctx: Context,
  filter: ExpectedFilter,
): Promise<{ rows: ExpectedRow[]; expected: number; missing: number; done: number }> {
  const { branch_id, mode } = filter
  const list = list_of_mode[mode]
  const words = `%${escapeLike((filter.search ?? '').toUpperCase())}%`
  const isMissing =
    list === 'coming'
      ? sql`(awaited.is_short OR coalesce(awaited.expected_by < ${filter.missing_before}, false))`
      : sql`false`
  // The totals are joined to the page, so that they are correct even when the page is empty.
  const { rows } = await sql<
    { parcel_id: number | null } & Omit<ExpectedRow, 'parcel_id'> & {
        total_expected: number
        total_missing: number
        total_done: number
      }
  >`
    WITH listed AS (
      SELECT p.id AS parcel_id, p.shipment_id, p.tracking_reference, p.status, a.name AS account_name, s.service_level_code,
        d.local_area AS delivery_suburb, s.delivery_branch_id, p.current_branch_id AS last_branch_id, p.time_last_scanned AS last_scan,
        here.parcel_count, here.parcels_here, s.time_created,
        CASE WHEN ${isMissing} THEN 'missing' ELSE 'expected' END AS kind
      FROM shipment s
        JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id
        JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
        JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
        CROSS JOIN LATERAL (SELECT count(*)::int AS parcel_count,
            (count(*) FILTER (WHERE q.current_branch_id = ${branch_id} AND q.status = ANY(${standing_statuses})))::int AS parcels_here
          FROM parcel q WHERE q.shipment_id = s.id AND q.status <> 'cancelled') here
        CROSS JOIN LATERAL ${awaitedAt(branch_id)} awaited
      WHERE p.status = ANY(${expected_statuses[list]}) AND ${whereIs(list, branch_id)}
        AND (p.tracking_reference LIKE ${words} OR upper(a.name) LIKE ${words} OR upper(d.local_area) LIKE ${words})
    ), totals AS (SELECT count(*) FILTER (WHERE kind = 'expected')::int AS total_expected,
      count(*) FILTER (WHERE kind = 'missing')::int AS total_missing,
      (SELECT count(DISTINCT h.parcel_id)::int FROM hub_scan h WHERE h.branch_id = ${branch_id} AND h.mode = ${mode}
        AND h.verdict IN ('ok', 'warning') AND h.time_received >= ${filter.today}
        AND NOT EXISTS (SELECT FROM hub_scan_undo u WHERE u.hub_scan_id = h.id)) AS total_done FROM listed)
    SELECT totals.*, page.* FROM totals LEFT JOIN (SELECT * FROM listed
      WHERE ${filter.kind ?? null}::text IS NULL OR kind = ${filter.kind ?? null}
      ORDER BY kind DESC, time_created, parcel_id LIMIT ${filter.limit} OFFSET ${filter.offset}) page ON true
    ORDER BY page.kind DESC, page.time_created, page.parcel_id`.execute(ctx.db)
  const [first] = rows
  return {
    rows: rows.flatMap((row) => (row.parcel_id === null ? [] : [{ ...row, parcel_id: row.parcel_id }])),
    expected: first?.total_expected ?? 0,
    missing: first?.total_missing ?? 0,
    done: first?.total_done ?? 0,
  }
}
