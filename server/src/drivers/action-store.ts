import { anyOf } from '../kit/db.ts'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** A stored action, applied or rejected. The payload contains no PIN. */
export interface StoredAction {
  action_id: string
  username: string
  type: ActionType
  shipment_id: number | null
  occurred_at: Date
  payload: object
  result: 'applied' | 'conflict'
  answer: ActionResult
}

/** Returns the stored result of this user's action; `null` when the action is new. */
export async function findAction(ctx: Context, actionId: string): Promise<ActionResult | null> {
  const row = await ctx.db
    .selectFrom('driver_action')
    .select('answer')
    .where('username', '=', ctx.actor.username)
    .where('action_id', '=', actionId)
    .executeTakeFirst()
  return row?.answer ?? null
}

/** Returns when each driver last reported an action, by username. Drivers without a report are absent. */
export async function readLastReports(
  ctx: Context,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.db
    .selectFrom('driver_action')
    .select(({ fn }) => ['username', fn.max('time_received').as('at')])
    .where('username', '=', anyOf(usernames))
    .groupBy('username')
    .execute()
  return new Map(rows.map(({ username, at }) => [username, at]))
}

/**
 * Returns a driver's odometer readings of a day in km: the first reading of a start-day action and the last of an
 * end-day action; `null` where there is none.
 */
export async function readOdometer(
  ctx: Context,
  username: string,
  day: string,
): Promise<{ start_km: number | null; end_km: number | null }> {
  const rows = await ctx.db
    .selectFrom('driver_action')
    .select(['type', sql<number>`(payload->'payload'->>'odometer')::float8`.as('km')])
    .where('username', '=', username)
    .where('type', 'in', ['start-day', 'end-day'])
    .where('result', '=', 'applied')
    .where('occurred_at', '>=', startOfDay(day))
    .where('occurred_at', '<', startOfDay(dayAfter(day, 1)))
    .where(sql<boolean>`payload->'payload'->>'odometer' IS NOT NULL`)
    .orderBy('occurred_at')
    .execute()
  return {
    start_km: rows.find(({ type }) => type === 'start-day')?.km ?? null,
    end_km: rows.findLast(({ type }) => type === 'end-day')?.km ?? null,
  }
}

/**
 * Returns the distance that each driver drove on each day of a period in km, from the first odometer reading of the
 * day to the last. Days without two readings, or with a reading that went down, are absent.
 */
export async function listDayDistances(
  ctx: Context,
  from: Date,
  to: Date,
): Promise<{ username: string; day: string; km: number }[]> {
  const { rows } = await sql<{ username: string; day: string; km: number }>`
    SELECT username, day, max(km) FILTER (WHERE type = 'end-day') - min(km) FILTER (WHERE type = 'start-day') AS km
    FROM (SELECT username, type, ((occurred_at + interval '2 hours') AT TIME ZONE 'UTC')::date::text AS day,
        (payload->'payload'->>'odometer')::float8 AS km
      FROM driver_action WHERE type IN ('start-day', 'end-day') AND result = 'applied' AND occurred_at >= ${from} AND occurred_at < ${to}
        AND payload->'payload'->>'odometer' IS NOT NULL) readings
    GROUP BY 1, 2 HAVING max(km) FILTER (WHERE type = 'end-day') > min(km) FILTER (WHERE type = 'start-day')
    ORDER BY 2, 1`.execute(ctx.db)
  return rows
}

/** Stores an action with its result, with the commit. `done` is thrown when this user has already sent one with this id. */
export function insertAction(ctx: Context, action: StoredAction, done: () => Error): void {
  ctx.writeLast(
    ctx.db.insertInto('driver_action').values({
      provider_id: ctx.provider_id,
      ...action,
      payload: JSON.stringify(action.payload),
      answer: JSON.stringify(action.answer),
      time_received: ctx.now,
    }),
    done,
  )
}
