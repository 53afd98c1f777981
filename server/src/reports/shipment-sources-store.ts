import { sees } from '@waybill/domain/shipments/field-visibility'
import { problem_statuses, statusesFor } from '@waybill/domain/shipments/statuses/status'
import { arrived_at, plannedAgain } from '../shipments/index.ts'
import { pendingStatuses } from '@waybill/domain/reports/ops-dashboard'
import { held_for_customer } from '@waybill/domain/reports/definitions'
import { ops_no_scan_hours } from '@waybill/domain/shipments/settings'
import { role_ids } from '@waybill/domain/kit/actor'
import { daysBefore } from '@waybill/domain/kit/dates/date-ranges'
import { sql } from 'kysely'
import {
  bookedShipments,
  chosenGroup,
  countOf,
  dayIn,
  grouped,
  narrowed,
  reference,
  shipmentGroups,
  shipmentPlaces,
  inRequestedDays,
  type ReportRequest,
  type ReportQuery,
  type Sql,
} from './report-source-store.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

const shipments = sql`shipment s`
const is_live = sql`s.status <> 'cancelled'`
const latest = sql`coalesce(s.latest_tracking_event_time, s.time_created)`
const place = (side: string): Sql =>
  sql`coalesce(nullif(${sql.ref(`${side}.local_area`)}, ''), ${sql.ref(`${side}.city`)})`

/**
 * Condition for the shipments of a report: visible to the caller, booked, with `moment` in the requested days, and
 * matching the filters.
 */
function about(request: ReportRequest, moment: Sql | null, side?: 'collection' | 'delivery'): Sql {
  const dated = moment ? inRequestedDays(request, moment) : sql`true`
  return sql`${bookedShipments(request)} AND ${dated} AND ${narrowed(request, shipmentPlaces(side))}`
}

const volumes: ReportQuery = (request) =>
  grouped(chosenGroup(request.by, shipmentGroups(sql`s.time_created`, 'collection')), {
    measures: sql`${countOf(is_live)} AS shipments,
      coalesce(sum(s.parcel_count) FILTER (WHERE ${is_live}), 0) AS parcels,
      coalesce(sum(s.charged_weight) FILTER (WHERE ${is_live}), 0) AS kg,
      ${countOf(sql`s.status = ANY(${statusesFor('delivered')})`)} AS delivered,
      ${countOf(sql`s.status = 'cancelled'`)} AS cancelled`,
    from: shipments,
    where: about(request, sql`s.time_created`),
  })

const list: ReportQuery = (request) => sql`
  SELECT s.id AS shipment_id, ${reference} AS reference, s.customer_reference, s.status, s.collection_agent_id, s.delivery_agent_id,
    s.account_id, a.name AS account_name, s.service_level_name AS service, ${place('ca')} AS from_place, ${place('da')} AS to_place,
    s.parcel_count AS parcels, s.charged_weight AS kg, s.time_created AS booked, s.collected_date AS collected, s.delivered_date AS delivered, s.rate
  FROM shipment s JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
  JOIN address ca ON ca.provider_id = s.provider_id AND ca.id = s.collection_address_id JOIN address da ON da.provider_id = s.provider_id AND da.id = s.delivery_address_id
  WHERE ${about(request, sql`s.time_created`)} ORDER BY s.time_created DESC, s.id DESC`

const exceptions: ReportQuery = (request) => {
  const older = (days: number) => sql`${latest} < ${new Date(request.ctx.now.getTime() - days * day_ms)}`
  return grouped(chosenGroup(request.by, shipmentGroups(latest, 'delivery')), {
    measures: sql`count(*) AS shipments, ${countOf(sql`NOT ${older(1)}`)} AS to_1,
      ${countOf(sql`${older(1)} AND NOT ${older(3)}`)} AS to_3, ${countOf(sql`${older(3)} AND NOT ${older(7)}`)} AS to_7,
      ${countOf(older(7))} AS over_7`,
    from: shipments,
    where: sql`${about(request, null)} AND s.status = ANY(${problem_statuses}) AND NOT ${plannedAgain(request.ctx)}`,
  })
}

