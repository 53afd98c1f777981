import { randomUUID } from 'node:crypto'
import { retry_waits_s } from '@waybill/domain/integrations/delivery'
import type { ExternalContext } from '../kit/handler.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { runIntegrationTask } from './run-integration-task.ts'
import { claimTask, claimTasks, endTry, releaseFarTasks, type ClaimedTask } from './task-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Time, in ms, for which a process holds a message; longer than all calls of one attempt together. */
const lease_ms = 120_000
/** Maximum number of concurrent messages of one company. */
const max_concurrent = 12
/** Time, in ms, in which a run claims new messages, so that other companies get their turn. */
const run_ms = 5_000
/** Interval, in ms, for claiming new messages while slow ones are running. */
const poll_interval_ms = 500
/** A message is set aside after this many attempts, because its sender crashed every time. */
const max_attempts = retry_waits_s.length + 4

/** Maximum regular wait of a message, in ms: the longest retry wait is a day plus 10%. */
const max_wait_ms = 2 * day_ms

/**
 * Makes messages due that were postponed by a clock that was ahead, so that they do not wait for a time far in the
 * future.
 */
export async function repairTasks(ctx: ExternalContext): Promise<void> {
  const until = (ms: number): Date => new Date(ctx.now.getTime() + ms)
  const count = await ctx.inTransaction((tx) =>
    releaseFarTasks(tx, { wait_until: until(max_wait_ms), lease_until: until(2 * lease_ms) }),
  )
  if (count > 0)
    ctx.log.error(
      { provider_id: ctx.provider_id, tasks: count },
      'messages to third parties were put off by a clock that was ahead; they are due now',
    )
}

/**
 * Sends the messages that are due. Slow destinations do not delay other messages, and runs may overlap on any number
 * of processes.
 */
export async function runTasks(ctx: ExternalContext): Promise<void> {
  const started = performance.now()
  const running = new Set<Promise<void>>()
  for (;;) {
    const hasTime = performance.now() - started < run_ms
    const taken = hasTime ? await take(ctx, max_concurrent - running.size) : []
    for (const task of taken) {
      const run = runTask(ctx, task)
        .catch((error: Error) =>
          ctx.log.error({ task_id: task.id, error: error.message }, 'integration task'),
        )
        .finally(() => running.delete(run))
      running.add(run)
    }
    if (running.size === 0) return
    if (taken.length === 0 || running.size >= max_concurrent) await anyOf(running, hasTime)
  }
}

async function take(ctx: ExternalContext, limit: number): Promise<ClaimedTask[]> {
  if (limit <= 0) return []
  return ctx.inTransaction((tx) =>
    claimTasks(tx, { token: randomUUID(), until: new Date(ctx.now.getTime() + lease_ms), limit }),
  )
}

async function anyOf(running: ReadonlySet<Promise<void>>, isPolling: boolean): Promise<void> {
  if (!isPolling) return Promise.race(running)
  let timer: NodeJS.Timeout | undefined
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, poll_interval_ms)))
  await Promise.race([...running, pause])
  clearTimeout(timer)
}

/** Sends one message immediately, whatever waits before it: samples and manual hand-overs. */
export async function runNow(ctx: ExternalContext, id: number): Promise<void> {
  const task = await ctx.inTransaction((tx) =>
    claimTask(tx, id, { token: randomUUID(), until: new Date(ctx.now.getTime() + lease_ms) }),
  )
  if (task) await runTask(ctx, task)
}

async function runTask(ctx: ExternalContext, task: ClaimedTask): Promise<void> {
  if (task.attempts > max_attempts) {
    const answer = 'Set aside: every attempt to send this was interrupted.'
    await ctx.inTransaction((tx) =>
      endTry(tx, task, { status: 'failed', status_code: null, answer, duration_ms: 0 }),
    )
    return
  }
  await (task.target === 'webhook' ? deliverWebhook(ctx, task) : runIntegrationTask(ctx, task))
}
