import { clockMinutes, dayNumberOf, minutesOf, weekdayOf } from '../rates/calendar.ts'

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const day = '(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*'
const clock = '(2[0-4]|[01]?\\d)[:h]?([0-5]\\d)?'
const always = /\b24 ?(?:\/ ?7|hours?|h)\b/i
const part = new RegExp(
  `(${day}(?:\\s*(?:-|–|to|,|&|and)\\s*${day})*|daily)\\s*:?\\s*(?:${clock}\\s*(?:-|–|to)\\s*${clock}|(closed))`,
  'gi',
)

/** Days, Sunday 0 to Saturday 6, and minutes since midnight. */
interface Opening {
  weekdays: ReadonlySet<number>
  from: number
  to: number
}

/**
 * Whether a place with these trading hours (`Mon-Fri 08:00-17:00, Sat 08:00-13:00`) is open at a moment, by the clock of
 * South Africa; `null` when the words say nothing that can be read.
 */
export function isOpenAt(trading_hours: string, now: Date): boolean | null {
  if (always.test(trading_hours)) return true
  const openings = openingsOf(trading_hours)
  if (openings.length === 0) return null
  const weekday = weekdayOf(dayNumberOf(now))
  const minutes = minutesOf(now)
  return openings.some(({ weekdays, from, to }) => weekdays.has(weekday) && minutes >= from && minutes < to)
}

function openingsOf(text: string): Opening[] {
  return [...text.matchAll(part)].map(([, named = '', from, from_minutes, to, to_minutes, closed]) => ({
    weekdays: weekdaysOf(named.toLowerCase()),
    from: closed ? 0 : minutesAt(from, from_minutes),
    to: closed ? 0 : minutesAt(to, to_minutes),
  }))
}

function minutesAt(hours = '0', minutes = '00'): number {
  return clockMinutes(`${hours.padStart(2, '0')}:${minutes}`)
}

function weekdaysOf(named: string): ReadonlySet<number> {
  if (named === 'daily') return new Set(days.keys())
  const found = new Set<number>()
  for (const run of named.split(/\s*(?:,|&|and)\s*/)) {
    const [first = 0, last = first] = run
      .split(/\s*(?:-|–|to)\s*/)
      .map((one) => days.findIndex((known) => one.startsWith(known)))
    for (let at = first; ; at = (at + 1) % days.length) {
      found.add(at)
      if (at === last) break
    }
  }
  return found
}
