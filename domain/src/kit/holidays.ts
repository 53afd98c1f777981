/** A public holiday: the day it is kept, `YYYY-MM-DD`, and its name. */
export interface Holiday {
  date: string
  description: string
}

/** Days with a fixed date: month, day, name (domain notes 19.4). */
const fixed: readonly (readonly [number, number, string])[] = [
  [1, 1, "New Year's Day"],
  [3, 21, 'Human Rights Day'],
  [4, 27, 'Freedom Day'],
  [5, 1, "Workers' Day"],
  [6, 16, 'Youth Day'],
  [8, 9, "National Women's Day"],
  [9, 24, 'Heritage Day'],
  [12, 16, 'Day of Reconciliation'],
  [12, 25, 'Christmas Day'],
  [12, 26, 'Day of Goodwill'],
]

const day_ms = 86_400_000
const sunday = 0

/**
 * The public holidays of South Africa in a year, in order: fixed days, Good Friday and Family Day by Easter, and the
 * Monday after every one that falls on a Sunday (Public Holidays Act 36 of 1994; domain notes 19.4). Proclaimed extra
 * days are not known here.
 */
export function publicHolidays(year: number): Holiday[] {
  const easter = easterSunday(year)
  const days: [number, string][] = [
    ...fixed.map(([month, date, name]): [number, string] => [Date.UTC(year, month - 1, date), name]),
    [easter - 2 * day_ms, 'Good Friday'],
    [easter + day_ms, 'Family Day'],
  ]
  const taken = new Set(days.map(([at]) => at))
  const observed = days
    .filter(([at]) => new Date(at).getUTCDay() === sunday && !taken.has(at + day_ms))
    .map(([at, name]): [number, string] => [at + day_ms, `${name} (observed)`])
  return [...days, ...observed]
    .sort(([a], [b]) => a - b)
    .map(([at, description]) => ({ date: new Date(at).toISOString().slice(0, 10), description }))
}

/** Easter Sunday of a year of the Gregorian calendar, as midnight UTC in ms (the anonymous algorithm). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const moon_correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moon_correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}
