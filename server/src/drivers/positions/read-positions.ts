import { dutyNow, sinceDayEnd, type Duty } from '@waybill/domain/drivers/duty'
import type { Driver } from '@waybill/domain/drivers/model'
import type { DriverToday, LastPosition } from '@waybill/domain/drivers/positions'
import type { positionsApi } from '@waybill/domain/drivers/positions-api'
import { failedItems } from '@waybill/domain/drivers/vehicle-check'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { forbidden } from '@waybill/domain/kit/problem'
import type { Context, Handler } from '../../kit/handler.ts'
import { readLastReports } from '../action-store.ts'
import { readDriverRows } from '../driver-store.ts'
import { readDutyChanges } from '../duty/duty-store.ts'
import { readLastActivity, readLastPositions } from './position-store.ts'

/**
 * Lists the drivers on duty with their last position and their day. Staff limited to a branch get the drivers of that
 * branch.
 */
export const readPositions: Handler<typeof positionsApi.list> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see where drivers are.')
  const branchId = branchLimit(ctx.actor) ?? input.branch_id
  const drivers = await readDriverRows(ctx, { on_duty: true, branch_id: branchId })
  const days = await readDriverDays(ctx, drivers)
  return {
    drivers: drivers.flatMap((driver): DriverToday[] => {
      const day = days.get(driver.username)
      if (!day || day.duty.state === 'off-duty') return []
      const { username, name, branch_id, branch_name, vehicle_registration } = driver
      const { duty, ...rest } = day
      return [
        {
          username,
          name,
          branch_id,
          branch_name,
          vehicle_registration,
          duty: duty.state === 'on-break' ? 'on-break' : 'on-duty',
          duty_since: duty.since,
          ...rest,
        },
      ]
    }),
  }
}

/** A driver's day as the office follows it. Drivers off duty have no position and no battery. */
export interface DriverDay {
  duty: Duty
  route_started: Date | null
  vehicle_check: { at: Date; failed: string[] } | null
  position: LastPosition | null
  battery: number | null
  last_heard: Date | null
}

/** Returns the present day of each of these drivers, by username. */
export async function readDriverDays(
  ctx: Context,
  drivers: readonly Pick<Driver, 'username' | 'user_id' | 'on_duty'>[],
): Promise<ReadonlyMap<string, DriverDay>> {
  const usernames = drivers.map(({ username }) => username)
  const yesterday = new Date(ctx.now.getTime() - day_ms)
  const [allChanges, positions, reported, active] = await Promise.all([
    readDutyChanges(ctx, usernames, yesterday),
    readLastPositions(ctx, usernames, yesterday),
    readLastReports(ctx, usernames),
    readLastActivity(
      ctx,
      drivers.map(({ user_id }) => user_id),
    ),
  ])
  const changesBy = Map.groupBy(allChanges, ({ username }) => username)
  return new Map(
    drivers.map(({ username, user_id, on_duty }): [string, DriverDay] => {
      const changes = changesBy.get(username) ?? []
      const duty = dutyNow(changes, on_duty)
      const today = sinceDayEnd(changes, ctx.now)
      const check = today.findLast(({ type }) => type === 'vehicle-check')
      const last = positions.get(username)
      const shown = duty.state === 'off-duty' ? undefined : last
      return [
        username,
        {
          duty,
          route_started: today.findLast(({ type }) => type === 'start-route')?.at ?? null,
          vehicle_check: check ? { at: check.at, failed: failedItems(check.vehicle_check) } : null,
          position: shown
            ? { lat: shown.lat, lng: shown.lng, accuracy_m: shown.accuracy_m, at: shown.at }
            : null,
          battery: shown?.battery ?? null,
          last_heard: latest([last?.time_received, reported.get(username), active.get(user_id)]),
        },
      ]
    }),
  )
}

function latest(times: readonly (Date | undefined)[]): Date | null {
  return times.reduce<Date | null>((last, time) => (time && (!last || time > last) ? time : last), null)
}
