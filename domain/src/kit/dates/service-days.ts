import { formatDayAndMonth } from '../texts/format.ts'
import { clockOf, dayOf } from '../calls/wire.ts'
import { weekday_names } from './weekdays.ts'
import { dayNumber, dayText, weekdayOf } from './calendar.ts'

const max_wait_days = 366

/** Days on which a place is served. */
export interface ServiceCalendar {
  /** Sunday 0 to Saturday 6. */
  weekdays: readonly number[]
  /** `YYYY-MM-DD`. */
  holidays: ReadonlySet<string>
}

/** Why a day is not the one that was asked for. */
export const move_reasons = ['cut-off', 'window', 'holiday', 'no-service', 'full'] as const
export type MoveReason = (typeof move_reasons)[number]

/** A day on offer, and why it is not the one that was asked for. */
export interface OfferedDay {
  /** `YYYY-MM-DD`; `null` when the place is not served within a year. */
  day: string | null
  moved_by: MoveReason | null
}

/** The hours that end a day: by when something must be asked for, and when its window ends; `HH:mm`, `null` for none. */
export interface EndOfDay {
  cut_off: string | null
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

/** The service day nearest to a day, itself included, later (1) or earlier (-1); `null` when there is none in a year. */
export function nearestServiceDay(day: string, calendar: ServiceCalendar, step: 1 | -1): string | null {
  for (let waited = 0; waited <= max_wait_days; waited += 1) {
    const candidate = daysAfter(day, waited * step)
    if (isServiceDay(candidate, calendar)) return candidate
  }
  return null
}

/**
 * Proposes a day: the one asked for, or the next one served. Today counts until its cut-off, the minute itself
 * included, and until its window has ended; a day gone by counts as today.
 */
export function offerDay(
  asked: string,
  now: Date,
  { cut_off, until }: EndOfDay,
  calendar: ServiceCalendar,
): OfferedDay {
  const today = dayOf(now)
  const wanted = asked < today ? today : asked
  const isOver = wanted === today && until !== null && clockOf(now) >= until
  const isLate = wanted === today && cut_off !== null && clockOf(now) > cut_off
  const day = nearestServiceDay(isOver || isLate ? daysAfter(wanted, 1) : wanted, calendar, 1)
  if (day === wanted) return { day, moved_by: null }
  if (!isServiceDay(wanted, calendar))
    return { day, moved_by: calendar.holidays.has(wanted) ? 'holiday' : 'no-service' }
  return { day, moved_by: isLate ? 'cut-off' : 'window' }
}

/** Monday to Friday but the holidays given: what is proposed before a place, with days of its own, is known. */
export function workingDays(holidays: ReadonlySet<string>): ServiceCalendar {
  return { weekdays: [1, 2, 3, 4, 5], holidays }
}

/** What is wrong with a day and the end of its window. */
export interface PassedTime {
  part: 'day' | 'window'
  message: string
}

/** A day and its window, `HH:mm`. */
export interface RequestedTimeWindow {
  day: string | null | undefined
  from?: string | null | undefined
  until: string | null | undefined
}

/**
 * Judges a day and its window: `null` when it is still to come, else what to say and where. That a window ends before it
 * begins is for others to say.
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
 * Says why a collection is on another day than the one asked for: '16 Dec is a public holiday: collection on 17 Dec.'
 * `cut_off` is named where it is known.
 */
export function movedSentence(asked: string, day: string, movedBy: MoveReason, cutOff?: string): string {
  const whens: Readonly<Record<MoveReason, string>> = {
    holiday: `${formatDayAndMonth(asked)} is a public holiday`,
    'no-service': `${formatDayAndMonth(asked)} is a ${weekday_names[weekdayOf(dayNumber(asked))]} without collections`,
    'cut-off': cutOff ? `The cut-off at ${cutOff} has passed` : 'The cut-off of that day has passed',
    window: 'The time asked for has passed',
    full: `${formatDayAndMonth(asked)} is fully booked`,
  }
  return `${whens[movedBy]}: collection on ${formatDayAndMonth(day)}.`
}
