import type { PhoneChannel, ReplyKeyword } from '@waybill/domain/notifications/replies/keywords'
import { subscriber_question, subscriber_update } from '@waybill/domain/notifications/subscribers'
import { statusesFor } from '@waybill/domain/shipments/statuses/status'
import { sql, type Selectable } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import type { InboundMessageTable } from '../../kit/tables.ts'

/** A reply to a message; `sender` is a number with country code and without `+`. */
export type Reply = Selectable<InboundMessageTable>

/** Returns the unique key of the message that answers a reply. */
export function answerKey(replyId: number): string {
  return `sms:reply:${replyId}`
}

/** States of messages that a gateway accepted and did not report as lost. */
const sent_states: readonly string[] = ['sent', 'delivered']

/** Replies that ask for a change of a delivery. */
const asks_for_change: readonly ReplyKeyword[] = ['change', 'locker', 'yes']

/** How many of the newest messages to a number a reply may be about; a shop may get thousands of messages. */
const messages_searched = 100

/** SQL for the newest messages about shipments that were sent to a number, in the order of their index. */
function newestAboutShipments(sender: string, exceptEvents: readonly string[]) {
  return sql`SELECT provider_id, id, shipment_id, once_key, time_sent FROM message
    WHERE recipient = ${sender} AND channel IN ('sms', 'whatsapp') AND shipment_id IS NOT NULL
      AND event <> ALL(${exceptEvents}) AND status = ANY(${sent_states})
    ORDER BY id DESC LIMIT ${sql.lit(messages_searched)}`
}

/** A reply as it was received. */
export interface ReceivedReply {
  channel: PhoneChannel
  gateway_id: string
  sender: string
  body: string
  keyword: ReplyKeyword
  time_received: Date
}

/**
 * Stores a reply with the delivery that the last message sent to this number was about; a reply that asks for a change is
 * about an active delivery, if any of the newest messages was. Messages to subscribers do not count, because a subscriber
 * may not change the delivery. The number may be that of the sender or of a former receiver. Returns its id, or `null` when
 * it was stored before.
 */
export async function insertReply(ctx: Context, reply: ReceivedReply): Promise<number | null> {
  const preferred = asks_for_change.includes(reply.keyword) ? statusesFor('active') : []
  const row = await ctx.db
    .insertInto('inbound_message')
    .values({
      ...reply,
      provider_id: ctx.provider_id,
      shipment_id: sql<number | null>`(SELECT m.shipment_id
        FROM (${newestAboutShipments(reply.sender, [subscriber_question, subscriber_update])}) m
        JOIN shipment s ON s.provider_id = m.provider_id AND s.id = m.shipment_id
        ORDER BY s.status = ANY(${preferred}) DESC, m.time_sent DESC, m.id DESC LIMIT 1)`,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'channel', 'gateway_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Whether the last message to a number asked whether a parcel should go to a pickup point, in answer to a reply since a
 * moment. A plain yes after any other message is an answer to that one.
 */
export async function isPointAsked(ctx: Context, sender: string, since: Date): Promise<boolean> {
  const asked = await ctx.db
    .selectFrom('inbound_message')
    .select(['id', 'time_received'])
    .where('sender', '=', sender)
    .where('point', '<>', '')
    .where('time_received', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!asked) return false
  const { rows } = await sql<{ once_key: string }>`SELECT once_key FROM (
      (SELECT id, once_key, time_sent FROM (${newestAboutShipments(sender, [])}) about)
      UNION ALL
      SELECT id, once_key, time_sent FROM message
      WHERE recipient = ${sender} AND channel IN ('sms', 'whatsapp') AND shipment_id IS NULL
        AND status = ANY(${sent_states}) AND time_created >= ${asked.time_received}) m
    ORDER BY time_sent DESC, id DESC LIMIT 1`.execute(ctx.db)
  return rows[0]?.once_key === answerKey(asked.id)
}

/** Returns a reply; `undefined` for none. */
export async function findReply(ctx: Context, id: number): Promise<Reply | undefined> {
  return ctx.db.selectFrom('inbound_message').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Stores what was done about a reply, and the pickup point that was named. */
export async function closeReply(
  ctx: Context,
  id: number,
  done: { result: string; point?: string },
): Promise<void> {
  await ctx.db.updateTable('inbound_message').set(done).where('id', '=', id).execute()
}

/** Returns how many replies of a number were stored since a moment. */
export async function countReplies(ctx: Context, sender: string, since: Date): Promise<number> {
  const row = await ctx.db
    .selectFrom('inbound_message')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('sender', '=', sender)
    .where('time_received', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Returns the pickup point that was named to a number for a delivery since a moment, as network and id; `''` for none. */
export async function findNamedPoint(
  ctx: Context,
  { sender, shipment_id }: Pick<Reply, 'sender' | 'shipment_id'>,
  since: Date,
): Promise<string> {
  const row = await ctx.db
    .selectFrom('inbound_message')
    .select('point')
    .where('sender', '=', sender)
    .where('shipment_id', '=', shipment_id)
    .where('keyword', '=', 'locker')
    .where('time_received', '>=', since)
    .orderBy('time_received', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.point ?? ''
}

/**
 * Applies the newest STOP or START of a number, by the time at which it was sent, because replies can arrive in another
 * order. Returns whether the number gets no more messages.
 */
export async function applyOptOut(ctx: Context, sender: string): Promise<boolean> {
  const newest = await ctx.db
    .selectFrom('inbound_message')
    .select('keyword')
    .where('sender', '=', sender)
    .where('keyword', 'in', ['stop', 'start'])
    .orderBy('time_received', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isOut = newest?.keyword === 'stop'
  if (isOut)
    await ctx.db
      .insertInto('message_opt_out')
      .values({ provider_id: ctx.provider_id, number: sender, time_created: ctx.now })
      .onConflict((conflict) => conflict.columns(['provider_id', 'number']).doNothing())
      .execute()
  else await ctx.db.deleteFrom('message_opt_out').where('number', '=', sender).execute()
  return isOut
}

/** Removes the texts of up to `limit` replies that are older than some months. Returns how many it removed. */
export async function removeReplyTexts(ctx: Context, months: number, limit: number): Promise<number> {
  const old = ctx.db
    .selectFrom('inbound_message')
    .select('id')
    .where('body', '<>', '')
    .where('time_received', '<', sql<Date>`${ctx.now}::timestamptz - make_interval(months => ${months})`)
    .limit(limit)
  const result = await ctx.db
    .updateTable('inbound_message')
    .set({ body: '' })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
