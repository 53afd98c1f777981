import type { Arrival } from '@waybill/domain/drivers/arrival'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { Context } from '../../kit/handler.ts'
import { planStops } from '../group-stops.ts'
import { listTripVisits } from '../trip-sheet-store.ts'
import { receiverWindowOf } from './driver-day.ts'
import { findPlannedDriver, readPlans } from './plan-store.ts'

/**
 * Returns when the driver of a delivery is expected today, from the plan of the driver's day and the stops that are
 * still to do; `null` when the day is not planned, and once the stop is done. Without it, pages show the times that
 * were planned at the booking (TRACK-005).
 */
export async function readArrival(ctx: Context, shipmentId: number): Promise<Arrival | null> {
  const date = dayOf(ctx.now)
  const driver = await findPlannedDriver(ctx, date, shipmentId)
  if (driver === null) return null
  const about = { driver, date, is_over: false, branch_id: undefined }
  const [visits, plans] = [await listTripVisits(ctx, about), await readPlans(ctx, date, [driver])]
  const stops = planStops(visits, { branch: null, clock: clockOf(ctx.now), plans })
  const open = stops.filter(({ state }) => state === 'to-do')
  const before = open.findIndex(
    ({ first, visits: own }) =>
      first.leg === 'delivery' && own.some(({ shipment_id }) => shipment_id === shipmentId),
  )
  const stop = open[before]
  const window = stop ? receiverWindowOf(date, stop, before) : null
  return window && { ...window, stops_before: before }
}
