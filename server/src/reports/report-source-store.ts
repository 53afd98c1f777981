import type { Days } from '@waybill/domain/kit/dates/date-ranges'
import { helpFilters } from '@waybill/domain/kit/lists/fill-in-filters'
import type { TableFilter } from '@waybill/domain/kit/lists/table-filter'
import type { ReportField, ReportRow } from '@waybill/domain/reports/report'
import { booked_statuses } from '@waybill/domain/reports/definitions'
import { expressionBuilder, sql, type RawBuilder } from 'kysely'
import { atOwnBranch } from '../accounts/index.ts'
import type { ShipmentTable, Tables } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'
import { visibleTo } from '../shipments/index.ts'

/** Input of a report query: context, days, grouping and filters. */
export interface ReportRequest {
  ctx: Context
  days: Days
  by: string
  filters: readonly (TableFilter & { field: ReportField })[]
}

/** Builds the SQL of a report. Its rows use the keys of the report’s columns and are sorted. */
export type ReportQuery = (ask: ReportRequest) => RawBuilder<ReportRow>

export type Sql = RawBuilder<unknown>

/** The calendar day of a moment in South Africa. */
export const dayIn = (moment: Sql): Sql => sql`((${moment} + interval '2 hours') AT TIME ZONE 'UTC')::date`
/** The calendar day in South Africa as text, as used in rows. */
export const dayText = (moment: Sql): Sql => sql`${dayIn(moment)}::text`

/** Condition that a moment is within the requested days. */
export function inRequestedDays(request: ReportRequest, moment: Sql): Sql {
  const { start_date, end_date } = helpFilters({
    start_date: request.days.from,
    end_date: request.days.until,
  })
  return sql`${moment} >= ${start_date} AND ${moment} <= ${end_date}`
}

/** Condition for booked shipments (alias `s`) that the caller may see. */
export function bookedShipments(request: ReportRequest): Sql {
  const eb = expressionBuilder<Tables & { s: ShipmentTable }, 's'>()
  return sql`${visibleTo(request.ctx.actor)(eb)} AND s.status = ANY(${booked_statuses})`
}

/**
 * Condition on an account column for rows that the caller may see: the customer’s own account, or accounts of the
 * branch to which staff are limited.
 */
export function reachedAccounts(request: ReportRequest, column: string): Sql {
  const { account_id } = request.ctx.actor
  if (account_id !== null) return sql`${sql.ref(column)} = ${account_id}`
  return atOwnBranch(request.ctx.actor, column) ?? sql`true`
}

/** Columns of each filter field. A field with several columns matches any of them. */
export type Places = Partial<Record<ReportField, readonly Sql[]>>

