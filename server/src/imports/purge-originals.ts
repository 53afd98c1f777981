import { removeStoredFile } from '../files/index.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { clearOriginal, oldOriginals } from './store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** How long the file that was imported is stored after its import ended; what it made stays. */
export const original_retention_ms = 90 * day_ms
const batch = 500

/** Removes the files of imports that ended long ago, the file first and then what names it. */
export async function purgeOriginals(ctx: ExternalContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - original_retention_ms)
  const jobs = await ctx.inTransaction((inner) => oldOriginals(inner, before, batch))
  for (const { id, file_name } of jobs) {
    await removeStoredFile(ctx, 'imports', file_name)
    await ctx.inTransaction((inner) => clearOriginal(inner, id))
  }
  if (jobs.length > 0)
    ctx.log.info({ provider_id: ctx.provider_id, count: jobs.length }, 'files of old imports removed')
}
