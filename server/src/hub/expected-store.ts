import type { ExpectedParcel } from '@waybill/domain/hub/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { sql } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'

const on_the_way: readonly ShipmentStatus[] = [
  'collected',
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'in-transit',
]

export interface ExpectedFilter {
  branch_id: number
  kind: 'expected' | 'missing' | undefined
  search: string | undefined
  /** Siblings here since before this moment make the rest missing. */
  missing_before: Date
  limit: number
  offset: number
}

export type ExpectedRow = Omit<ExpectedParcel, 'last_branch_name' | 'delivery_branch_name'> & {
  last_branch_id: number | null
  delivery_branch_id: number | null
}

/**
 * Parcels on their way to a branch: collected ones to the branch that collects, the others to the one that delivers.
 * Those whose siblings have stood here for long are missing (docs/domain/statuses.md#parcels-and-the-shipment,
 * docs/domain/hub.md#the-scanner).
 */
export async function listExpected(
  ctx: Context,
  filter: ExpectedFilter,
): Promise<{ rows: ExpectedRow[]; expected: number; missing: number }> {
  const { branch_id } = filter
  const words = `%${escapeLike((filter.search ?? '').toUpperCase())}%`
  const { rows } = await sql<ExpectedRow & { total_expected: number; total_missing: number }>`
    WITH coming AS (
      SELECT p.id AS parcel_id, p.shipment_id, p.tracking_reference, p.status, a.name AS account_name, s.service_level_code,
        d.local_area AS delivery_suburb, s.delivery_branch_id, p.current_branch_id AS last_branch_id, p.time_last_scanned AS last_scan,
        s.parcel_count, here.parcels_here, s.time_created,
        CASE WHEN here.first_scan < ${filter.missing_before} THEN 'missing' ELSE 'expected' END AS kind
      FROM shipment s
        JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id
        JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
        JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
        CROSS JOIN LATERAL (SELECT count(*)::int AS parcels_here, min(q.time_last_scanned) AS first_scan FROM parcel q
          WHERE q.shipment_id = s.id AND q.status <> 'cancelled' AND q.current_branch_id = ${branch_id}) here
      WHERE s.status = ANY(${on_the_way}) AND p.status = ANY(${on_the_way}) AND p.current_branch_id IS DISTINCT FROM ${branch_id}
        AND (s.delivery_branch_id = ${branch_id} OR (s.collection_branch_id = ${branch_id} AND p.status = 'collected'))
        AND (p.tracking_reference LIKE ${words} OR upper(a.name) LIKE ${words} OR upper(d.local_area) LIKE ${words})
    )
    SELECT * FROM (SELECT coming.*, count(*) FILTER (WHERE kind = 'expected') OVER ()::int AS total_expected,
      count(*) FILTER (WHERE kind = 'missing') OVER ()::int AS total_missing FROM coming) counted
    WHERE ${filter.kind ?? null}::text IS NULL OR kind = ${filter.kind ?? null}
    ORDER BY kind DESC, time_created, parcel_id LIMIT ${filter.limit} OFFSET ${filter.offset}`.execute(ctx.db)
  const [first] = rows
  return { rows, expected: first?.total_expected ?? 0, missing: first?.total_missing ?? 0 }
}