const stale: ReportQuery = (request) => {
  const { ctx } = request
  const since = new Date(ctx.now.getTime() - ctx.setting(ops_no_scan_hours) * hour_ms)
  return sql`
    SELECT s.id AS shipment_id, ${reference} AS reference, s.status, s.collection_agent_id, s.delivery_agent_id, s.account_id, a.name AS account_name,
      coalesce(b.name, '') AS branch, s.tracking_message AS message, ${latest} AS last_seen,
      floor(extract(epoch FROM ${ctx.now}::timestamptz - ${latest}) / 3600)::int AS hours, s.parcel_count AS parcels
    FROM shipment s JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id LEFT JOIN branch b ON b.provider_id = s.provider_id AND b.id = s.current_branch_id
    WHERE ${about(request, null)} AND s.status = ANY(${pendingStatuses('not-moved')}) AND ${latest} < ${since}
    ORDER BY ${latest}, s.id`
}

const proofs: ReportQuery = (request) =>
  grouped(chosenGroup(request.by, shipmentGroups(sql`s.delivered_date`, 'delivery')), {
    measures: sql`count(*) AS delivered, ${countOf(sql`s.has_pod_files`)} AS with_files,
      ${countOf(sql`NOT s.has_pod_files`)} AS without_files, ${countOf(sql`s.all_pods_are_verified IS FALSE`)} AS unverified`,
    from: shipments,
    where: sql`${about(request, sql`s.delivered_date`, 'delivery')} AND ${is_live}`,
  })

/**
 * On-time deliveries as defined in docs/domain/reports-and-dashboards.md#definitions: at the door or pickup point by
 * the last day of the first promise. Shipments that the customer held or the receiver rescheduled are left out.
 */
const onTimeDelivery: ReportQuery = (request) =>
  grouped(judgedDeliveries(request), {
    measures: sql`${countOf(sql`NOT x.is_out`)} AS delivered, ${countOf(is_on_time)} AS on_time, ${countOf(is_late)} AS late,
      ${countOf(sql`NOT x.is_out AND s.due_date IS NOT NULL`)} AS due,
      ${countOf(sql`NOT x.is_out AND x.arrived <= s.due_date`)} AS due_kept, ${countOf(sql`x.is_out`)} AS left_out`,
    from: shipments,
    where: sql`${about(request, sql`s.delivered_date`, 'delivery')} AND ${is_live}`,
  })

/** Joins to each delivery whether its promise is left out (`x.is_out`) and the day it arrived (`x.arrived`). */
function judgedDeliveries({ by }: ReportRequest) {
  const { joins, ...group } = chosenGroup(by, shipmentGroups(sql`s.delivered_date`, 'delivery'))
  return {
    ...group,
    joins: sql`CROSS JOIN LATERAL (SELECT s.delivery_reschedules > 0 OR s.original_estimated_delivery_to IS NULL OR EXISTS (
      SELECT FROM tracking_event e WHERE e.shipment_id = s.id AND e.status = ${held_for_customer}) AS is_out, ${dayIn(arrived_at)} AS arrived) x ${joins ?? sql``}`,
  }
}

const is_within_estimate = sql`x.arrived <= ${dayIn(sql`s.original_estimated_delivery_to`)}`
const is_on_time = sql`NOT x.is_out AND ${is_within_estimate}`
const is_late = sql`NOT x.is_out AND NOT ${is_within_estimate}`

