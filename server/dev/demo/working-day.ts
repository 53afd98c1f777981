import { dayNumber, dayNumberOf, minutesOf, momentAt, weekdayOf } from '@waybill/domain/kit/dates/calendar'
import { nationalHolidays } from '@waybill/domain/kit/dates/national-holidays'

/** A part of the day in South Africa, in minutes since midnight. */
export type Hours = readonly [from: number, to: number]

/** Returns hours of the day in minutes: `hours(8, 9.5)` is `08:00` to `09:30`. */
export const hours = (from: number, to: number): Hours => [from * 60, to * 60]

/** Hours in which customers and staff book. */
const office: Hours = hours(8, 18)
/** Minimum time between two steps, in minutes. */
const least_minutes = 5

const holidays = new Map<number, ReadonlySet<number>>()

function holidaysOf(year: number): ReadonlySet<number> {
  const known = holidays.get(year) ?? new Set(nationalHolidays(year).map(({ date }) => dayNumber(date)))
  holidays.set(year, known)
  return known
}

/** Whether the company collects, scans and delivers on a day: Monday to Friday, except public holidays. */
export function isWorkingDay(day: number): boolean {
  const isWeekday = weekdayOf(day) !== 0 && weekdayOf(day) !== 6
  return isWeekday && !holidaysOf(momentAt(day, 12 * 60).getUTCFullYear()).has(day)
}

/** Returns the last working day before a day. */
export function workingDayBefore(day: number): number {
  let before = day - 1
  while (!isWorkingDay(before)) before -= 1
  return before
}

/**
 * Returns a moment within the first of these hours on a working day that has not passed. `share`, from 0 to 1, is the
 * position within the remaining hours.
 */
export function nextWithin(after: number, choices: readonly Hours[], share: number): number {
  const first = dayNumberOf(new Date(after))
  for (let day = first; ; day += 1) {
    if (!isWorkingDay(day)) continue
    const started = day === first ? minutesOf(new Date(after)) + least_minutes : 0
    for (const [from, to] of choices) {
      const earliest = Math.max(from, started)
      if (earliest < to) return momentAt(day, earliest + (to - earliest) * share).getTime()
    }
  }
}

/** Returns the moment that is `count` office hours before `moment`. */
export function officeHoursBefore(moment: Date, count: number): Date {
  const [opens, closes] = office
  let left = count * 60
  let day = dayNumberOf(moment)
  let until = Math.min(minutesOf(moment), closes)
  for (;;) {
    const worked = isWorkingDay(day) ? Math.max(0, until - opens) : 0
    if (worked > left) return momentAt(day, until - left)
    left -= worked
    day -= 1
    until = closes
  }
}

/** Returns `moment` when it is on a working day between 06:00 and 18:00, else the end of the previous working hours. */
export function lastWorkingMoment(moment: Date): Date {
  const day = dayNumberOf(moment)
  const [opens, closes] = hours(6, 18)
  const minutes = minutesOf(moment)
  if (isWorkingDay(day) && minutes >= opens) return minutes <= closes ? moment : momentAt(day, closes)
  return momentAt(workingDayBefore(day), closes)
}
