import { tripProgressed } from '@waybill/domain/drivers/plan'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { findDriver } from '../find-driver.ts'
import { readDriverDay } from './driver-day.ts'
import { isPlanned, lockPlan } from './plan-store.ts'
import { saveArrivals } from './save-plan.ts'

/** Has the expected arrivals of the caller's day estimated again, when it is planned. */
export async function followProgress(ctx: Context): Promise<void> {
  const { username } = ctx.actor
  const day = dayOf(ctx.now)
  if (await isPlanned(ctx, day, username)) await ctx.emit(tripProgressed, { username, day })
}

/**
 * Estimates the arrivals of a driver's day again and stores them; stops that joined come last. The order and its
 * version stay.
 */
export async function recomputeArrivals(
  ctx: ExternalContext,
  { username, day }: PayloadOf<typeof tripProgressed>,
): Promise<void> {
  await ctx.inTransaction(async (inner) => {
    const plan = await lockPlan(inner, day, username)
    const driver = await findDriver(inner, username)
    if (!plan || !driver) return
    await saveArrivals(inner, await readDriverDay(inner, day, driver, plan), plan)
  })
}
