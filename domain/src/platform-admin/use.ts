import { dayOf } from '../kit/calls/wire.ts'
import type { MonthOfUse } from './providers-api.ts'

/**
 * Returns `count` calendar months in South African time, such as `2026-11`: the month of `now` and those before it,
 * newest first.
 */
export function lastMonths(now: Date, count: number): string[] {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
}

/** Returns the usage of each month, including months without usage; counts of other months are ignored. */
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
