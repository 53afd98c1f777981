import { day_ms } from '../kit/dates/durations.ts'

/** Maximum length of a stored response, in characters. */
export const max_answer_length = 2_048

const minute_s = 60
const hour_s = 60 * minute_s

/**
 * Seconds between one attempt and the next: ten attempts in about three days
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
 * Maximum time, in ms, that a waiting message lets an earlier one of the same shipment go first
 * (docs/domain/integrations-and-webhooks.md#delivery).
 */
export const order_timeout_ms = 30 * minute_s * 1000

/**
 * A subscription without a successful delivery for this many ms is switched off
 * (docs/domain/integrations-and-webhooks.md#delivery).
 */
export const disabled_after_ms = 5 * day_ms

/** Time, in ms, that a rule for changes waits for further changes (docs/domain/integrations-and-webhooks.md#rules). */
export const debounce_ms = 5_000
/** Changes that keep arriving are sent after at most this many ms. */
export const max_debounce_ms = 60_000

/** Time, in ms, that the old secret stays valid beside the new one. */
export const rotation_ms = day_ms

/**
 * Maximum difference, in ms, between the timestamp of an inbound call and our clock; other calls are rejected
 * (docs/domain/integrations-and-webhooks.md#calls-to-us).
 */
export const clock_tolerance_ms = 5 * minute_s * 1000

/** Number of consecutive failures after which a destination is paused. */
const failures_before_pause = 5
const first_pause_s = 30
const max_pause_s = 15 * minute_s

/**
 * Returns when a failed message is sent again; `null` when there are no attempts left. `attempts` counts the attempts
 * so far. `askedWaitS` is the wait that the receiver requested in `Retry-After`; it applies when it is longer, up to
 * a day. `chance` is from 0 to 1 and shifts the wait by up to 10%.
 */
export function nextAttempt(
  now: Date,
  attempts: number,
  requestedWaitS: number | null,
  chance: number,
): Date | null {
  const waitS = retry_waits_s[attempts - 1]
  if (waitS === undefined) return null
  const maxS = 24 * hour_s
  const spreadS = waitS * (0.9 + chance * 0.2)
  return new Date(now.getTime() + Math.max(spreadS, Math.min(requestedWaitS ?? 0, maxS)) * 1000)
}

/** How a destination has responded recently. */
export interface Health {
  consecutive_failures: number
  /** Time of the first failure since the last success; `null` after a success. */
  failing_since: Date | null
  /** Nothing is sent to the destination until this time. */
  paused_until: Date | null
}

/**
 * Checks whether a failed attempt is new information about a destination. An attempt that started before the last
 * recorded response belongs to the failure already counted, for example when twelve messages are sent at once.
 */
export function isNewFailure(before: Health & { last_time: Date | null }, began: Date): boolean {
  return before.consecutive_failures === 0 || before.last_time === null || began > before.last_time
}

/** Returns when a waiting message is sent next: not while its destination is paused, and never in the past. */
export function nextTry(runAfter: Date, pausedUntil: Date | null, now: Date): Date {
  return new Date(Math.max(runAfter.getTime(), pausedUntil?.getTime() ?? 0, now.getTime()))
}

/** Returns the health of a destination after one more response. */
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

/** Checks whether a destination has failed for so long that it is switched off. */
export function isGivenUp({ failing_since }: Health, now: Date): boolean {
  return failing_since !== null && now.getTime() - failing_since.getTime() >= disabled_after_ms
}

/**
 * Returns the seconds that a `Retry-After` header requests, given in seconds or as a date; `null` when it is missing
 * or invalid.
 */
export function retryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,7}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** States of an outbound message. */
export const delivery_states = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof delivery_states)[number]
