import { config } from '../kit/config.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { removeTexts } from './store.ts'

/** Maximum number of messages per transaction, and of transactions per run; the next run removes the rest. */
const batch = 1_000
const max_batches = 500

/**
 * Removes the texts of old messages, which are most of their size. Who received what, when, how, and whether it
 * arrived stays. Messages that still wait keep their text.
 */
export async function removeOldTexts(ctx: ExternalContext): Promise<void> {
  const months = config.MESSAGE_TEXT_MONTHS
  if (months === 0) return
  for (let count = 0; count < max_batches; count += 1)
    if ((await ctx.inTransaction((inner) => removeTexts(inner, months, batch))) < batch) return
}
