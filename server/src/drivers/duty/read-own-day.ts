import type { Driver } from '@waybill/domain/drivers/model'
import { presentDay, type OwnDay } from '@waybill/domain/drivers/own-day'
import { driver_end_of_day_required } from '@waybill/domain/drivers/settings'
import { failedItems } from '@waybill/domain/drivers/vehicle-check'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import type { Context } from '../../kit/handler.ts'
import { readRouteGate } from '../depot/route-gate.ts'
import { listWithDriver, readDutyChanges } from './duty-store.ts'

/**
 * Returns the present day of a driver for the driver's phone: duty, break, vehicle check and start of the route. Before
 * that start also the ready gate, where the company requires it, and after the end of the day the parcels still to hand back, where drivers must close their day.
 */
export async function readOwnDay(ctx: Context, driver: Driver): Promise<OwnDay> {
  const { username, on_duty } = driver
  const changes = await readDutyChanges(ctx, [username], new Date(ctx.now.getTime() - day_ms))
  const day = presentDay(
    changes.map(({ type, at, vehicle_check }) => ({ type, at, failed: failedItems(vehicle_check) })),
    on_duty,
    ctx.now,
  )
  if (day.duty !== 'off-duty' && day.route_started === null) {
    const gate = await readRouteGate(ctx, driver)
    if (gate) return { ...day, gate }
  }
  if (day.day_ended === null || !ctx.setting(driver_end_of_day_required)) return day
  return { ...day, hand_back: await listWithDriver(ctx, username) }
}
