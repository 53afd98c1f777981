import { dayNumber, weekdayOf } from '../kit/dates/calendar.ts'
import {
  daysAfter,
  isServiceDay,
  nearestServiceDay,
  type ServiceCalendar,
} from '../kit/dates/service-days.ts'

/** How often a recurring collection takes place (COLL-006). */
export const frequencies = ['daily', 'weekly'] as const
export type Frequency = (typeof frequencies)[number]

/** What happens to a recurring collection that is due on a day without service. */
export const holiday_rules = ['skip', 'previous', 'next'] as const
export type HolidayRule = (typeof holiday_rules)[number]

/** Number of days ahead for which the requests of a recurring collection are created (docs/domain/collections.md). */
export const days_ahead = 7

/** When a recurring collection is due. Days are `YYYY-MM-DD`. */
export interface Recurrence {
  frequency: Frequency
  /** For weekly collections: 0 (Sunday) to 6 (Saturday). */
  weekdays: readonly number[]
  from: string
  /** The last day, inclusive; `null` for no end. */
  until: string | null
}

/**
 * Returns the days from `from` to `to` on which a recurring collection is due. Days without service are not yet
 * removed.
 */
export function dueDays(recurrence: Recurrence, from: string, to: string): string[] {
  const first = recurrence.from > from ? recurrence.from : from
  const last = recurrence.until !== null && recurrence.until < to ? recurrence.until : to
  const days: string[] = []
  for (let day = first; day <= last; day = daysAfter(day, 1)) if (fallsOn(recurrence, day)) days.push(day)
  return days
}

/** Checks whether a recurring collection takes place on the weekday of a day. */
export function fallsOn(
  { frequency, weekdays }: Pick<Recurrence, 'frequency' | 'weekdays'>,
  day: string,
): boolean {
  return frequency === 'daily' || weekdays.includes(weekdayOf(dayNumber(day)))
}

/**
 * Returns what happens to a collection that is due on a day without service. A daily collection is never moved, because
 * the neighbouring days have their own collections.
 */
export function ruleWithoutService(frequency: Frequency, rule: HolidayRule): HolidayRule {
  return frequency === 'daily' ? 'skip' : rule
}

/**
 * Returns the day on which a due day is collected: the day itself when the place is served. Otherwise `null` or the
 * previous or next service day, depending on `ruleWithoutService`.
 */
export function servedDay(
  due: string,
  frequency: Frequency,
  calendar: ServiceCalendar,
  rule: HolidayRule,
): string | null {
  if (isServiceDay(due, calendar)) return due
  const applied = ruleWithoutService(frequency, rule)
  return applied === 'skip' ? null : nearestServiceDay(due, calendar, applied === 'previous' ? -1 : 1)
}
