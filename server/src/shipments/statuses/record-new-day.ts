import { formatLongDay } from '@waybill/domain/kit/texts/format'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import type { Context } from '../../kit/handler.ts'
import { insertEvents } from '../store.ts'

/**
 * Adds a timeline event that a leg moved to another day or window, and returns its id. `day` is `YYYY-MM-DD`, times are
 * `HH:mm`.
 */
export async function noteMoved(
  ctx: Context,
  shipmentId: number,
  moved: { leg: 'collection' | 'delivery'; day: string; from: string; to: string; source: string },
): Promise<number> {
  const { leg, day, from, to, source } = moved
  const status = `${leg}-rescheduled` as const
  const [trackingEventId = 0] = await insertEvents(ctx, shipmentId, [
    {
      date: ctx.now,
      status,
      message: `The ${leg} has been moved to ${formatLongDay(startOfDay(day))}, ${from}\u2013${to}.`,
      source,
    },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: shipmentId,
    tracking_event_id: trackingEventId,
    status,
    is_public: true,
  })
  return trackingEventId
}
