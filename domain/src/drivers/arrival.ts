import { clockOf, dayOf } from '../kit/calls/wire.ts'
import { minute_ms } from '../kit/dates/durations.ts'
import type { Phrase } from '../shipments/statuses/expected-delivery.ts'

/** The window in which a receiver may expect the driver, and how many stops come before. */
export interface Arrival {
  from: Date
  to: Date
  /** The driver is expected after the time that was booked. */
  is_late: boolean
  stops_before: number
  /** Where the driver was last, once the driver is near; `null` when that is not known. */
  driver_at: SeenDriver | null
}

/** The last position of a driver who is near, and how far that is from the receiver, in metres in a straight line. */
export interface SeenDriver {
  lat: number
  lng: number
  at: Date
  distance_m: number
}

/** A receiver may see where the driver is when at most this many stops come before. */
export const near_stops = 3
/** Positions older than this number of minutes say nothing about where the driver is. */
export const position_minutes = 15

/** How long at least a receiver may still have to wait, in minutes, when nothing is heard of the driver. */
const wait_minutes = 30

/**
 * Returns when the driver is expected, as a sentence with the number of stops before: 'Expected today between 10:30
 * and 11:30. 2 stops before yours.' Nothing of it is in the past. Returns `[]` for an arrival that is not today.
 */
export function arrivalPhrase({ from, to, is_late, stops_before }: Arrival, now: Date): Phrase {
  if (dayOf(from) !== dayOf(now)) return []
  const start = new Date(Math.max(from.getTime(), now.getTime()))
  const end = new Date(Math.max(to.getTime(), start.getTime() + wait_minutes * minute_ms))
  const stops =
    stops_before === 0
      ? 'Yours is the next stop.'
      : `${stops_before} ${stops_before === 1 ? 'stop' : 'stops'} before yours.`
  return [
    { text: is_late ? 'Running late, expected today between ' : 'Expected today between ' },
    { text: `${clockOf(start)} and ${clockOf(end)}`, strong: true },
    { text: `. ${stops}` },
  ]
}

/** Returns how far away the driver was last, such as 'The driver was 2.4 km away at 10:42.' */
export function seenText({ distance_m, at }: SeenDriver): string {
  const distance =
    distance_m < 1000
      ? `${Math.max(100, Math.round(distance_m / 100) * 100)} m`
      : `${(distance_m / 1000).toFixed(1)} km`
  return `The driver was ${distance} away at ${clockOf(at)}.`
}

/** Returns the message that a driver is near, without the name of the company. */
export function nearText(reference: string, stopsBefore: number): string {
  return stopsBefore === 0
    ? `your driver is on the way to you with ${reference}. Yours is the next stop.`
    : `your driver is near with ${reference}: ${stopsBefore} ${stopsBefore === 1 ? 'stop' : 'stops'} before yours.`
}
