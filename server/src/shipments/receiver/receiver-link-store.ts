import type { Context } from '../../kit/handler.ts'

/** Whether a link was used. */
export async function isUsedLink(ctx: Context, digest: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('receiver_link')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that a link is used; returns whether it was unused. Two devices at once wait for each other. */
export async function insertUsedLink(
  ctx: Context,
  used: { digest: string; shipment_id: number; expires: Date },
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('receiver_link')
    .values({ ...used, provider_id: ctx.provider_id, time_used: ctx.now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'digest']).doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the used links that have expired. */
export async function deleteExpiredLinks(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('receiver_link').where('expires', '<', ctx.now).execute()
}
