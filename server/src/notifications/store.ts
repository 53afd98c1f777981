import { anyOf } from '../kit/db.ts'
import type { Channel } from '@waybill/domain/notifications/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'
import { isUndone } from '../shipments/index.ts'

/** Reads the shipment data for messages; the PIN is sealed. */
export async function readNotifiedShipment(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('shipment as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 's.provider_id').onRef('a.id', '=', 's.account_id'),
    )
    .innerJoin('address as from', (join) =>
      join.onRef('from.provider_id', '=', 's.provider_id').onRef('from.id', '=', 's.collection_address_id'),
    )
    .innerJoin('address as to', (join) =>
      join.onRef('to.provider_id', '=', 's.provider_id').onRef('to.id', '=', 's.delivery_address_id'),
    )
    .leftJoin('branch as db', (join) =>
      join.onRef('db.provider_id', '=', 's.provider_id').onRef('db.id', '=', 's.delivery_branch_id'),
    )
    .leftJoin('branch as here', (join) =>
      join.onRef('here.provider_id', '=', 's.provider_id').onRef('here.id', '=', 's.current_branch_id'),
    )
    .where('s.id', '=', id)
    .select([
      's.id',
      's.account_id',
      's.status',
      's.mute_notifications',
      's.short_tracking_reference',
      's.custom_tracking_reference',
      's.customer_reference',
      's.service_level_name',
      's.parcel_count',
      's.pod_method',
      's.proof_of_delivery_pin_sealed',
      's.reschedule_reference',
      's.payment_reference',
      's.rating_reference',
      's.billing_contact',
      's.collection_contact',
      's.delivery_contact',
      's.tracking_message',
      's.tracking_internal_message',
      's.pickup_deadline',
      's.delivered_date',
      's.estimated_collection',
      's.time_created',
      's.estimated_delivery_from',
      's.estimated_delivery_to',
      's.original_estimated_delivery_to',
      's.latest_tracking_event_time',
      's.collection_after',
      's.collection_before',
      's.rate',
      sql<
        { description: string; packaging: string; kg: number; status: ShipmentStatus }[]
      >`(SELECT coalesce(json_agg(json_build_object('description', p.parcel_description,
        'packaging', p.packaging, 'kg', p.submitted_weight_kg, 'status', p.status) ORDER BY p.id), '[]')
        FROM parcel p WHERE p.provider_id = s.provider_id AND p.shipment_id = s.id AND p.status <> 'cancelled')`.as(
        'parcels',
      ),
      's.collection_pickup_point_id',
      's.delivery_pickup_point_id',
      's.delivery_reschedules',
      's.has_been_invoiced',
      's.disable_new_charges',
      'a.name as account_name',
      'a.account_type',
      'a.disable_out_for_delivery_email',
      'a.disable_out_for_delivery_sms',
      'a.disable_driver_app_notification_email',
      'a.disable_driver_app_notification_sms',
      'from.company as sender_company',
      'from.local_area as sender_suburb',
      'from.city as sender_town',
      'to.company as receiver_company',
      'to.local_area as receiver_suburb',
      'to.city as receiver_town',
      'db.public_name as delivery_hub',
      'here.public_name as current_hub',
    ])
    .executeTakeFirst()
}
export type NotifiedShipment = NonNullable<Awaited<ReturnType<typeof readNotifiedShipment>>>

/**
 * Returns the tracking event that a message is about, which distinguishes repeated attempts: the one with this id, or
 * the newest one of a status for what an earlier release announced without an id; `undefined` if there is none. A
 * message that is tried again after a later event of the same status is still about its own event.
 */
export async function notifiedEvent(ctx: Context, shipmentId: number, status: string, id?: number) {
  const events = ctx.db
    .selectFrom('tracking_event')
    .select(['id', 'date', isUndone('tracking_event').as('is_undone')])
    .where('shipment_id', '=', shipmentId)
  return (id === undefined ? events.where('status', '=', status) : events.where('id', '=', id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A message to be stored before sending. */
export interface NewMessage {
  /** `null` for a message that a user wrote, and so is its account. */
  shipment_id: number | null
  account_id: number | null
  channel: Channel
  event: string
  recipient: string
  subject: string
  /** Text shown in the log, with a masked PIN. */
  body: string
  once_key: string
  status: 'queued' | 'skipped'
  reason: string | null
  /** The tracking event that it is about, if it is about one. */
  tracking_event_id?: number | null
}

/** Stores messages before they are sent; messages with an existing key are left unchanged. Returns the new keys. */
export async function insertMessages(ctx: Context, messages: readonly NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = await ctx.db
    .insertInto('message')
    .values(messages.map((message) => ({ ...message, provider_id: ctx.provider_id, time_created: ctx.now })))
    .onConflict((conflict) => conflict.columns(['provider_id', 'once_key']).doNothing())
    .returning('once_key')
    .execute()
  return rows.map(({ once_key }) => once_key)
}

/** Returns which of these keys are stored, regardless of their status. */
export async function existingKeys(ctx: Context, onceKeys: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('message')
    .select('once_key')
    .where('once_key', '=', anyOf(onceKeys))
    .execute()
  return new Set(rows.map((row) => row.once_key))
}

/** Returns a stored message by its key. */
export async function findMessage(ctx: Context, onceKey: string) {
  return ctx.db
    .selectFrom('message')
    .select([
      'channel',
      'event',
      'recipient',
      'body',
      'status',
      'gateway_message_id',
      'time_created',
      'tracking_event_id',
      sql<boolean>`EXISTS (SELECT FROM message_opt_out o
        WHERE o.provider_id = message.provider_id AND o.number = message.recipient)`.as('is_opted_out'),
    ])
    .where('once_key', '=', onceKey)
    .executeTakeFirst()
}

/** Holds a message that is not being sent at the moment; the reason states until when. */
export async function holdMessage(ctx: Context, onceKey: string, reason: string): Promise<void> {
  await ctx.db
    .updateTable('message')
    .set({ status: 'queued', time_sent: null, reason })
    .where('once_key', '=', onceKey)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([eb('status', '=', 'queued'), eb('time_sent', 'is', null)]),
      ]),
    )
    .execute()
}

