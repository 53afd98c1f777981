import type { Context } from '../../kit/handler.ts'

/** The subject of a call: exactly one of the two ids is set. */
interface Subject {
  shipment_id: number | null
  collection_request_id: number | null
}

/** Stores a call before it is connected; returns its id. */
export async function insertMaskedCall(ctx: Context, username: string, subject: Subject): Promise<number> {
  const { id } = await ctx.db
    .insertInto('masked_call')
    .values({
      ...subject,
      provider_id: ctx.provider_id,
      driver_username: username,
      state: 'requested',
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores what the gateway answered; `reason` is why the call failed, `''` when it was accepted. */
export async function settleMaskedCall(ctx: Context, id: number, reason: string): Promise<void> {
  await ctx.db
    .updateTable('masked_call')
    .set({ state: reason === '' ? 'accepted' : 'failed', reason })
    .where('id', '=', id)
    .execute()
}

/** Returns the times of a driver’s calls about a subject since a moment that did not fail, newest first. */
export async function listMaskedCalls(
  ctx: Context,
  username: string,
  { shipment_id, collection_request_id }: Subject,
  since: Date,
): Promise<Date[]> {
  const rows = await ctx.db
    .selectFrom('masked_call')
    .select('time_created')
    .where('driver_username', '=', username)
    .where('time_created', '>=', since)
    .where('state', '<>', 'failed')
    .where((eb) =>
      shipment_id === null
        ? eb('collection_request_id', '=', collection_request_id)
        : eb('shipment_id', '=', shipment_id),
    )
    .orderBy('time_created', 'desc')
    .execute()
  return rows.map(({ time_created }) => time_created)
}
