import { removeKeptFile } from '../files/index.ts'
import type { PartnerCtx } from '../kit/verb.ts'
import { forgetOriginal, oldOriginals } from './store.ts'

/** How long the file that was imported is kept after its import ended; what it made stays. */
export const original_kept_ms = 90 * 86_400_000
const batch = 500

/** Removes the files of imports that ended long ago, the file first and then what names it. */
export async function purgeOriginals(ctx: PartnerCtx): Promise<void> {
  const before = new Date(ctx.now.getTime() - original_kept_ms)
  const jobs = await ctx.work((inner) => oldOriginals(inner, before, batch))
  for (const { id, file_name } of jobs) {
    await removeKeptFile(ctx, 'imports', file_name)
    await ctx.work((inner) => forgetOriginal(inner, id))
  }
  if (jobs.length > 0)
    ctx.log.info({ provider_id: ctx.provider_id, count: jobs.length }, 'files of old imports removed')
}
