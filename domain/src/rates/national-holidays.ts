import { dayNumber, dayText, weekdayOf } from './calendar.ts'

/** The fixed public holidays of South Africa, `MM-DD` (Public Holidays Act 36 of 1994; docs/domain/south-africa.md). */
const fixed_holidays = [
  ['01-01', "New Year's Day"],
  ['03-21', 'Human Rights Day'],
  ['04-27', 'Freedom Day'],
  ['05-01', "Workers' Day"],
  ['06-16', 'Youth Day'],
  ['08-09', "National Women's Day"],
  ['09-24', 'Heritage Day'],
  ['12-16', 'Day of Reconciliation'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Day of Goodwill'],
] as const

/**
 * The public holidays of a year, ascending: the fixed days, Good Friday and Family Day, and the Monday after every
 * one that falls on a Sunday. New providers start with them; days proclaimed ad hoc are added by staff.
 */
export function nationalHolidays(year: number): { date: string; description: string }[] {
  const easter = easterSunday(year)
  const days = new Map<number, string>([
    [easter - 2, 'Good Friday'],
    [easter + 1, 'Family Day'],
  ])
  for (const [date, description] of fixed_holidays) {
    const day = dayNumber(`${year}-${date}`)
    days.set(day, description)
    if (weekdayOf(day) === 0 && !days.has(day + 1)) days.set(day + 1, `${description} (observed)`)
  }
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([day, description]) => ({ date: dayText(day), description }))
}

/** The day number of Easter Sunday, by the anonymous Gregorian computus. */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const leap = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15
  const epact = leap % 30
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const offset = moon - weekday
  const month = 3 + Math.floor((offset + 40) / 44)
  const date = offset + 28 - 31 * Math.floor(month / 4)
  return dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
}
