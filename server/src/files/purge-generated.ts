import { generated_bytes_removed, generated_files_removed } from '../kit/counters.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { fileStorePort } from './file-store.ts'
import { expiredFiles, deleteGenerated } from './generated-store.ts'

const batch = 200
/** Maximum number of batches per run; the next run handles the rest. */
const max_batches = 50

/**
 * Removes documents whose links have expired, first the file and then its row. Logs and counts the number and size of
 * the removed files.
 */
export async function purgeGenerated(ctx: ExternalContext): Promise<void> {
  const files = ctx.adapter(fileStorePort)
  let [count, bytes] = [0, 0]
  for (let round = 0; round < max_batches; round += 1) {
    const expired = await ctx.inTransaction((inner) => expiredFiles(inner, batch))
    for (const { key } of expired) await files.remove(key)
    await ctx.inTransaction((inner) =>
      deleteGenerated(
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
