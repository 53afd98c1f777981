import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { linkFiles } from '../files/index.ts'
import type { Context } from '../kit/handler.ts'
import { insertEvents } from './store.ts'

/** Kept pictures of a parcel (`null` for the whole shipment) as an event of their own; answers its id (SHIP-109). */
export async function addPictures(
  ctx: Context,
  shipment_id: number,
  parcel_id: number | null,
  names: readonly string[],
  date = ctx.now,
): Promise<number> {
  const status = 'swad-imaging'
  const [tracking_event_id = 0] = await insertEvents(ctx, shipment_id, [
    { parcel_id, date, status, source: ctx.actor.username, is_public: false },
  ])
  await linkFiles(ctx, names, shipment_id, tracking_event_id)
  await ctx.emit(trackingEventAdded, { shipment_id, tracking_event_id, status, is_public: false })
  return tracking_event_id
}
