import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import type { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { placeChanged } from '@waybill/domain/pickup-points/events'
import {
  extendedDeadline,
  mayExtend,
  remindersDue,
  type ExtendedBy,
} from '@waybill/domain/pickup-points/reservation'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import type { Context, Handler } from '../kit/handler.ts'
import { insertEvents, lockShipment, updateShipment } from '../shipments/index.ts'
import { pointTimes } from './places.ts'
import { lockOpenReservation, updateReservation } from './reservation-store.ts'

const extended_code: EventCode = 'pickup-extended'

/**
 * Gives the receiver of a parcel more time to fetch it, and returns the deadline. `deadline` is the one that the
 * caller saw: when it has been extended since, nothing changes, so that a button pressed twice extends once. Throws
 * `wrong_state` by `mayExtend`.
 */
export async function extendPickupTime(
  ctx: Context,
  shipmentId: number,
  { deadline, by, source }: { deadline: Date; by: ExtendedBy; source: string },
): Promise<Date> {
  const row = await lockShipment(ctx, shipmentId)
  const reservation = await lockOpenReservation(ctx, row.id, 'delivery')
  if (!reservation?.deadline) throw wrongState('This parcel is not waiting at a pickup point.')
  // Times are sent in whole seconds.
  if (reservation.deadline.getTime() - deadline.getTime() >= 1_000) return reservation.deadline
  const times = pointTimes(ctx)
  ensure(mayExtend(reservation, times, by, ctx.now))
  const until = extendedDeadline(reservation.deadline, times)
  await updateReservation(ctx, reservation.id, {
    deadline: until,
    reminders: remindersDue(until, times, ctx.now),
    ...(by === 'receiver' ? { extensions: reservation.extensions + 1 } : {}),
  })
  await updateShipment(ctx, row.id, { pickup_deadline: until })
  const [eventId = 0] = await insertEvents(ctx, row.id, [
    {
      date: ctx.now,
      status: extended_code,
      message: `The parcel can be collected until ${formatDateTime(until)}.`,
      source,
    },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: eventId,
    status: extended_code,
    is_public: true,
  })
  if (reservation.network_reference !== '')
    await ctx.emit(placeChanged, {
      reservation_id: reservation.id,
      shipment_id: row.id,
      until: until.toISOString(),
    })
  return until
}

/** Gives the receiver more time, for staff. */
export const extendByStaff: Handler<typeof pickupPointsApi.extendPlace> = async (
  ctx,
  { shipment_id, deadline },
) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only company staff can give the receiver more time. Ask them.')
  const by = { deadline, by: 'staff', source: ctx.actor.username } as const
  return { deadline: await extendPickupTime(ctx, shipment_id, by) }
}
