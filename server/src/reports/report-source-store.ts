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

/** What a reading is asked: whose, which days, grouped by what, narrowed by what. */
export interface ReportRequest {
  ctx: Context
  days: Days
  by: string
  filters: readonly (TableFilter & { field: ReportField })[]
}

/** The statement behind a report: its rows by the keys of its columns, in their order. */
export type ReportQuery = (ask: ReportRequest) => RawBuilder<ReportRow>

export type Sql = RawBuilder<unknown>

/** The calendar day in South Africa of a moment. */
export const dayIn = (moment: Sql): Sql => sql`((${moment} + interval '2 hours') AT TIME ZONE 'UTC')::date`
/** The same as text, as rows hold it. */
export const dayText = (moment: Sql): Sql => sql`${dayIn(moment)}::text`

/** A condition that a moment lies in the days asked for. */
export function inRequestedDays(ask: ReportRequest, moment: Sql): Sql {
  const { start_date, end_date } = helpFilters({ start_date: ask.days.from, end_date: ask.days.until })
  return sql`${moment} >= ${start_date} AND ${moment} <= ${end_date}`
}

/** The shipments of alias `s` that the caller reaches and that were booked. */
export function bookedShipments(ask: ReportRequest): Sql {
  const eb = expressionBuilder<Tables & { s: ShipmentTable }, 's'>()
  return sql`${visibleTo(ask.ctx.actor)(eb)} AND s.status = ANY(${booked_statuses})`
}

/** The rows of an account column that the caller reaches: a customer's own, those of the branch of who is limited to it. */
export function reachedAccounts(ask: ReportRequest, column: string): Sql {
  const { account_id } = ask.ctx.actor
  if (account_id !== null) return sql`${sql.ref(column)} = ${account_id}`
  return atOwnBranch(ask.ctx.actor, column) ?? sql`true`
}

/** Where the fields of filters stand; a field in several columns is met by any of them. */
export type Places = Partial<Record<ReportField, readonly Sql[]>>

/** What the filters ask of these columns, as one condition. */
export function narrowed(ask: ReportRequest, places: Places): Sql {
  const conditions = ask.filters.map((filter) => {
    const columns = places[filter.field]
    if (!columns) throw new Error(`A reading does not know where ${filter.field} stands.`)
    return meets(filter, columns)
  })
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)})`
}

const of_numbers: readonly string[] = ['account_id', 'branch_id'] satisfies ReportField[]

/** One entry of a filter as a condition on any of some columns (REP-015). */
function meets({ field, operator, value }: TableFilter, columns: readonly Sql[]): Sql {
  const isNumber = of_numbers.includes(field)
  const one = (asked: unknown): unknown => (isNumber ? wholeNumber(asked) : String(asked))
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

/** No id is below one: what is no number matches nothing. */
function wholeNumber(asked: unknown): number {
  const number = Number(asked)
  return Number.isSafeInteger(number) ? number : -1
}

/** How rows are grouped: what is shown, the id it leads by, and the tables it needs. */
export interface Group {
  label: Sql
  id?: Sql
  joins?: Sql
  /** Runs by itself, not by size. */
  in_order?: boolean
}

/** Which of some groupings was asked for; a report names only those it has. */
export function chosenGroup(by: string, groups: Readonly<Record<string, Group>>): Group {
  const group = groups[by]
  if (!group) throw new Error(`A reading does not group by ${by}.`)
  return group
}

/** Rows by group, the biggest first, or in order of time. */
export function grouped(
  { label, id = sql`NULL::text`, joins = sql``, in_order = false }: Group,
  of: { measures: Sql; from: Sql; where: Sql },
): RawBuilder<ReportRow> {
  const order = in_order ? sql`1` : sql`3 DESC, 1`
  return sql<ReportRow>`SELECT ${label} AS "group", ${id} AS group_id, ${of.measures}
    FROM ${of.from} ${joins} WHERE ${of.where} GROUP BY 1, 2 ORDER BY ${order}`
}

export const dayGroup = (moment: Sql): Group => ({ label: dayText(moment), in_order: true })

/** By account of alias `a`, which the statement joins already. */
export const account_group: Group = { label: sql`a.name`, id: sql`a.id::text` }

/** Groupings by what a shipment of alias `s` has; of its collection, its delivery, or the place where it is. */
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
      joins: sql`LEFT JOIN branch b ON b.id = ${sql.ref(`s.${side}_branch_id`)}`,
    },
    account: { ...account_group, joins: sql`JOIN account a ON a.id = s.account_id` },
    driver: {
      label: sql`coalesce(u.name, ${agent}, 'No driver')`,
      id: agent,
      joins: sql`LEFT JOIN app_user u ON u.username = ${agent}`,
    },
    lane: {
      label: sql`coalesce(nullif(ca.city, ''), ca.zone) || ' → ' || coalesce(nullif(da.city, ''), da.zone)`,
      joins: sql`JOIN address ca ON ca.id = s.collection_address_id JOIN address da ON da.id = s.delivery_address_id`,
    },
  }
}

/** Where filters stand on a shipment of alias `s`, of one side or of both. */
export function shipmentPlaces(side?: 'collection' | 'delivery'): Places {
  const sides = side ? [side] : ['collection', 'delivery']
  return {
    account_id: [sql`s.account_id`],
    service_level_code: [sql`s.service_level_code`],
    branch_id: sides.map((one) => sql.ref(`s.${one}_branch_id`)),
    driver: sides.map((one) => sql.ref(`s.${one}_agent_id`)),
  }
}

/** How many of the rows meet a condition. */
export const countOf = (condition: Sql): Sql => sql`count(*) FILTER (WHERE ${condition})`

/** The name by which people know a shipment of alias `s`. */
export const reference = sql`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`
