import { anyOf } from '../../kit/db.ts'
import { driversApi } from '@waybill/domain/drivers/api'
import { isLanguage, language_key, type Language } from '@waybill/domain/drivers/languages'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import {
  driverPushDue,
  PushedStop,
  type PushedStops,
  type PushMessage,
  type PushTopic,
} from '@waybill/domain/drivers/push'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../kit/db.ts'
import { staffWith } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'

/** Milliseconds after which a message to staff is no longer pushed. */
const staff_message_life_ms = 2 * hour_ms

/** A browser that is subscribed to messages for its driver. */
export interface PushSubscriptionRow {
  id: number
  user_id: number
  username: string
  endpoint: string
  p256dh: string
  auth_sealed: string
  /** The language that the user has chosen on the phone. */
  language: Language
}

/** Returns the companies that have at least one push subscription. */
export async function providersWithPush(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('push_subscription').select('provider_id').distinct().execute()
  return rows.map(({ provider_id }) => provider_id)
}

/** Returns the company's key pair and creates it on first use; the private key is stored encrypted. */
export async function keyPairOf(
  ctx: Context,
  make: () => { public_key: string; private_key_sealed: string },
): Promise<{ public_key: string; private_key_sealed: string }> {
  const read = () =>
    ctx.db.selectFrom('push_key').select(['public_key', 'private_key_sealed']).executeTakeFirst()
  const known = await read()
  if (known) return known
  await ctx.db
    .insertInto('push_key')
    .values({ provider_id: ctx.provider_id, ...make(), time_created: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // With concurrent inserts the first one wins.
  const made = await read()
  if (!made) throw new Error('The key pair for messages to phones could not be read back.')
  return made
}

/**
 * Stores a browser's push subscription for this user and session, replacing any former owner. Removes the user's
 * oldest subscriptions above `max`.
 */
export async function saveSubscription(
  ctx: Context,
  row: { session_id: number; endpoint: string; p256dh: string; auth_sealed: string; topics: PushTopic[] },
  max: number,
): Promise<void> {
  const { user_id } = ctx.actor
  const fresh = { user_id, ...row, time_created: ctx.now }
  await ctx.db
    .insertInto('push_subscription')
    .values({ provider_id: ctx.provider_id, ...fresh })
    .onConflict((conflict) => conflict.columns(['provider_id', 'endpoint']).doUpdateSet(fresh))
    .execute()
  await sql`DELETE FROM push_subscription WHERE user_id = ${user_id} AND id NOT IN (
    SELECT id FROM push_subscription WHERE user_id = ${user_id} ORDER BY time_created DESC, id DESC LIMIT ${max})`.execute(
    ctx.db,
  )
}

/** Removes a push subscription of the calling user. */
export async function removeOwnSubscription(ctx: Context, endpoint: string): Promise<void> {
  await ctx.db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', ctx.actor.user_id)
    .execute()
}

/** Removes a push subscription, for example when its push service has rejected it. */
export async function removeSubscription(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** Removes push subscriptions whose session has been revoked or has expired. */
export async function removeEndedSubscriptions(ctx: Context): Promise<void> {
  await sql`DELETE FROM push_subscription p USING session s
    WHERE s.provider_id = p.provider_id AND s.id = p.session_id
      AND (s.time_revoked IS NOT NULL OR s.time_expires <= ${ctx.now}
        OR s.time_last_used + make_interval(secs => s.idle_seconds) <= ${ctx.now})`.execute(ctx.db)
}

/** Returns the push subscriptions of all drivers to their stops. */
export async function listStopSubscriptions(ctx: Context): Promise<PushSubscriptionRow[]> {
  return inLanguages(await subscriptionsOf(ctx).where(hasTopic('stops')).execute())
}

function inLanguages<Row extends { language: unknown }>(
  rows: readonly Row[],
): (Omit<Row, 'language'> & { language: Language })[] {
  return rows.map((row) => ({ ...row, language: isLanguage(row.language) ? row.language : 'en' }))
}

/**
 * Sends a push message to the browsers of staff of a branch who chose a topic. An urgent one is sent at any hour. It is
 * not sent after two hours.
 */
export async function pushToStaff(
  ctx: Context,
  topic: Exclude<PushTopic, 'stops'>,
  branchId: number | null,
  message: PushMessage,
  isUrgent = false,
): Promise<void> {
  const expires = new Date(ctx.now.getTime() + staff_message_life_ms).toISOString()
  for (const subscriptionId of await listStaffSubscriptions(ctx, topic, branchId))
    await ctx.emit(driverPushDue, { subscription_id: subscriptionId, message, expires, is_urgent: isUrgent })
}

/** Returns the push subscriptions of one driver to their stops. */
export async function listDriverSubscriptions(
  ctx: Context,
  username: string,
): Promise<PushSubscriptionRow[]> {
  return inLanguages(
    await subscriptionsOf(ctx).where(hasTopic('stops')).where('u.username', '=', username).execute(),
  )
}

/** Returns the push subscription with this id. */
export async function findSubscription(ctx: Context, id: number): Promise<PushSubscriptionRow | undefined> {
  return inLanguages(await subscriptionsOf(ctx).where('p.id', '=', id).execute())[0]
}

/**
 * Returns the ids of the push subscriptions to a topic of staff who may still sign in and assign drivers, at a branch or
 * not limited to one.
 */
async function listStaffSubscriptions(
  ctx: Context,
  topic: PushTopic,
  branchId: number | null,
): Promise<number[]> {
  await removeEndedSubscriptions(ctx)
  const recipients = await staffWith(ctx, driversApi.assign.permission ?? '')
  const rows = await subscriptionsOf(ctx)
    .where(hasTopic(topic))
    .where('p.user_id', '=', anyOf(recipients.map(({ user_id }) => user_id)))
    .where((eb) =>
      eb.or([
        eb('u.limit_user_to_branch', '=', false),
        sql<boolean>`u.branch_id IS NOT DISTINCT FROM ${branchId}`,
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

const hasTopic = (topic: PushTopic) => sql<boolean>`${topic} = ANY(p.topics)`

function subscriptionsOf(ctx: Context) {
  return ctx.db
    .selectFrom('push_subscription as p')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.provider_id', '=', 'p.provider_id').onRef('u.id', '=', 'p.user_id'),
    )
    .leftJoin('user_setting as s', (join) =>
      join
        .onRef('s.provider_id', '=', 'p.provider_id')
        .onRef('s.user_id', '=', 'p.user_id')
        .on('s.key', '=', language_key),
    )
    .select([
      'p.id',
      'p.user_id',
      'u.username',
      'p.endpoint',
      'p.p256dh',
      'p.auth_sealed',
      's.value as language',
    ])
    .orderBy('p.id')
}

const Stops = z.record(z.string(), PushedStop)

/** Returns the stops last notified to each user, with their day; the rows stay locked until the transaction ends. */
export async function lockPushedStops(
  ctx: Context,
  userIds: readonly number[],
): Promise<Map<number, { day: string; stops: PushedStops }>> {
  const rows = await ctx.db
    .selectFrom('push_told')
    .select(['user_id', 'day', 'stops'])
    .where('user_id', '=', anyOf(userIds))
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ user_id, day, stops }) => [user_id, { day, stops: Stops.parse(stops) }]))
}

/** Stores the stops of a day last notified to a driver. */
export async function savePushedStops(
  ctx: Context,
  userId: number,
  day: string,
  stops: PushedStops,
): Promise<void> {
  const fresh = { day, stops: JSON.stringify(stops) }
  await ctx.db
    .insertInto('push_told')
    .values({ provider_id: ctx.provider_id, user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['provider_id', 'user_id']).doUpdateSet(fresh))
    .execute()
}
