import { date_ranges, daysOfRange } from '@waybill/domain/kit/dates/date-ranges'
import { helpFilters } from '@waybill/domain/kit/lists/fill-in-filters'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shortDay } from '../../ui/values/moments.ts'

/** The date presets of every list, in order; a saved preset stays relative (REP-001). */
export const date_presets = date_ranges
  .filter(([value]) => value !== 'date-range')
  .map(([value, label]) => [value, value === 'month' ? 'This month' : label] as const)

/** Returns the first and last calendar day of a filter text (`last-7-days`, `2025-03-01..2025-03-04`), or `null`. */
export function daysOf(value: string, now: Date): { from: string; until: string } | null {
  const preset = date_presets.find(([key]) => key === value)?.[0]
  if (preset === 'month') return { from: `${dayOf(now).slice(0, 7)}-01`, until: dayOf(now) }
  if (preset) return daysOfRange(preset, now)
  const [startDate, endDate, more] = value.split('..')
  return more === undefined
    ? daysOfRange('date-range', now, { start_date: startDate, end_date: endDate })
    : null
}

/**
 * Returns the limits of a filter text: the start of the first day and the end of the last, South African time; `null`
 * when the text is not valid.
 */
export function momentsOf(value: string | undefined, now: Date): { from: Date; until: Date } | null {
  const days = value ? daysOf(value, now) : null
  const { start_date, end_date } = helpFilters({ start_date: days?.from, end_date: days?.until })
  return start_date && end_date ? { from: start_date, until: end_date } : null
}

/** Returns the display text of a filter text: 'last 7 days', 'today to Thu 20 Nov'. */
export function dateFilterText(value: string, now: Date): string {
  const preset = date_presets.find(([key]) => key === value)
  if (preset) return preset[1].toLowerCase()
  const days = daysOf(value, now)
  if (!days) return value
  return days.from === days.until
    ? shortDay(days.from, now)
    : `${shortDay(days.from, now)} to ${shortDay(days.until, now)}`
}
