import { clockOf, dayOf } from '../kit/calls/wire.ts'
import type { Phrase } from '../shipments/statuses/expected-delivery.ts'
import { minute_ms } from '../kit/dates/durations.ts'

/** When a driver is expected at a stop, and how many stops come before it. */
export interface Arrival {
  eta: Date
  stops_before: number
}

/** Half of the window that a receiver reads, in minutes: it gets narrower when the driver is near. */
const half_window_minutes = 60
const half_near_window_minutes = 30
const near_stops = 3
const step_ms = 15 * minute_ms

/**
 * Returns when the driver is expected, as a sentence with the number of stops before: 'Expected today between 10:30
 * and 11:30. 2 stops before yours.' Returns `[]` for an arrival that is not today.
 */
export function arrivalPhrase({ eta, stops_before }: Arrival, now: Date): Phrase {
  if (dayOf(eta) !== dayOf(now)) return []
  const half = (stops_before <= near_stops ? half_near_window_minutes : half_window_minutes) * minute_ms
  const middle = Math.max(eta.getTime(), now.getTime())
  const from = new Date(Math.max(Math.floor((middle - half) / step_ms) * step_ms, now.getTime()))
  const to = new Date(Math.ceil((middle + half) / step_ms) * step_ms)
  const stops =
    stops_before === 0
      ? 'Yours is the next stop.'
      : `${stops_before} ${stops_before === 1 ? 'stop' : 'stops'} before yours.`
  return [
    { text: 'Expected today between ' },
    { text: `${clockOf(from)} and ${clockOf(to)}`, strong: true },
    { text: `. ${stops}` },
  ]
}
