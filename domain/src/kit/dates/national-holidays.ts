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

/** Days the President has declared public holidays besides (section 2A of the Act), by date `YYYY-MM-DD`. */
const proclaimed_holidays: readonly Holiday[] = [
  { date: '2021-11-01', description: 'Local government elections' },
  { date: '2022-12-27', description: 'Public holiday for Christmas Day' },
  { date: '2023-12-15', description: 'Public holiday for the Rugby World Cup' },
  { date: '2024-05-29', description: 'National and provincial elections' },
]

/** A public holiday: its day `YYYY-MM-DD` and its name. */
export interface Holiday {
  date: string
  description: string
}

/** A day of which a company says itself whether it is a holiday, whatever the law says. */
export interface HolidayDifference extends Holiday {
  /** The company works on it. */
  is_working: boolean
}

const yearOf = ({ date }: Holiday): number => Number(date.slice(0, 4))

/** The public holidays of a company from the first day of one year to the last day of another, ascending. */
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
 * What a complete list of holidays says otherwise than the law: days added, named differently, or left out. A year of
 * which it holds no day is as the law has it.
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
 * Monday to Friday but the public holidays of the law, this year and next: what is proposed before a place, with days of
 * its own, is known.
 */
export function lawfulWorkingDays(now: Date): ServiceCalendar {
  const year = Number(dayOf(now).slice(0, 4))
  return workingDays(new Set(companyHolidays([], year, year + 1).map(({ date }) => date)))
}

/**
 * The public holidays of a year, ascending: the fixed days, Good Friday and Family Day, the Monday after every one that
 * falls on a Sunday, and the days proclaimed.
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
