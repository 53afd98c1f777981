import { sql } from 'kysely'
import { rangeOf } from '@waybill/domain/notifications/subscribers'
import type { SubscriberChannel } from '@waybill/domain/shipments/receiver/subscription-step'
import type { Context } from '../../kit/handler.ts'

/** A person who asked for messages about a parcel. */
export interface Subscriber {
  id: number
  shipment_id: number
  channel: SubscriberChannel
  /** In lower case, or a number with country code and without `+`. */
  address: string
  /** The secret of the links in the messages. */
  reference: string
  time_confirmed: Date | null
}

const columns = ['id', 'shipment_id', 'channel', 'address', 'reference', 'time_confirmed'] as const

/**
 * Stores a subscription that waits for its confirmation; returns the stored one when the address has one already. It
 * counts how often the address was entered since a moment.
 */
export async function saveSubscriber(
  ctx: Context,
  {
    since,
    ...about
  }: Pick<Subscriber, 'shipment_id' | 'channel' | 'address' | 'reference'> & { since: Date },
): Promise<Subscriber> {
  return ctx.db
    .insertInto('parcel_subscriber')
    .values({ ...about, provider_id: ctx.provider_id, time_created: ctx.now, time_asked: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'shipment_id', 'channel', 'address']).doUpdateSet({
        time_asked: ctx.now,
        times_asked: sql`CASE WHEN parcel_subscriber.time_asked >= ${since} THEN parcel_subscriber.times_asked ELSE 0 END + 1`,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Returns how many subscriptions a parcel has, and how often this address, and numbers of the same hundred, were entered
 * since a moment.
 */
export async function countSubscribers(
  ctx: Context,
  shipmentId: number,
  { channel, address, since }: { channel: SubscriberChannel; address: string; since: Date },
): Promise<{ of_parcel: number; of_address: number; of_range: number }> {
  const range = channel === 'sms' ? rangeOf(address) : { from: address, to: address }
  const isSame = sql<boolean>`(channel = ${channel} AND address = ${address})`
  const isRecent = sql<boolean>`(channel = ${channel} AND time_asked >= ${since})`
  return ctx.db
    .selectFrom('parcel_subscriber')
    .select([
      sql<number>`(count(*) FILTER (WHERE shipment_id = ${shipmentId} AND NOT ${isSame}))::int`.as(
        'of_parcel',
      ),
      sql<number>`coalesce(sum(times_asked) FILTER (WHERE ${isRecent} AND address = ${address}), 0)::int`.as(
        'of_address',
      ),
      sql<number>`coalesce(sum(times_asked) FILTER (WHERE ${isRecent} AND address BETWEEN ${range.from} AND ${range.to}), 0)::int`.as(
        'of_range',
      ),
    ])
    .where((eb) =>
      eb.or([
        eb('shipment_id', '=', shipmentId),
        eb.and([eb('channel', '=', channel), eb('address', '>=', range.from), eb('address', '<=', range.to)]),
      ]),
    )
    .executeTakeFirstOrThrow()
}

/** Returns the subscription of a link; `undefined` for none. */
export async function findSubscriber(ctx: Context, reference: string): Promise<Subscriber | undefined> {
  return ctx.db
    .selectFrom('parcel_subscriber')
    .select(columns)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Confirms a subscription; the first time counts. */
export async function confirmSubscriber(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('parcel_subscriber')
    .set({ time_confirmed: ctx.now })
    .where('id', '=', id)
    .where('time_confirmed', 'is', null)
    .execute()
}

/** Deletes a subscription. */
export async function deleteSubscriber(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('parcel_subscriber').where('id', '=', id).execute()
}

/** Deletes all subscriptions of a number, which asked for no more messages. */
export async function deleteSubscribersOf(ctx: Context, number: string): Promise<void> {
  await ctx.db
    .deleteFrom('parcel_subscriber')
    .where('channel', '=', 'sms')
    .where('address', '=', number)
    .execute()
}

/** Returns the confirmed subscriptions of a parcel. */
export async function listConfirmed(ctx: Context, shipmentId: number): Promise<Subscriber[]> {
  return ctx.db
    .selectFrom('parcel_subscriber')
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
    .selectFrom('parcel_subscriber as t')
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
  const result = await ctx.db.deleteFrom('parcel_subscriber').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}
