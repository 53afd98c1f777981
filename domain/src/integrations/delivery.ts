import { day_ms } from '../kit/dates/durations.ts'

/** The most that is stored of an answer, in characters. */
export const max_answer_length = 2_048

const minute_s = 60
const hour_s = 60 * minute_s

/**
 * Seconds between one try and the next: ten tries in about three days
 * (docs/domain/integrations-and-webhooks.md#delivery).
 */
export const retry_waits_s: readonly number[] = [
  5,
  5 * minute_s,
  30 * minute_s,
  2 * hour_s,
  5 * hour_s,
  10 * hour_s,
  14 * hour_s,
  20 * hour_s,
  24 * hour_s,
]

/**
 * A waiting message lets an earlier one of the same shipment go first for this long
 * (docs/domain/integrations-and-webhooks.md#delivery).
 */
export const order_timeout_ms = 30 * minute_s * 1000

/**
 * Without a success for this long a subscription is switched off (docs/domain/integrations-and-webhooks.md#delivery).
 */
export const disabled_after_ms = 5 * day_ms

/** A rule that fires for changes waits this long for more of them (docs/domain/integrations-and-webhooks.md#rules). */
export const debounce_ms = 5_000
/** However many changes follow each other, they are sent after this. */
export const max_debounce_ms = 60_000

/** The old secret stays valid beside the new one for this long. */
export const rotation_ms = day_ms

/**
 * A call that is older or newer than this by its own clock is refused
 * (docs/domain/integrations-and-webhooks.md#calls-to-us).
 */
export const clock_tolerance_ms = 5 * minute_s * 1000

/** Failures in a row after which a destination is left alone for a while. */
const failures_before_pause = 5
const first_pause_s = 30
const max_pause_s = 15 * minute_s

/**
 * When a message that failed is tried again; `null` when it is given up. `attempts` counts the tries so far,
 * `asked_wait_s` is what the receiver asked for in `Retry-After`, `chance` is from 0 to 1 and moves it by up to a
 * tenth.
 */
export function nextAttempt(
  now: Date,
  attempts: number,
  askedWaitS: number | null,
  chance: number,
): Date | null {
  const waitS = retry_waits_s[attempts - 1]
  if (waitS === undefined) return null
  const maxS = 24 * hour_s
  const spreadS = waitS * (0.9 + chance * 0.2)
  return new Date(now.getTime() + Math.max(spreadS, Math.min(askedWaitS ?? 0, maxS)) * 1000)
}

/** How a destination has answered lately. */
export interface Health {
  consecutive_failures: number
  /** Since when nothing has succeeded; `null` after a success. */
  failing_since: Date | null
  /** Until when it is left alone. */
  paused_until: Date | null
}

/**
 * Whether a failed try tells something new of a destination: one that began before the last answer came is of the same
 * moment as the failure told of there, as when twelve messages go out at once.
 */
export function isNewFailure(before: Health & { last_time: Date | null }, began: Date): boolean {
  return before.consecutive_failures === 0 || before.last_time === null || began > before.last_time
}

/** When a waiting message is tried next: not while its destination is left alone, and never in the past. */
export function nextTry(runAfter: Date, pausedUntil: Date | null, now: Date): Date {
  return new Date(Math.max(runAfter.getTime(), pausedUntil?.getTime() ?? 0, now.getTime()))
}

/** The same after one more answer. */
export function healthAfter(before: Health, succeeded: boolean, now: Date): Health {
  if (succeeded) return { consecutive_failures: 0, failing_since: null, paused_until: null }
  const consecutiveFailures = before.consecutive_failures + 1
  const over = consecutiveFailures - failures_before_pause
  const pauseS = Math.min(first_pause_s * 2 ** Math.min(over, 10), max_pause_s)
  return {
    consecutive_failures: consecutiveFailures,
    failing_since: before.failing_since ?? now,
    paused_until: over < 0 ? null : new Date(now.getTime() + pauseS * 1000),
  }
}

/** Whether a destination has failed for so long that it is switched off. */
export function isGivenUp({ failing_since }: Health, now: Date): boolean {
  return failing_since !== null && now.getTime() - failing_since.getTime() >= disabled_after_ms
}

/** Seconds that an answer asks to wait: `Retry-After` as seconds or as a date; `null` when it says nothing usable. */
export function retryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,7}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** The states of a message on its way out. */
export const delivery_states = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof delivery_states)[number]
