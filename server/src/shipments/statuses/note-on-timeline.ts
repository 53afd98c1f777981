import { trackingEventAdded } from '@waybill/domain/shipments/events'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import type { Context } from '../../kit/handler.ts'
import { insertEvents } from '../store.ts'

/**
 * Records on the timeline of a shipment, for staff, what the caller did, with `data` for other modules; the shipment
 * keeps its status.
 */
export async function noteOnTimeline(
  ctx: Context,
  shipmentId: number,
  status: EventCode,
  message: string,
  data: object | null = null,
): Promise<void> {
  const [trackingEventId = 0] = await insertEvents(ctx, shipmentId, [
    { date: ctx.now, status, message, data, source: ctx.actor.username, is_public: false },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: shipmentId,
    tracking_event_id: trackingEventId,
    status,
    is_public: false,
  })
}
