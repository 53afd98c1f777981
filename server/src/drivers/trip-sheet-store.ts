import { anyOf, isOrHasAny } from '../kit/db.ts'
import type { Leg } from '@waybill/domain/drivers/model'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import { holding_states } from '@waybill/domain/pickup-points/reservation'
import { to_collect, to_deliver, to_give, under_way } from '@waybill/domain/shipments/statuses/open-work'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'
import { isPartlyUnderWay } from '../shipments/index.ts'
import { with_delivery_driver } from '@waybill/domain/shipments/statuses/assignment'
import { role_ids } from '@waybill/domain/kit/actor'
import { day_ms } from '@waybill/domain/kit/dates/durations'

export type LegState = 'to-do' | 'done' | 'failed'

const dropped_off: readonly ShipmentStatus[] = [
  'delivered',
  'ready-for-pickup',
  'in-locker',
  'returned-to-sender',
]

/** Selects the trip sheet: one driver or all drivers (`null`), and one branch or all branches. */
export interface TripDay {
  driver: string | null
  /** `YYYY-MM-DD`. */
  date: string
  is_over: boolean
  branch_id: number | undefined
}

/** Statuses in which a parcel waits at the hub. Who could not deliver it before is still its driver. */
const at_hub: readonly ShipmentStatus[] = ['at-destination-hub', 'returned-to-hub']

/** Returns when a day starts and ends. */
function hoursOf({ date }: TripDay): { from: Date; to: Date } {
  const from = startOfDay(date)
  return { from, to: new Date(from.getTime() + day_ms) }
}

/**
 * Builds the query for the legs of a day by what their shipments are now, for one driver or for all (`null`): the legs
 * still to do by that day, and those done or failed on it. Days that are over contain only done and failed legs. What
 * a driver failed and has no longer is in `shipmentVisitsOf`.
 */
export function legsOf(about: TripDay) {
  const { driver, date, is_over } = about
  const { from, to } = hoursOf(about)
  const isDroppedOff = sql`${droppedOffAt()} >= ${from} AND ${droppedOffAt()} < ${to}`
  const isOf = (column: string) => isOfBranch(column, about.branch_id)
  return sql`
    SELECT s.id AS shipment_id, 'collection' AS leg, s.collection_agent_id AS username,
      s.collection_address_id AS address_id, s.collection_after AS window_from, s.collection_before AS window_to,
      s.priority_level, s.collection_branch_id AS branch_id, s.collection_contact->>'name' AS contact, ${referenceOf()} AS reference,
      CASE WHEN s.status = ANY(${to_collect}) THEN 'to-do' WHEN s.collected_date IS NULL THEN 'failed' ELSE 'done' END AS state,
      coalesce(s.collected_date, s.latest_tracking_event_time) AS last_time, s.status
    FROM shipment s
    WHERE ${isOrHasAny('s.collection_agent_id', driver)} AND ${isOf('s.collection_branch_id')} AND s.status <> 'cancelled'
      AND ((NOT ${is_over} AND s.status = ANY(${to_collect}) AND s.collection_min_date <= ${date})
        OR (s.status IN ('collection-failed-attempt', 'collection-exception') AND s.latest_tracking_event_time >= ${from} AND s.latest_tracking_event_time < ${to})
        OR (s.collected_date >= ${from} AND s.collected_date < ${to}))
    UNION ALL
    SELECT s.id, 'delivery', s.delivery_agent_id, ${takenFrom()}, s.delivery_after, s.delivery_before,
      s.priority_level, s.delivery_branch_id, s.delivery_contact->>'name', ${referenceOf()},
      CASE WHEN s.status = ANY(${to_deliver}) THEN 'to-do' WHEN s.status = ANY(${dropped_off}) THEN 'done' ELSE 'failed' END,
      coalesce(${droppedOffAt()}, s.latest_tracking_event_time), s.status
    FROM shipment s
    WHERE ${isOrHasAny('s.delivery_agent_id', driver)} AND ${isOf('s.delivery_branch_id')}
      AND ((NOT ${is_over} AND s.status = ANY(${to_deliver}) AND (s.delivery_min_date <= ${date} OR s.status = ANY(${under_way}) OR ${isPartlyUnderWay('s')}))
        OR (s.status IN ('delivery-failed-attempt', 'delivery-exception', 'ready-for-pickup', 'in-locker', 'returned-to-sender')
          AND s.latest_tracking_event_time >= ${from} AND s.latest_tracking_event_time < ${to})
        OR (s.status = 'delivered' AND s.delivered_date >= ${from} AND s.delivered_date < ${to} AND ${isDroppedOff})
        OR (s.status = 'delivered' AND s.id = ANY(ARRAY(SELECT r.shipment_id FROM locker_reservation r
          WHERE r.state = 'collected' AND r.time_deposited >= ${from} AND r.time_deposited < ${to})) AND ${isDroppedOff}))`
}

