import type { Context } from '../../kit/handler.ts'

/** Returns the attempts counted under a key, locked until the end of the transaction. */
export async function lockGuard(ctx: Context, key: string) {
  const { provider_id, now } = ctx
  await ctx.db
    .insertInto('sign_in_guard')
    .values({ provider_id, key, window_from: now, time_last: now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'key']).doNothing())
    .execute()
  return ctx.db
    .selectFrom('sign_in_guard')
    .select(['tries', 'retry_after', 'window_from', 'window_tries', 'time_last'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function saveGuard(
  ctx: Context,
  key: string,
  guard: { tries: number; retry_after: Date | null; window_from: Date; window_tries: number },
): Promise<void> {
  await ctx.db
    .updateTable('sign_in_guard')
    .set({ ...guard, time_last: ctx.now })
    .where('key', '=', key)
    .execute()
}

/** Deletes the attempts counted under a key. */
export async function removeGuard(ctx: Context, key: string): Promise<void> {
  await ctx.db.deleteFrom('sign_in_guard').where('key', '=', key).execute()
}

/** Takes one attempt off the hourly count after a success. */
export async function returnTry(ctx: Context, key: string): Promise<void> {
  await ctx.db
    .updateTable('sign_in_guard')
    .set((eb) => ({ window_tries: eb('window_tries', '-', 1) }))
    .where('key', '=', key)
    .where('window_tries', '>', 0)
    .execute()
}

/** Whether this browser has signed in as this user before. */
export async function isKnownDevice(ctx: Context, userId: number, tokenDigest: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('known_device')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_digest', '=', tokenDigest)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this user has any known browser. */
export async function hasDevices(ctx: Context, userId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('known_device')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a browser as known for a user; only the `max` most recently used ones are retained. */
export async function rememberDevice(
  ctx: Context,
  userId: number,
  tokenDigest: string,
  max: number,
): Promise<void> {
  await ctx.db
    .insertInto('known_device')
    .values({
      provider_id: ctx.provider_id,
      user_id: userId,
      token_digest: tokenDigest,
      time_last_used: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'user_id', 'token_digest']).doUpdateSet({ time_last_used: ctx.now }),
    )
    .execute()
  const stored = await ctx.db
    .selectFrom('known_device')
    .select('token_digest')
    .where('user_id', '=', userId)
    .orderBy('time_last_used', 'desc')
    .offset(max)
    .execute()
  if (stored.length > 0)
    await ctx.db
      .deleteFrom('known_device')
      .where('user_id', '=', userId)
      .where(
        'token_digest',
        'in',
        stored.map((row) => row.token_digest),
      )
      .execute()
}
