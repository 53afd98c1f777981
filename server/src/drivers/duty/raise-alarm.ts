import type { DriverAction } from '@waybill/domain/drivers/api'
import { driverAlarmed } from '@waybill/domain/drivers/events'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import type { Context } from '../../kit/handler.ts'
import { happenedAt } from '../happened-at.ts'
import { pushToStaff } from '../push/push-store.ts'
import { driverFacts, publishDriver } from './apply-duty.ts'

const the_beginning = new Date(0)

/**
 * Alerts the office that a driver pressed the panic button: an inbox message in this transaction, and a push message at
 * any hour to the browsers of staff who chose the topic. Never rejected, whatever the driver's day or stops are like
 * (docs/domain/routing-and-drivers.md#a-drivers-day).
 */
export async function raiseAlarm(ctx: Context, action: DriverAction): Promise<void> {
  const driver = await driverFacts(ctx)
  const at = happenedAt(action, the_beginning, ctx.now)
  await ctx.emit(driverAlarmed, {
    ...driver,
    at: at.toISOString(),
    note: action.payload?.description ?? '',
    lat: action.lat ?? null,
    lng: action.lng ?? null,
  })
  const message = {
    title: `ALARM: ${driver.name}`,
    body: [`Panic button at ${clockOf(at)}`, driver.vehicle_registration].filter(Boolean).join(' · '),
    url: `/ops-dashboard?mode=driver-tripsheet&driver=${encodeURIComponent(driver.username)}`,
  }
  await pushToStaff(ctx, 'panic', driver.branch_id, message, true)
  await publishDriver(ctx, driver.username)
}