/**
 * Builds the query for the visits of shipments on a day: its legs, and those that a driver reported as failed on it, where
 * the parcel was scanned in or the leg was given to another driver since (`is_past`). A leg that its driver failed and got again
 * is to do (docs/domain/routing-and-drivers.md#trip-sheets).
 */
export function shipmentVisitsOf(about: TripDay) {
  const failed = (leg: Leg) => {
    const own = (column: string) => sql.ref(`s.${leg}_${column}`)
    return sql`
      SELECT s.id, ${leg}::text, e.source, ${own('address_id')}, ${own('after')}, ${own('before')}, s.priority_level,
        ${own('branch_id')}, ${own('contact')}->>'name', ${referenceOf()}, 'failed', e.date, s.status, true,
        (${own('agent_id')} IS DISTINCT FROM e.source OR s.status = ANY(${to_give[leg]}) OR ${own('min_date')} > ${about.date})
      FROM tracking_event e JOIN shipment s ON s.provider_id = e.provider_id AND s.id = e.shipment_id
      WHERE ${isReportedFailed(leg, about)} AND s.status <> 'cancelled' AND ${isOfBranch(`s.${leg}_branch_id`, about.branch_id)}`
  }
  return sql`
    SELECT DISTINCT ON (shipment_id, leg, username) * FROM (
      SELECT l.*, false AS is_past, false AS is_given_away FROM (${legsOf(about)}) l
      UNION ALL ${failed('collection')}
      UNION ALL ${failed('delivery')}) visits
    ORDER BY shipment_id, leg, username,
      CASE WHEN is_past THEN 1 WHEN state = 'to-do' AND leg = 'delivery' AND status = ANY(${at_hub}) THEN 2 ELSE 0 END, last_time DESC`
}

/**
 * SQL that a driver reported in the event `e` that a leg failed on a day. One that returns to a failed status after a hold
 * has not failed again. The statuses are in the statement, because the index is limited to them.
 */
function isReportedFailed(leg: Leg, about: TripDay) {
  const { from, to } = hoursOf(about)
  return sql`e.status IN (${sql.lit(`${leg}-failed-attempt`)}, ${sql.lit(`${leg}-exception`)}) AND e.data->>'released_from' IS NULL
      AND e.date >= ${from} AND e.date < ${to} AND ${isOrHasAny('e.source', about.driver)}
      AND EXISTS (SELECT FROM app_user u WHERE u.provider_id = e.provider_id AND u.username = e.source AND u.role_id = ${role_ids.driver})`
}

/**
 * SQL for the time at which the driver of a delivered shipment gave it away: what a receiver fetched at a pickup point was
 * put there before.
 */
function droppedOffAt() {
  return sql`CASE WHEN s.delivery_pickup_point_id IS NULL THEN s.delivered_date ELSE coalesce((
      SELECT max(r.time_deposited) FROM locker_reservation r
      WHERE r.shipment_id = s.id AND r.leg = 'delivery' AND r.state = 'collected'), s.delivered_date) END`
}

