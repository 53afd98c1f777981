import { z } from 'zod'
import { date_range_values, daysOfRange, type Days } from '../kit/dates/date-ranges.ts'
import { invalid } from '../kit/problem.ts'
import { TableFilter } from '../kit/lists/table-filter.ts'
import { list, maybe, text } from '../kit/calls/wire.ts'
import { report_fields, type Report, type ReportField } from './report.ts'
import { day_ms } from '../kit/dates/durations.ts'

const bare_day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-02-28')

/** The request for a report: days, grouping and filters. A saved report stores the same fields. */
export const question_fields = {
  report: text(60),
  range: maybe(z.enum(date_range_values)),
  /** Only for the range `date-range`. */
  start_date: maybe(bare_day),
  end_date: maybe(bare_day),
  /** Only for the range `month`; the current month by default. */
  month: maybe(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-02')),
  by: maybe(text(30)),
  filters: maybe(list(TableFilter)),
}
export const Question = z.object(question_fields)
export type Question = z.output<typeof Question>

/** The date range when none is chosen. */
export const default_range = 'last-30-days'

/** Maximum number of days in one report. */
export const max_days = 400

/**
 * Returns the days that a report covers. Rejects missing, invalid or reversed dates, and ranges longer than
 * `max_days`.
 */
export function daysOfQuestion(question: Question, now: Date): Days {
  const days = daysOfRange(question.range ?? default_range, now, question)
  if (!days)
    throw invalid('Choose a first and a last day. The first must not be after the last.', [
      { field: 'start_date', message: 'must not be after the last day' },
    ])
  const length = (Date.parse(days.until) - Date.parse(days.from)) / day_ms + 1
  if (length > max_days)
    throw invalid(
      `A report covers at most ${max_days} days. You chose ${length}. Choose fewer, or run it once per year.`,
      [{ field: 'end_date', message: `must be at most ${max_days} days after the first` }],
    )
  return days
}

/** Returns the filters of a report request. Rejects a filter on a field that the report does not support. */
export function filtersOfQuestion(
  question: Question,
  report: Report,
): readonly (TableFilter & { field: ReportField })[] {
  return (question.filters ?? []).map((filter) => {
    const field = report.fields.find((one) => one === filter.field)
    if (!field)
      throw invalid(
        `${report.title} cannot be narrowed by ${filter.field}. ${report.fields.length === 0 ? 'It takes no filters.' : `It takes ${report.fields.map((one) => report_fields[one].toLowerCase()).join(', ')}.`}`,
        [{ field: 'filters', message: `must be one of ${report.fields.join(', ') || 'none'}` }],
      )
    return { ...filter, field }
  })
}
