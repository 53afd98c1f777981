import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { weekday_names } from '@waybill/domain/kit/dates/weekdays'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface DayParts {
  year: number
  month: string
  date: number
  weekday: string
}

function partsOf(day: string): DayParts {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return {
    year,
    month: months[month - 1] ?? '',
    date,
    weekday: weekday_names[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? '',
  }
}

/** Formats a calendar day `YYYY-MM-DD` as `4 Mar 2025`. */
export function dayText(day: string): string {
  const { date, month, year } = partsOf(day)
  return `${date} ${month} ${year}`
}

/** Formats a calendar day as `Tue 4 Mar`, with the year only if it is not the current one. */
export function weekdayText(day: string, today: string): string {
  const { date, month, year, weekday } = partsOf(day)
  const short = `${weekday.slice(0, 3)} ${date} ${month}`
  return year === partsOf(today).year ? short : `${short} ${year}`
}

/** Formats a time as `Tuesday 4 Mar 2025, 17:06`, South African time. */
export function fullWhen(at: Date): string {
  const { weekday } = partsOf(dayOf(at))
  return `${weekday} ${dayText(dayOf(at))}, ${clockOf(at)}`
}

/** Returns the number of calendar days in South Africa between two times; negative if `to` is on an earlier day. */
export function daysBetween(from: Date, to: Date): number {
  return Math.round((startOfDay(dayOf(to)).getTime() - startOfDay(dayOf(from)).getTime()) / day_ms)
}

/**
 * Formats a time as 'today 17:06', 'yesterday 09:10', 'tomorrow 08:00', as 'Tue 4 Mar 08:00' within a week, otherwise
 * as '4 Mar 2025'.
 */
export function shortWhen(at: Date, now: Date): string {
  const days = daysBetween(now, at)
  const names: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }
  if (names[days]) return `${names[days]} ${clockOf(at)}`
  if (Math.abs(days) <= 7) return `${weekdayText(dayOf(at), dayOf(now))} ${clockOf(at)}`
  return dayText(dayOf(at))
}

/**
 * Formats a calendar day as 'today', 'yesterday', 'tomorrow', as 'Thu 20 Nov' within a week, otherwise as '4 Mar
 * 2025'.
 */
export function shortDay(day: string, now: Date): string {
  const days = daysBetween(now, startOfDay(day))
  const names: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }
  return names[days] ?? (Math.abs(days) <= 7 ? weekdayText(day, dayOf(now)) : dayText(day))
}
