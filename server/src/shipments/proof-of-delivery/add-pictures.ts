import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { linkFiles } from '../../files/index.ts'
import type { Context } from '../../kit/handler.ts'
import { insertEvents } from '../store.ts'

/**
 * Adds a separate imaging event with stored pictures of a parcel, or of the whole shipment if `parcelId` is `null`.
 * Returns the event id (SHIP-109).
 */
export async function addPictures(
  ctx: Context,
  shipmentId: number,
  parcelId: number | null,
  names: readonly string[],
  date = ctx.now,
): Promise<number> {
  const status = 'swad-imaging'
  const [trackingEventId = 0] = await insertEvents(ctx, shipmentId, [
    { parcel_id: parcelId, date, status, source: ctx.actor.username, is_public: false },
  ])
  await linkFiles(ctx, names, shipmentId, trackingEventId)
  await ctx.emit(trackingEventAdded, {
    shipment_id: shipmentId,
    tracking_event_id: trackingEventId,
    status,
    is_public: false,
  })
  return trackingEventId
}
