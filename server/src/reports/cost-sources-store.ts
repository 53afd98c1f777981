import { revenue_types } from '@waybill/domain/billing/transaction-types'
import { cost_kind_labels, cost_kinds, cost_legs } from '@waybill/domain/costs/model'
import { sql } from 'kysely'
import {
  chosenGroup,
  grouped,
  inRequestedDays,
  narrowed,
  reachedAccounts,
  type Places,
  type ReportQuery,
  type Sql,
} from './report-source-store.ts'

const places: Places = {
  account_id: [sql`x.account_id`],
  branch_id: [sql`s.collection_branch_id`],
  service_level_code: [sql`s.service_level_code`],
}

/** Condition on a calendar day of South Africa. */
const onDays = ({ days }: Parameters<ReportQuery>[0], column: Sql): Sql =>
  sql`${column} BETWEEN ${days.from} AND ${days.until}`

/** The columns of the legs, named as in the report. */
const leg_sums = sql.join(
  cost_legs.map(
    (leg) =>
      sql`coalesce(sum(x.cost) FILTER (WHERE x.leg = ${sql.lit(leg)}), 0) AS ${sql.ref(leg.replace('-', '_'))}`,
  ),
)

/**
 * Revenue and costs of a period in one list: transactions by account, shares of shipments, and what no shipment bears.
 * Callers who are limited to a branch or filter get only what belongs to shipments or accounts.
 */
const margin: ReportQuery = (request) => {
  const withoutShipment = sql`'Without a shipment'`
  return grouped(
    chosenGroup(request.by, {
      day: { label: sql`x.day::text`, in_order: true },
      account: {
        label: sql`coalesce(a.name, ${withoutShipment})`,
        id: sql`a.id::text`,
      },
      service: {
        label: sql`coalesce(s.service_level_name, ${withoutShipment})`,
        id: sql`s.service_level_code`,
      },
      branch: {
        label: sql`CASE WHEN s.id IS NULL THEN ${withoutShipment} ELSE coalesce(b.name, 'No branch') END`,
        id: sql`b.id::text`,
        joins: sql`LEFT JOIN branch b ON b.provider_id = s.provider_id AND b.id = s.collection_branch_id`,
      },
      lane: {
        label: sql`CASE WHEN s.id IS NULL THEN ${withoutShipment}
          ELSE coalesce(nullif(ca.city, ''), ca.zone) || ' → ' || coalesce(nullif(da.city, ''), da.zone) END`,
        joins: sql`LEFT JOIN address ca ON ca.provider_id = s.provider_id AND ca.id = s.collection_address_id LEFT JOIN address da ON da.provider_id = s.provider_id AND da.id = s.delivery_address_id`,
      },
    }),
    {
      measures: sql`sum(x.revenue) AS revenue, ${leg_sums}, sum(x.cost) AS cost, sum(x.revenue - x.cost) AS margin`,
      from: sql`(
        SELECT t.account_id, t.shipment_id, ((t.transaction_date + interval '2 hours') AT TIME ZONE 'UTC')::date AS day,
          -t.amount + sign(t.amount) * t.vat AS revenue, 0 AS cost, '' AS leg
        FROM billing_transaction t WHERE t.type = ANY(${revenue_types}) AND ${inRequestedDays(request, sql`t.transaction_date`)}
        UNION ALL
        SELECT k.account_id, c.shipment_id, l.day, 0, c.amount, l.leg
        FROM cost_line l JOIN shipment_cost c ON c.provider_id = l.provider_id AND c.cost_line_id = l.id JOIN shipment k ON k.provider_id = c.provider_id AND k.id = c.shipment_id WHERE ${onDays(request, sql`l.day`)}
        UNION ALL
        SELECT NULL, NULL, l.day, 0, l.amount, l.leg FROM cost_line l
        WHERE ${onDays(request, sql`l.day`)} AND NOT EXISTS (SELECT FROM shipment_cost c WHERE c.cost_line_id = l.id)) x
      LEFT JOIN shipment s ON s.provider_id = ${request.ctx.provider_id} AND s.id = x.shipment_id LEFT JOIN account a ON a.provider_id = ${request.ctx.provider_id} AND a.id = x.account_id`,
      where: sql`(${reachedAccounts(request, 'x.account_id')}) AND ${narrowed(request, places)}`,
    },
  )
}

const label_of = sql`CASE l.kind ${sql.join(
  cost_kinds.map((kind) => sql`WHEN ${sql.lit(kind)} THEN ${sql.lit(cost_kind_labels[kind])}`),
  sql` `,
)} END`

const costSources: ReportQuery = (request) => sql`
  SELECT ${label_of} AS source, count(*) AS lines, sum(l.amount) AS total, coalesce(sum(c.amount), 0) AS assigned,
    coalesce(sum(l.amount) FILTER (WHERE c.amount IS NULL), 0) AS unassigned,
    sum(l.amount) - coalesce(sum(c.amount), 0) - coalesce(sum(l.amount) FILTER (WHERE c.amount IS NULL), 0) AS difference
  FROM cost_line l LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM shipment_cost WHERE cost_line_id = l.id) c ON true
  WHERE ${onDays(request, sql`l.day`)} AND ${request.ctx.actor.limit_user_to_branch ? sql`false` : sql`true`}
  GROUP BY l.kind ORDER BY sum(l.amount) DESC`

export const cost_queries = { margin, 'cost-sources': costSources } satisfies Record<string, ReportQuery>
