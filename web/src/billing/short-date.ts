import { formatDate } from '@waybill/domain/kit/texts/format'

/** Formats a date as `10 Nov`, with the year only when it is not the current year. */
export function shortDate(moment: Date, now: Date = new Date()): string {
  const [date, year] = [formatDate(moment), formatDate(now).slice(-4)]
  return date.endsWith(` ${year}`) ? date.slice(0, -5) : date
}
