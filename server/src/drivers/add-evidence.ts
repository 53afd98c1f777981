import type { DriverAction } from '@waybill/domain/drivers/api'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { linkFiles } from '../files/index.ts'
import type { Context } from '../kit/handler.ts'
import { insertEvents, type ShipmentRow } from '../shipments/index.ts'
import { evidenceOf } from './action-rules.ts'
import { happenedAt } from './happened-at.ts'

/**
 * Stores what a driver reported about a shipment without a new status, with its photos, signature and position, as an
 * event for staff. `message` says why the status stays.
 */
export async function addEvidence(
  ctx: Context,
  row: ShipmentRow,
  action: DriverAction,
  message: string,
): Promise<void> {
  const { payload, photos, signature } = evidenceOf(action)
  const { pin, ...details } = payload
  const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
    {
      date: happenedAt(action, row.time_created, ctx.now),
      status: 'evidence-kept',
      message,
      lat: action.lat ?? null,
      lng: action.lng ?? null,
      data: {
        ...details,
        type: action.type,
        images: photos,
        signature,
        pin_given: Boolean(pin),
        ...(action.stop_id ? { stop_id: action.stop_id } : {}),
      },
      source: ctx.actor.username,
      is_public: false,
    },
  ])
  await linkFiles(ctx, [...photos, ...(signature ? [signature] : [])], row.id, trackingEventId)
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: trackingEventId,
    status: 'evidence-kept',
    is_public: false,
  })
}
