import { dayOf, sast_offset_minutes } from '../calls/wire.ts'
import { day_ms } from './durations.ts'

const offset_ms = sast_offset_minutes * 60_000

/** The number of a day `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / day_ms)
}

/** The number of the South African day that holds a moment. */
export function dayNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() + offset_ms) / day_ms)
}

/** Minutes since midnight, South African time. */
export function minutesOf(moment: Date): number {
  return Math.floor(((moment.getTime() + offset_ms) % day_ms) / 60_000)
}

/** The moment of a day number and minutes since its midnight. */
export function momentAt(day: number, minutes: number): Date {
  return new Date(day * day_ms + minutes * 60_000 - offset_ms)
}

/** `YYYY-MM-DD` of a day number. */
export function dayText(day: number): string {
  return dayOf(momentAt(day, 0))
}

/** Sunday 0 to Saturday 6; day 0 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Minutes since midnight of `HH:mm`. */
export function clockMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

const remembered = new WeakMap<ReadonlySet<string>, ReadonlySet<number>>()

/** A set of days as day numbers; remembered per set, which is read once per provider and rarely changes. */
export function dayNumbers(days: ReadonlySet<string>): ReadonlySet<number> {
  let numbers = remembered.get(days)
  if (!numbers) remembered.set(days, (numbers = new Set([...days].map(dayNumber))))
  return numbers
}
