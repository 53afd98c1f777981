import { near_stops, position_minutes, type Arrival, type SeenDriver } from '@waybill/domain/drivers/arrival'
import type { planApi } from '@waybill/domain/drivers/plan'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { metresBetween, type Point } from '@waybill/domain/kit/places/metres-between'
import { notFound } from '@waybill/domain/kit/problem'
import { pointOf } from '@waybill/domain/maps/group-by-place'
import type { Context, Handler } from '../../kit/handler.ts'
import { readShipmentRows } from '../../shipments/index.ts'
import { findDriver } from '../find-driver.ts'
import { planStops } from '../group-stops.ts'
import { readDriverDays } from '../positions/read-positions.ts'
import { listTripVisits } from '../trip-sheet-store.ts'
import { readReportedRoutes, receiverWindowOf } from './driver-day.ts'
import { findPlannedDriver, readPlans } from './plan-store.ts'

/**
 * Returns when the driver of a delivery is expected today, from the plan of the driver's day and the stops that are
 * still to do; `null` when the day is not planned, and once the stop is done. Without it, pages show the times that
 * were planned at the booking (TRACK-005). With `showsDriver`, also where the driver was last, once the driver is near.
 */
export async function readArrival(
  ctx: Context,
  shipmentId: number,
  showsDriver: boolean,
): Promise<Arrival | null> {
  const date = dayOf(ctx.now)
  const driver = await findPlannedDriver(ctx, date, shipmentId)
  if (driver === null) return null
  const about = { driver, date, is_over: false, branch_id: undefined }
  const [visits, plans] = [await listTripVisits(ctx, about), await readPlans(ctx, date, [driver])]
  const stops = planStops(visits, { branch: null, clock: clockOf(ctx.now), plans })
  const open = stops.filter(({ state }) => state === 'to-do')
  const before = open.findIndex(
    ({ first, visits: own }) =>
      first.leg === 'delivery' &&
      own.some(({ shipment_id, state }) => shipment_id === shipmentId && state === 'to-do'),
  )
  const stop = open[before]
  const window = stop ? receiverWindowOf(date, stop, before) : null
  if (!stop || !window) return null
  const isNear = showsDriver && before <= near_stops
  return {
    ...window,
    stops_before: before,
    driver_at: isNear ? await seenDriver(ctx, driver, pointOf(stop.first.address)) : null,
  }
}

/** Returns the arrival of the driver with a shipment for users who may see the shipment. */
export const showArrival: Handler<typeof planApi.arrival> = async (ctx, { shipment_id }) => {
  const [row] = await readShipmentRows(ctx, [shipment_id])
  if (!row) throw notFound('Could not find shipment')
  const arrival = row.status === 'out-for-delivery' ? await readArrival(ctx, shipment_id, false) : null
  if (!arrival) return { arrival }
  const { from, to, is_late, stops_before } = arrival
  return { arrival: { from, to, is_late, stops_before } }
}

/** A delivery that a driver reaches soon. */
export interface NearDelivery {
  shipment_id: number
  stops_before: number
}

/**
 * Returns the deliveries at the next stops of a driver's planned day, once the driver is on the way: the route was
 * started, or a stop is finished. Empty before that.
 */
export async function readNearDeliveries(
  ctx: Context,
  username: string,
  stopsAhead: number,
): Promise<NearDelivery[]> {
  const date = dayOf(ctx.now)
  if (!(await findDriver(ctx, username))) return []
  const [visits, plans] = [
    await listTripVisits(ctx, { driver: username, date, is_over: false, branch_id: undefined }),
    await readPlans(ctx, date, [username]),
  ]
  const isUnderWay =
    visits.some(({ finished_at }) => finished_at !== null) ||
    (await readReportedRoutes(ctx, date, [username])).get(username)?.has_started
  if (!isUnderWay) return []
  return planStops(visits, { branch: null, clock: clockOf(ctx.now), plans })
    .filter(({ state }) => state === 'to-do')
    .slice(0, stopsAhead)
    .flatMap(({ visits: own }, before) =>
      own.flatMap(({ shipment_id, leg, state }) =>
        shipment_id !== null && leg === 'delivery' && state === 'to-do'
          ? [{ shipment_id, stops_before: before }]
          : [],
      ),
    )
}

/** Returns where a driver on duty was in the last minutes, and how far from a place. */
async function seenDriver(ctx: Context, driver: string, place: Point | null): Promise<SeenDriver | null> {
  const row = await findDriver(ctx, driver)
  const day = row && (await readDriverDays(ctx, [row])).get(driver)
  const at = day?.position
  if (!at || !place || at.at.getTime() < ctx.now.getTime() - position_minutes * minute_ms) return null
  return { lat: at.lat, lng: at.lng, at: at.at, distance_m: Math.round(metresBetween(at, place)) }
}
