import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** Statuses in which the driver still has to make the collection. */
export const to_collect: readonly ShipmentStatus[] = ['collection-assigned']
/** Statuses in which a driver is already at work on the delivery, so that its planned day no longer counts. */
export const under_way: readonly ShipmentStatus[] = [
  'bob-box-reservation-failed',
  'out-for-delivery',
  'collect-and-return-to-hub',
]
/** Statuses in which the driver still has to make the delivery. */
export const to_deliver: readonly ShipmentStatus[] = [
  'at-destination-hub',
  'delivery-assigned',
  'returned-to-hub',
  ...under_way,
]

/** A driver's open work up to a day: number of stops, including collection requests, and weight in kg. */
export interface DriverLoad {
  username: string
  stops: number
  kg: number
}

/**
 * Returns the open work up to a day, of one driver or of all (`null`), by username. Drivers without work are left
 * out.
 */
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
        AND status = ANY(${to_deliver}) AND (delivery_min_date <= ${date} OR status = ANY(${under_way}))
      UNION ALL
      SELECT agent_id, 'request ' || id, coalesce(expected_kg, 0)
      FROM collection_request
      WHERE (agent_id = ${username} OR (${username}::text IS NULL AND agent_id IS NOT NULL))
        AND status = 'collection-assigned' AND date <= ${date}) AS work
    GROUP BY username`.execute(ctx.db)
  return new Map(rows.map((row) => [row.username, row]))
}
