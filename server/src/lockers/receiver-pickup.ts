import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { isStaff } from '@waybill/domain/kit/actor'
import type { lockersApi } from '@waybill/domain/lockers/api'
import { takenOutOf } from '@waybill/domain/lockers/point-events'
import { stateAfter } from '@waybill/domain/pickup-points/reservation'
import { pinRejection } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { proof_messages } from '@waybill/domain/shipments/proof-words'
import type { Context, Handler } from '../kit/handler.ts'
import { findPointRow, type PointRow } from '../pickup-points/index.ts'
import { enterStatus, judgeShipmentPin, lockShipment, type ShipmentRow } from '../shipments/index.ts'
import { leaveAfterPickup } from './places.ts'
import { findAtDoor, lockReservation } from './reservation-store.ts'

/**
 * Opens a door of an own locker for a receiver who enters its name and the PIN. A wrong PIN is answered, not thrown,
 * so that it is counted (docs/domain/pickup-points.md#people-at-own-points).
 */
export const openDoor: Handler<typeof lockersApi.openDoor> = async (ctx, { pickup_point_id, door, pin }) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only our lockers and our staff may open a door.')
  const point = await findPointRow(ctx, 'own', pickup_point_id)
  if (!point) throw notFound('Could not find this location.')
  const empty = { is_open: false, message: `No parcel is behind door ${door.trim()}.` }
  const found = await findAtDoor(ctx, point.id, door)
  if (!found) return empty
  const row = await lockShipment(ctx, found.shipment_id)
  const reservation = await lockReservation(ctx, found.id)
  if (!reservation || reservation.leg !== 'delivery' || stateAfter(reservation.state, 'collect') === null)
    return empty
  const { verdict, tries_left } = await judgeShipmentPin(ctx, row, pin)
  if (verdict !== 'right')
    return { is_open: false, message: pinRejection({ isWrong: verdict === 'wrong', tries_left }).text }
  await handOut(ctx, row, point, {
    date: ctx.now,
    source: ctx.actor.username,
    message: proof_messages.pin,
    data: { type: 'proof-of-delivery-pin', pin_used: true },
  })
  return { is_open: true, message: row.custom_tracking_reference ?? row.short_tracking_reference }
}

/** How a receiver got a parcel: the event of the delivery with its proof. */
interface HandOut {
  date: Date
  source: string
  message: string
  /** Note for staff. */
  internal_message?: string
  /** The proof (docs/domain/public-api.md#proof-on-an-event). */
  data: object
  /** The place of the events, if it is known. */
  location?: string
  lat?: number
  lng?: number
}

/** Delivers a parcel that its receiver took out of a pickup point: it is taken out and delivered in one transaction. */
export async function handOut(
  ctx: Context,
  row: ShipmentRow,
  { type }: Pick<PointRow, 'type'>,
  { message, internal_message = '', data, ...event }: HandOut,
): Promise<void> {
  await leaveAfterPickup(ctx, row.id, 'delivery')
  await enterStatus(ctx, row, {
    ...event,
    to: takenOutOf(type),
    is_internal: true,
    changes: { taken_out_by_driver: false },
  })
  await enterStatus(ctx, await lockShipment(ctx, row.id), {
    ...event,
    to: 'delivered',
    message,
    internal_message,
    data,
    changes: { pod_pin_failures: 0, pod_pin_locked_until: null },
  })
}
