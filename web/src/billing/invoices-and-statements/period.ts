import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Calendar days `YYYY-MM-DD`, both inclusive. */
export interface Period {
  from: string
  until: string
}

/** The selectable periods of a ledger, in display order. */
export const periods = [
  ['month', 'This month'],
  ['last-month', 'Last month'],
  ['three-months', 'Last 3 months'],
  ['year', 'This year'],
] as const
export type PeriodKey = (typeof periods)[number][0]

/** Returns the period that an address bar value names; this month for any other value. */
export function periodKeyOf(text: string | undefined): PeriodKey {
  return periods.find(([key]) => key === text)?.[0] ?? 'month'
}

/** Returns the days of a period. All periods end today, except last month. */
export function periodOf(key: PeriodKey, now: Date): Period {
  const today = dayOf(now)
  const first = (monthsBack: number): string => firstOfMonth(today, monthsBack)
  if (key === 'last-month') return { from: first(1), until: dayBefore(first(0)) }
  if (key === 'three-months') return { from: first(2), until: today }
  return { from: key === 'year' ? `${today.slice(0, 4)}-01-01` : first(0), until: today }
}

function firstOfMonth(day: string, monthsBack: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 10)
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - day_ms).toISOString().slice(0, 10)
}