/** What an account agreed on: promises kept, attempts and claims of its deliveries. */
const serviceLevels: ReportQuery = (request) => {
  const failed = sql`s.failed_delivery_attempts`
  return grouped(judgedDeliveries(request), {
    measures: sql`count(*) AS delivered, ${countOf(is_on_time)} AS on_time, ${countOf(is_late)} AS late,
      ${countOf(sql`NOT x.is_out`)} AS judged, ${countOf(sql`${failed} = 0`)} AS first, coalesce(sum(${failed}), 0) AS failed,
      ${countOf(sql`EXISTS (SELECT FROM claim c WHERE c.provider_id = s.provider_id AND c.shipment_id = s.id)`)} AS claims`,
    from: shipments,
    where: sql`${about(request, sql`s.delivered_date`, 'delivery')} AND ${is_live}`,
  })
}

const onTimeCollection: ReportQuery = (request) => {
  const promise = sql`s.original_estimated_collection`
  const isUnchanged = sql`${dayIn(sql`s.collected_date`)} <= ${dayIn(promise)}`
  return grouped(chosenGroup(request.by, shipmentGroups(promise, 'collection')), {
    measures: sql`count(*) AS expected, ${countOf(isUnchanged)} AS on_time, ${countOf(sql`NOT ${isUnchanged}`)} AS late,
      ${countOf(sql`s.collected_date IS NULL`)} AS open`,
    from: shipments,
    where: sql`${about(request, promise, 'collection')} AND ${is_live}`,
  })
}

const firstAttempt: ReportQuery = (request) => {
  const failed = sql`s.failed_delivery_attempts`
  return grouped(chosenGroup(request.by, shipmentGroups(sql`s.delivered_date`, 'delivery')), {
    measures: sql`count(*) AS delivered, ${countOf(sql`${failed} = 0`)} AS first, ${countOf(sql`${failed} = 1`)} AS second,
      ${countOf(sql`${failed} > 1`)} AS later`,
    from: shipments,
    where: sql`${about(request, sql`s.delivered_date`, 'delivery')} AND ${is_live}`,
  })
}

/** Returns the message of an event that the caller may read. */
function wordsOf({ ctx }: Parameters<ReportQuery>[0], event: string) {
  const message = sql`${sql.ref(`${event}.message`)}`
  return sees(ctx.actor, 'internal_words')
    ? sql`coalesce(nullif(${sql.ref(`${event}.internal_message`)}, ''), ${message})`
    : message
}

/** Condition for failed attempts. A shipment that returns to a failed status after a hold has not failed again. */
const is_attempt = sql`e.status IN ('collection-failed-attempt', 'delivery-failed-attempt') AND e.data->>'released_from' IS NULL`

const failedAttempts: ReportQuery = (request) => {
  const isCollection = sql`e.status = 'collection-failed-attempt'`
  const group = chosenGroup(request.by, {
    ...shipmentGroups(sql`e.date`, 'delivery'),
    reason: { label: sql`coalesce(nullif(${wordsOf(request, 'e')}, ''), 'No reason given')` },
    area: {
      label: place('x'),
      joins: sql`JOIN address x ON x.provider_id = s.provider_id AND x.id = CASE WHEN ${isCollection} THEN s.collection_address_id ELSE s.delivery_address_id END`,
    },
    driver: {
      label: sql`coalesce(u.name, e.source)`,
      id: sql`e.source`,
      joins: sql`LEFT JOIN app_user u ON u.provider_id = e.provider_id AND u.username = e.source`,
    },
  })
  return grouped(group, {
    measures: sql`count(*) AS attempts, ${countOf(isCollection)} AS collections, ${countOf(sql`NOT ${isCollection}`)} AS deliveries,
      count(DISTINCT s.id) AS shipments`,
    from: sql`tracking_event e JOIN shipment s ON s.provider_id = e.provider_id AND s.id = e.shipment_id`,
    where: sql`${is_attempt} AND ${inRequestedDays(request, sql`e.date`)}
      AND ${bookedShipments(request)} AND ${narrowed(request, shipmentPlaces())}`,
  })
}

