import { randomUUID } from 'node:crypto'
import { retry_waits_s } from '@waybill/domain/integrations/delivery'
import type { ExternalContext } from '../kit/handler.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { runIntegrationTask } from './run-integration-task.ts'
import { claimTask, claimTasks, endTry, releaseFarTasks, type ClaimedTask } from './task-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** How long a message belongs to whoever took it; longer than all calls of one try together. */
const lease_ms = 120_000
/** Messages under way at once, for one company. */
const max_concurrent = 12
/** A run takes new messages for this long, so that the other companies get their turn. */
const run_ms = 5_000
/** How often new messages are looked for while slow ones are under way. */
const poll_interval_ms = 500
/** A message that has ended whoever tried to send it this often is set aside. */
const max_attempts = retry_waits_s.length + 4

/** No message waits longer than this by itself: the longest wait is a day and a tenth. */
const max_wait_ms = 2 * day_ms

/** Makes due what a clock that was ahead has put off, so that nothing waits for a time that is long gone by it. */
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

/** Sends what is due. Slow destinations hold up nobody else's messages; runs may overlap on any number of processes. */
export async function runTasks(ctx: ExternalContext): Promise<void> {
  const started = performance.now()
  const underWay = new Set<Promise<void>>()
  for (;;) {
    const hasTime = performance.now() - started < run_ms
    const taken = hasTime ? await take(ctx, max_concurrent - underWay.size) : []
    for (const task of taken) {
      const run = runTask(ctx, task)
        .catch((error: Error) =>
          ctx.log.error({ task_id: task.id, error: error.message }, 'integration task'),
        )
        .finally(() => underWay.delete(run))
      underWay.add(run)
    }
    if (underWay.size === 0) return
    if (taken.length === 0 || underWay.size >= max_concurrent) await anyOf(underWay, hasTime)
  }
}

async function take(ctx: ExternalContext, limit: number): Promise<ClaimedTask[]> {
  if (limit <= 0) return []
  return ctx.inTransaction((tx) =>
    claimTasks(tx, { token: randomUUID(), until: new Date(ctx.now.getTime() + lease_ms), limit }),
  )
}

async function anyOf(underWay: ReadonlySet<Promise<void>>, looksAgain: boolean): Promise<void> {
  if (!looksAgain) return Promise.race(underWay)
  let timer: NodeJS.Timeout | undefined
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, poll_interval_ms)))
  await Promise.race([...underWay, pause])
  clearTimeout(timer)
}

/** Sends one message now, whatever waits before it: samples. */
export async function runNow(ctx: ExternalContext, id: number): Promise<void> {
  const task = await ctx.inTransaction((tx) =>
    claimTask(tx, id, { token: randomUUID(), until: new Date(ctx.now.getTime() + lease_ms) }),
  )
  if (task) await runTask(ctx, task)
}

async function runTask(ctx: ExternalContext, task: ClaimedTask): Promise<void> {
  if (task.attempts > max_attempts) {
    const answer = 'Set aside: nobody who tried to send this lived to tell.'
    await ctx.inTransaction((tx) =>
      endTry(tx, task, { status: 'failed', status_code: null, answer, duration_ms: 0 }),
    )
    return
  }
  await (task.target === 'webhook' ? deliverWebhook(ctx, task) : runIntegrationTask(ctx, task))
}
