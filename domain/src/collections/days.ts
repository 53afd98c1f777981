import { dayNumber, weekdayOf } from '../kit/dates/calendar.ts'
import {
  daysAfter,
  isServiceDay,
  nearestServiceDay,
  type ServiceCalendar,
} from '../kit/dates/service-days.ts'

/** How often a recurring collection is made (COLL-006). */
export const frequencies = ['daily', 'weekly'] as const
export type Frequency = (typeof frequencies)[number]

/** What becomes of a recurring collection that falls on a day without service. */
export const holiday_rules = ['skip', 'previous', 'next'] as const
export type HolidayRule = (typeof holiday_rules)[number]

/** Days ahead for which requests of a recurring collection are made (docs/domain/collections.md). */
export const days_ahead = 7

/** When a recurring collection falls due. Days are `YYYY-MM-DD`. */
export interface Recurrence {
  frequency: Frequency
  /** For weekly ones: Sunday 0 to Saturday 6. */
  weekdays: readonly number[]
  from: string
  /** The last day, included; `null` for ever. */
  until: string | null
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
  return nearestServiceDay(due, calendar, rule === 'previous' ? -1 : 1)
}
