import { z } from 'zod'
import { dayAfter } from '../kit/dates/date-ranges.ts'
import { download_formats } from '../kit/lists/download.ts'
import { isOneEmail } from '../kit/contacts/email.ts'
import { invalid } from '../kit/problem.ts'
import { weekday_names } from '../kit/dates/weekdays.ts'
import { count, dayOf, list, startOfDay, text } from '../kit/calls/wire.ts'
import { hour_ms } from '../kit/dates/durations.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

/** When a saved report is produced and who receives it. */
export const Schedule = z.object({
  frequency: z.enum(frequencies),
  /** For `weekly`: Sunday 0 to Saturday 6. */
  weekday: count.pipe(z.int().min(0).max(6)).default(1),
  /** For `monthly`; the last day in shorter months. */
  day_of_month: count.pipe(z.int().min(1).max(31)).default(1),
  /** Hour of the day in South Africa, 0 to 23. */
  hour: count.pipe(z.int().min(0).max(23)),
  emails: list(text(254)),
  format: z.enum(download_formats),
})
export type Schedule = z.output<typeof Schedule>

/** Maximum number of addresses in a schedule. */
export const max_addresses = 20

/** Rejects a schedule without addresses, with more than `max_addresses`, or with an invalid address. */
export function checkSchedule({ emails }: Schedule): void {
  const field = 'schedule.emails'
  if (emails.length === 0)
    throw invalid('Enter at least one e-mail address to send the report to.', [
      { field, message: 'is required' },
    ])
  if (emails.length > max_addresses)
    throw invalid(`A report is sent to at most ${max_addresses} addresses. You entered ${emails.length}.`, [
      { field, message: `must be ${max_addresses} or fewer` },
    ])
  const wrong = emails.find((email) => !isOneEmail(email))
  if (wrong !== undefined)
    throw invalid(`${wrong} is not an e-mail address.`, [{ field, message: 'must be e-mail addresses' }])
}

/**
 * Returns the first due moment after `now`. There is one next run, whatever number was missed: a missed report is
 * produced once.
 */
export function nextDue(schedule: Schedule, now: Date): Date {
  for (let ahead = 0; ; ahead += 1) {
    const day = dayAfter(dayOf(now), ahead)
    const due = new Date(startOfDay(day).getTime() + schedule.hour * hour_ms)
    if (due > now && isDay(schedule, day)) return due
  }
}

function isDay({ frequency, weekday, day_of_month }: Schedule, day: string): boolean {
  const date = new Date(`${day}T12:00:00Z`)
  if (frequency === 'weekly') return date.getUTCDay() === weekday
  if (frequency === 'daily') return true
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(day_of_month, last)
}

/** Returns the name of a weekday; 0 is Sunday. */
export function weekdayName(weekday: number): string {
  return weekday_names[weekday] ?? ''
}

/** Returns a schedule in words: 'every Monday at 06:00'. */
export function scheduleText({ frequency, weekday, day_of_month, hour }: Schedule): string {
  const at = `at ${String(hour).padStart(2, '0')}:00`
  if (frequency === 'daily') return `every day ${at}`
  return frequency === 'weekly'
    ? `every ${weekdayName(weekday)} ${at}`
    : `on day ${day_of_month} of every month ${at}`
}
