import { blockedKeys, type BlockedFacts } from '@waybill/domain/blocked-list/rules'
import { forbidden } from '@waybill/domain/kit/problem'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'
import { countHit, entriesByKey } from './store.ts'

export const blocked_topic = 'blocked list'

/** Returns the id of the active entry that blocks these facts, or `null`; reads entries from the cache. */
export async function blockedBy(reader: BaseContext, facts: BlockedFacts): Promise<number | null> {
  const entries = await reader.cached(blocked_topic, 'entries', entriesByKey)
  if (entries.size === 0) return null
  const found = blockedKeys(facts).map((key) => entries.get(key))
  return found.find((entry) => entry && (entry.until === null || entry.until > reader.now))?.id ?? null
}

/**
 * Throws 403 with `sentence` when these facts are blocked; `sentence` must not mention the list. The hit is counted
 * in a separate transaction, so the count is stored although the request is rejected.
 */
export async function requireNotBlocked(
  ctx: ExternalContext,
  facts: BlockedFacts,
  sentence: string,
): Promise<void> {
  const id = await blockedBy(ctx, facts)
  if (id === null) return
  await ctx.inTransaction((tx) => countHit(tx, id))
  throw forbidden(sentence)
}
