import { hour_ms } from '../../kit/dates/durations.ts'

/** Number of failed attempts without a delay. */
export const free_attempts = 5
/** Maximum delay between two attempts, in seconds. */
export const max_wait_s = 300
/** Maximum number of failed attempts per address and hour. */
export const tries_per_address = 200
/** The count of failed attempts is reset after this time without an attempt, in ms. */
export const attempts_reset_ms = hour_ms

/**
 * Returns the seconds to wait before the next attempt after `failed` failed attempts: 0 at first, then 1, 2, 4 … 300
 * (AUTH-010).
 */
export function waitAfter(failed: number): number {
  if (failed < free_attempts) return 0
  return Math.min(2 ** Math.min(failed - free_attempts, 20), max_wait_s)
}
