import {
  healthAfter,
  isNewFailure,
  max_answer_length,
  nextAttempt,
  retryAfter,
  type Health,
} from '@waybill/domain/integrations/delivery'
import type { Context, BaseContext } from '../kit/handler.ts'
import type { OutboundAnswer } from '../kit/outbound/index.ts'
import { endTry, lockHealth, saveHealth, type ClaimedTask, type StoredHealth } from './task-store.ts'

/** The result of an attempt to send a message, before it is stored. */
export interface Result {
  /** `again` is retried later until no attempts are left. */
  result: 'delivered' | 'again' | 'failed' | 'dropped'
  status_code: number | null
  /** The start of the response, or the reason why there was none. */
  answer: string
  duration_ms: number
  asked_wait_s?: number | null
}

/**
 * Turns a response into a result. Any 2xx is a success, a call that must not be made fails for good, and everything
 * else is retried.
 */
export function resultOf(answer: OutboundAnswer, now: Date): Result {
  const { status, body, error, duration_ms, headers, is_refused } = answer
  const facts = { status_code: status, answer: (error || body).slice(0, max_answer_length), duration_ms }
  if (status !== null && status >= 200 && status < 300) return { result: 'delivered', ...facts }
  if (is_refused) return { result: 'failed', ...facts }
  return { result: 'again', ...facts, asked_wait_s: retryAfter(headers['retry-after'], now) }
}

/**
 * Stores the result of a message and the health of its destination. Returns the health, or `null` when another
 * process has claimed the message and nothing was stored. Locks the health before the message, because a process that
 * holds the health may end all messages of the destination.
 */
export async function record(ctx: Context, task: ClaimedTask, result: Result): Promise<Health | null> {
  const { asked_wait_s, result: outcome, ...facts } = result
  const runAfter =
    outcome === 'again' && !task.is_test
      ? nextAttempt(ctx.now, task.attempts, asked_wait_s ?? null, chance(ctx))
      : null
  const status = outcome === 'again' ? (runAfter ? 'waiting' : 'failed') : outcome
  const before = await lockHealth(ctx, task.target, task.target_id)
  const isOurs = await endTry(ctx, task, { ...facts, status, ...(runAfter ? { run_after: runAfter } : {}) })
  if (!isOurs) return null
  const health = isHealthSignal(task, outcome, before)
    ? healthAfter(before, outcome === 'delivered', ctx.now)
    : before
  const { consecutive_failures, failing_since, paused_until } = health
  await saveHealth(ctx, task.target, task.target_id, {
    consecutive_failures,
    failing_since,
    paused_until,
    last_status_code: facts.status_code,
  })
  return health
}

/**
 * Checks whether the result counts for the health of the destination. A sample counts only when it is delivered; that
 * ends a pause.
 */
function isHealthSignal(task: ClaimedTask, outcome: Result['result'], before: StoredHealth): boolean {
  if (outcome === 'delivered') return true
  return outcome !== 'dropped' && !task.is_test && isNewFailure(before, task.claimed_at)
}

/** Returns a random number from 0 to 1. */
function chance(reader: BaseContext): number {
  return Number(reader.random('0123456789', 3)) / 999
}
