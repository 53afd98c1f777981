import type { Context } from '../../kit/handler.ts'

/**
 * Informs the browsers of the branch, and the phone of the driver unless the driver caused it, that the day of a driver
 * is not what they show. `branch_id` is null when it is not known.
 */
export async function publishTrip(
  ctx: Context,
  driver: { username: string; branch_id: number | null },
  isForDriver: boolean,
): Promise<void> {
  const { username, branch_id } = driver
  await ctx.publish({
    topic: 'live',
    live: { kind: 'trip', username, branch_id, is_for_driver: isForDriver },
  })
}
