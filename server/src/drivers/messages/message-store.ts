import type { DriverMessage } from '@waybill/domain/drivers/messages'
import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** A message to store. */
export interface NewDriverMessage {
  driver_username: string
  is_from_driver: boolean
  shipment_id: number | null
  body: string
  time_written: Date
}

/** Stores a message of the caller and returns its id. */
export async function insertDriverMessage(ctx: Context, message: NewDriverMessage): Promise<number> {
  const { id } = await ctx.db
    .insertInto('driver_message')
    .values({
      ...message,
      provider_id: ctx.provider_id,
      author_username: ctx.actor.username,
      time_received: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The newest messages of a conversation, and their total number. `since` leaves out those received before, `id` all but
 * one.
 */
export async function listDriverMessages(
  ctx: Context,
  username: string,
  { limit, offset }: { limit: number; offset: number },
  { since, id }: { since?: Date; id?: number } = {},
): Promise<{ messages: DriverMessage[]; total: number }> {
  const rows = await ctx.db
    .selectFrom('driver_message as m')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.provider_id', '=', 'm.provider_id').onRef('u.username', '=', 'm.author_username'),
    )
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'm.provider_id').onRef('s.id', '=', 'm.shipment_id'),
    )
    .select([
      'm.id',
      'm.is_from_driver',
      'm.body',
      sql<string>`coalesce(nullif(u.name, ''), m.author_username)`.as('author_name'),
      'm.shipment_id',
      sql<string>`coalesce(s.custom_tracking_reference, s.short_tracking_reference, '')`.as(
        'tracking_reference',
      ),
      'm.time_written',
      'm.time_read',
      sql<number>`count(*) OVER ()::int`.as('total'),
    ])
    .where('m.driver_username', '=', username)
    .$if(since !== undefined, (query) => query.where('m.time_received', '>=', since ?? ctx.now))
    .$if(id !== undefined, (query) => query.where('m.id', '=', id ?? 0))
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    messages: rows.map(({ body, total: _total, ...message }) => ({ ...message, text: body })),
    total: rows[0]?.total ?? 0,
  }
}

/** Returns the shipment of a message of the office to this driver; `undefined` when the driver got no such message. */
export async function findAnswered(ctx: Context, username: string, id: number) {
  return ctx.db
    .selectFrom('driver_message')
    .select('shipment_id')
    .where('id', '=', id)
    .where('driver_username', '=', username)
    .where('is_from_driver', '=', false)
    .executeTakeFirst()
}

/** Returns the user id of who wrote to a driver last since `since`; `null` when nobody did. */
export async function lastWriter(ctx: Context, username: string, since: Date): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('driver_message as m')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.provider_id', '=', 'm.provider_id').onRef('u.username', '=', 'm.author_username'),
    )
    .select('u.id')
    .where('m.driver_username', '=', username)
    .where('m.is_from_driver', '=', false)
    .where('m.time_received', '>=', since)
    .where('u.deleted_date', 'is', null)
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Stores when a driver read the messages of the office up to an id; those read before keep their time. */
export async function markMessagesRead(
  ctx: Context,
  username: string,
  upToId: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('driver_message')
    .set({ time_read: sql<Date>`greatest(${at}::timestamptz, time_written)` })
    .where('driver_username', '=', username)
    .where('is_from_driver', '=', false)
    .where('time_read', 'is', null)
    .where('id', '<=', upToId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