/** Releases up to `most` held messages, oldest first. */
export async function releaseHeld(ctx: Context, maxMessages: number) {
  const held = ctx.db
    .selectFrom('message')
    .select('id')
    .where('status', '=', 'queued')
    .where('time_sent', 'is', null)
    .where('reason', 'is not', null)
    .orderBy('id')
    .limit(maxMessages)
  return ctx.db
    .updateTable('message')
    .set({ reason: null })
    .where('id', 'in', held)
    .returning(['once_key', 'shipment_id'])
    .execute()
}

/** Returns which of these keys are not sent yet: never tried, or failed. */
export async function unsentKeys(ctx: Context, onceKeys: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('message')
    .select('once_key')
    .where('once_key', '=', anyOf(onceKeys))
    .where('status', 'in', ['queued', 'failed'])
    .execute()
  return new Set(rows.map((row) => row.once_key))
}

/**
 * Claims a message for sending. Returns `false` if another process claimed it less than a minute ago, or it was sent
 * or skipped. Sets `time_sent` to the time of the attempt.
 */
export async function claimMessage(ctx: Context, onceKey: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable('message')
    .set({ status: 'queued', time_sent: ctx.now })
    .where('once_key', '=', onceKey)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([
          eb('status', '=', 'queued'),
          eb.or([eb('time_sent', 'is', null), eb('time_sent', '<', new Date(ctx.now.getTime() - 60_000))]),
        ]),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Stores the result of an attempt. */
export async function settleMessage(
  ctx: Context,
  onceKey: string,
  outcome: { status: 'sent'; gateway_message_id: string } | { status: 'failed' | 'skipped'; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('message')
    .set({ reason: null, ...outcome, time_sent: ctx.now })
    .where('once_key', '=', onceKey)
    .execute()
}

/** Stores the delivery result that a gateway reports; a delivered message stays delivered. */
export async function settleReport(
  ctx: Context,
  gatewayMessageId: string,
  outcome: { status: 'delivered' } | { status: 'failed'; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('message')
    .set({ reason: null, ...outcome })
    .where('gateway_message_id', '=', gatewayMessageId)
    .where('channel', 'in', ['sms', 'whatsapp'])
    .where('status', 'in', ['sent', 'failed'])
    .execute()
}

/**
 * Returns how often one recipient was sent a message of this kind about a shipment since `since`; failed messages do
 * not count. With several recipients, returns the highest count.
 */
export async function countResends(
  ctx: Context,
  shipmentId: number,
  kind: string,
  since: Date,
): Promise<number> {
  const rows = await ctx.db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('shipment_id', '=', shipmentId)
    .where('event', '=', kind)
    .where('status', '<>', 'failed')
    .where('time_created', '>=', since)
    .groupBy('recipient')
    .execute()
  return Math.max(0, ...rows.map((row) => Number(row.n)))
}

/** Returns the messages about one shipment, newest first, and their total count. */
export async function listMessages(
  ctx: Context,
  shipmentId: number,
  filter: { channel?: string | undefined; state?: readonly string[] | undefined },
  page: { limit: number; offset: number },
) {
  let query = ctx.db.selectFrom('message').where('shipment_id', '=', shipmentId)
  if (filter.channel) query = query.where('channel', '=', filter.channel)
  if (filter.state?.length) query = query.where('status', '=', anyOf(filter.state))
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()
  return { rows, total: Number(n) }
}
export type MessageRow = Awaited<ReturnType<typeof listMessages>>['rows'][number]

/** Returns how many SMS created since `since` a gateway has accepted, whatever it reported of them later. */
export async function smsSentSince(ctx: Context, since: Date): Promise<number> {
  const row = await ctx.db
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('channel', '=', 'sms')
    .where('gateway_message_id', 'is not', null)
    .where('time_created', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(row.sent)
}

/** Removes the texts of the oldest messages that are older than some months; returns their number. */
export async function removeTexts(ctx: Context, months: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE message SET body = '' WHERE provider_id = ${ctx.provider_id} AND id = ANY (ARRAY(
      SELECT id FROM message WHERE provider_id = ${ctx.provider_id} AND body <> '' AND status <> 'queued'
        AND time_created < ${ctx.now}::timestamptz - make_interval(months => ${months}) ORDER BY time_created LIMIT ${sql.lit(limit)} FOR UPDATE SKIP LOCKED))`.execute(
    ctx.db,
  )
  return Number(numAffectedRows)
}
