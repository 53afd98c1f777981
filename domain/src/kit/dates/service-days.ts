import { formatDayAndMonth } from '../texts/format.ts'
import { clockOf, dayOf } from '../calls/wire.ts'
import { weekday_names } from './weekdays.ts'
import { dayNumber, dayText, weekdayOf } from './calendar.ts'

const max_wait_days = 366

/** The days on which a place is served. */
export interface ServiceCalendar {
  /** Served weekdays, Sunday 0 to Saturday 6. */
  weekdays: readonly number[]
  /** Dates `YYYY-MM-DD` without service. */
  holidays: ReadonlySet<string>
}

/** Reasons why the offered day differs from the requested day. */
export const move_reasons = ['cut-off', 'window', 'holiday', 'no-service', 'full'] as const
export type MoveReason = (typeof move_reasons)[number]

/** The offered day, and the reason when it differs from the requested day. */
export interface OfferedDay {
  /** `YYYY-MM-DD`; `null` when the place is not served within a year. */
  day: string | null
  moved_by: MoveReason | null
}

/** Times at which a day ends: the cut-off for requests and the end of its window; `HH:mm`, `null` for none. */
export interface EndOfDay {
  cut_off: string | null
  until: string | null
}

/** Returns the day `count` days after `day`. */
export function daysAfter(day: string, count: number): string {
  return dayText(dayNumber(day) + count)
}

/** Whether a place is served on a day. */
export function isServiceDay(day: string, calendar: ServiceCalendar): boolean {
  return calendar.weekdays.includes(weekdayOf(dayNumber(day))) && !calendar.holidays.has(day)
}

/**
 * Returns the service day nearest to `day`, including itself, in the direction of `step`: later (1) or earlier (-1).
 * `null` when there is none within a year.
 */
export function nearestServiceDay(day: string, calendar: ServiceCalendar, step: 1 | -1): string | null {
  for (let waited = 0; waited <= max_wait_days; waited += 1) {
    const candidate = daysAfter(day, waited * step)
    if (isServiceDay(candidate, calendar)) return candidate
  }
  return null
}

/**
 * Offers the requested day, or the next service day. Today is available up to and including its cut-off minute, and
 * until its window ends; a past day is treated as today.
 */
export function offerDay(
  requestedDay: string,
  now: Date,
  { cut_off, until }: EndOfDay,
  calendar: ServiceCalendar,
): OfferedDay {
  const today = dayOf(now)
  const wanted = requestedDay < today ? today : requestedDay
  const isOver = wanted === today && until !== null && clockOf(now) >= until
  const isLate = wanted === today && cut_off !== null && clockOf(now) > cut_off
  const day = nearestServiceDay(isOver || isLate ? daysAfter(wanted, 1) : wanted, calendar, 1)
  if (day === wanted) return { day, moved_by: null }
  if (!isServiceDay(wanted, calendar))
    return { day, moved_by: calendar.holidays.has(wanted) ? 'holiday' : 'no-service' }
  return { day, moved_by: isLate ? 'cut-off' : 'window' }
}

/**
 * Returns Monday to Friday without the given holidays. Days are proposed from this calendar until the place, which
 * has its own service days, is known.
 */
export function workingDays(holidays: ReadonlySet<string>): ServiceCalendar {
  return { weekdays: [1, 2, 3, 4, 5], holidays }
}

/** The error for a day or a window that has passed. */
export interface PassedTime {
  part: 'day' | 'window'
  message: string
}

/** A day and its time window, `HH:mm`. */
export interface RequestedTimeWindow {
  day: string | null | undefined
  from?: string | null | undefined
  until: string | null | undefined
}

/**
 * Checks whether a day or its window has passed: returns `null` when it has not, otherwise the message and the part
 * to which it belongs. Other code checks that a window does not end before it starts.
 */
export function passedTime({ day, from, until }: RequestedTimeWindow, now: Date): PassedTime | null {
  const today = dayOf(now)
  if (!day || day > today) return null
  if (day < today) return { part: 'day', message: 'This day has passed. Choose a later one.' }
  return until && until >= (from ?? '') && clockOf(now) >= until
    ? {
        part: 'window',
        message: `It is ${clockOf(now)} and this window has ended. Choose a later time or another day.`,
      }
    : null
}

/**
 * Returns why a collection is on another day than requested: '16 Dec is a public holiday: collection on 17 Dec.' The
 * sentence names `cutOff` when it is given.
 */
export function movedSentence(
  requestedDay: string,
  day: string,
  movedBy: MoveReason,
  cutOff?: string,
): string {
  const whens: Readonly<Record<MoveReason, string>> = {
    holiday: `${formatDayAndMonth(requestedDay)} is a public holiday`,
    'no-service': `${formatDayAndMonth(requestedDay)} is a ${weekday_names[weekdayOf(dayNumber(requestedDay))]} without collections`,
    'cut-off': cutOff ? `The cut-off at ${cutOff} has passed` : 'The cut-off of that day has passed',
    window: 'The requested time has passed',
    full: `${formatDayAndMonth(requestedDay)} is fully booked`,
  }
  return `${whens[movedBy]}: collection on ${formatDayAndMonth(day)}.`
}
