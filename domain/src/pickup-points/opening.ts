import { clockOf, dayOf } from '../kit/calls/wire.ts'
import type { WeekHours } from '../kit/dates/week-hours.ts'

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const always = /\b24 ?(?:\/ ?7|hours?|h)\b/i
/** Matches a day, a range or a list of days, then hours or `closed`. */
const part =
  /((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*(?:\s*(?:-|–|to|,|&|and)\s*(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)*|daily)\s*:?\s*(?:(2[0-4]|[01]?\d)[:h]?([0-5]\d)?\s*(?:-|–|to)\s*(2[0-4]|[01]?\d)[:h]?([0-5]\d)?|(closed))/gi

/** Weekdays from Sunday 0 to Saturday 6, and minutes since midnight. */
interface Opening {
  weekdays: ReadonlySet<number>
  from: number
  to: number
}

/** Hours of one weekday: Sunday 0 to Saturday 6, and times such as `08:00`; `24:00` is midnight at its end. */
export interface DayHours {
  day: number
  open: string
  close: string
}

/**
 * Hours on public holidays: `closed`, `usual` (the hours of the weekday), or hours such as `09:00-13:00`
 * (docs/domain/pickup-points.md#hours).
 */
export type HolidayHours = string

/**
 * Checks whether a place with these trading hours (`Mon-Fri 08:00-17:00, Sat 08:00-13:00`) is open at `now`, in South
 * African time; `null` when the text cannot be parsed. On a day of `holidays` (`YYYY-MM-DD`) the holiday hours apply.
 */
export function isOpenAt(
  tradingHours: string,
  now: Date,
  { hours = 'usual', holidays = new Set() }: { hours?: HolidayHours; holidays?: ReadonlySet<string> } = {},
): boolean | null {
  const today = dayOf(now)
  const [hour, minute] = clockOf(now).split(':')
  const minutes = minutesAt(hour, minute)
  if (hours !== 'usual' && holidays.has(today)) {
    const span = spanOf(hours)
    return span !== null && minutes >= span.from && minutes < span.to
  }
  if (always.test(tradingHours)) return true
  const openings = openingsOf(tradingHours)
  if (openings.length === 0) return null
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  return openings.some(({ weekdays, from, to }) => weekdays.has(weekday) && minutes >= from && minutes < to)
}

/** Returns the hours in a text, in the order Monday to Sunday; empty when the text cannot be parsed. */
export function weekHours(text: string): DayHours[] {
  const openings = always.test(text)
    ? [{ weekdays: new Set(days.keys()), from: 0, to: day_minutes }]
    : openingsOf(text).filter(({ from, to }) => from < to)
  return monday_first.flatMap((day) =>
    openings
      .filter(({ weekdays }) => weekdays.has(day))
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, to }) => ({ day, open: clockText(from), close: clockText(to) })),
  )
}

/** Returns hours as text that joins days with equal hours: `Mon-Fri 08:00-17:00, Sat 08:00-13:00`. */
export function hoursText(hours: readonly DayHours[]): string {
  if (monday_first.every((day) => hours.some((one) => one.day === day && isWholeDay(one)))) return '24/7'
  const runs: { days: number[]; spans: string }[] = []
  for (const day of monday_first) {
    const spans = hours
      .filter((one) => one.day === day)
      .toSorted((one, other) => one.open.localeCompare(other.open))
      .map(({ open, close }) => `${open}-${close}`)
      .join(' ')
    const last = runs.at(-1)
    if (last?.spans === spans) last.days.push(day)
    else runs.push({ days: [day], spans })
  }
  return runs
    .filter(({ spans }) => spans !== '')
    .flatMap(({ days: run, spans }) => spans.split(' ').map((span) => `${runText(run)} ${span}`))
    .join(', ')
}

/**
 * Returns trading hours with those of public holidays, as people read them: `Mon-Fri 08:00-17:00, closed on public
 * holidays`. Hours that do not differ on holidays are returned alone.
 */
