import { clockOf, dayOf } from '../kit/wire.ts'
import { dayNumber, dayText, weekdayOf } from '../rates/calendar.ts'

/** How often a recurring collection is made (COLL-006). */
export const frequencies = ['daily', 'weekly'] as const
export type Frequency = (typeof frequencies)[number]

/** What becomes of a recurring collection that falls on a day without service. */
export const holiday_rules = ['skip', 'previous', 'next'] as const
export type HolidayRule = (typeof holiday_rules)[number]

/** Days ahead for which requests of a recurring collection are made (docs/domain/collections.md). */
export const days_ahead = 7
const max_wait_days = 366

/** Days on which a place is served. */
export interface ServiceCalendar {
  /** Sunday 0 to Saturday 6. */
  weekdays: readonly number[]
  /** `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>
}

/** When a recurring collection falls due. Days are `YYYY-MM-DD`. */
export interface Recurrence {
  frequency: Frequency
  /** For weekly ones: Sunday 0 to Saturday 6. */
  weekdays: readonly number[]
  from: string
  /** The last day, included; `null` for ever. */
  until: string | null
}

/** The day `count` days after a day. */
export function daysAfter(day: string, count: number): string {
  return dayText(dayNumber(day) + count)
}

/** Whether a place is served on a day. */
export function isServiceDay(day: string, calendar: ServiceCalendar): boolean {
  return calendar.weekdays.includes(weekdayOf(dayNumber(day))) && !calendar.holidays.has(day)
}

function nearest(day: string, calendar: ServiceCalendar, step: 1 | -1): string | null {
  for (let waited = 0; waited <= max_wait_days; waited += 1) {
    const candidate = daysAfter(day, waited * step)
    if (isServiceDay(candidate, calendar)) return candidate
  }
  return null
}

/** A day of collection, and why it is not the one that was asked for. */
export interface OfferedDay {
  /** `null` when the place is not served within a year. */
  day: string | null
  moved_by: 'cut-off' | 'no-service' | null
}

/**
 * The day on which a request is collected: the day asked for, or the next one served. Today counts until the cut-off
 * (`HH:mm`, the minute itself included); `null` knows no cut-off.
 */
export function collectionDay(
  asked: string,
  now: Date,
  cut_off: string | null,
  calendar: ServiceCalendar,
): OfferedDay {
  const today = dayOf(now)
  const wanted = asked < today ? today : asked
  const is_late = wanted === today && cut_off !== null && clockOf(now) > cut_off
  const from = is_late ? daysAfter(wanted, 1) : wanted
  const day = nearest(from, calendar, 1)
  if (day === wanted) return { day, moved_by: null }
  return { day, moved_by: is_late && isServiceDay(wanted, calendar) ? 'cut-off' : 'no-service' }
}

/** The days within `from` to `to` on which a recurring collection falls due, before days without service are asked. */
export function dueDays(recurrence: Recurrence, from: string, to: string): string[] {
  const first = recurrence.from > from ? recurrence.from : from
  const last = recurrence.until !== null && recurrence.until < to ? recurrence.until : to
  const days: string[] = []
  for (let day = first; day <= last; day = daysAfter(day, 1)) if (fallsOn(recurrence, day)) days.push(day)
  return days
}

/** Whether a recurring collection is meant for the weekday of a day. */
export function fallsOn(
  { frequency, weekdays }: Pick<Recurrence, 'frequency' | 'weekdays'>,
  day: string,
): boolean {
  return frequency === 'daily' || weekdays.includes(weekdayOf(dayNumber(day)))
}

/**
 * The day on which a due day is collected: itself while the place is served; else nothing, or the working day before
 * or after. A daily collection is never moved: its neighbours have one of their own.
 */
export function servedDay(
  due: string,
  frequency: Frequency,
  calendar: ServiceCalendar,
  rule: HolidayRule,
): string | null {
  if (isServiceDay(due, calendar)) return due
  if (frequency === 'daily' || rule === 'skip') return null
  return nearest(due, calendar, rule === 'previous' ? -1 : 1)
}
