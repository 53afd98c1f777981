import { date_ranges, type DateRange } from '@waybill/domain/kit/dates/date-ranges'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Question } from '@waybill/domain/reports/question'
import { default_range } from '@waybill/domain/reports/question'
import { report_fields, type ReportField } from '@waybill/domain/reports/report'
import type { TableFilter } from '@waybill/domain/kit/lists/table-filter'

/** The filters of a report by their key in the address bar. */
export const field_keys: Readonly<Record<ReportField, string>> = {
  account_id: 'account',
  branch_id: 'branch',
  service_level_code: 'service',
  driver: 'driver',
}
const fields = Object.keys(report_fields) as ReportField[]

/** What the address bar of a report asks. Nonsense in it is left out. */
export function questionOf(report: string, values: Readonly<Record<string, string>>): Question {
  const filters = fields.flatMap((field) => entryOf(field, values[field_keys[field]]) ?? [])
  return {
    report,
    ...rangeOf(values.date ?? default_range),
    ...(values.by ? { by: values.by } : {}),
    ...(filters.length > 0 ? { filters } : {}),
  }
}

/** A filter text as an entry: `12,15` is any of these, `!12` none. */
function entryOf(field: ReportField, text: string | undefined): TableFilter | null {
  if (!text) return null
  const isNot = text.startsWith('!')
  const value = (isNot ? text.slice(1) : text).split(',').filter(Boolean)
  return value.length === 0 ? null : { field, operator: isNot ? 'not_in' : 'in', value }
}

function rangeOf(text: string): Pick<Question, 'range' | 'start_date' | 'end_date' | 'month'> {
  const known = date_ranges.find(([value]) => value === text && value !== 'date-range')?.[0]
  if (known) return { range: known }
  if (/^\d{4}-\d{2}$/.test(text)) return { range: 'month', month: text }
  const [startDate, endDate] = text.split('..')
  return startDate && endDate
    ? { range: 'date-range', start_date: startDate, end_date: endDate }
    : { range: default_range }
}

/** Where a saved question is shown. */
export function addressOf({
  report,
  range,
  start_date,
  end_date,
  month,
  by,
  filters = [],
}: Question): string {
  const query = new URLSearchParams()
  const date =
    range === 'date-range' ? `${start_date}..${end_date}` : range === 'month' ? (month ?? 'month') : range
  if (date) query.set('date', date)
  if (by) query.set('by', by)
  for (const { field, operator, value } of filters) {
    const values = (Array.isArray(value) ? value : [value]).join(',')
    query.set(field_keys[field as ReportField], `${operator === 'not_in' ? '!' : ''}${values}`)
  }
  const text = query.toString().replaceAll('%2C', ',')
  return `/reports/${report}${text ? `?${text}` : ''}`
}

/** The months to choose from: this one and the eleven before, newest first, as `YYYY-MM`. */
export function monthsBack(now: Date): readonly string[] {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** A range in words: 'Last 7 days', 'March 2027'. */
export function rangeText({ range = default_range, start_date, end_date, month }: Question): string {
  if (range === 'date-range') return `${start_date} to ${end_date}`
  if (range === 'month') return month ? monthName(month) : 'This month'
  return date_ranges.find(([value]: readonly [DateRange, string]) => value === range)?.[1] ?? ''
}

/** 'March 2027'. */
export function monthName(month: string): string {
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-ZA', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
