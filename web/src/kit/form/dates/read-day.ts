import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { dayOf } from '@waybill/domain/kit/calls/wire'

const month_names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekday_names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Parses a typed day to `YYYY-MM-DD`: 'today', 'tomorrow', 'yesterday', 'fri' (the next one), '4/3' (4 March), '4
 * mar', '4 March 2025', '2025-03-04'. Without a year it is the matching day nearest to today. Returns `null` when it
 * is not a valid day.
 */
export function readDay(text: string, now: Date): string | null {
  const today = dayOf(now)
  const typed = text
    .trim()
    .toLowerCase()
    .replaceAll(/[,\s]+/g, ' ')
  const named: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }
  if (typed in named) return dayAfter(today, named[typed] ?? 0)
  const weekday = typed.length >= 3 ? weekday_names.indexOf(typed.slice(0, 3)) : -1
  if (weekday >= 0 && /^[a-z]+$/.test(typed)) {
    const from = new Date(`${today}T12:00:00Z`).getUTCDay()
    return dayAfter(today, (weekday - from + 7) % 7 || 7)
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const match =
    /^(?:[a-z]{3,9} )?(\d{1,2})(?:\/|-|\.| )(\d{1,2}|[a-z]{3,9})(?:(?:\/|-|\.| )(\d{4}|\d{2}))?$/.exec(typed)
  if (!match) return null
  const [, date = '', month = '', year] = match
  const number = /^\d/.test(month) ? Number(month) : month_names.indexOf(month.slice(0, 3)) + 1
  if (year) return realDay(Number(year.length === 2 ? `20${year}` : year), number, Number(date))
  const thisYear = Number(today.slice(0, 4))
  const candidates = [thisYear - 1, thisYear, thisYear + 1]
    .map((one) => realDay(one, number, Number(date)))
    .filter((day) => day !== null)
  const distance = (day: string): number => Math.abs(Date.parse(day) - Date.parse(today))
  return candidates.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

function realDay(year: number, month: number, date: number): string | null {
  const moment = new Date(Date.UTC(year, month - 1, date))
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date && year > 1
  return isReal ? moment.toISOString().slice(0, 10) : null
}

/**
 * Returns the weeks of a month as rows of seven days from Monday, filled with days of the neighbouring months at both
 * ends.
 */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const offset = (new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7
  const start = dayAfter(first, -offset)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => dayAfter(start, week * 7 + at)),
  ).filter((week) => week.some((day) => day.startsWith(month)))
}

/**
 * Returns the same date `months` months later (earlier if negative); the last day of the month if that month is too
 * short.
 */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
