import { dayOf } from '../kit/calls/wire.ts'
import type { MonthOfUse } from './providers-api.ts'

/** Calendar months of the country as `2026-11`: the one of `now` and those before it, newest first. */
export function lastMonths(now: Date, count: number): string[] {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
}

/** The use of each month, also of those in which there was none; counts outside the months are left out. */
export function useByMonth(
  months: readonly string[],
  counted: readonly { month: string; of: keyof Omit<MonthOfUse, 'month'>; n: number }[],
): MonthOfUse[] {
  const rows = new Map(
    months.map((month) => [month, { month, shipments: 0, emails: 0, sms: 0, whatsapp: 0 }]),
  )
  for (const { month, of, n } of counted) {
    const row = rows.get(month)
    if (row) row[of] += n
  }
  return [...rows.values()]
}
