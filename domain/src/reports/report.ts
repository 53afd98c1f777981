import { hasAllPermissions, isOffice, type Actor } from '../kit/actor.ts'

/** What a value of a report is, which decides how it is written, summed and sorted. */
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
  /** Added up under the table. */
  sum?: boolean
  /** Of percentages and averages: the two columns whose quotient it is, also in the totals. */
  of?: readonly [part: string, whole: string]
  /** Where its value leads; `{key}` stands for another value of the row. Without that value it leads nowhere. */
  link?: string
  /** One line says what is counted, where the title leaves it open. */
  note?: string
}

/** One way to group a report: 'Day', 'Account'. */
export interface Grouping {
  value: string
  label: string
  kind: ColumnKind
  link?: string
  /** Only for the office. */
  office?: boolean
}

/** The filters a report takes besides its days. */
export const report_fields = {
  account_id: 'Account',
  branch_id: 'Branch',
  service_level_code: 'Service level',
  driver: 'Driver',
} as const
export type ReportField = keyof typeof report_fields

/** Parts of the list of reports, in their order. */
export const report_groups = [
  'Shipments',
  'On time',
  'Drivers',
  'Hubs and collections',
  'Money',
  'Customers and service',
] as const
export type ReportGroup = (typeof report_groups)[number]

/** What a report is: the question it answers, its columns, and who may ask. */
export interface Report {
  id: string
  title: string
  question: string
  group: ReportGroup
  /** Rights it needs besides those of reports. */
  needs?: readonly string[]
  /** Customers see it too, of their own account only. */
  customers?: boolean
  /** Whether it is about chosen days; others tell how things stand now. */
  dated: boolean
  /** What its days are days of: 'Booked', 'Delivered'. */
  date_of?: string
  fields: readonly ReportField[]
  by?: readonly Grouping[]
  columns: readonly ReportColumn[]
  /** The columns drawn, at most three, against the first column. */
  chart?: readonly string[]
  /** How things are counted that could be understood otherwise. */
  counted?: string
}

/** Amounts are shown only to who may see billing information. */
const seeing_money = 'INLINE_see_billing_info'

/**
 * Whether somebody may see a report: its rights, and for customers that it is theirs too
 * (docs/domain/people-and-permissions.md#starter-roles).
 */
export function maySeeReport(actor: Actor, report: Report): boolean {
  if (actor.account_id === null ? !isOffice(actor) : !report.customers) return false
  if (!hasAllPermissions(actor, ['API_/reports:GET', ...(report.needs ?? [])])) return false
  return columnsFor(actor, report).length > 0
}

/** The columns somebody sees: without amounts for who may not see them; none when nothing worth asking is left. */
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

/** The groupings somebody may choose. */
export function groupingsFor(actor: Actor, report: Report): readonly Grouping[] {
  return (report.by ?? []).filter(({ office }) => !office || actor.account_id === null)
}

/**
 * A row of a report by the keys of its columns: cents, whole and broken numbers, days `YYYY-MM-DD`, moments in RFC
 * 3339.
 */
export type ReportRow = Readonly<Record<string, string | number | null>>

/** The line under the table: sums, and quotients of sums. */
export function totalsOf(columns: readonly ReportColumn[], rows: readonly ReportRow[]): ReportRow {
  const sumOf = (key: string) => rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)
  return Object.fromEntries(
    columns.flatMap(({ key, sum, of, kind }) => {
      if (of) return [[key, quotient(sumOf(of[0]), sumOf(of[1]), kind)] as const]
      return sum ? [[key, kind === 'decimal' ? rounded(sumOf(key), 3) : sumOf(key)] as const] : []
    }),
  )
}

/** A part of a whole: percent with one decimal, an average in whole cents or with two decimals; `null` of nothing. */
export function quotient(part: number, whole: number, kind: ColumnKind): number | null {
  if (whole === 0) return null
  if (kind === 'percent') return rounded((part / whole) * 100, 1)
  return kind === 'money' ? Math.round(part / whole) : rounded(part / whole, 2)
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
