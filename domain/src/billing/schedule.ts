import type { InvoiceFrequency } from '../accounts/model.ts'
import { dayOf, sast_offset_minutes, startOfDay } from '../kit/calls/wire.ts'
import { day_ms } from '../kit/dates/durations.ts'

/** Years, months (0…11) and days of the South African calendar day that holds a moment. */
function calendarOf(moment: Date): { year: number; month: number; date: number } {
  const local = new Date(moment.getTime() + sast_offset_minutes * 60_000)
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), date: local.getUTCDate() }
}

/** 02:00 (or another run hour) South African time on a calendar day; days and months may overflow. */
function runAt(year: number, month: number, date: number, hour: number): Date {
  return new Date(Date.UTC(year, month, date, hour) - sast_offset_minutes * 60_000)
}

/**
 * When invoices run next (BILL-019…BILL-024). A moment after the run hour counts from the next day, the hour itself
 * still belongs to its day. daily: that day; weekly: the next chosen weekday (Sunday 0) but never past the first of
 * the month; monthly: the first of the month; shipment: at once.
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
 * Whether a scheduled run closes a month: the one in the early hours of the first
 * (docs/domain/invoices-and-statements.md#last-day-of-the-month).
 */
export function isMonthEndRun(run: Date): boolean {
  return calendarOf(run).date === 1
}

/**
 * The date printed on the invoices of a run and the moment up to which transactions count. A run that closes a month is
 * dated its last day and takes nothing of the new month (BILL-023,
 * docs/domain/invoices-and-statements.md#last-day-of-the-month); any other is dated its own day.
 */
export function periodOf(run: Date, isScheduled: boolean): { invoice_day: string; up_to: Date } {
  const today = dayOf(run)
  if (!isScheduled || !isMonthEndRun(run)) return { invoice_day: today, up_to: run }
  const upTo = startOfDay(today)
  return { invoice_day: dayOf(new Date(upTo.getTime() - 1)), up_to: upTo }
}

/**
 * The due day `YYYY-MM-DD`: the invoice day plus the account's terms in days; from the statement, which closes the
 * month of the invoice, when the terms say so.
 */
export function dueDay(invoiceDay: string, paymentTerms: number, fromStatement = false): string {
  const from = fromStatement ? lastOfMonth(invoiceDay) : invoiceDay
  return dayOf(new Date(startOfDay(from).getTime() + paymentTerms * day_ms))
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** Whole days by which a due day is past on a day; negative before it. */
export function daysPast(day: string, today: string): number {
  return Math.round((startOfDay(today).getTime() - startOfDay(day).getTime()) / day_ms)
}
