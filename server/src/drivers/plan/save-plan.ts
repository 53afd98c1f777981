import { tripProgressed } from '@waybill/domain/drivers/plan'
import { placeKey } from '@waybill/domain/drivers/sequencing/travel'
import type { Context } from '../../kit/handler.ts'
import { usesTravelTimes } from '../routing/routing.ts'
import { legsOf, routingOf, visitsOf, type DriverDay } from './driver-day.ts'
import { visitKey } from '../trip-sheet-store.ts'
import type { PlanEdit } from './edit-order.ts'
import { publishTrip } from './publish-trip.ts'
import { markPlan, savePlanTrips, savePlanVisits, type StoredPlan } from './plan-store.ts'

/**
 * Stores the changed day of a driver with the expected arrivals; returns its new version. The plan is locked. Trips that
 * no service was asked for are calculated after the commit.
 */
export async function savePlan(
  ctx: Context,
  date: string,
  { day, source, isLocking }: PlanEdit,
  plan: StoredPlan,
): Promise<number> {
  const isLocked = hasLocks(day)
  const isNew = isLocking || plan.locked_by === null
  await saveArrivals(ctx, day, plan)
  const { username, branch_id } = day.driver
  await publishTrip(ctx, { username, branch_id }, source !== 'driver')
  const isUnasked = legsOf(day).missing.some(
    ([from, to]) => !day.asked.has(placeKey(from)) || !day.asked.has(placeKey(to)),
  )
  if (isUnasked && usesTravelTimes(ctx))
    await ctx.emit(tripProgressed, { username: plan.username, day: date })
  return markPlan(ctx, date, plan.username, {
    source,
    locked_by: isLocked ? (isNew ? ctx.actor.username : plan.locked_by) : null,
    time_locked: isLocked ? (isNew ? ctx.now : plan.time_locked) : null,
  })
}

/** Whether stops of a day are locked. */
export function hasLocks({ stops }: DriverDay): boolean {
  return stops.some((stop) => stop.is_locked)
}

/** Stores the visits of a day with the expected arrivals; returns whether these are others than before. */
export async function saveArrivals(ctx: Context, day: DriverDay, plan: StoredPlan): Promise<boolean> {
  const visits = visitsOf(day, plan)
  await savePlanVisits(ctx, day.date, plan.username, visits)
  await savePlanTrips(ctx, day.date, plan, routingOf(day), legsOf(day).known)
  return visits.some((visit) => {
    const before = plan.visits.get(visitKey(visit))
    return (
      before?.eta?.getTime() !== visit.eta?.getTime() ||
      before?.km !== visit.km ||
      before?.minutes !== visit.minutes
    )
  })
}
