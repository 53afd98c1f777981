import { groupByPlace } from '@waybill/domain/maps/group-by-place'
import { to_collect, to_deliver, under_way } from '@waybill/domain/shipments/statuses/open-work'
import { sql, type RawBuilder } from 'kysely'
import { isOrHasAny } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/**
 * A driver's open work up to a day: number of stops as on the trip sheet, including collection requests, and weight in
 * kg.
 */
export interface DriverLoad {
  stops: number
  kg: number
}

interface OpenVisit {
  username: string
  /** The visits of one leg at one place form one stop; a collection request is always a stop of its own. */
  leg: 'collection' | 'delivery' | 'request'
  address_id: number
  lat: number | null
  lng: number | null
  kg: number
}

/**
 * SQL that a driver is at work on the delivery of some parcels of a shipment (the alias of its table), although its status is
 * that of others, such as one that was not loaded. Counted, because PostgreSQL would read all parcels for an EXISTS here.
 */
export function isPartlyUnderWay(shipment: string): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`${shipment}.${column}`)
  return sql<boolean>`(${own('parcel_count')} > 1 AND (SELECT count(*) FROM parcel p
      WHERE p.provider_id = ${own('provider_id')} AND p.shipment_id = ${own('id')} AND p.status = ANY(${under_way})) > 0)`
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
  const { rows } = await sql<OpenVisit>`
    SELECT work.username, work.leg, work.address_id, a.lat, a.lng, coalesce(work.kg, 0)::float8 AS kg FROM (
      SELECT id, collection_agent_id AS username, 'collection' AS leg, collection_address_id AS address_id, actual_weight AS kg
      FROM shipment
      WHERE ${isOrHasAny('collection_agent_id', username)}
        AND status = ANY(${to_collect}) AND collection_min_date <= ${date}
      UNION ALL
      SELECT id, delivery_agent_id, 'delivery', delivery_address_id, actual_weight
      FROM shipment s
      WHERE ${isOrHasAny('delivery_agent_id', username)}
        AND status = ANY(${to_deliver})
        AND (delivery_min_date <= ${date} OR status = ANY(${under_way}) OR ${isPartlyUnderWay('s')})
      UNION ALL
      SELECT id, agent_id, 'request', address_id, coalesce(expected_kg, 0)
      FROM collection_request
      WHERE ${isOrHasAny('agent_id', username)}
        AND status = 'collection-assigned' AND date <= ${date}) AS work
    JOIN address a ON a.provider_id = ${ctx.provider_id} AND a.id = work.address_id
    ORDER BY work.id`.execute(ctx.db)
  const byDriver = Map.groupBy(rows, (row) => row.username)
  return new Map([...byDriver].map(([driver, visits]) => [driver, loadOf(visits)]))
}

function loadOf(visits: readonly OpenVisit[]): DriverLoad {
  const stopsOf = (leg: OpenVisit['leg']) =>
    groupByPlace(
      visits
        .filter((visit) => visit.leg === leg)
        .map(({ address_id, lat, lng }) => ({ address: { id: address_id, lat, lng } })),
    ).length
  return {
    stops: stopsOf('collection') + stopsOf('delivery') + visits.filter(({ leg }) => leg === 'request').length,
    kg: visits.reduce((sum, { kg }) => sum + kg, 0),
  }
}
