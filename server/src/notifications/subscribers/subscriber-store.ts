import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** A person who asked for e-mails about a parcel. */
export interface Subscriber {
  id: number
  shipment_id: number
  email: string
  /** The secret of the links in the e-mails. */
  reference: string
  time_confirmed: Date | null
}

const columns = ['id', 'shipment_id', 'email', 'reference', 'time_confirmed'] as const

/** Stores a subscription that waits for its confirmation; returns the stored one when the address has one already. */
export async function saveSubscriber(
  ctx: Context,
  about: { shipment_id: number; email: string; reference: string },
): Promise<Subscriber> {
  return ctx.db
    .insertInto('tracking_subscriber')
    .values({ ...about, provider_id: ctx.provider_id, time_created: ctx.now, time_asked: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'shipment_id', 'email']).doUpdateSet({ time_asked: ctx.now }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns how many subscriptions a parcel has, and how many an address asked for since a moment. */
export async function countSubscribers(
  ctx: Context,
  shipmentId: number,
  { email, since }: { email: string; since: Date },
): Promise<{ of_parcel: number; of_address: number }> {
  return ctx.db
    .selectFrom('tracking_subscriber')
    .select([
      sql<number>`(count(*) FILTER (WHERE shipment_id = ${shipmentId} AND email <> ${email}))::int`.as(
        'of_parcel',
      ),
      sql<number>`(count(*) FILTER (WHERE email = ${email} AND time_asked >= ${since}))::int`.as(
        'of_address',
      ),
    ])
    .where((eb) => eb.or([eb('shipment_id', '=', shipmentId), eb('email', '=', email)]))
    .executeTakeFirstOrThrow()
}

/** Returns the subscription of a link; `undefined` for none. */
export async function findSubscriber(ctx: Context, reference: string): Promise<Subscriber | undefined> {
  return ctx.db
    .selectFrom('tracking_subscriber')
    .select(columns)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Confirms a subscription; the first time counts. */
export async function confirmSubscriber(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('tracking_subscriber')
    .set({ time_confirmed: ctx.now })
    .where('id', '=', id)
    .where('time_confirmed', 'is', null)
    .execute()
}

/** Deletes a subscription. */
export async function deleteSubscriber(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('tracking_subscriber').where('id', '=', id).execute()
}

/** Returns the confirmed subscriptions of a parcel. */
export async function listConfirmed(ctx: Context, shipmentId: number): Promise<Subscriber[]> {
  return ctx.db
    .selectFrom('tracking_subscriber')
    .select(columns)
    .where('shipment_id', '=', shipmentId)
    .where('time_confirmed', 'is not', null)
    .orderBy('id')
    .execute()
}

/**
 * Deletes up to `limit` subscriptions that were not confirmed in time, and those of parcels that the public cannot track
 * any more. Returns how many were deleted.
 */
export async function deleteOldSubscribers(
  ctx: Context,
  before: { asked: Date; tracked: Date },
  limit: number,
): Promise<number> {
  const old = ctx.db
    .selectFrom('tracking_subscriber as t')
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 't.provider_id').onRef('s.id', '=', 't.shipment_id'),
    )
    .select('t.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('t.time_confirmed', 'is', null), eb('t.time_asked', '<', before.asked)]),
        eb(sql<Date>`coalesce(s.latest_tracking_event_time, s.time_created)`, '<', before.tracked),
      ]),
    )
    .limit(limit)
  const result = await ctx.db.deleteFrom('tracking_subscriber').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
