import { dayOf, sast_offset_minutes } from '../calls/wire.ts'
import { day_ms } from './durations.ts'

const offset_ms = sast_offset_minutes * 60_000

/** Returns the day number of a day `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / day_ms)
}

/** Returns the number of the South African day at a moment. */
export function dayNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() + offset_ms) / day_ms)
}

/** Returns the minutes since midnight, South African time. */
export function minutesOf(moment: Date): number {
  return Math.floor(((moment.getTime() + offset_ms) % day_ms) / 60_000)
}

/** Returns the moment at a day number and minutes since its midnight, South African time. */
export function momentAt(day: number, minutes: number): Date {
  return new Date(day * day_ms + minutes * 60_000 - offset_ms)
}

/** Formats a day number as `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return dayOf(momentAt(day, 0))
}

/** Returns the weekday of a day number, Sunday 0 to Saturday 6; day 0 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Returns the minutes since midnight of `HH:mm`. */
export function clockMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

const remembered = new WeakMap<ReadonlySet<string>, ReadonlySet<number>>()

/**
 * Returns a set of days as day numbers; cached per set object, because it is read once per provider and rarely
 * changes.
 */
export function dayNumbers(days: ReadonlySet<string>): ReadonlySet<number> {
  let numbers = remembered.get(days)
  if (!numbers) remembered.set(days, (numbers = new Set([...days].map(dayNumber))))
  return numbers
}