const pickupPoints: ReportQuery = (request) => sql`
  SELECT coalesce(min(p.name), s.delivery_pickup_point_id) AS name, coalesce(min(p.type), '') AS type, count(*) AS shipments,
    ${countOf(sql`x.fetched IS NOT NULL`)} AS fetched, ${countOf(sql`s.status IN ('in-locker', 'ready-for-pickup')`)} AS waiting,
    ${countOf(sql`x.expired`)} AS expired, coalesce(sum(x.failures), 0) AS failed,
    coalesce(sum(extract(epoch FROM x.fetched - x.placed) / 3600), 0) AS hour_sum, count(x.fetched - x.placed) AS fetched_timed
  FROM shipment s
  LEFT JOIN pickup_point p ON p.provider_id = s.provider_id AND p.pickup_point_id = s.delivery_pickup_point_id AND p.pickup_point_provider = s.delivery_pickup_point_provider
  CROSS JOIN LATERAL (
    SELECT min(e.date) FILTER (WHERE e.status IN ('collected-from-locker', 'collected-from-counter')) AS fetched,
      min(e.date) FILTER (WHERE e.status IN ('in-locker', 'ready-for-pickup')) AS placed,
      coalesce(bool_or(e.status = 'collect-and-return-to-hub'), false) AS expired,
      count(*) FILTER (WHERE e.status = 'bob-box-reservation-failed') AS failures
    FROM tracking_event e WHERE e.shipment_id = s.id) x
  WHERE ${about(request, sql`s.time_created`)} AND s.delivery_pickup_point_id IS NOT NULL AND ${is_live}
  GROUP BY s.delivery_pickup_point_id, s.delivery_pickup_point_provider ORDER BY 3 DESC, 1`

const ratings: ReportQuery = (request) =>
  grouped(chosenGroup(request.by, shipmentGroups(sql`r.time_created`, 'delivery')), {
    measures: sql`count(*) AS ratings, sum(r.stars) AS star_sum, ${countOf(sql`r.stars >= 4`)} AS good,
      ${countOf(sql`r.stars <= 2`)} AS bad, ${countOf(sql`r.comment <> ''`)} AS comments`,
    from: sql`shipment_rating r JOIN shipment s ON s.provider_id = r.provider_id AND s.id = r.shipment_id`,
    where: sql`${inRequestedDays(request, sql`r.time_created`)} AND ${bookedShipments(request)} AND ${narrowed(request, shipmentPlaces('delivery'))}`,
  })

const time = sql`(acts.at + interval '2 hours') AT TIME ZONE 'UTC'`

/**
 * Performance of each driver: collections and deliveries by the assigned driver, failed attempts by the user who
 * recorded them.
 */