export function hoursWithHolidays(tradingHours: string, holidays: HolidayHours): string {
  const different = holidays === 'closed' ? 'closed on public holidays' : `public holidays ${holidays}`
  return [tradingHours, holidays === 'usual' ? '' : different].filter(Boolean).join(', ')
}

/**
 * Returns the hours of a text with one opening per weekday; `null` when a day has a break or is open until midnight, or
 * the text cannot be parsed. An empty text is a week without hours.
 */
export function weekOf(text: string): WeekHours | null {
  const hours = weekHours(text)
  if (hours.length === 0 && text.trim() !== '') return null
  const week: WeekHours = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  for (const { day, open, close } of hours) {
    const key = days[day]
    if (!key || week[key] !== null || close === '24:00') return null
    week[key] = { open, close }
  }
  return week
}

/** Returns the hours of a week as text: `Mon-Fri 08:00-17:00`. */
export function textOfWeek(week: WeekHours): string {
  return hoursText(
    days.flatMap((key, day) => {
      const hours = week[key]
      return hours ? [{ day, ...hours }] : []
    }),
  )
}

/** Checks the hours of a week: each opens before it closes, and hours of one day do not overlap. */
export function hoursProblem(hours: readonly DayHours[]): string | null {
  for (const day of monday_first) {
    const spans = hours
      .filter((one) => one.day === day)
      .toSorted((one, other) => one.open.localeCompare(other.open))
    for (const [at, { open, close }] of spans.entries()) {
      if (open >= close) return `must close after they open on ${day_names[day]}`
      if ((spans[at + 1]?.open ?? close) < close) return `overlap on ${day_names[day]}`
    }
  }
  return null
}

/** Whether a text is a valid value of `HolidayHours`. */
export function isHolidayHours(text: string): boolean {
  return text === 'closed' || text === 'usual' || spanOf(text) !== null
}

const day_minutes = 24 * 60
const monday_first = [1, 2, 3, 4, 5, 6, 0] as const
/** Weekdays by number, from Sunday 0 to Saturday 6. */
export const day_names = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const isWholeDay = ({ open, close }: DayHours): boolean => open === '00:00' && close === '24:00'

const shortName = (day: number): string => day_names[day]?.slice(0, 3) ?? ''

function runText(run: readonly number[]): string {
  const [first = 0, last = first] = [run[0], run.at(-1)]
  return first === last ? shortName(first) : `${shortName(first)}-${shortName(last)}`
}

/** Returns a time such as `08:05` for minutes since midnight. */
function clockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function spanOf(text: string): { from: number; to: number } | null {
  const [, from, fromMinutes, to, toMinutes] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? []
  const span = { from: minutesAt(from, fromMinutes), to: minutesAt(to, toMinutes) }
  return to !== undefined && span.from < span.to && span.to <= day_minutes ? span : null
}

function openingsOf(text: string): Opening[] {
  return [...text.matchAll(part)].map(([, named = '', from, fromMinutes, to, toMinutes, closed]) => ({
    weekdays: weekdaysOf(named.toLowerCase()),
    from: closed ? 0 : minutesAt(from, fromMinutes),
    to: closed ? 0 : minutesAt(to, toMinutes),
  }))
}

function minutesAt(hours = '0', minutes = '00'): number {
  return Number(hours) * 60 + Number(minutes)
}

function weekdaysOf(named: string): ReadonlySet<number> {
  if (named === 'daily') return new Set(days.keys())
  const found = new Set<number>()
  for (const run of named.split(/\s*(?:,|&|and)\s*/)) {
    const [first = 0, last = first] = run
      .split(/\s*(?:-|–|to)\s*/)
      .map((one) => days.findIndex((known) => one.startsWith(known)))
    for (let at = first; ; at = (at + 1) % days.length) {
      found.add(at)
      if (at === last) break
    }
  }
  return found
}
