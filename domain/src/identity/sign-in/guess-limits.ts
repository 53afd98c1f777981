import { hour_ms } from '../../kit/dates/durations.ts'

/** Tries that cost no waiting. */
export const free_attempts = 5
/** The longest wait between two tries, in seconds. */
export const max_wait_s = 300
/** Tries of one address in an hour that did not succeed. */
export const tries_per_address = 200
/** After this long without a try everything is forgiven; milliseconds. */
export const attempts_reset_ms = hour_ms

/** Seconds to wait before the next try after so many that failed: nothing, then 1, 2, 4 … 300 (AUTH-010). */
export function waitAfter(failed: number): number {
  if (failed < free_attempts) return 0
  return Math.min(2 ** Math.min(failed - free_attempts, 20), max_wait_s)
}
