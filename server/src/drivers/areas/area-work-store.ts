import type { Leg } from '@waybill/domain/drivers/model'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** Statuses in which a collection has not been started. A driver who rejected it does not get it again. */
export const open_collection: readonly ShipmentStatus[] = [
  'submitted',
  'collection-unassigned',
  'collection-assigned',
]
/** Statuses in which a delivery has not been dispatched, also before the parcels reach their branch. */
export const open_delivery: readonly ShipmentStatus[] = [
  ...open_collection,
  'collected',
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'in-transit',
  'at-destination-hub',
  'returned-to-hub',
  'delivery-unassigned',
  'delivery-assigned',
]
export const open_request: readonly CollectionRequestStatus[] = [
  'collection-unassigned',
  'collection-assigned',
]

/** A leg of a shipment, or a collection request, that has not been dispatched. */
export interface AreaWork {
  leg: Leg
  /** Exactly one of the two ids is set. */
  shipment_id: number | null
  request_id: number | null
  agent: string | null
  zone: string | null
  lat: number
  lng: number
  /** `YYYY-MM-DD`, and the time window, `HH:mm`. */
  day: string
  after: string | null
  before: string | null
}

/**
 * Lists the work from today on, or of one day, that has not been dispatched and that nobody or one of these drivers has.
 * Today includes open work of earlier days. Goods at a pickup point are fetched and brought by arrangement and left out.
 */
export async function listAreaWork(
  ctx: Context,
  { day, today, agents }: { day: string | null; today: string; agents: readonly string[] },
): Promise<AreaWork[]> {
  const from = day === null || day === today ? '0001-01-01' : day
  const until = day ?? '9999-12-31'
  const legOf = (leg: Leg, statuses: readonly ShipmentStatus[]) => {
    const own = (column: string) => sql.ref(`s.${leg}_${column}`)
    return sql`
      SELECT ${leg}::text AS leg, s.id AS shipment_id, NULL::bigint AS request_id, ${own('agent_id')} AS agent, ${own('agent_zone')} AS zone,
        ${own('address_id')} AS address_id, ${own('min_date')} AS day, ${own('after')} AS after, ${own('before')} AS before
      FROM shipment s
      WHERE s.provider_id = ${ctx.provider_id} AND s.status = ANY(${statuses}) AND ${own('min_date')} BETWEEN ${from} AND ${until}
        AND (${own('agent_id')} IS NULL OR ${own('agent_id')} = ANY(${agents}::text[])) AND ${own('pickup_point_id')} IS NULL`
  }
  const { rows } = await sql<AreaWork>`
    SELECT w.leg, w.shipment_id, w.request_id, w.agent, w.zone, greatest(w.day, ${today})::date AS day, w.after, w.before, a.lat, a.lng FROM (
      ${legOf('collection', open_collection)}
      UNION ALL ${legOf('delivery', open_delivery)}
      UNION ALL
      SELECT 'collection', NULL, r.id, r.agent_id, r.agent_zone, r.address_id, r.date, r.after, r.before FROM collection_request r
      WHERE r.provider_id = ${ctx.provider_id} AND r.status = ANY(${open_request}) AND r.date BETWEEN ${from} AND ${until}
        AND (r.agent_id IS NULL OR r.agent_id = ANY(${agents}::text[]))
    ) w
    JOIN address a ON a.provider_id = ${ctx.provider_id} AND a.id = w.address_id
    WHERE a.lat IS NOT NULL AND a.lng IS NOT NULL
    ORDER BY w.shipment_id, w.leg, w.request_id`.execute(ctx.db)
  return rows
}

/** Lists all work of a driver that has not been dispatched, and parcels to take back from pickup points. */
export async function listOpenWork(
  ctx: Context,
  username: string,
): Promise<Pick<AreaWork, 'leg' | 'shipment_id' | 'request_id'>[]> {
  const toGive = [...open_delivery, 'collect-and-return-to-hub']
  const { rows } = await sql<Pick<AreaWork, 'leg' | 'shipment_id' | 'request_id'>>`
    SELECT 'collection' AS leg, id AS shipment_id, NULL::bigint AS request_id FROM shipment
    WHERE provider_id = ${ctx.provider_id} AND collection_agent_id = ${username} AND status = ANY(${open_collection})
    UNION ALL
    SELECT 'delivery', id, NULL FROM shipment
    WHERE provider_id = ${ctx.provider_id} AND delivery_agent_id = ${username} AND status = ANY(${toGive})
    UNION ALL
    SELECT 'collection', NULL, id FROM collection_request
    WHERE provider_id = ${ctx.provider_id} AND agent_id = ${username} AND status = ANY(${open_request})
    ORDER BY shipment_id, leg, request_id`.execute(ctx.db)
  return rows
}

/** Returns the day whose work was assigned last; `null` for a new company. */
export async function readNightlyDay(ctx: Context): Promise<string | null> {
  const row = await ctx.db.selectFrom('nightly_assignment').select('day').executeTakeFirst()
  return row?.day ?? null
}

/** Stores that the work of a day was assigned. */
export async function saveNightlyDay(ctx: Context, day: string): Promise<void> {
  await ctx.db
    .insertInto('nightly_assignment')
    .values({ provider_id: ctx.provider_id, day, time_done: ctx.now })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ day, time_done: ctx.now }))
    .execute()
}
