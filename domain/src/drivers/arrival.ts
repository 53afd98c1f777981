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
}

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
