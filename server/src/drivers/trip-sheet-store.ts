import type { Leg } from '@waybill/domain/drivers/model'
import { startOfDay } from '@waybill/domain/kit/wire'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

export type LegState = 'to-do' | 'done' | 'failed'

/** One shipment that somebody collects or delivers on a day. */
export interface TripLeg {
  shipment_id: number
  leg: Leg
  state: LegState
}

const to_collect: readonly ShipmentStatus[] = ['collection-assigned']
const to_deliver: readonly ShipmentStatus[] = [
  'at-destination-hub',
  'delivery-assigned',
  'returned-to-hub',
  'out-for-delivery',
  'collect-and-return-to-hub',
]
const dropped_off: readonly ShipmentStatus[] = [
  'delivered',
  'ready-for-pickup',
  'in-locker',
  'returned-to-sender',
]
const day_ms = 86_400_000
const most_legs = 2_000

/** Whose day is asked for: one driver's or everybody's (`null`), of a branch or of all. */
export interface TripDay {
  driver: string | null
  /** `YYYY-MM-DD`. */
  date: string
  is_over: boolean
  branch_id: number | undefined
}

/**
 * The legs of a day, of one driver or of all (`null`): what is still to be done by then, what was done on it, and what
 * failed on it. Days that are over hold only what was done or failed (domain notes 5.3).
 */
export async function listTripLegs(ctx: Ctx, about: TripDay): Promise<TripLeg[]> {
  const { driver, date, is_over } = about
  const from = startOfDay(date)
  const to = new Date(from.getTime() + day_ms)
  const branch_id = about.branch_id ?? null
  const { rows } = await sql<TripLeg>`
    SELECT s.id AS shipment_id, 'collection' AS leg,
      CASE WHEN s.status = ANY(${to_collect}) THEN 'to-do' WHEN s.collected_date IS NULL THEN 'failed' ELSE 'done' END AS state
    FROM shipment s
    WHERE (s.collection_agent_id = ${driver} OR (${driver}::text IS NULL AND s.collection_agent_id IS NOT NULL))
      AND (${branch_id}::bigint IS NULL OR s.collection_branch_id = ${branch_id}) AND s.status <> 'cancelled'
      AND ((NOT ${is_over} AND s.status = ANY(${to_collect}) AND s.collection_min_date <= ${date})
        OR (s.status IN ('collection-failed-attempt', 'collection-exception') AND s.latest_tracking_event_time >= ${from} AND s.latest_tracking_event_time < ${to})
        OR (s.collected_date >= ${from} AND s.collected_date < ${to}))
    UNION ALL
    SELECT s.id, 'delivery',
      CASE WHEN s.status = ANY(${to_deliver}) THEN 'to-do' WHEN s.status = ANY(${dropped_off}) THEN 'done' ELSE 'failed' END
    FROM shipment s
    WHERE (s.delivery_agent_id = ${driver} OR (${driver}::text IS NULL AND s.delivery_agent_id IS NOT NULL))
      AND (${branch_id}::bigint IS NULL OR s.delivery_branch_id = ${branch_id})
      AND ((NOT ${is_over} AND s.status = ANY(${to_deliver}) AND (s.delivery_min_date <= ${date} OR s.status = 'out-for-delivery'))
        OR (s.status IN ('delivery-failed-attempt', 'delivery-exception', 'ready-for-pickup', 'in-locker', 'returned-to-sender')
          AND s.latest_tracking_event_time >= ${from} AND s.latest_tracking_event_time < ${to})
        OR (s.status = 'delivered' AND s.delivered_date >= ${from} AND s.delivered_date < ${to}))
    ORDER BY 1 LIMIT ${most_legs}`.execute(ctx.db)
  return rows
}

/** A collection request that somebody goes to on a day. */
export interface TripRequest {
  request_id: number
  state: LegState
}

const to_fetch: CollectionRequestStatus = 'collection-assigned'
const not_fetched: readonly CollectionRequestStatus[] = ['collection-failed-attempt', 'collection-exception']

/** The collection requests of a day, by the same rule as the legs of shipments. */
export async function listTripRequests(ctx: Ctx, about: TripDay): Promise<TripRequest[]> {
  const { driver, date, is_over } = about
  const from = startOfDay(date)
  const to = new Date(from.getTime() + day_ms)
  const branch_id = about.branch_id ?? null
  const { rows } = await sql<TripRequest>`
    SELECT r.id AS request_id,
      CASE WHEN r.status = ${to_fetch} THEN 'to-do' WHEN r.status = 'closed' THEN 'done' ELSE 'failed' END AS state
    FROM collection_request r
    WHERE (r.agent_id = ${driver} OR (${driver}::text IS NULL AND r.agent_id IS NOT NULL))
      AND (${branch_id}::bigint IS NULL OR r.branch_id = ${branch_id})
      AND ((NOT ${is_over} AND r.status = ${to_fetch} AND r.date <= ${date})
        OR (r.status = ANY(${not_fetched}) AND r.latest_event_time >= ${from} AND r.latest_event_time < ${to})
        OR (r.status = 'closed' AND r.collected_date >= ${from} AND r.collected_date < ${to}))
    ORDER BY 1 LIMIT ${most_legs}`.execute(ctx.db)
  return rows
}
