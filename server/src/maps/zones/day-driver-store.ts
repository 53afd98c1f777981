import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** An area that a driver has for a day. */
export interface StoredDayDriver {
  zone_id: number
  /** `YYYY-MM-DD`. */
  day: string
  username: string
  given_by: string
  time_given: Date
}

/** Lists the areas given to drivers from a day on, by day and area. */
export function listDayDrivers(ctx: Context, from: string): Promise<StoredDayDriver[]> {
  return ctx.db
    .selectFrom('driver_zone_override')
    .select(['zone_id', 'day', 'username', 'given_by', 'time_given'])
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('zone_id')
    .execute()
}

/** Gives a locked area to a driver for a day. Invalidates the cached map. */
export async function saveDayDriver(
  ctx: Context,
  given: { zone_id: number; day: string; username: string; user_id: number },
): Promise<void> {
  const made = { given_by: ctx.actor.username, time_given: ctx.now }
  await ctx.db
    .insertInto('driver_zone_override')
    .values({ provider_id: ctx.provider_id, ...given, ...made })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'zone_id', 'day'])
        .doUpdateSet({ username: given.username, user_id: given.user_id, ...made }),
    )
    .execute()
  await ctx.publish({ topic: 'map' })
}

/** Gives a locked area back to its usual drivers for a day. Invalidates the cached map. */
export async function deleteDayDriver(ctx: Context, zoneId: number, day: string): Promise<void> {
  await ctx.db
    .deleteFrom('driver_zone_override')
    .where('zone_id', '=', zoneId)
    .where(sql<boolean>`day = ${day}`)
    .execute()
  await ctx.publish({ topic: 'map' })
}
