import { generated_bytes_removed, generated_files_removed } from '../kit/counters.ts'
import type { PartnerCtx } from '../kit/verb.ts'
import { fileStorePort } from './file-store.ts'
import { expiredFiles, forgetGenerated } from './generated-store.ts'

const batch = 200
/** A run that finds more leaves the rest to the next one. */
const most_batches = 50

/** Removes documents whose links have ended, file first, row after it, and says how many and how large they were. */
export async function purgeGenerated(ctx: PartnerCtx): Promise<void> {
  const files = ctx.partner(fileStorePort)
  let [count, bytes] = [0, 0]
  for (let round = 0; round < most_batches; round += 1) {
    const expired = await ctx.work((inner) => expiredFiles(inner, batch))
    for (const { key } of expired) await files.remove(key)
    await ctx.work((inner) =>
      forgetGenerated(
        inner,
        expired.map(({ id }) => id),
      ),
    )
    count += expired.length
    bytes += expired.reduce((sum, file) => sum + Number(file.bytes), 0)
    if (expired.length < batch) break
  }
  generated_files_removed.inc(count)
  generated_bytes_removed.inc(bytes)
  if (count > 0) ctx.log.info({ provider_id: ctx.provider_id, count, bytes }, 'generated files removed')
}
