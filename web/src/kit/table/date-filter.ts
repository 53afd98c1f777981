import { dayOf, startOfDay } from '@waybill/domain/kit/wire'
import { dayAfter } from '../form/read-day.ts'
import { shortDay } from '../ui/moments.ts'

/** The date presets of every list, in their order; a preset stays relative when it is saved. */
export const date_presets = [
  ['yesterday', 'Yesterday'],
  ['today', 'Today'],
  ['last-2-days', 'Last 2 days'],
  ['last-5-days', 'Last 5 days'],
  ['last-7-days', 'Last 7 days'],
  ['last-14-days', 'Last 14 days'],
  ['last-30-days', 'Last 30 days'],
  ['month', 'This month'],
] as const

/** The first and last calendar day that a filter text means (`last-7-days`, `2025-03-01..2025-03-04`), or `null`. */
export function daysOf(value: string, now: Date): { from: string; until: string } | null {
  const today = dayOf(now)
  if (value === 'today') return { from: today, until: today }
  if (value === 'yesterday') return { from: dayAfter(today, -1), until: dayAfter(today, -1) }
  if (value === 'month') return { from: `${today.slice(0, 7)}-01`, until: today }
  const last = /^last-(\d{1,3})-days$/.exec(value)
  if (last) return { from: dayAfter(today, 1 - Number(last[1])), until: today }
  const range = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(value)
  return range?.[1] && range[2] && range[1] <= range[2] ? { from: range[1], until: range[2] } : null
}

/** The moments between which a filter text lies: start of the first day to the end of the last, South African time. */
export function momentsOf(value: string | undefined, now: Date): { from: Date; until: Date } | null {
  const days = value ? daysOf(value, now) : null
  if (!days) return null
  return {
    from: startOfDay(days.from),
    until: new Date(startOfDay(dayAfter(days.until, 1)).getTime() - 1000),
  }
}

/** How a filter text reads: 'last 7 days', 'today to Thu 20 Nov'. */
export function dateFilterText(value: string, now: Date): string {
  const preset = date_presets.find(([key]) => key === value)
  if (preset) return preset[1].toLowerCase()
  const days = daysOf(value, now)
  if (!days) return value
  return days.from === days.until
    ? shortDay(days.from, now)
    : `${shortDay(days.from, now)} to ${shortDay(days.until, now)}`
}
