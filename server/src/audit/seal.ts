import { setTimeout as pause } from 'node:timers/promises'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { addEntry, beginSeal, first_link } from './chain.ts'
import {
  before_all,
  entriesBehind,
  entryWriters,
  insertSeal,
  lockNewestSeal,
  newestEntryId,
} from './chain-store.ts'

/** Maximum number of entries per block. */
const block_size = 1_000
/** How long one round waits for running writers, and the polling interval, in ms. */
const timeout_ms = 1_500
const poll_ms = 50

/**
 * Seals the new entries of a provider's audit trail in blocks chained by SHA-256
 * (docs/domain/reliability.md#audit-trail). Writers never wait for it. It takes the newest entry as the end and waits
 * until all transactions that were writing at that time have ended, so that no older entry can still appear.
 * Everything else is left to the next round.
 */
export async function sealAudit(ctx: ExternalContext): Promise<void> {
  const { last_id, writers } = await ctx.inTransaction(async (inner) => ({
    last_id: await newestEntryId(inner),
    writers: await entryWriters(inner),
  }))
  if (last_id === null || !(await haveEnded(ctx, writers))) return
  while (await ctx.inTransaction((inner) => sealBlock(inner, last_id)));
}

async function haveEnded(ctx: ExternalContext, writers: readonly string[]): Promise<boolean> {
  const until = performance.now() + timeout_ms
  let open = writers
  while (open.length > 0 && performance.now() < until) {
    await pause(poll_ms)
    const running = new Set(await ctx.inTransaction(entryWriters))
    open = open.filter((writer) => running.has(writer))
  }
  return open.length === 0
}

/** Seals the next block up to the entry `upTo`; returns whether there may be more. */
async function sealBlock(ctx: Context, upTo: number): Promise<boolean> {
  const former = await lockNewestSeal(ctx)
  const read = await entriesBehind(ctx, former?.last_id ?? before_all, block_size)
  const entries = read.filter((entry) => entry.id <= upTo)
  const last = entries.at(-1)
  if (!last) return false
  const hash = beginSeal(former?.seal ?? first_link)
  for (const entry of entries) addEntry(hash, entry)
  await insertSeal(ctx, {
    block: (former?.block ?? 0) + 1,
    last_id: last.id,
    entries: (former?.entries ?? 0) + entries.length,
    seal: hash.digest('hex'),
  })
  return last.id < upTo
}
