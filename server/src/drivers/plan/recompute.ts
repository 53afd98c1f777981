import { tripProgressed } from '@waybill/domain/drivers/plan'
import { position_retention_days } from '@waybill/domain/drivers/settings'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import type { tripWorkChanged } from '@waybill/domain/shipments/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { findDriver } from '../find-driver.ts'
import { findTrips, no_trips, usesTravelTimes, type FoundTrips } from '../routing/routing.ts'
import { legsOf, readDriverDay, withTrips } from './driver-day.ts'
import {
  clearLock,
  daysEstimatedIn,
  deletePlansBefore,
  lockPlan,
  plannedDays,
  readPlans,
} from './plan-store.ts'
import { publishTrip } from './publish-trip.ts'
import { hasLocks, saveArrivals } from './save-plan.ts'

/** Has the expected arrivals of the caller's day estimated again, when it is planned. */
export async function followProgress(ctx: Context): Promise<void> {
  const { username } = ctx.actor
  const today = dayOf(ctx.now)
  const [day] = await plannedDays(ctx, today, username)
  if (day === today) await ctx.emit(tripProgressed, { username, day })
}

/**
 * Informs drivers who got or lost work, and the office, and has the expected arrivals of their planned days estimated
 * again, once per transaction. Open work is on the trip sheets of its day and of all later ones.
 */
export async function followWork(
  ctx: Context,
  { usernames, day: due }: PayloadOf<typeof tripWorkChanged>,
): Promise<void> {
  const today = dayOf(ctx.now)
  const known = daysEstimatedIn(ctx)
  for (const username of new Set(usernames)) {
    await publishTrip(ctx, { username, branch_id: null }, true)
    for (const day of await plannedDays(ctx, due < today ? today : due, username)) {
      const key = `${username} ${day}`
      if (known.has(key)) continue
      known.add(key)
      await ctx.emit(tripProgressed, { username, day })
    }
  }
}

/**
 * Estimates the arrivals of a driver's day again and stores them; stops that joined come last. The order and its
 * version stay; who locked stops is removed with the last lock. Trips that are not known yet are first asked of the service that the company has set up.
 */
export async function recomputeArrivals(
  ctx: ExternalContext,
  { username, day }: PayloadOf<typeof tripProgressed>,
): Promise<void> {
  const found = usesTravelTimes(ctx) ? await findMissingTrips(ctx, { username, day }) : null
  await ctx.inTransaction(async (inner) => {
    const plan = await lockPlan(inner, day, username)
    const driver = await findDriver(inner, username)
    if (!plan || !driver) return
    const planned = await readDriverDay(inner, day, driver, plan)
    const isNew = await saveArrivals(inner, found ? withTrips(planned, found) : planned, plan)
    await publishTrip(inner, { username, branch_id: driver.branch_id }, isNew)
    if (plan.locked_by !== null && !hasLocks(planned)) await clearLock(inner, day, username)
  })
}

/** Returns the trips of a planned day that its plan does not have. */
async function findMissingTrips(
  ctx: ExternalContext,
  { username, day }: PayloadOf<typeof tripProgressed>,
): Promise<FoundTrips> {
  const missing = await ctx.inTransaction(async (inner) => {
    const plan = (await readPlans(inner, day, [username])).get(username)
    const driver = plan && (await findDriver(inner, username))
    return driver ? legsOf(await readDriverDay(inner, day, driver, plan)).missing : []
  })
  return missing.length > 0 ? findTrips(ctx, missing.flat()) : no_trips
}

/** Days deleted per transaction. */
const batch = 200

/** Deletes the plans of days older than `position_retention_days`: like positions, they say where drivers were. */
export async function removeOldPlans(ctx: ExternalContext): Promise<void> {
  const oldest = (inner: Context) => dayAfter(dayOf(inner.now), -inner.setting(position_retention_days))
  let deleted = batch
  while (deleted === batch)
    deleted = await ctx.inTransaction((inner) => deletePlansBefore(inner, oldest(inner), batch))
}