/** Combines all filters into one condition on these columns. */
export function narrowed(request: ReportRequest, places: Places): Sql {
  const conditions = request.filters.map((filter) => {
    const columns = places[filter.field]
    if (!columns) throw new Error(`The report query has no column for ${filter.field}.`)
    return meets(filter, columns)
  })
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)})`
}

const of_numbers: readonly string[] = ['account_id', 'branch_id'] satisfies ReportField[]

/** Condition for one filter entry on any of the columns (REP-015). */
function meets({ field, operator, value }: TableFilter, columns: readonly Sql[]): Sql {
  const isNumber = of_numbers.includes(field)
  const one = (input: unknown): unknown => (isNumber ? wholeNumber(input) : String(input))
  const several = Array.isArray(value) ? value.map(one).filter((item) => item !== null) : [one(value)]
  const any = (condition: (column: Sql) => Sql) => sql`(${sql.join(columns.map(condition), sql` OR `)})`
  const not = (condition: Sql) => sql`NOT coalesce(${condition}, false)`
  const among = () => any((column) => sql`${column} = ANY(${several})`)
  const isEmpty = any((column) => sql`${column} IS NULL OR ${column}::text = ''`)
  switch (operator) {
    case 'is':
    case 'in':
      return among()
    case 'is_not':
    case 'not_in':
      return not(among())
    case 'contains': {
      const { search } = helpFilters({ search: String(value) })
      return any((column) => sql`${column}::text ILIKE ${search}`)
    }
    case 'starts_with':
      return any((column) => sql`starts_with(lower(${column}::text), lower(${String(value)}))`)
    case 'gt':
      return any((column) => sql`${column} > ${one(value)}`)
    case 'lt':
      return any((column) => sql`${column} < ${one(value)}`)
    case 'between':
      return any((column) => sql`${column} BETWEEN ${several[0]} AND ${several[1]}`)
    case 'empty':
      return isEmpty
    case 'not_empty':
      return not(isEmpty)
  }
}

/** Returns -1 for values that are not integers. It matches no id, because ids start at 1. */
function wholeNumber(input: unknown): number {
  const number = Number(input)
  return Number.isSafeInteger(number) ? number : -1
}

/** A grouping in SQL: the displayed label, the id used in links, and the required joins. */
export interface Group {
  label: Sql
  id?: Sql
  joins?: Sql
  /** Sorted by label instead of size. */
  in_order?: boolean
}

/** Returns the requested grouping. Throws when the query does not have it. */
export function chosenGroup(by: string, groups: Readonly<Record<string, Group>>): Group {
  const group = groups[by]
  if (!group) throw new Error(`The report query cannot group by ${by}.`)
  return group
}

/** Selects rows by group, sorted by size, or by label for groupings in order. */
export function grouped(
  { label, id = sql`NULL::text`, joins = sql``, in_order = false }: Group,
  of: { measures: Sql; from: Sql; where: Sql },
): RawBuilder<ReportRow> {
  const order = in_order ? sql`1` : sql`3 DESC, 1`
  return sql<ReportRow>`SELECT ${label} AS "group", ${id} AS group_id, ${of.measures}
    FROM ${of.from} ${joins} WHERE ${of.where} GROUP BY 1, 2 ORDER BY ${order}`
}

export const dayGroup = (moment: Sql): Group => ({ label: dayText(moment), in_order: true })

/** Grouping by account. The statement must already join it as `a`. */
export const account_group: Group = { label: sql`a.name`, id: sql`a.id::text` }

/** Groupings of shipments (alias `s`). Branch and driver are those of the given side. */
export function shipmentGroups(
  moment: Sql,
  side: 'collection' | 'delivery',
): Readonly<Record<string, Group>> {
  const agent = sql.ref(`s.${side}_agent_id`)
  return {
    day: dayGroup(moment),
    status: { label: sql`s.status` },
    service: { label: sql`s.service_level_name`, id: sql`s.service_level_code` },
    branch: {
      label: sql`coalesce(b.name, 'No branch')`,
      id: sql`b.id::text`,
      joins: sql`LEFT JOIN branch b ON b.provider_id = s.provider_id AND b.id = ${sql.ref(`s.${side}_branch_id`)}`,
    },
    account: {
      ...account_group,
      joins: sql`JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id`,
    },
    driver: {
      label: sql`coalesce(u.name, ${agent}, 'No driver')`,
      id: agent,
      joins: sql`LEFT JOIN app_user u ON u.provider_id = s.provider_id AND u.username = ${agent}`,
    },
    lane: {
      label: sql`coalesce(nullif(ca.city, ''), ca.zone) || ' → ' || coalesce(nullif(da.city, ''), da.zone)`,
      joins: sql`JOIN address ca ON ca.provider_id = s.provider_id AND ca.id = s.collection_address_id JOIN address da ON da.provider_id = s.provider_id AND da.id = s.delivery_address_id`,
    },
  }
}

/** Filter columns of shipments (alias `s`), for one side or both. */
export function shipmentPlaces(side?: 'collection' | 'delivery'): Places {
  const sides = side ? [side] : ['collection', 'delivery']
  return {
    account_id: [sql`s.account_id`],
    service_level_code: [sql`s.service_level_code`],
    branch_id: sides.map((one) => sql.ref(`s.${one}_branch_id`)),
    driver: sides.map((one) => sql.ref(`s.${one}_agent_id`)),
  }
}

/** Counts the rows that match a condition. */
export const countOf = (condition: Sql): Sql => sql`count(*) FILTER (WHERE ${condition})`

/** The displayed reference of a shipment (alias `s`). */
export const reference = sql`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`
