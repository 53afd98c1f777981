import type { Driver } from '@waybill/domain/drivers/model'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { Context } from '../kit/handler.ts'
import { providerMap } from '../maps/index.ts'
import { readDriverRows } from './driver-store.ts'
import { countStops } from './group-stops.ts'
import { readPlans } from './plan/plan-store.ts'
import { listTripVisits } from './trip-sheet-store.ts'

/** A driver and the stop counts of the day. */
export interface Progress extends ReturnType<typeof countStops> {
  driver: Driver
}

/**
 * Returns the drivers with stops on a day, at one branch or at all branches, and the drivers there without stops who
 * are on duty and may sign in; sorted by branch and name. Stops are counted as on the trip sheet.
 */
export async function driverProgress(
  ctx: Context,
  about: { date: string; branch_id: number | undefined },
): Promise<Progress[]> {
  const today = dayOf(ctx.now)
  const visits = await listTripVisits(ctx, { ...about, driver: null, is_over: about.date < today })
  const byDriver = Map.groupBy(visits, (visit) => visit.username)
  const drivers = await readDriverRows(ctx, { include_deleted: true, former: [...byDriver.keys()] })
  const { on_duty } = await providerMap(ctx)
  const isFree = ({ username, branch_id }: Driver): boolean =>
    on_duty.has(username) && (about.branch_id === undefined || branch_id === about.branch_id)
  const plans = await readPlans(ctx, about.date, null)
  const clock = about.date === today ? clockOf(ctx.now) : null
  return drivers
    .filter((driver) => byDriver.has(driver.username) || isFree(driver))
    .map((driver) => ({ driver, ...countStops(byDriver.get(driver.username) ?? [], clock, plans) }))
    .sort((one, other) => one.driver.branch_name.localeCompare(other.driver.branch_name))
}
