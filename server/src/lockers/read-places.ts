import { isOffice } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import type { pickupPointsApi, ShipmentPlace } from '@waybill/domain/pickup-points/api'
import { hoursWithHolidays, isOpenAt } from '@waybill/domain/pickup-points/opening'
import { extendedDeadline, mayExtend, type ExtendedBy } from '@waybill/domain/pickup-points/reservation'
import { seesDropoffPin } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { readAddresses } from '../accounts/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { publicHolidays } from '../maps/index.ts'
import { heldDoorNames } from '../pickup-points/index.ts'
import { dropoffPin, readShipmentRows } from '../shipments/index.ts'
import { pointOfLeg, pointTimes, type PointsOfShipment } from './places.ts'
import { findOpenPlaces, listPlaces, type PlaceRow } from './reservation-store.ts'

/**
 * Returns the pickup points of a shipment with hours and deadline. `by` is who may extend the deadline; `null` for
 * viewers who may not. Only staff see the door.
 */
export async function readPlaces(
  ctx: Context,
  row: PointsOfShipment & { id: number },
  by: ExtendedBy | null,
): Promise<ShipmentPlace[]> {
  if (row.collection_pickup_point_id === null && row.delivery_pickup_point_id === null) return []
  const [open, holidays] = await Promise.all([findOpenPlaces(ctx, row.id), publicHolidays(ctx)])
  const doors =
    by === 'staff'
      ? await heldDoorNames(
          ctx,
          open.map(({ id }) => id),
        )
      : new Map<number, string>()
  const times = pointTimes(ctx)
  const places: ShipmentPlace[] = []
  for (const leg of ['collection', 'delivery'] as const) {
    const point = await pointOfLeg(ctx, row, leg)
    const address = point && (await readAddresses(ctx, [point.address_id])).get(point.address_id)
    if (!point || !address) continue
    const place = open.find((one) => one.leg === leg)
    const { trading_hours, holiday_hours } = point
    const mayGiveTime =
      place && leg === 'delivery' && by !== null && mayExtend(place, times, by, ctx.now) === true
    places.push({
      leg,
      pickup_point_id: point.pickup_point_id,
      type: point.type,
      name: point.name,
      address: { ...address, type: point.type },
      hours: hoursWithHolidays(trading_hours, holiday_hours),
      is_open: isOpenAt(trading_hours, ctx.now, { hours: holiday_hours, holidays }),
      phone: point.phone ?? undefined,
      door: place && doors.get(place.id),
      deadline: place?.deadline ?? null,
      extends_to: mayGiveTime && place.deadline ? extendedDeadline(place.deadline, times) : null,
    })
  }
  return places
}

/** Returns the pickup points of a shipment that the caller may see, with the drop-off PIN until it is used. */
export const showPlaces: Handler<typeof pickupPointsApi.places> = async (ctx, { shipment_id }) => {
  const [row] = await readShipmentRows(ctx, [shipment_id])
  if (!row) throw notFound('Could not find shipment')
  const places = await readPlaces(ctx, row, isOffice(ctx.actor) ? 'staff' : null)
  const pin =
    row.status === 'awaiting-dropoff' && seesDropoffPin(ctx.actor) ? dropoffPin(ctx, row) : undefined
  return { places: places.map((one) => (one.leg === 'collection' ? { ...one, dropoff_pin: pin } : one)) }
}

/** The place of a delivery or collection at a pickup point, as its driver sees it. */
export interface DriverPlace extends Omit<PlaceRow, 'courier_code_sealed'> {
  /** The code with which the driver opens the door of a network; `''` when none is needed. */
  courier_code: string
}

/** Returns the places that shipments have at pickup points, by leg. */
export async function readDriverPlaces(ctx: Context, shipmentIds: readonly number[]): Promise<DriverPlace[]> {
  const rows = await listPlaces(ctx, shipmentIds)
  return rows.map(({ courier_code_sealed: sealed, ...place }) => ({
    ...place,
    courier_code: sealed === null ? '' : ctx.sealer.open(sealed),
  }))
}