/** SQL that a column is a branch; with `undefined`, true for every branch. */
function isOfBranch(column: string, branchId: number | undefined) {
  return branchId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${branchId}`
}

/** SQL for the reference by which people know a shipment. */
export function referenceOf() {
  return sql`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`
}

/**
 * SQL for the address of a delivery stop: a parcel that is to be taken back is at its pickup point, even when its
 * delivery goes elsewhere already.
 */
export function takenFrom() {
  return sql`CASE WHEN s.status = 'collect-and-return-to-hub' THEN coalesce((
      SELECT p.address_id FROM locker_reservation r JOIN pickup_point p ON p.provider_id = r.provider_id AND p.id = r.point_id
      WHERE r.shipment_id = s.id AND r.leg = 'delivery' AND r.state = ANY(${holding_states})), s.delivery_address_id)
    ELSE s.delivery_address_id END`
}

/** One leg of a shipment or one collection request of a day, with only the fields needed to plan and count stops. */
export interface TripVisit {
  username: string
  leg: Leg
  state: LegState
  address: { id: number; lat: number | null; lng: number | null }
  /** `HH:mm`. */
  window_from: string
  window_to: string
  /** Higher values come first among visits with the same time window. */
  priority_level: number
  /** Exactly one of the two ids is set. */
  shipment_id: number | null
  request_id: number | null
  /** The branch that makes it; `null` when it has none. */
  branch_id: number | null
  /** When it was done or failed; `null` while it is to do. */
  finished_at: Date | null
  /** Whether it failed and the driver has nothing more to do with it: scanned in, or given again. */
  is_past: boolean
  /** Whether it is past, and another driver, or nobody, has the leg by now, or its day is a later one. */
  is_given_away: boolean
}

/** Returns the key of a visit: `shipment 12 delivery`, `request 7`. */
export function visitKey({
  shipment_id,
  request_id,
  leg,
}: Pick<TripVisit, 'shipment_id' | 'request_id' | 'leg'>): string {
  return shipment_id === null ? `request ${request_id}` : `shipment ${shipment_id} ${leg}`
}

/** One leg of a shipment or one collection request of a day, with the fields that a notification contains. */
export interface TripStop {
  username: string
  state: LegState
  leg: Leg
  /** Exactly one of the two ids is set. */
  shipment_id: number | null
  request_id: number | null
  address_id: number
  window_to: string
  place: string
  reference: string
  /** Whether the driver failed it, got it again and has it no longer; not when the parcel was only scanned in. */
  is_taken_away: boolean
}

/** Returns the stops of these drivers on a day, for shipments and collection requests. */
export async function listTripStops(
  ctx: Context,
  date: string,
  usernames: readonly string[],
): Promise<TripStop[]> {
  const about = { driver: null, date, is_over: false, branch_id: undefined }
  const { rows } = await sql<TripStop>`
    SELECT v.username, v.leg, v.state, v.window_to, v.shipment_id, v.request_id, v.address_id,
      COALESCE(NULLIF(a.local_area, ''), a.city) AS place, v.reference, v.is_taken_away
    FROM (
      SELECT username, leg, state, window_to, shipment_id, NULL::bigint AS request_id, address_id, reference,
        is_past AND NOT (leg = 'delivery' AND status = ANY(${at_hub})) AS is_taken_away
      FROM (${shipmentVisitsOf(about)}) legs
      UNION ALL
      SELECT username, 'collection', state, window_to, NULL, request_id, address_id, 'request ' || request_id, is_past
      FROM (${requestsOf(about)}) requests
    ) v
    JOIN address a ON a.provider_id = ${ctx.provider_id} AND a.id = v.address_id
    WHERE v.username = ANY(${usernames})`.execute(ctx.db)
  return rows
}

/** Returns which of these shipments and requests are cancelled. */
export async function listCancelled(
  ctx: Context,
  shipmentIds: readonly number[],
  requestIds: readonly number[],
): Promise<{ shipments: Set<number>; requests: Set<number> }> {
  const [shipments, requests] = await Promise.all([
    ctx.db
      .selectFrom('shipment')
      .select('id')
      .where('id', '=', anyOf(shipmentIds))
      .where('status', '=', 'cancelled')
      .execute(),
    ctx.db
      .selectFrom('collection_request')
      .select('id')
      .where('id', '=', anyOf(requestIds))
      .where('status', '=', 'cancelled')
      .execute(),
  ])
  return {
    shipments: new Set(shipments.map(({ id }) => id)),
    requests: new Set(requests.map(({ id }) => id)),
  }
}

/**
 * Returns all visits of a day with driver and place, for shipments and collection requests; oldest shipments first,
 * requests last. It is not paged, because a stop is known only from all of its visits.
 */
export async function listTripVisits(ctx: Context, about: TripDay): Promise<TripVisit[]> {
  const { rows } = await sql<
    Omit<TripVisit, 'address'> & { address_id: number; lat: number | null; lng: number | null }
  >`
    SELECT v.username, v.leg, v.state, v.window_from, v.window_to, v.priority_level, v.shipment_id, v.request_id, v.branch_id, v.is_past, v.is_given_away,
      CASE WHEN v.state <> 'to-do' THEN v.last_time END AS finished_at, v.address_id, a.lat, a.lng
    FROM (
      SELECT username, leg, state, window_from, window_to, priority_level, shipment_id, NULL::bigint AS request_id, branch_id, address_id, last_time, is_past, is_given_away
      FROM (${shipmentVisitsOf(about)}) legs
      UNION ALL
      SELECT username, 'collection', state, window_from, window_to, 0, NULL, request_id, branch_id, address_id, last_time, is_past, is_given_away
      FROM (${requestsOf(about)}) requests
    ) v
    JOIN address a ON a.provider_id = ${ctx.provider_id} AND a.id = v.address_id
    ORDER BY v.shipment_id, v.leg, v.request_id`.execute(ctx.db)
  return rows.map(({ address_id, lat, lng, ...visit }) => ({
    ...visit,
    address: { id: address_id, lat, lng },
  }))
}

/** What a visit puts on or takes off the vehicle. */
export interface VisitLoad {
  leg: Leg
  state: LegState
  /** Exactly one of the two ids is set. */
  shipment_id: number | null
  request_id: number | null
  /** The expected number where the parcels are not counted yet. */
  parcels: number
  kg: number
  m3: number
  /** Whether the driver of a finished visit still has parcels of it: collected or not delivered, and not scanned in. */
  is_on_board: boolean
}

/** SQL for the load of the parcels `p` of the visit `l`. */
export function loadColumns() {
  return sql`count(*)::int AS parcels,
      coalesce(sum(coalesce(p.actual_weight_kg, p.submitted_weight_kg)), 0)::float8 AS kg,
      coalesce(sum(coalesce(p.actual_length_cm, p.submitted_length_cm) * coalesce(p.actual_width_cm, p.submitted_width_cm)
        * coalesce(p.actual_height_cm, p.submitted_height_cm)) / 1000000, 0)::float8 AS m3,
      coalesce(bool_or(NOT l.is_past AND CASE WHEN l.leg = 'collection' THEN p.status = 'collected' ELSE p.status = ANY(${with_delivery_driver}) END), false) AS is_on_board`
}

/** Returns the loads of a day's visits: measured weights and sizes, else the submitted ones. */
export async function listVisitLoads(ctx: Context, about: TripDay): Promise<VisitLoad[]> {
  const { rows } = await sql<VisitLoad>`
    SELECT l.leg, l.state, l.shipment_id, NULL::bigint AS request_id, ${loadColumns()}
    FROM (${shipmentVisitsOf(about)}) l JOIN parcel p ON p.provider_id = ${ctx.provider_id} AND p.shipment_id = l.shipment_id AND p.status <> 'cancelled'
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT 'collection', state, NULL, request_id, parcels, kg, 0, is_on_board FROM (${requestsOf(about)}) requests`.execute(
    ctx.db,
  )
  return rows
}

/** Adds up loads; kg to two decimals, m³ to three. */
export function totalLoad(loads: readonly VisitLoad[]): { parcels: number; kg: number; m3: number } {
  const sum = (part: 'parcels' | 'kg' | 'm3') => loads.reduce((total, load) => total + load[part], 0)
  return {
    parcels: sum('parcels'),
    kg: Math.round(sum('kg') * 100) / 100,
    m3: Math.round(sum('m3') * 1000) / 1000,
  }
}

const to_fetch: CollectionRequestStatus = 'collection-assigned'
/** Statuses in which a collection request waits for a driver, as `to_give` for shipments. */
export const to_give_request: readonly CollectionRequestStatus[] = [
  'collection-unassigned',
  'collection-rejected',
]
const not_fetched: readonly CollectionRequestStatus[] = ['collection-failed-attempt', 'collection-exception']

/**
 * Builds the query for the collection requests of a day, with the same rule as for shipments. The goods of one are on board
 * until shipments are booked for them, which then say where they are.
 */
export function requestsOf(about: TripDay) {
  const { driver, date, is_over } = about
  const { from, to } = hoursOf(about)
  const isOf = isOfBranch('r.branch_id', about.branch_id)
  const columns = sql`r.address_id, r.after AS window_from, r.before AS window_to,
      r.branch_id, r.contact->>'name' AS contact, coalesce(r.collected_parcels, r.expected_parcels, 0) AS parcels, coalesce(r.expected_kg, 0)::float8 AS kg`
  return sql`
    SELECT DISTINCT ON (request_id, username) * FROM (
      SELECT r.id AS request_id, r.agent_id AS username, ${columns},
        CASE WHEN r.status = ${to_fetch} THEN 'to-do' WHEN r.status = 'closed' THEN 'done' ELSE 'failed' END AS state,
        coalesce(r.collected_date, r.latest_event_time) AS last_time,
        NOT EXISTS (SELECT FROM shipment s WHERE s.provider_id = r.provider_id AND s.collection_request_id = r.id) AS is_on_board,
        false AS is_past, false AS is_given_away
      FROM collection_request r
      WHERE ${isOrHasAny('r.agent_id', driver)} AND ${isOf}
        AND ((NOT ${is_over} AND r.status = ${to_fetch} AND r.date <= ${date})
          OR (r.status = ANY(${not_fetched}) AND r.latest_event_time >= ${from} AND r.latest_event_time < ${to})
          OR (r.status = 'closed' AND r.collected_date >= ${from} AND r.collected_date < ${to}))
      UNION ALL
      SELECT r.id, e.source, ${columns}, 'failed', e.date, false, true,
        (r.agent_id IS DISTINCT FROM e.source OR r.status = ANY(${to_give_request}))
      FROM collection_request_event e JOIN collection_request r ON r.provider_id = e.provider_id AND r.id = e.request_id
      WHERE ${isReportedFailed('collection', about)} AND r.status <> 'cancelled' AND ${isOf}) visits
    ORDER BY request_id, username, is_past, last_time DESC`
}
