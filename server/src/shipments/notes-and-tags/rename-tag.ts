import type { PayloadOf } from '@waybill/domain/kit/event'
import type { tagRenamed } from '@waybill/domain/tags/events'
import type { Context } from '../../kit/handler.ts'
import { renameTag } from '../store.ts'

/** Renames a tag on all shipments that have it, or removes it from them. */
export async function renameTagOfShipments(
  ctx: Context,
  { type, ...change }: PayloadOf<typeof tagRenamed>,
): Promise<void> {
  if (type === 'shipment') await renameTag(ctx, change)
}
