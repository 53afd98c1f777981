import { date_ranges, type DateRange } from '@waybill/domain/kit/dates/date-ranges'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Question } from '@waybill/domain/reports/question'
import { default_range } from '@waybill/domain/reports/question'
import { report_fields, type ReportField } from '@waybill/domain/reports/report'
import type { TableFilter } from '@waybill/domain/kit/lists/table-filter'

/** URL parameter of each report filter. */
export const field_keys: Readonly<Record<ReportField, string>> = {
  account_id: 'account',
  branch_id: 'branch',
  service_level_code: 'service',
  driver: 'driver',
}
const fields = Object.keys(report_fields) as ReportField[]

/**
 * Builds a report request from URL parameters. An invalid date becomes the default range, and empty filters are left
 * out.
 */
export function questionOf(report: string, values: Readonly<Record<string, string>>): Question {
  const filters = fields.flatMap((field) => entryOf(field, values[field_keys[field]]) ?? [])
  return {
    report,
    ...rangeOf(values.date ?? default_range),
    ...(values.by ? { by: values.by } : {}),
    ...(filters.length > 0 ? { filters } : {}),
  }
}

/** Parses a filter text: `12,15` matches any of these values, `!12` excludes them. */
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

/** Returns the URL of a report request. */
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

/** Returns the months to choose from: the current one and the eleven before, newest first, as `YYYY-MM`. */
export function monthsBack(now: Date): readonly string[] {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** Formats a range as text: 'Last 7 days', 'March 2027'. */
export function rangeText({ range = default_range, start_date, end_date, month }: Question): string {
  if (range === 'date-range') return `${start_date} to ${end_date}`
  if (range === 'month') return month ? monthName(month) : 'This month'
  return date_ranges.find(([value]: readonly [DateRange, string]) => value === range)?.[1] ?? ''
}

/** Formats a month: 'March 2027'. */
export function monthName(month: string): string {
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-ZA', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
