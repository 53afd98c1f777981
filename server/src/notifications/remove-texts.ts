import { config } from '../kit/config.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { removeReplyTexts } from './replies/reply-store.ts'
import { removeTexts } from './store.ts'

/** Maximum number of messages per transaction, and of transactions per run; the next run removes the rest. */
const batch = 1_000
const max_batches = 500

/**
 * Removes the texts of old messages, which are most of their size. Who received what, when, how, and whether it
 * arrived stays. The same applies to replies. Messages that still wait keep their text.
 */
export async function removeOldTexts(ctx: ExternalContext): Promise<void> {
  const months = config.MESSAGE_TEXT_MONTHS
  if (months === 0) return
  for (const remove of [removeTexts, removeReplyTexts])
    for (let count = 0; count < max_batches; count += 1)
      if ((await ctx.inTransaction((inner) => remove(inner, months, batch))) < batch) break
}
