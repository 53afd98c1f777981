import { carried_away_statuses, standing_statuses } from '@waybill/domain/hub/counting'
import { expected_statuses } from '@waybill/domain/hub/expected'
import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import { touches } from '../manifests/manifest-store.ts'

/*
 * Conditions and sub-queries about parcels `p` of shipments `s`, from the point of view of a branch. The scanner’s
 * lists and the depot board use the same ones, so that both have the same parcels (docs/domain/hub.md#the-depot-board).
 */

/** Whether a parcel has damage that nobody has resolved. */
export const has_open_damage: RawBuilder<boolean> = sql`(p.status = 'damaged' OR EXISTS (SELECT FROM parcel_damage d
  WHERE d.provider_id = p.provider_id AND d.parcel_id = p.id AND d.state = 'open'))`

/** Whether the scan `h` was undone. */
export const is_undone = sql<boolean>`EXISTS (SELECT FROM hub_scan_undo u WHERE u.provider_id = h.provider_id AND u.hub_scan_id = h.id)`

/** Whether the scan `h` is an accepted one of the parcel at the branch that stands. */
function isAccepted(branchId: number): RawBuilder<boolean> {
  return sql`(h.parcel_id = p.id AND h.branch_id = ${branchId} AND h.verdict IN ('ok', 'warning') AND h.mode <> 'look-up' AND NOT ${is_undone})`
}

/**
 * Whether the parcel is on its way to the branch. Its own status decides: the shipment has the status of its slowest
 * parcel, which may not even be collected.
 */
export function isComing(branchId: number): RawBuilder<boolean> {
  const { coming } = expected_statuses
  return sql`(s.status = ANY(${active_statuses}) AND p.status = ANY(${coming}) AND p.current_branch_id IS DISTINCT FROM ${branchId}
    AND (s.delivery_branch_id = ${branchId} OR (s.collection_branch_id = ${branchId} AND p.status = 'collected')
      OR (${branchId} = ANY(s.transient_branch_ids) AND NOT EXISTS (SELECT FROM hub_scan h WHERE ${isAccepted(branchId)}))))`
}

/** Whether the route of the parcel leads through the branch. */
export function leadsThrough(branchId: number): RawBuilder<boolean> {
  return sql`(coalesce(s.delivery_branch_id = ${branchId}, false) OR coalesce(s.collection_branch_id = ${branchId}, false)
    OR coalesce(${branchId} = ANY(s.transient_branch_ids), false))`
}

/**
 * Sub-query with the time by which a parcel should be at the branch (`expected_by`, `null` when unknown), and whether
 * a manifest was unloaded there without it (`is_short`). It should come with its manifest, when its siblings are here,
 * or at the end of the day on which a driver collected it. A manifest no longer counts once the parcel was scanned
 * after its departure. A parcel that the branch scanned last is not awaited.
 */
export function awaitedAt(branchId: number): RawBuilder<unknown> {
  const isAway = sql`p.current_branch_id IS DISTINCT FROM ${branchId}`
  return sql`(SELECT coalesce(bool_or(w.is_short), false) AS is_short, min(w.expected_by) AS expected_by FROM (
      SELECT (t.received_at IS NOT NULL OR t.shorts_told_at IS NOT NULL) AS is_short,
        coalesce(t.arrived_at, t.planned_arrival) AS expected_by
      FROM interhub_transfer_parcel r JOIN interhub_transfer t ON t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
      WHERE ${isAway} AND r.parcel_id = p.id AND r.removed_at IS NULL AND r.received_at IS NULL AND NOT r.is_extra
        AND t.departed_at IS NOT NULL AND t.deleted_date IS NULL AND t.from_branch_id <> ${branchId} AND ${touches(branchId)}
        AND coalesce(p.time_last_scanned <= t.departed_at, true)
      UNION ALL
      SELECT false, min(q.time_last_scanned) FROM parcel q
      WHERE ${isAway} AND q.shipment_id = s.id AND q.current_branch_id = ${branchId} AND q.status = ANY(${standing_statuses})
      UNION ALL
      SELECT false, ((s.collected_date AT TIME ZONE 'Africa/Johannesburg')::date + 1)::timestamp AT TIME ZONE 'Africa/Johannesburg'
      WHERE ${isAway} AND p.status = 'collected' AND s.collection_branch_id = ${branchId}) w)`
}

/**
 * Whether a branch scanned the parcel since a moment, whatever the verdict: a parcel on hold that is refused stands
 * there. A look-up may be typed in without the parcel.
 */
