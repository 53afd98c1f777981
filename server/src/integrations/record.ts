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

/** What came of sending a message, before it is written down. */
export interface Result {
  /** `again` is tried later until the tries are used up. */
  result: 'delivered' | 'again' | 'failed' | 'dropped'
  status_code: number | null
  /** The beginning of the answer, or why there was none. */
  answer: string
  duration_ms: number
  asked_wait_s?: number | null
}

/** An answer as a result: any 2xx is success, everything else is tried again. */
export function resultOf(answer: OutboundAnswer, now: Date): Result {
  const { status, body, error, duration_ms, headers, is_refused } = answer
  const kept = { status_code: status, answer: (error || body).slice(0, max_answer_length), duration_ms }
  if (status !== null && status >= 200 && status < 300) return { result: 'delivered', ...kept }
  if (is_refused) return { result: 'failed', ...kept }
  return { result: 'again', ...kept, asked_wait_s: retryAfter(headers['retry-after'], now) }
}

/**
 * Stores the outcome of a message and the health of its destination; returns the health, or `null` when somebody else
 * holds the message by now and nothing was stored. Locks the health before the message, because whoever holds the health
 * may end all messages of the destination.
 */
export async function record(ctx: Context, task: ClaimedTask, result: Result): Promise<Health | null> {
  const { asked_wait_s, result: outcome, ...kept } = result
  const runAfter =
    outcome === 'again' && !task.is_test
      ? nextAttempt(ctx.now, task.attempts, asked_wait_s ?? null, chance(ctx))
      : null
  const status = outcome === 'again' ? (runAfter ? 'waiting' : 'failed') : outcome
  const before = await lockHealth(ctx, task.target, task.target_id)
  const isOurs = await endTry(ctx, task, { ...kept, status, ...(runAfter ? { run_after: runAfter } : {}) })
  if (!isOurs) return null
  const health = isHealthSignal(task, outcome, before)
    ? healthAfter(before, outcome === 'delivered', ctx.now)
    : before
  const { consecutive_failures, failing_since, paused_until } = health
  await saveHealth(ctx, task.target, task.target_id, {
    consecutive_failures,
    failing_since,
    paused_until,
    last_status_code: kept.status_code,
  })
  return health
}

/** Whether the outcome says something of the destination: a sample only when it arrives, which ends a pause. */
function isHealthSignal(task: ClaimedTask, outcome: Result['result'], before: StoredHealth): boolean {
  if (outcome === 'delivered') return true
  return outcome !== 'dropped' && !task.is_test && isNewFailure(before, task.claimed_at)
}

/** From 0 to 1. */
function chance(reader: BaseContext): number {
  return Number(reader.random('0123456789', 3)) / 999
}
