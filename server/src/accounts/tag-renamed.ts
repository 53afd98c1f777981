import type { PayloadOf } from '@waybill/domain/kit/event'
import type { tagRenamed } from '@waybill/domain/tags/events'
import type { Context } from '../kit/handler.ts'
import { renameTag } from './store.ts'

/** Renames a tag on accounts, or removes it when it was deleted. */
export async function renameTagOfAccounts(
  ctx: Context,
  { type, ...change }: PayloadOf<typeof tagRenamed>,
): Promise<void> {
  if (type === 'account') await renameTag(ctx, change)
}