const drivers: ReportQuery = (request) => {
  const places = { branch_id: [sql`u.branch_id`], driver: [sql`u.username`] }
  return sql`
    WITH acts AS (
      SELECT s.collection_agent_id AS username, s.collected_date AS at, 'collected' AS act FROM shipment s
        WHERE ${bookedShipments(request)} AND ${inRequestedDays(request, sql`s.collected_date`)} AND s.collection_agent_id IS NOT NULL
      UNION ALL SELECT s.delivery_agent_id, s.delivered_date, 'delivered' FROM shipment s
        WHERE ${bookedShipments(request)} AND ${inRequestedDays(request, sql`s.delivered_date`)} AND s.delivery_agent_id IS NOT NULL
      UNION ALL SELECT e.source, e.date, 'failed' FROM tracking_event e JOIN shipment s ON s.provider_id = e.provider_id AND s.id = e.shipment_id
        WHERE ${is_attempt} AND ${inRequestedDays(request, sql`e.date`)} AND ${bookedShipments(request)}
    ), by_day AS (
      SELECT username, (${time})::date AS day, min((${time})::time) AS first, max((${time})::time) AS last,
        ${countOf(sql`act = 'collected'`)} AS collected, ${countOf(sql`act = 'delivered'`)} AS delivered, ${countOf(sql`act = 'failed'`)} AS failed
      FROM acts GROUP BY 1, 2
    ), rated AS (
      SELECT s.delivery_agent_id AS username, count(*) AS rated, sum(r.stars) AS star_sum
      FROM shipment_rating r JOIN shipment s ON s.provider_id = r.provider_id AND s.id = r.shipment_id WHERE ${inRequestedDays(request, sql`r.time_created`)} AND ${bookedShipments(request)} GROUP BY 1
    )
    SELECT u.name AS driver, coalesce(min(b.name), '') AS branch, count(*) AS days, sum(d.collected) AS collected, sum(d.delivered) AS delivered,
      sum(d.failed) AS failed, sum(d.collected + d.delivered) AS done, sum(d.collected + d.delivered + d.failed) AS tried,
      to_char(avg(d.first::interval), 'HH24:MI') AS first, to_char(avg(d.last::interval), 'HH24:MI') AS last,
      coalesce(min(rated.rated), 0) AS rated, coalesce(min(rated.star_sum), 0) AS star_sum
    FROM by_day d JOIN app_user u ON u.provider_id = ${request.ctx.provider_id} AND u.username = d.username LEFT JOIN branch b ON b.provider_id = u.provider_id AND b.id = u.branch_id LEFT JOIN rated ON rated.username = u.username
    WHERE u.role_id = ${role_ids.driver} AND ${narrowed(request, places)} GROUP BY u.id, u.name ORDER BY sum(d.delivered) DESC, u.name`
}

/** Bookings of accounts in the requested days and in the same number of days before. */
const accountActivity: ReportQuery = (request) => {
  const { ctx, days } = request
  const ends = inRequestedDays(request, sql`s.time_created`)
  const before = inRequestedDays({ ...request, days: daysBefore(days) }, sql`s.time_created`)
  const places = { account_id: [sql`a.id`], branch_id: [sql`a.branch_id`] }
  const opened = inRequestedDays(request, sql`a.time_created`)
  return sql`
    SELECT a.id AS account_id, a.name AS account_name, coalesce(n.shipments, 0) AS shipments, coalesce(n.before, 0) AS before,
      coalesce(n.shipments, 0) - coalesce(n.before, 0) AS gain, n.last_booked,
      CASE WHEN ${opened} THEN 'New' WHEN n.shipments = 0 THEN 'Inactive' WHEN n.before = 0 THEN 'Back'
        WHEN n.shipments > n.before THEN 'Growing' WHEN n.shipments < n.before THEN 'Shrinking' ELSE 'Steady' END AS state
    FROM account a LEFT JOIN (
      SELECT s.account_id, ${countOf(ends)} AS shipments, ${countOf(before)} AS before, ${dayIn(sql`max(s.time_created)`)}::text AS last_booked
      FROM shipment s WHERE ${bookedShipments(request)} AND ${is_live} AND ((${ends}) OR (${before})) GROUP BY 1) n ON n.account_id = a.id
    WHERE (n.account_id IS NOT NULL OR ${opened}) AND a.time_created <= ${ctx.now} AND ${narrowed(request, places)}
    ORDER BY coalesce(n.shipments, 0) DESC, a.name`
}

export const shipment_queries = {
  'shipment-volumes': volumes,
  'shipment-list': list,
  'exceptions-ageing': exceptions,
  'stale-parcels': stale,
  'pod-report': proofs,
  'on-time-delivery': onTimeDelivery,
  'service-levels': serviceLevels,
  'on-time-collection': onTimeCollection,
  'first-attempt': firstAttempt,
  'failed-attempts': failedAttempts,
  'pickup-points': pickupPoints,
  ratings,
  'driver-performance': drivers,
  'account-activity': accountActivity,
} satisfies Record<string, ReportQuery>
