import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Statuses in which a collection is still to be made by its driver. */
export const to_collect: readonly ShipmentStatus[] = ['collection-assigned']
/** Statuses in which a delivery is still to be made by its driver. */
export const to_deliver: readonly ShipmentStatus[] = [
  'at-destination-hub',
  'delivery-assigned',
  'returned-to-hub',
  'out-for-delivery',
  'collect-and-return-to-hub',
]

/** What a driver has to do on a day: places to stop at, collection requests among them, and kg. */
export interface DriverLoad {
  username: string
  stops: number
  kg: number
}

/** What drivers have to do by a day, of one of them or of everybody (`null`); who has nothing is left out. */
export async function readDriverLoads(
  ctx: Context,
  date: string,
  username: string | null,
): Promise<ReadonlyMap<string, DriverLoad>> {
  const { rows } = await sql<DriverLoad>`
    SELECT username, count(DISTINCT stop)::int AS stops, coalesce(sum(kg), 0)::float8 AS kg FROM (
      SELECT collection_agent_id AS username, 'collection ' || collection_address_id AS stop, actual_weight AS kg
      FROM shipment
      WHERE (collection_agent_id = ${username} OR (${username}::text IS NULL AND collection_agent_id IS NOT NULL))
        AND status = ANY(${to_collect}) AND collection_min_date <= ${date}
      UNION ALL
      SELECT delivery_agent_id, 'delivery ' || delivery_address_id, actual_weight
      FROM shipment
      WHERE (delivery_agent_id = ${username} OR (${username}::text IS NULL AND delivery_agent_id IS NOT NULL))
        AND status = ANY(${to_deliver}) AND (delivery_min_date <= ${date} OR status = 'out-for-delivery')
      UNION ALL
      SELECT agent_id, 'request ' || id, coalesce(expected_kg, 0)
      FROM collection_request
      WHERE (agent_id = ${username} OR (${username}::text IS NULL AND agent_id IS NOT NULL))
        AND status = 'collection-assigned' AND date <= ${date}) AS work
    GROUP BY username`.execute(ctx.db)
  return new Map(rows.map((row) => [row.username, row]))
}
