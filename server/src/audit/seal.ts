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

/** Entries of a block at most. */
const block_size = 1_000
/** How long one round waits for those who are still writing, and how often it looks, in ms. */
const timeout_ms = 1_500
const poll_ms = 50

/**
 * Seals what a provider's audit trail has gained, in blocks chained by SHA-256
 * (docs/domain/reliability.md#audit-trail). Writers never wait for it: it takes the newest entry as the end, waits
 * until everybody who was writing then has ended, so that no older entry can still appear, and leaves the rest to the
 * next round.
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

/** Seals the next block up to an entry; whether there may be more. */
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
