import type { InvoiceFrequency } from '../accounts/model.ts'
import { dayOf, sast_offset_minutes, startOfDay } from '../kit/calls/wire.ts'
import { day_ms } from '../kit/dates/durations.ts'

/** Returns the year, month (0…11) and day of a moment in South African time. */
function calendarOf(moment: Date): { year: number; month: number; date: number } {
  const local = new Date(moment.getTime() + sast_offset_minutes * 60_000)
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), date: local.getUTCDate() }
}

/** Returns 02:00 (or another run hour) South African time on a calendar day. `month` and `date` may overflow. */
function runAt(year: number, month: number, date: number, hour: number): Date {
  return new Date(Date.UTC(year, month, date, hour) - sast_offset_minutes * 60_000)
}

/**
 * Returns the next invoice run (BILL-019…BILL-024). After the run hour the search starts from the next day; the exact
 * run hour still counts as the same day.
 *
 * - daily: that day
 * - weekly: the next chosen weekday (Sunday 0), but never past the first of the month
 * - monthly: the first of the month
 * - shipment: at once
 */
export function nextRun(frequency: InvoiceFrequency, weekday: number, now: Date, runHour = 2): Date {
  if (frequency === 'shipment') return now
  const { year, month, date } = calendarOf(now)
  const isPast = now.getTime() > runAt(year, month, date, runHour).getTime()
  const daily = runAt(year, month, date + Number(isPast), runHour)
  if (frequency === 'daily') return daily
  const from = calendarOf(daily)
  const monthly = from.date === 1 ? daily : runAt(from.year, from.month + 1, 1, runHour)
  if (frequency === 'monthly') return monthly
  const today = new Date(Date.UTC(from.year, from.month, from.date)).getUTCDay()
  const weekly = runAt(from.year, from.month, from.date + ((weekday - today + 7) % 7), runHour)
  return weekly < monthly ? weekly : monthly
}

/**
 * Whether a scheduled run closes a month: the run in the early hours of the first
 * (docs/domain/invoices-and-statements.md#last-day-of-the-month).
 */
export function isMonthEndRun(run: Date): boolean {
  return calendarOf(run).date === 1
}

/**
 * Returns the date on the invoices of a run, and the moment up to which transactions are included. A scheduled run
 * that closes a month is dated the last day of that month and includes nothing of the new month (BILL-023,
 * docs/domain/invoices-and-statements.md#last-day-of-the-month). Any other run is dated its own day.
 */
export function periodOf(run: Date, isScheduled: boolean): { invoice_day: string; up_to: Date } {
  const today = dayOf(run)
  if (!isScheduled || !isMonthEndRun(run)) return { invoice_day: today, up_to: run }
  const upTo = startOfDay(today)
  return { invoice_day: dayOf(new Date(upTo.getTime() - 1)), up_to: upTo }
}

/**
 * Returns the due day `YYYY-MM-DD`: the invoice day plus the account's payment terms in days. With `fromStatement`
 * the terms count from the last day of the invoice's month, when the statement closes.
 */
export function dueDay(invoiceDay: string, paymentTerms: number, fromStatement = false): string {
  const from = fromStatement ? lastOfMonth(invoiceDay) : invoiceDay
  return dayOf(new Date(startOfDay(from).getTime() + paymentTerms * day_ms))
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** Returns the number of whole days from `day` to `today`; negative when `day` is in the future. */
export function daysPast(day: string, today: string): number {
  return Math.round((startOfDay(today).getTime() - startOfDay(day).getTime()) / day_ms)
}
