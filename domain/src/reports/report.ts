import { hasAllPermissions, isOffice, type Actor } from '../kit/actor.ts'

/** The kind of a report value. It determines how the value is formatted, summed and sorted. */
export type ColumnKind =
  | 'text'
  | 'reference'
  | 'status'
  | 'day'
  | 'moment'
  | 'count'
  | 'decimal'
  | 'money'
  | 'percent'

/** A column of a report. */
export interface ReportColumn {
  key: string
  title: string
  kind: ColumnKind
  /** Whether the column is summed below the table. */
  sum?: boolean
  /** For percentages and averages: the two columns that are divided, in the rows and in the totals. */
  of?: readonly [part: string, whole: string]
  /** Link of the value; `{key}` is replaced by another value of the row. There is no link when that value is missing. */
  link?: string
  /** One line that explains what is counted when the title does not make it clear. */
  note?: string
}

/** One option for grouping a report, such as 'Day' or 'Account'. */
export interface Grouping {
  value: string
  label: string
  kind: ColumnKind
  link?: string
  /** Offered to staff only. */
  office?: boolean
}

/** Filters that reports support in addition to the days. */
export const report_fields = {
  account_id: 'Account',
  branch_id: 'Branch',
  service_level_code: 'Service level',
  driver: 'Driver',
} as const
export type ReportField = keyof typeof report_fields

/** Groups of the list of reports, in display order. */
export const report_groups = [
  'Shipments',
  'On time',
  'Drivers',
  'Hubs and collections',
  'Money',
  'Customers and service',
] as const
export type ReportGroup = (typeof report_groups)[number]

/** Definition of a report: the question it answers, its columns, and who may see it. */
export interface Report {
  id: string
  title: string
  question: string
  group: ReportGroup
  /** Permissions required in addition to `API_/reports:GET`. */
  needs?: readonly string[]
  /** Also available to customers, limited to their own account. */
  customers?: boolean
  /** Whether the report covers chosen days; other reports show the current state. */
  dated: boolean
  /** Which date the days refer to: 'Booked', 'Delivered'. */
  date_of?: string
  fields: readonly ReportField[]
  by?: readonly Grouping[]
  columns: readonly ReportColumn[]
  /** Columns shown in the chart, at most three, plotted against the first column. */
  chart?: readonly string[]
  /** Explains how values are counted where this could be misunderstood. */
  counted?: string
}

/** Permission required to see amounts. */
const seeing_money = 'INLINE_see_billing_info'

/**
 * Checks whether a user may see a report. Requires the report’s permissions; customers also need a report that is
 * available to customers (docs/domain/people-and-permissions.md#starter-roles).
 */
export function maySeeReport(actor: Actor, report: Report): boolean {
  if (actor.account_id === null ? !isOffice(actor) : !report.customers) return false
  if (!hasAllPermissions(actor, ['API_/reports:GET', ...(report.needs ?? [])])) return false
  return columnsFor(actor, report).length > 0
}

/**
 * Returns the columns visible to a user. Money columns require billing permission. Empty when only text, day and
 * reference columns would remain.
 */
export function columnsFor(actor: Actor, report: Report, by?: Grouping): readonly ReportColumn[] {
  const seesMoney = hasAllPermissions(actor, [seeing_money])
  const visibleColumns = seesMoney ? report.columns : report.columns.filter(({ kind }) => kind !== 'money')
  if (!visibleColumns.some(({ kind }) => kind !== 'text' && kind !== 'day' && kind !== 'reference')) return []
  return by
    ? [
        {
          key: 'group',
          title: by.label,
          kind: by.kind,
          ...(by.link ? { link: by.link } : {}),
        },
        ...visibleColumns,
      ]
    : visibleColumns
}

/** Returns the groupings available to a user. */
export function groupingsFor(actor: Actor, report: Report): readonly Grouping[] {
  return (report.by ?? []).filter(({ office }) => !office || actor.account_id === null)
}

/** A row of a report by column key: cents, whole and decimal numbers, days as `YYYY-MM-DD`, moments in RFC 3339. */
export type ReportRow = Readonly<Record<string, string | number | null>>

/** Returns the totals row: sums, and quotients of sums. */
export function totalsOf(columns: readonly ReportColumn[], rows: readonly ReportRow[]): ReportRow {
  const sumOf = (key: string) => rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)
  return Object.fromEntries(
    columns.flatMap(({ key, sum, of, kind }) => {
      if (of) return [[key, quotient(sumOf(of[0]), sumOf(of[1]), kind)] as const]
      return sum ? [[key, kind === 'decimal' ? rounded(sumOf(key), 3) : sumOf(key)] as const] : []
    }),
  )
}

/**
 * Divides a part by a whole. Returns a percentage with one decimal, whole cents for money, or a number with two
 * decimals; `null` when the whole is 0.
 */
export function quotient(part: number, whole: number, kind: ColumnKind): number | null {
  if (whole === 0) return null
  if (kind === 'percent') return rounded((part / whole) * 100, 1)
  return kind === 'money' ? Math.round(part / whole) : rounded(part / whole, 2)
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
