import type { Holiday } from '@waybill/domain/kit/dates/national-holidays'

/** Returns the holidays with others added, sorted by day. An existing day keeps its name. */
export function withHolidays(list: readonly Holiday[], added: readonly Holiday[]): Holiday[] {
  const taken = new Set(list.map(({ date }) => date))
  return [
    ...list.map(({ date, description }) => ({ date, description })),
    ...added.filter(({ date }) => !taken.has(date)),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
}
