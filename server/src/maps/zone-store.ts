import type { LegDays, ZoneDetails, ZoneGeometry, ZoneLegs } from '@waybill/domain/maps/model'
import { sql, type Selectable } from 'kysely'
import type { ZoneTable } from '../kit/tables.ts'
import type { Ctx } from '../kit/verb.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

/** An area as it is kept. */
export interface StoredZone extends ZoneDetails {
  id: number
  provider_id: number
  kind: ZoneKind
  version: number
  time_created: Date
  time_modified: Date
}

const no_days: LegDays = { collection: [], delivery: [] }

function fromRow(row: Selectable<ZoneTable>): StoredZone {
  const { days, ...rest } = row
  return {
    ...rest,
    kind: row.kind as ZoneKind,
    legs: row.legs as ZoneLegs,
    routing_number: row.routing_number ?? '',
    service_days: (days as LegDays | null) ?? no_days,
    geometry: row.geometry as unknown as ZoneGeometry,
  }
}

function columnsOf(zone: ZoneDetails) {
  const { service_days, geometry, drivers, tags, weekdays, service_level_ids, routing_number, ...plain } =
    zone
  return {
    ...plain,
    routing_number: routing_number || null,
    drivers: [...drivers],
    tags: [...tags],
    weekdays: [...weekdays],
    service_level_ids: service_level_ids && [...service_level_ids],
    days:
      service_days.collection.length + service_days.delivery.length > 0 ? JSON.stringify(service_days) : null,
    geometry: JSON.stringify(geometry),
  }
}

/** Every area of the published map, lowest id first. */
export async function listZones(ctx: Ctx): Promise<StoredZone[]> {
  return (await ctx.db.selectFrom('zone').selectAll().orderBy('id').execute()).map(fromRow)
}

/** An area, held until the end of the work. */
export async function lockZone(ctx: Ctx, id: number): Promise<StoredZone | null> {
  const row = await ctx.db.selectFrom('zone').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Holds the areas of a kind together, so that no two people give two of them one name. */
export async function lockKind(ctx: Ctx, kind: ZoneKind): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('zone ' || ${kind}), ${ctx.provider_id}::int)`.execute(
    ctx.db,
  )
}

/** Keeps a new area; the map in memory is read anew. */
export async function insertZone(ctx: Ctx, kind: ZoneKind, zone: ZoneDetails): Promise<number> {
  const { id } = await ctx.db
    .insertInto('zone')
    .values({
      provider_id: ctx.provider_id,
      kind,
      ...columnsOf(zone),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.news({ topic: 'map' })
  return id
}

/** Keeps a locked area with new values. */
export async function updateZone(ctx: Ctx, id: number, zone: ZoneDetails): Promise<void> {
  await ctx.db
    .updateTable('zone')
    .set((eb) => ({ ...columnsOf(zone), version: eb('version', '+', 1), time_modified: ctx.now }))
    .where('id', '=', id)
    .execute()
  await ctx.news({ topic: 'map' })
}

export async function deleteZone(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('zone').where('id', '=', id).execute()
  await ctx.news({ topic: 'map' })
}

/** Areas with their service days that hold now. */
export async function listServiceAreas(ctx: Ctx): Promise<StoredZone[]> {
  const rows = await ctx.db
    .selectFrom('zone')
    .selectAll()
    .where('kind', '=', 'service_days')
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('valid_from', 'is', null), eb('valid_from', '<=', ctx.now)]))
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', ctx.now)]))
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** Usernames that are no driver of the company. */
export async function unknownDrivers(ctx: Ctx, usernames: readonly string[]): Promise<string[]> {
  if (usernames.length === 0) return []
  const rows = await ctx.db
    .selectFrom('app_user')
    .select('username')
    .where('role_id', '=', 7)
    .where('deleted_date', 'is', null)
    .where('username', '=', sql<string>`ANY(${usernames}::text[])`)
    .execute()
  const known = new Set(rows.map(({ username }) => username))
  return usernames.filter((username) => !known.has(username))
}
