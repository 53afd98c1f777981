import { branchLimit } from '@waybill/domain/kit/actor'
import { arriving_mode, leaving_modes } from '@waybill/domain/reports/definitions'
import { sql } from 'kysely'
import {
  account_group,
  chosenGroup,
  countOf,
  dayGroup,
  grouped,
  narrowed,
  reachedAccounts,
  inRequestedDays,
  type ReportRequest,
  type Group,
  type ReportQuery,
  type Sql,
} from './report-source-store.ts'

/**
 * Condition for rows of branches that the caller may see and that match the filters. Staff limited to a branch see
 * only that branch.
 */
function ofBranches(request: ReportRequest, columns: readonly Sql[]): Sql {
  const limit = branchLimit(request.ctx.actor)
  const requested = narrowed(request, { branch_id: columns })
  if (limit === null) return requested
  return sql`${requested} AND (${sql.join(
    columns.map((column) => sql`${column} = ${limit}`),
    sql` OR `,
  )})`
}

const branch_group: Group = { label: sql`b.name`, id: sql`b.id::text` }
/**
 * Condition that a scan was not undone. An undone scan counts as a scan, but not as an arrival or departure of the
 * parcel.
 */
const standing = (scan: Sql) => sql`NOT EXISTS (SELECT FROM hub_scan_undo n WHERE n.hub_scan_id = ${scan})`
const scans = sql`branch b JOIN hub_scan h ON h.provider_id = b.provider_id AND h.branch_id = b.id`
const words = (column: Sql) => sql`upper(left(${column}, 1)) || replace(substr(${column}, 2), '-', ' ')`

const throughput: ReportQuery = (request) =>
  grouped(
    chosenGroup(request.by, {
      day: dayGroup(sql`h.time_received`),
      hour: {
        label: sql`to_char((h.time_received + interval '2 hours') AT TIME ZONE 'UTC', 'HH24') || ':00'`,
        in_order: true,
      },
      mode: { label: words(sql`h.mode`) },
      user: {
        label: sql`coalesce(u.name, h.scanned_by)`,
        id: sql`h.scanned_by`,
        joins: sql`LEFT JOIN app_user u ON u.provider_id = h.provider_id AND u.username = h.scanned_by`,
      },
      branch: branch_group,
    }),
    {
      measures: sql`count(*) AS scans, count(DISTINCT h.parcel_id) FILTER (WHERE h.verdict IN ('ok', 'warning')) AS parcels,
        ${countOf(sql`h.verdict = 'refused'`)} AS refused, ${countOf(sql`h.verdict = 'duplicate'`)} AS repeats`,
      from: scans,
      where: sql`${inRequestedDays(request, sql`h.time_received`)} AND ${ofBranches(request, [sql`h.branch_id`])}`,
    },
  )

/**
 * Dwell time as defined in docs/domain/reports-and-dashboards.md#definitions: from the first scan on arrival to the
 * next scan with which the parcel leaves.
 */
const dwell: ReportQuery = (request) => {
  const hours = sql`extract(epoch FROM x.left_at - x.arrived_at) / 3600`
  return grouped(chosenGroup(request.by, { branch: branch_group, day: dayGroup(sql`x.arrived_at`) }), {
    measures: sql`count(*) AS arrived, count(x.left_at) AS left, coalesce(sum(${hours}), 0) AS hour_sum,
        round(max(${hours}), 2) AS longest`,
    from: sql`(
        SELECT a.branch_id, a.arrived_at, (
          SELECT min(l.scanned_at) FROM hub_scan l WHERE l.parcel_id = a.parcel_id AND l.branch_id = a.branch_id
            AND l.mode = ANY(${leaving_modes}) AND l.verdict IN ('ok', 'warning') AND ${standing(sql`l.id`)} AND l.scanned_at >= a.arrived_at) AS left_at
        FROM (
          SELECT h.branch_id, h.parcel_id, min(h.scanned_at) AS arrived_at FROM ${scans}
          WHERE ${inRequestedDays(request, sql`h.time_received`)} AND ${ofBranches(request, [sql`h.branch_id`])}
            AND h.mode = ${arriving_mode} AND h.verdict IN ('ok', 'warning') AND ${standing(sql`h.id`)} AND h.parcel_id IS NOT NULL GROUP BY 1, 2) a) x
        JOIN branch b ON b.provider_id = ${request.ctx.provider_id} AND b.id = x.branch_id`,
    where: sql`true`,
  })
}

