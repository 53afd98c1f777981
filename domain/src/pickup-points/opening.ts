import { clockOf, dayOf } from '../kit/calls/wire.ts'

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const always = /\b24 ?(?:\/ ?7|hours?|h)\b/i
/** Matches a day, a range or a list of days, then hours or `closed`. */
const part =
  /((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*(?:\s*(?:-|–|to|,|&|and)\s*(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)*|daily)\s*:?\s*(?:(2[0-4]|[01]?\d)[:h]?([0-5]\d)?\s*(?:-|–|to)\s*(2[0-4]|[01]?\d)[:h]?([0-5]\d)?|(closed))/gi

/** Weekdays from Sunday 0 to Saturday 6, and minutes since midnight. */
interface Opening {
  weekdays: ReadonlySet<number>
  from: number
  to: number
}

/**
 * Checks whether a place with these trading hours (`Mon-Fri 08:00-17:00, Sat 08:00-13:00`) is open at `now`, in South
 * African time; `null` when the text cannot be parsed.
 */
export function isOpenAt(tradingHours: string, now: Date): boolean | null {
  if (always.test(tradingHours)) return true
  const openings = openingsOf(tradingHours)
  if (openings.length === 0) return null
  const weekday = new Date(`${dayOf(now)}T12:00:00Z`).getUTCDay()
  const [hour, minute] = clockOf(now).split(':')
  const minutes = minutesAt(hour, minute)
  return openings.some(({ weekdays, from, to }) => weekdays.has(weekday) && minutes >= from && minutes < to)
}

function openingsOf(text: string): Opening[] {
  return [...text.matchAll(part)].map(([, named = '', from, fromMinutes, to, toMinutes, closed]) => ({
    weekdays: weekdaysOf(named.toLowerCase()),
    from: closed ? 0 : minutesAt(from, fromMinutes),
    to: closed ? 0 : minutesAt(to, toMinutes),
  }))
}

function minutesAt(hours = '0', minutes = '00'): number {
  return Number(hours) * 60 + Number(minutes)
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