export function seenAt(branchId: number, since: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM hub_scan h WHERE h.parcel_id = p.id AND h.branch_id = ${branchId} AND h.mode <> 'look-up'
    AND h.scanned_at >= ${since} AND NOT ${is_undone})`
}

/** When the parcel was last carried away; `null` when never. */
export const carried_away_at = sql<Date | null>`(SELECT max(e.date) FROM tracking_event e WHERE e.shipment_id = p.shipment_id
  AND (e.parcel_id IS NULL OR e.parcel_id = p.id) AND e.status = ANY(${carried_away_statuses}))`

/**
 * When the parcel last moved, so that a floor count before says nothing any more: it was carried away, scanned, or
 * refused by the scanner of another branch. `null` when never.
 */
export function movedAt(branchId: number): RawBuilder<Date | null> {
  return sql`greatest(${carried_away_at}, (SELECT max(h.scanned_at) FROM hub_scan h WHERE h.parcel_id = p.id
    AND h.mode NOT IN ('look-up', 're-measure') AND (h.verdict <> 'refused' OR h.branch_id <> ${branchId}) AND NOT ${is_undone}))`
}

/**
 * Sub-query with what the latest floor count of a branch that was closed since a moment found out about parcels. A
 * parcel that was not found is missing until the branch scans it, or it is carried away; one that was found is here until
 * it moves. Changes at a desk, such as a driver or a hold, end neither.
 */
export function countedAt(branchId: number, since: Date): RawBuilder<unknown> {
  return sql`(SELECT DISTINCT ON (d.parcel_id) d.parcel_id, CASE WHEN d.kind = 'not-counted' THEN 'not-found' ELSE 'found' END AS counted
    FROM floor_count c JOIN floor_count_difference d ON d.provider_id = c.provider_id AND d.floor_count_id = c.id
      JOIN parcel p ON p.provider_id = d.provider_id AND p.id = d.parcel_id
      CROSS JOIN LATERAL (SELECT coalesce(bool_or(n.is_late), false) AS is_late, max(n.scanned_at) AS at
        FROM floor_count_scan n WHERE n.floor_count_id = c.id AND n.parcel_id = d.parcel_id) counted
    WHERE c.id = (SELECT n.id FROM floor_count n WHERE n.branch_id = ${branchId} AND n.time_closed >= ${since} ORDER BY n.time_closed DESC LIMIT 1)
      AND CASE WHEN d.kind = 'not-counted'
        THEN NOT counted.is_late AND NOT ${seenAt(branchId, sql`c.time_started`)} AND coalesce(${carried_away_at} < c.time_closed, true)
        ELSE coalesce(${movedAt(branchId)} <= counted.at, true) END
    ORDER BY d.parcel_id)`
}

/**
 * Sub-query with the parcels on line-hauls that leave from a branch. One that came back to the branch after its
 * line-haul departed is no longer on it.
 */
export function carriedFrom(branchId: number, manifestIds: readonly number[]): RawBuilder<unknown> {
  return sql`(SELECT DISTINCT ON (r.parcel_id) r.parcel_id, r.interhub_transfer_id AS load_id
    FROM interhub_transfer_parcel r
      JOIN interhub_transfer t ON t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
      JOIN parcel p ON p.provider_id = r.provider_id AND p.id = r.parcel_id
    WHERE r.interhub_transfer_id = ANY(${[...manifestIds]}) AND r.removed_at IS NULL AND NOT r.is_extra
      AND (t.departed_at IS NULL OR p.current_branch_id IS DISTINCT FROM ${branchId})
    ORDER BY r.parcel_id, r.id DESC)`
}

/**
 * Sub-query with the parcels that line-hauls bring to a branch: those received there, also without having been on them,
 * and those still on board whose route leads there.
 */
export function broughtBy(branchId: number, manifestIds: readonly number[]): RawBuilder<unknown> {
  return sql`(SELECT r.parcel_id, r.interhub_transfer_id AS incoming_id, r.is_extra
    FROM interhub_transfer_parcel r
      JOIN interhub_transfer t ON t.provider_id = r.provider_id AND t.id = r.interhub_transfer_id
      JOIN parcel p ON p.provider_id = r.provider_id AND p.id = r.parcel_id
      JOIN shipment s ON s.provider_id = r.provider_id AND s.id = r.shipment_id
    WHERE r.interhub_transfer_id = ANY(${[...manifestIds]}) AND r.removed_at IS NULL AND CASE WHEN r.received_at IS NULL THEN ${leadsThrough(branchId)}
      ELSE EXISTS (SELECT FROM hub_scan h WHERE ${isAccepted(branchId)} AND h.time_received >= t.departed_at) END)`
}
