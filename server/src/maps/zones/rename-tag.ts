import type { PayloadOf } from '@waybill/domain/kit/event'
import type { tagRenamed } from '@waybill/domain/tags/events'
import type { Context } from '../../kit/handler.ts'
import { renameTag } from './zone-store.ts'

/** Renames a tag on the areas that have it, or removes it from them. */
export async function renameTagOfZones(
  ctx: Context,
  { type, ...change }: PayloadOf<typeof tagRenamed>,
): Promise<void> {
  if (type !== 'account' && type !== 'shipment') await renameTag(ctx, type, change)
}