const manifests: ReportQuery = (request) => sql`
  SELECT t.id AS manifest_id, 'IHM' || lpad(t.number::text, 6, '0') AS reference, f.name AS from_branch, d.name AS to_branch, t.carrier,
    t.planned_departure AS planned, t.departed_at AS departed,
    CASE WHEN t.departed_at > t.planned_departure THEN floor(extract(epoch FROM t.departed_at - t.planned_departure) / 60)::int ELSE 0 END AS minutes_late,
    x.parcels, x.kg, x.received, CASE WHEN t.received_at IS NULL THEN 0 ELSE x.parcels - x.received END AS short, x.extra
  FROM interhub_transfer t JOIN branch f ON f.provider_id = t.provider_id AND f.id = t.from_branch_id JOIN branch d ON d.provider_id = t.provider_id AND d.id = t.to_branch_id
  CROSS JOIN LATERAL (
    SELECT ${countOf(sql`NOT p.is_extra`)} AS parcels, coalesce(sum(p.charged_weight_kg) FILTER (WHERE NOT p.is_extra), 0) AS kg,
      ${countOf(sql`p.received_at IS NOT NULL AND NOT p.is_extra`)} AS received, ${countOf(sql`p.is_extra`)} AS extra
    FROM interhub_transfer_parcel p WHERE p.interhub_transfer_id = t.id AND p.removed_at IS NULL) x
  WHERE t.deleted_date IS NULL AND ${inRequestedDays(request, sql`t.time_created`)} AND ${ofBranches(request, [sql`t.from_branch_id`, sql`t.to_branch_id`])}
  ORDER BY t.time_created DESC, t.id DESC`

const collections: ReportQuery = (request) => {
  const isPlanned = sql`r.status <> 'cancelled'`
  return grouped(
    chosenGroup(request.by, {
      day: { label: sql`r.date::text`, in_order: true },
      account: account_group,
      branch: {
        label: sql`coalesce(b.name, 'No branch')`,
        id: sql`b.id::text`,
        joins: sql`LEFT JOIN branch b ON b.provider_id = r.provider_id AND b.id = r.branch_id`,
      },
    }),
    {
      measures: sql`${countOf(isPlanned)} AS planned, ${countOf(sql`r.collected_date IS NOT NULL AND ${isPlanned}`)} AS done,
        ${countOf(sql`r.failed_collection_attempts > 0`)} AS failed, ${countOf(sql`r.status = 'cancelled'`)} AS cancelled,
        coalesce(sum(r.expected_parcels) FILTER (WHERE ${isPlanned}), 0) AS expected_parcels,
        coalesce(sum(r.collected_parcels) FILTER (WHERE ${isPlanned}), 0) AS collected_parcels`,
      from: sql`collection_request r JOIN account a ON a.provider_id = r.provider_id AND a.id = r.account_id`,
      where: sql`r.date BETWEEN ${request.days.from} AND ${request.days.until} AND ${ofRequests(request)}
        AND ${narrowed(request, { account_id: [sql`r.account_id`], branch_id: [sql`r.branch_id`] })}`,
    },
  )
}

/**
 * Condition for collection requests that the caller may see: those of the customer’s account, or of the branch to
 * which staff are limited.
 */
function ofRequests(request: ReportRequest): Sql {
  const limit = branchLimit(request.ctx.actor)
  return limit === null ? reachedAccounts(request, 'r.account_id') : sql`r.branch_id = ${limit}`
}

const notifications: ReportQuery = (request) =>
  grouped(
    chosenGroup(request.by, {
      day: dayGroup(sql`m.time_created`),
      event: { label: sql`upper(left(m.event, 1)) || translate(substr(m.event, 2), '_-', '  ')` },
      channel: { label: sql`m.channel` },
      account: { label: sql`coalesce(a.name, 'No account')`, id: sql`a.id::text` },
    }),
    {
      measures: sql`count(*) AS messages, ${countOf(sql`m.status IN ('sent', 'delivered')`)} AS sent, ${countOf(sql`m.status = 'failed'`)} AS failed,
        ${countOf(sql`m.status = 'skipped'`)} AS skipped, ${countOf(sql`m.status = 'queued'`)} AS waiting`,
      from: sql`message m LEFT JOIN account a ON a.provider_id = ${request.ctx.provider_id} AND a.id = m.account_id`,
      where: sql`${inRequestedDays(request, sql`m.time_created`)} AND ${reachedAccounts(request, 'm.account_id')} AND ${narrowed(request, { account_id: [sql`m.account_id`] })}`,
    },
  )

const users: ReportQuery = (request) => sql`
  SELECT u.id AS user_id, u.name, r.label AS role, u.account_id, coalesce(a.name, '') AS account_name, coalesce(s.sign_ins, 0) AS sign_ins,
    coalesce(c.changes, 0) AS changes, s.last_seen
  FROM app_user u JOIN role r ON r.provider_id = u.provider_id AND r.id = u.role_id LEFT JOIN account a ON a.provider_id = u.provider_id AND a.id = u.account_id
  LEFT JOIN (SELECT user_id, count(*) AS sign_ins, max(time_last_used) AS last_seen FROM session
    WHERE ${inRequestedDays(request, sql`time_created`)} GROUP BY 1) s ON s.user_id = u.id
  LEFT JOIN (SELECT source, count(*) AS changes FROM audit_event WHERE ${inRequestedDays(request, sql`time`)} GROUP BY 1) c ON c.source = u.username
  WHERE (s.user_id IS NOT NULL OR c.source IS NOT NULL) AND ${ofUsers(request)} ORDER BY coalesce(c.changes, 0) DESC, u.name`

function ofUsers(request: ReportRequest): Sql {
  const limit = branchLimit(request.ctx.actor)
  return limit === null ? sql`true` : sql`u.branch_id = ${limit}`
}

export const hub_queries = {
  'hub-throughput': throughput,
  'hub-dwell': dwell,
  manifests,
  'collection-requests': collections,
  'notification-delivery': notifications,
  'user-activity': users,
} satisfies Record<string, ReportQuery>
