import type { Context } from '../kit/handler.ts'

/** What can be set of the care of an exception. */
export interface Care {
  owner_username?: string | null
  time_owned?: Date | null
  snoozed_until?: Date | null
  snooze_reason?: string
}

/** Returns the owner of an exception; `null` when it has none. The shipment must be locked. */
export async function findOwner(ctx: Context, shipmentId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('exception_care')
    .select('owner_username')
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirst()
  return row?.owner_username ?? null
}

/** Stores the care of an exception. */
export async function saveCare(ctx: Context, shipmentId: number, care: Care): Promise<void> {
  await ctx.db
    .insertInto('exception_care')
    .values({ provider_id: ctx.provider_id, shipment_id: shipmentId, ...care })
    .onConflict((conflict) => conflict.columns(['provider_id', 'shipment_id']).doUpdateSet(care))
    .execute()
}
