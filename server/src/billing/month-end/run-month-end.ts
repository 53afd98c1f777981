import { closingPeriod, monthEndDue, type ClosingPeriod } from '@waybill/domain/billing/month-end'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { Problem } from '@waybill/domain/kit/problem'
import { readAccounts } from '../../accounts/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { deliverableInvoice, queueDocuments } from '../deliveries/queue-documents.ts'
import { nextAccountsOfRun } from './charges-store.ts'
import { issueForAccounts } from './issue-invoices.ts'
import { lockRun, nextInvoicesToSend, updateRun, type RunRow } from './run-store.ts'

/** Number of accounts, and of e-mails, in one transaction. */
const batch_sizes = { issue: 50, send: 200 } as const
/** Time after which the rest is left to another job, in ms. It is far below the lease of the outbox. */
const portion_ms = 10_000
const max_failures = 100

/**
 * Continues a month-end run batch by batch. Each batch locks the run, so that only one process works on it, and moves
 * it forward in the transaction of its invoices or e-mails. A run that is killed anywhere continues after its last
 * complete batch (decision 0109). When a batch fails, its accounts are done one by one, and those that fail are
 * recorded. After-commit subscriber.
 */
export async function runMonthEnd(
  ctx: ExternalContext,
  { run_id }: PayloadOf<typeof monthEndDue>,
): Promise<void> {
  const started = performance.now()
  let isMore = true
  while (isMore && performance.now() - started < portion_ms) isMore = await runBatch(ctx, run_id)
  if (isMore) await ctx.inTransaction((inner) => inner.emit(monthEndDue, { run_id }))
}

/** Does the next batch of a run; returns false when there is none left. */
async function runBatch(ctx: ExternalContext, runId: number): Promise<boolean> {
  try {
    return await ctx.inTransaction((inner) => doBatch(inner, runId, null))
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.warn(
      { run: runId, error: String(error) },
      'month-end batch failed; doing its accounts one by one',
    )
  }
  for (let left = batch_sizes.issue; left > 0; left -= 1) if (!(await runOne(ctx, runId))) return false
  return true
}

/** Does the next single account or invoice of a run, and records it as failed when it fails. */
async function runOne(ctx: ExternalContext, runId: number): Promise<boolean> {
  try {
    return await ctx.inTransaction((inner) => doBatch(inner, runId, 1))
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.error({ run: runId, error: String(error) }, 'month-end failed for an account')
    const message =
      error instanceof Problem
        ? error.message
        : 'A fault of ours. Start month-end again; if it stays, contact us.'
    return ctx.inTransaction((inner) => skipOne(inner, runId, message))
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'maintenance')
}

async function doBatch(ctx: Context, runId: number, size: 1 | null): Promise<boolean> {
  const run = await lockRun(ctx, runId)
  if (!run) return false
  const next = await nextOfRun(ctx, run, size ?? batch_sizes[run.action])
  const last = next.at(-1)
  if (!last) {
    await updateRun(ctx, runId, {
      state: run.failures.length > 0 ? 'failed' : 'done',
      time_finished: ctx.now,
    })
    return false
  }
  const { made, amount } = await doWork(ctx, run, next)
  await updateRun(ctx, runId, {
    last_id: last.id,
    done: run.done + next.length,
    made: run.made + made,
    amount: run.amount + amount,
  })
  return true
}

interface WorkItem {
  id: number
  account_id: number
}

async function nextOfRun(ctx: Context, run: RunRow, size: number): Promise<WorkItem[]> {
  const period = periodOfRun(run)
  if (run.action === 'send') return nextInvoicesToSend(ctx, period, run.last_id, size)
  return (await nextAccountsOfRun(ctx, period, run.last_id, size)).map((id) => ({ id, account_id: id }))
}

async function doWork(ctx: Context, run: RunRow, items: readonly WorkItem[]) {
  if (run.action === 'send')
    return { made: (await queueDocuments(ctx, items.map(deliverableInvoice))).queued, amount: 0 }
  const issued = await issueForAccounts(
    ctx,
    items.map(({ id }) => id),
    periodOfRun(run),
  )
  return { made: issued.length, amount: issued.reduce((sum, { total }) => sum + total, 0) }
}

async function skipOne(ctx: Context, runId: number, message: string): Promise<boolean> {
  const run = await lockRun(ctx, runId)
  const [failed] = run ? await nextOfRun(ctx, run, 1) : []
  if (!run || !failed) return false
  const [account] = await readAccounts(ctx, [failed.account_id])
  const failure = { account_id: failed.account_id, account_name: account?.name ?? '', message }
  await updateRun(ctx, runId, {
    last_id: failed.id,
    done: run.done + 1,
    failures: [...run.failures, failure].slice(0, max_failures),
  })
  return true
}

/** Returns the period of a run as it was when the run started. */
function periodOfRun({
  period_end,
  time_started,
}: Pick<RunRow, 'period_end' | 'time_started'>): ClosingPeriod {
  const period = closingPeriod(period_end, time_started)
  if (!period) throw new Error(`A run closes ${period_end}, which is in the future.`)
  return period
}
