import type { CounterActionType, CounterResult } from '@waybill/domain/counter/model'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** A stored action, applied or refused. The payload contains no PIN. */
export interface StoredAction {
  action_id: string
  point_id: number
  type: CounterActionType
  shipment_id: number | null
  occurred_at: Date
  payload: object
  result: CounterResult['result']
  answer: CounterResult
}

/** Returns the stored result of this user's action; `null` when the action is new. */
export async function findAction(ctx: Context, actionId: string): Promise<CounterResult | null> {
  const row = await ctx.db
    .selectFrom('counter_action')
    .select('answer')
    .where('username', '=', ctx.actor.username)
    .where('action_id', '=', actionId)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** Stores an action with its result; returns `false` when this user has already sent an action with this id. */
export async function insertAction(ctx: Context, action: StoredAction): Promise<boolean> {
  const row = await ctx.db
    .insertInto('counter_action')
    .values({
      provider_id: ctx.provider_id,
      username: ctx.actor.username,
      ...action,
      payload: JSON.stringify(action.payload),
      answer: JSON.stringify(action.answer),
      time_received: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'username', 'action_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many drop-off PINs of this user found no parcel since a time. */
export async function countUnknownPins(ctx: Context, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM counter_action
    WHERE username = ${ctx.actor.username} AND type = 'take-in' AND result = 'conflict' AND shipment_id IS NULL
      AND time_received > ${since} AND (payload->>'pin_given')::boolean`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Returns the last close of a point since a time. */
export async function findLastClose(
  ctx: Context,
  pointId: number,
  since: Date,
): Promise<{ username: string; occurred_at: Date; answer: CounterResult } | undefined> {
  return ctx.db
    .selectFrom('counter_action')
    .select(['username', 'occurred_at', 'answer'])
    .where('point_id', '=', pointId)
    .where('type', '=', 'close-day')
    .where('result', '=', 'applied')
    .where('occurred_at', '>=', since)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the point to which a user is limited; `null` without a limit. */
export async function pointLimit(ctx: Context, username: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('counter_clerk')
    .select('point_id')
    .where('username', '=', username)
    .executeTakeFirst()
  return row?.point_id ?? null
}

/** Returns the points to which users are limited, by username. */
export async function readPointLimits(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db.selectFrom('counter_clerk').select(['username', 'point_id']).execute()
  return new Map(rows.map(({ username, point_id }) => [username, point_id]))
}

/** Limits a user to a point, or ends the limit with `null`. */
export async function savePointLimit(ctx: Context, username: string, pointId: number | null): Promise<void> {
  if (pointId === null) {
    await ctx.db.deleteFrom('counter_clerk').where('username', '=', username).execute()
    return
  }
  await ctx.db
    .insertInto('counter_clerk')
    .values({ provider_id: ctx.provider_id, username, point_id: pointId })
    .onConflict((on) => on.columns(['provider_id', 'username']).doUpdateSet({ point_id: pointId }))
    .execute()
}
