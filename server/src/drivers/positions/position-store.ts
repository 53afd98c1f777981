import { sql } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'

/** A position to store. */
export interface NewPosition {
  /** By the clock of the phone. */
  phone_time: Date
  at: Date
  lat: number
  lng: number
  accuracy_m: number | null
  battery: number | null
}

/** Stores positions of the calling driver that are not stored yet; returns how many these are. */
export async function insertPositions(ctx: Context, positions: readonly NewPosition[]): Promise<number> {
  if (positions.length === 0) return 0
  const rows = await ctx.db
    .insertInto('driver_position')
    .values(
      positions.map((position) => ({
        provider_id: ctx.provider_id,
        username: ctx.actor.username,
        ...position,
        time_received: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('phone_time')
    .execute()
  return rows.length
}

/** The last position of a driver. */
export interface StoredPosition {
  username: string
  at: Date
  lat: number
  lng: number
  accuracy_m: number | null
  battery: number | null
  time_received: Date
}

/** Returns the last position of each driver since a moment, by username. Drivers without one are absent. */
export async function readLastPositions(
  ctx: Context,
  usernames: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, StoredPosition>> {
  const { rows } = await sql<StoredPosition>`
    SELECT p.username, p.at, p.lat, p.lng, p.accuracy_m, p.battery, p.time_received
    FROM unnest(${usernames}::text[]) AS driver(username)
    CROSS JOIN LATERAL (
      SELECT * FROM driver_position q WHERE q.provider_id = ${ctx.provider_id} AND q.username = driver.username AND q.at >= ${since}
      ORDER BY q.at DESC LIMIT 1) p`.execute(ctx.db)
  return new Map(rows.map((row) => [row.username, row]))
}

/** Deletes up to `limit` positions from before a moment; returns how many these were. */
export async function deletePositions(ctx: Context, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM driver_position WHERE provider_id = ${ctx.provider_id} AND (username, phone_time) IN (
      SELECT username, phone_time FROM driver_position
      WHERE provider_id = ${ctx.provider_id} AND at < ${before} ORDER BY at LIMIT ${sql.lit(limit)})`.execute(
    ctx.db,
  )
  return Number(numAffectedRows)
}

/** Returns the time of the last session activity by user id. */
export async function readLastActivity(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const rows = await ctx.db
    .selectFrom('session')
    .where('user_id', '=', anyOf(userIds))
    .select(['user_id', sql<Date>`max(time_last_used)`.as('at')])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, at }) => [user_id, at]))
}
