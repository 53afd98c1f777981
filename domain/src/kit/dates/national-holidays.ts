import { dayOf } from '../calls/wire.ts'
import { dayNumber, dayText, weekdayOf } from './calendar.ts'
import { workingDays, type ServiceCalendar } from './service-days.ts'

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

/** Additional public holidays declared by the President (section 2A of the Act), by date `YYYY-MM-DD`. */
const proclaimed_holidays: readonly Holiday[] = [
  { date: '2021-11-01', description: 'Local government elections' },
  { date: '2022-12-27', description: 'Public holiday for Christmas Day' },
  { date: '2023-12-15', description: 'Public holiday for the Rugby World Cup' },
  { date: '2024-05-29', description: 'National and provincial elections' },
]

/** A public holiday: its date `YYYY-MM-DD` and its name. */
export interface Holiday {
  date: string
  description: string
}

/** A day that a company defines as a holiday or a working day, regardless of the law. */
export interface HolidayDifference extends Holiday {
  /** Whether the company works on this day. */
  is_working: boolean
}

const yearOf = ({ date }: Holiday): number => Number(date.slice(0, 4))

/** Returns the public holidays of a company from the first day of `fromYear` to the last day of `toYear`, ascending. */
export function companyHolidays(
  own: readonly HolidayDifference[],
  fromYear: number,
  toYear: number,
): Holiday[] {
  const days = new Map<string, Holiday>()
  for (let year = fromYear; year <= toYear; year += 1)
    for (const holiday of nationalHolidays(year)) days.set(holiday.date, holiday)
  for (const { is_working, date, description } of own) {
    if (is_working) days.delete(date)
    else if (yearOf({ date, description }) >= fromYear && yearOf({ date, description }) <= toYear)
      days.set(date, { date, description })
  }
  return [...days.values()].toSorted((a, b) => a.date.localeCompare(b.date))
}

/**
 * Returns the differences between a complete list of holidays and the law: days added, renamed or left out. A year
 * without any day in the list has no differences.
 */
export function holidayDifferences(list: readonly Holiday[]): HolidayDifference[] {
  const listed = new Map(list.map((holiday) => [holiday.date, holiday]))
  const law = [...new Set(list.map(yearOf))].flatMap(nationalHolidays)
  const named = new Map(law.map(({ date, description }) => [date, description]))
  return [
    ...list
      .filter(({ date, description }) => named.get(date) !== description)
      .map((holiday) => ({ ...holiday, is_working: false })),
    ...law.filter(({ date }) => !listed.has(date)).map((holiday) => ({ ...holiday, is_working: true })),
  ]
}

/**
 * Returns Monday to Friday without the statutory public holidays of this year and the next. Days are proposed from
 * this calendar until the place, which has its own service days, is known.
 */
export function lawfulWorkingDays(now: Date): ServiceCalendar {
  const year = Number(dayOf(now).slice(0, 4))
  return workingDays(new Set(companyHolidays([], year, year + 1).map(({ date }) => date)))
}

/**
 * Returns the public holidays of a year, ascending: the fixed days, Good Friday and Family Day, the Monday after
 * every fixed day that falls on a Sunday, and the proclaimed days.
 */
export function nationalHolidays(year: number): Holiday[] {
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
  for (const holiday of proclaimed_holidays)
    if (yearOf(holiday) === year) days.set(dayNumber(holiday.date), holiday.description)
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([day, description]) => ({ date: dayText(day), description }))
}

/** Returns the day number of Easter Sunday, with the anonymous Gregorian computus. */
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
