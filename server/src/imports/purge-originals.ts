import { removeStoredFile } from '../files/index.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { clearOriginal, oldOriginals } from './store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Retention time in ms of an imported file after its import ended. The shipments are not affected. */
export const original_retention_ms = 90 * day_ms
const batch = 500

/** Removes the files of imports that ended before the retention time, first the file and then the reference to it. */
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
