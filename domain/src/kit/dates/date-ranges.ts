import { dayOf } from '../calls/wire.ts'
import { day_ms } from './durations.ts'

/** The date ranges of reports and lists: stored value and label, in display order (REP-001, REP-002). */
export const date_ranges = [
  ['yesterday', 'Yesterday'],
  ['today', 'Today'],
  ['last-2-days', 'Last 2 days'],
  ['last-5-days', 'Last 5 days'],
  ['last-7-days', 'Last 7 days'],
  ['last-14-days', 'Last 14 days'],
  ['last-30-days', 'Last 30 days'],
  ['date-range', 'Date range'],
  ['month', 'Month'],
] as const
export type DateRange = (typeof date_ranges)[number][0]

export const date_range_values = date_ranges.map(([value]) => value)

/** A range of calendar days in South Africa, both included. */
export interface Days {
  from: string
  until: string
}

/**
 * Details of a range besides its name: the days of `date-range`, and the month `YYYY-MM` of `month` (default: the
 * current month).
 */
export interface RangeDetails {
  start_date?: string | undefined
  end_date?: string | undefined
  month?: string | undefined
}

/** Returns the calendar day `days` days later, or earlier when negative. */
export function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/**
 * Returns the calendar days of a range at a moment; `null` when its days or month are missing, invalid or in the
 * wrong order.
 */
export function daysOfRange(range: DateRange, now: Date, details: RangeDetails = {}): Days | null {
  const today = dayOf(now)
  if (range === 'today') return { from: today, until: today }
  if (range === 'yesterday') return { from: dayAfter(today, -1), until: dayAfter(today, -1) }
  if (range === 'month') return monthOf(details.month ?? today.slice(0, 7))
  const { start_date = '', end_date = '' } = details
  if (range === 'date-range')
    return isDay(start_date) && isDay(end_date) && start_date <= end_date
      ? { from: start_date, until: end_date }
      : null
  return { from: dayAfter(today, 1 - Number(range.split('-')[1])), until: today }
}

/** Returns the number of days in a range, both ends counted. */
function lengthOf({ from, until }: Days): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / day_ms) + 1
}

/** Returns the period of the same length immediately before `days`. */
export function daysBefore(days: Days): Days {
  return { from: dayAfter(days.from, -lengthOf(days)), until: dayAfter(days.from, -1) }
}

function monthOf(month: string): Days | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return null
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}
