import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'
import { isUndone } from './store.ts'

/** A collection or delivery that was completed. */
export interface CompletedLeg {
  shipment_id: number
  reference: string
  leg: 'collection' | 'delivery'
  date: Date
  /** Who reported it: a user name, or a system. */
  source: string
  /** The driver to whom the leg is assigned. */
  agent: string | null
  is_at_point: boolean
  /** How often the parcel had left a pickup point again before. */
  attempt: number
  address_id: number
  lat: number | null
  lng: number | null
  /** Name of the round; `''` for none. */
  zone: string
  kg: number
  parcels: number
}

const completing: readonly ShipmentStatus[] = [
  'collected',
  'delivered',
  'in-locker',
  'ready-for-pickup',
  'returned-to-sender',
]
const completes = sql.join(completing.map((one) => sql.lit(one)))
const at_point: readonly ShipmentStatus[] = ['in-locker', 'ready-for-pickup']
/**
 * Internal when a driver takes the parcel, or when `handOut` records it with a `delivered` of the same date and source;
 * public when the office or another system reports that the receiver took it.
 */
const taken_out: readonly ShipmentStatus[] = ['collected-from-locker', 'collected-from-counter']
/** Statuses that show that a parcel left a pickup point again, so that what completes it later is another delivery. */
const trips: readonly ShipmentStatus[] = [
  'at-hub',
  'at-destination-hub',
  'in-transit',
  'returned-to-hub',
  'out-for-delivery',
  ...taken_out,
]
/** Statuses that show that an earlier collection or delivery did not take place after all. */
const reverses: Readonly<Record<'collection' | 'delivery', readonly ShipmentStatus[]>> = {
  collection: [
    'submitted',
    'collection-assigned',
    'collection-unassigned',
    'collection-rejected',
    'collection-failed-attempt',
  ],
  delivery: [
    'at-hub',
    'at-destination-hub',
    'in-transit',
    'returned-to-hub',
    'delivery-assigned',
    'delivery-unassigned',
    'out-for-delivery',
    'delivery-failed-attempt',
    'delivery-exception',
    'undeliverable',
  ],
}

/**
 * Returns the collections and deliveries of a period that still count, oldest first: not undone, and not followed by a
 * status that shows that they did not take place. A deposit at a pickup point is a delivery; fetching the parcel there
 * is not, also after its deadline, and the status that we set after a deposit is no second one; what completes another
 * trip after a deposit is. A shipment that is handed over parcel by parcel has one row for each. The first report of an
 * attempt counts, also when it is from before the period; the release from a hold is none.
 */
export async function listCompletedLegs(ctx: Context, from: Date, to: Date): Promise<CompletedLeg[]> {
  const { rows } = await sql<CompletedLeg>`
    SELECT s.id AS shipment_id, coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS reference, x.leg, x.date, x.source,
      CASE x.leg WHEN 'collection' THEN s.collection_agent_id ELSE s.delivery_agent_id END AS agent, x.is_at_point, x.attempt,
      a.id AS address_id, a.lat, a.lng,
      coalesce(CASE x.leg WHEN 'collection' THEN s.collection_agent_zone ELSE s.delivery_agent_zone END, '') AS zone, w.kg, w.parcels
    FROM (
      SELECT DISTINCT ON (e.shipment_id, e.leg, e.parcel_id, attempt) e.*, attempt FROM (
        SELECT t.*, CASE t.status WHEN 'collected' THEN 'collection' ELSE 'delivery' END AS leg, t.status = ANY(${at_point}) AS is_at_point
        FROM tracking_event t WHERE t.data->>'released_from' IS NULL AND t.status IN (${completes}) AND t.date < ${to}
          AND t.shipment_id IN (SELECT p.shipment_id FROM tracking_event p WHERE p.date >= ${from} AND p.date < ${to} AND p.status IN (${completes}))
      ) e
      CROSS JOIN LATERAL (SELECT (count(*) FILTER (WHERE was_at_point AND NOT is_there))::int AS attempt,
          coalesce((array_agg(is_there ORDER BY date DESC, id DESC))[1], false) AS waits_at_point
        FROM (SELECT l.date, l.id, l.status = ANY(${at_point}) AS is_there, lag(l.status = ANY(${at_point})) OVER (ORDER BY l.date, l.id) AS was_at_point
          FROM tracking_event l WHERE e.leg = 'delivery'
            AND l.provider_id = e.provider_id AND l.shipment_id = e.shipment_id AND (l.date, l.id) < (e.date, e.id)
            AND (l.parcel_id IS NULL OR e.parcel_id IS NULL OR l.parcel_id = e.parcel_id)
            AND l.status = ANY(${[...at_point, ...trips]}) AND (l.status <> ALL(${taken_out}) OR NOT l.is_public)
            AND NOT ${isUndone('l')}) steps) n
      WHERE NOT ${isUndone('e')}
        AND NOT (e.status = 'ready-for-pickup' AND e.source = 'system' AND EXISTS (SELECT FROM tracking_event d
          WHERE d.provider_id = e.provider_id AND d.shipment_id = e.shipment_id AND d.date = e.date AND d.status = 'in-locker'))
        AND (e.is_at_point OR NOT EXISTS (SELECT FROM tracking_event l
          WHERE l.provider_id = e.provider_id AND l.shipment_id = e.shipment_id AND (l.date, l.id) > (e.date, e.id)
            AND (l.parcel_id IS NULL OR e.parcel_id IS NULL OR l.parcel_id = e.parcel_id)
            AND l.status = ANY(CASE e.leg WHEN 'collection' THEN ${reverses.collection}::text[] ELSE ${reverses.delivery}::text[] END)
            AND NOT ${isUndone('l')}))
        AND NOT (e.status = 'delivered' AND (waits_at_point OR EXISTS (SELECT FROM tracking_event o
          WHERE o.provider_id = e.provider_id AND o.shipment_id = e.shipment_id AND o.date = e.date AND o.source = e.source AND o.status = ANY(${taken_out}))))
      ORDER BY e.shipment_id, e.leg, e.parcel_id, attempt, e.date, e.id) x
    JOIN shipment s ON s.provider_id = ${ctx.provider_id} AND s.id = x.shipment_id
    JOIN address a ON a.provider_id = s.provider_id AND a.id = CASE x.leg WHEN 'collection' THEN s.collection_address_id ELSE s.delivery_address_id END
    CROSS JOIN LATERAL (SELECT coalesce(sum(coalesce(p.actual_weight_kg, p.submitted_weight_kg)), 0)::float8 AS kg, count(*)::int AS parcels
      FROM parcel p WHERE p.shipment_id = s.id AND p.status <> 'cancelled' AND (x.parcel_id IS NULL OR p.id = x.parcel_id)) w
    WHERE x.date >= ${from}
    ORDER BY x.date, x.id`.execute(ctx.db)
  return rows
}
