import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'

/** A week of seven days, named by its first day `YYYY-MM-DD`. */
export interface Week {
  from: string
  count: number
}

/**
 * Adds up counts by day in whole weeks, oldest first; the last week ends on `until`. Days without a count are 0, and
 * days before the first week are left out.
 */
export function countsByWeek(
  days: readonly { day: string; count: number }[],
  until: string,
  weeks: number,
): readonly Week[] {
  return Array.from({ length: weeks }, (_, index) => {
    const from = dayAfter(until, 1 - 7 * (weeks - index))
    const to = dayAfter(from, 6)
    const count = days.reduce((sum, one) => (one.day >= from && one.day <= to ? sum + one.count : sum), 0)
    return { from, count }
  })
}
