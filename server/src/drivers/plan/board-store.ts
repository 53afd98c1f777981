import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import type { TripVisit, VisitLoad } from '../trip-sheet-store.ts'

/** Statuses in which a collection waits for a driver. One that was rejected still names who rejected it. */
const to_give_collection: readonly ShipmentStatus[] = [
  'submitted',
  'collection-unassigned',
  'collection-rejected',
]
/** The same for a delivery. */
const to_give_delivery: readonly ShipmentStatus[] = ['delivery-unassigned', 'delivery-rejected']
/** Statuses in which a delivery waits for a driver unless it has one. */
const perhaps_given_delivery: readonly ShipmentStatus[] = ['at-destination-hub', 'returned-to-hub']
const to_give_request: readonly CollectionRequestStatus[] = ['collection-unassigned', 'collection-rejected']

type WaitingVisit = TripVisit & Pick<VisitLoad, 'parcels' | 'kg' | 'm3'>

/**
 * Returns the collections and deliveries up to a day that no driver has, with their loads: measured weights and sizes,
 * else the submitted ones. Of one branch, or of all.
 */
export async function listWaitingVisits(
  ctx: Context,
  { date, branch_id }: { date: string; branch_id: number | undefined },
): Promise<WaitingVisit[]> {
  const branchId = branch_id ?? null
  const legOf = (
    leg: 'collection' | 'delivery',
    statuses: readonly ShipmentStatus[],
    ifNobody: readonly ShipmentStatus[] = [],
  ) => {
    const own = (column: string) => sql.ref(`s.${leg}_${column}`)
    return sql`
      SELECT ${leg}::text AS leg, s.id AS shipment_id, NULL::bigint AS request_id, ${own('address_id')} AS address_id,
        ${own('after')} AS window_from, ${own('before')} AS window_to, s.priority_level, load.*
      FROM shipment s, LATERAL (
        SELECT count(*)::int AS parcels, coalesce(sum(coalesce(p.actual_weight_kg, p.submitted_weight_kg)), 0)::float8 AS kg,
          coalesce(sum(coalesce(p.actual_length_cm, p.submitted_length_cm) * coalesce(p.actual_width_cm, p.submitted_width_cm)
            * coalesce(p.actual_height_cm, p.submitted_height_cm)) / 1000000, 0)::float8 AS m3
        FROM parcel p WHERE p.provider_id = ${ctx.provider_id} AND p.shipment_id = s.id AND p.status <> 'cancelled') load
      WHERE s.provider_id = ${ctx.provider_id} AND (s.status = ANY(${statuses}) OR (s.status = ANY(${ifNobody}) AND ${own('agent_id')} IS NULL))
        AND ${own('min_date')} <= ${date} AND (${branchId}::bigint IS NULL OR ${own('branch_id')} = ${branchId})`
  }
  const { rows } = await sql<
    Omit<WaitingVisit, 'address' | 'username' | 'state' | 'finished_at'> & {
      address_id: number
      lat: number | null
      lng: number | null
    }
  >`
    SELECT v.*, a.lat, a.lng FROM (
      ${legOf('collection', to_give_collection)}
      UNION ALL ${legOf('delivery', to_give_delivery, perhaps_given_delivery)}
      UNION ALL
      SELECT 'collection', NULL, r.id, r.address_id, r.after, r.before, 0, coalesce(r.expected_parcels, 0),
        coalesce(r.expected_kg, 0)::float8, 0
      FROM collection_request r
      WHERE r.provider_id = ${ctx.provider_id} AND r.status = ANY(${to_give_request}) AND r.date <= ${date}
        AND (${branchId}::bigint IS NULL OR r.branch_id = ${branchId})
    ) v
    JOIN address a ON a.provider_id = ${ctx.provider_id} AND a.id = v.address_id
    ORDER BY v.shipment_id, v.leg, v.request_id`.execute(ctx.db)
  return rows.map(({ address_id, lat, lng, ...visit }) => ({
    ...visit,
    username: '',
    state: 'to-do',
    finished_at: null,
    address: { id: address_id, lat, lng },
  }))
}

/** The references of shipments and the names of their contacts, by id. */
export async function readVisitNames(
  ctx: Context,
  shipmentIds: readonly number[],
): Promise<Map<number, { reference: string; collection: string; delivery: string }>> {
  if (shipmentIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('shipment')
    .where('id', '=', anyOf(shipmentIds))
    .select([
      'id',
      sql<string>`coalesce(custom_tracking_reference, short_tracking_reference)`.as('reference'),
      sql<string>`coalesce(collection_contact->>'name', '')`.as('collection'),
      sql<string>`coalesce(delivery_contact->>'name', '')`.as('delivery'),
    ])
    .execute()
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
