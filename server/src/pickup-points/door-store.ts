import type { DoorGroup } from '@waybill/domain/pickup-points/own-point'
import { sql } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** Lists the doors of points, in the order of their size and name. */
export async function listDoors(ctx: Context, pointIds: readonly number[]) {
  if (pointIds.length === 0) return []
  return ctx.db
    .selectFrom('pickup_door')
    .selectAll()
    .where('point_id', '=', anyOf(pointIds))
    .orderBy(sql`length * width * height`)
    .orderBy('size')
    .orderBy(sql`length(name)`)
    .orderBy('name')
    .execute()
}

/** Locks the doors of a point and returns them. */
export async function lockDoors(ctx: Context, pointId: number) {
  return ctx.db
    .selectFrom('pickup_door')
    .selectAll()
    .where('point_id', '=', pointId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Makes the doors of a point equal to a stock: inserts new ones, changes those of the same name, deletes the others.
 * The caller has checked that no deleted door is held.
 */
export async function saveDoors(ctx: Context, pointId: number, stock: readonly DoorGroup[]): Promise<void> {
  const doors = stock.flatMap(({ doors: named, ...measures }) =>
    named.map(({ name, is_out_of_order }) => ({ ...measures, name, is_out_of_order })),
  )
  await sql`DELETE FROM pickup_door WHERE point_id = ${pointId}
    AND NOT lower(name) = ${anyOf(doors.map(({ name }) => name.toLowerCase()))}`.execute(ctx.db)
  if (doors.length === 0) return
  const list = <Key extends keyof (typeof doors)[number]>(key: Key) => doors.map((door) => door[key])
  await sql`
    INSERT INTO pickup_door (provider_id, point_id, name, size, length, width, height, weight, is_out_of_order)
    SELECT ${ctx.provider_id}, ${pointId}, d.*
    FROM unnest(${list('name')}::text[], ${list('size')}::text[], ${list('length')}::float8[], ${list('width')}::float8[],
      ${list('height')}::float8[], ${list('weight')}::float8[], ${list('is_out_of_order')}::boolean[]) AS d
    ON CONFLICT (provider_id, point_id, lower(name)) DO UPDATE SET name = excluded.name, size = excluded.size,
      length = excluded.length, width = excluded.width, height = excluded.height, weight = excluded.weight,
      is_out_of_order = excluded.is_out_of_order`.execute(ctx.db)
}

/** The measures that a door must take: sides in cm in any order, weight in kg. */
export interface Measures {
  sides: readonly [number, number, number]
  weight: number
}

/**
 * Gives a reservation the smallest free door of a point that takes the measures in any orientation; `null` when there
 * is none. The caller has locked the point, so that two parcels never get one door and none gets a larger door than
 * it needs (PP-015…PP-018).
 */
export async function takeDoor(
  ctx: Context,
  { pointId, reservationId, measures }: { pointId: number; reservationId: number; measures: Measures },
): Promise<{ id: number; name: string; size: string } | null> {
  const [shortest, middle, longest] = measures.sides.toSorted((one, other) => one - other)
  const { rows } = await sql<{ id: number; name: string; size: string }>`
    UPDATE pickup_door SET held_by = ${reservationId} WHERE id = (
      SELECT id FROM pickup_door
      WHERE point_id = ${pointId} AND held_by IS NULL AND NOT is_out_of_order AND weight >= ${measures.weight}
        AND least(length, width, height) >= ${shortest} AND greatest(length, width, height) >= ${longest}
        AND length + width + height - least(length, width, height) - greatest(length, width, height) >= ${middle}
      ORDER BY length * width * height, id LIMIT 1)
    RETURNING id, name, size`.execute(ctx.db)
  const [door] = rows
  if (!door) return null
  await countCompartments(ctx, pointId)
  return { ...door, id: Number(door.id) }
}

/** Frees the door of a reservation, if it has one. */
export async function freeDoor(ctx: Context, pointId: number, reservationId: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('pickup_door')
    .set({ held_by: null })
    .where('held_by', '=', reservationId)
    .executeTakeFirst()
  if (numUpdatedRows > 0) await countCompartments(ctx, pointId)
}

/** Writes the sizes of an own locker, with whether one of each is free, to the list that customers read. */
export async function countCompartments(ctx: Context, pointId: number): Promise<void> {
  await sql`
    UPDATE pickup_point SET compartments = coalesce((
      SELECT jsonb_agg(jsonb_build_object('name', size, 'length', length, 'width', width, 'height', height,
        'weight', weight, 'available', is_free) ORDER BY length * width * height, size)
      FROM (SELECT size, length, width, height, weight, bool_or(held_by IS NULL AND NOT is_out_of_order) AS is_free
        FROM pickup_door WHERE point_id = ${pointId} GROUP BY size, length, width, height, weight) s), '[]')
    WHERE id = ${pointId}`.execute(ctx.db)
  await ctx.publish({ topic: 'pickup-points' })
}

/** Locks a door of a point by its name, ignoring case; `undefined` when there is none. */
export async function lockDoor(ctx: Context, pointId: number, name: string) {
  return ctx.db
    .selectFrom('pickup_door')
    .selectAll()
    .where('point_id', '=', pointId)
    .where(sql<string>`lower(name)`, '=', name.trim().toLowerCase())
    .forUpdate()
    .executeTakeFirst()
}

/** Gives a reservation a free door. */
export async function holdDoor(
  ctx: Context,
  pointId: number,
  doorId: number,
  reservationId: number,
): Promise<void> {
  await ctx.db.updateTable('pickup_door').set({ held_by: reservationId }).where('id', '=', doorId).execute()
  await countCompartments(ctx, pointId)
}

/** Locks the door that a reservation has; `undefined` when it has none. */
export async function heldDoor(ctx: Context, pointId: number, reservationId: number) {
  return ctx.db
    .selectFrom('pickup_door')
    .selectAll()
    .where('point_id', '=', pointId)
    .where('held_by', '=', reservationId)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the names of the doors that reservations have, by reservation. */
export async function heldDoorNames(
  ctx: Context,
  reservationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await ctx.db
    .selectFrom('pickup_door')
    .select(['held_by', 'name'])
    .where('held_by', '=', anyOf(reservationIds))
    .execute()
  return new Map(rows.flatMap(({ held_by, name }) => (held_by === null ? [] : [[held_by, name] as const])))
}

/** Whether a point has doors. Counters have none. */
export async function hasDoors(ctx: Context, pointId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('pickup_door')
    .select('id')
    .where('point_id', '=', pointId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
