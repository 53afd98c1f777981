import type { LegDays, ZoneDetails } from '@waybill/domain/maps/model'
import type { MapTagType } from '@waybill/domain/tags/model'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { newVersion } from '../../kit/db.ts'
import type { ZoneTable } from '../../kit/tables.ts'
import { hasTagCondition, tagsRenamed } from '../../tags/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

/** An area with its stored metadata. */
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
    routing_number: row.routing_number ?? '',
    window_from: row.window_from ?? '',
    window_to: row.window_to ?? '',
    service_days: days ?? no_days,
  }
}

function columnsOf(zone: ZoneDetails) {
  const { service_days, geometry, drivers, tags, weekdays, service_level_ids, routing_number, ...plain } =
    zone
  return {
    ...plain,
    routing_number: routing_number || null,
    window_from: plain.window_from || null,
    window_to: plain.window_to || null,
    drivers: [...drivers],
    tags: [...tags],
    weekdays: [...weekdays],
    service_level_ids: service_level_ids && [...service_level_ids],
    days:
      service_days.collection.length + service_days.delivery.length > 0 ? JSON.stringify(service_days) : null,
    geometry: JSON.stringify(geometry),
  }
}

/** Lists every area of the published map by ascending id. */
export async function listZones(ctx: Context): Promise<StoredZone[]> {
  return (await ctx.db.selectFrom('zone').selectAll().orderBy('id').execute()).map(fromRow)
}

/** Locks an area until the end of the transaction. */
export async function lockZone(ctx: Context, id: number): Promise<StoredZone | null> {
  const row = await ctx.db.selectFrom('zone').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Locks all areas of a kind until the end of the transaction, so that two users cannot give two areas the same name. */
export async function lockKind(ctx: Context, kind: ZoneKind): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('zone ' || ${kind}), ${ctx.provider_id}::int)`.execute(
    ctx.db,
  )
}

/** Stores a new area and returns its id. Invalidates the cached map. */
export async function insertZone(ctx: Context, kind: ZoneKind, zone: ZoneDetails): Promise<number> {
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
  await ctx.publish({ topic: 'map' })
  return id
}

/** Stores new values of a locked area. Invalidates the cached map. */
export async function updateZone(ctx: Context, id: number, zone: ZoneDetails): Promise<void> {
  await ctx.db
    .updateTable('zone')
    .set({ ...columnsOf(zone), ...newVersion(ctx) })
    .where('id', '=', id)
    .execute()
  await ctx.publish({ topic: 'map' })
}

export async function deleteZone(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('zone').where('id', '=', id).execute()
  await ctx.publish({ topic: 'map' })
}

/** Lists the service day areas that are active and valid now. */
export async function listServiceAreas(ctx: Context): Promise<StoredZone[]> {
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

/** Renames a tag on areas of a kind, or removes it when `to` is null. */
export async function renameTag(
  ctx: Context,
  kind: MapTagType,
  change: { from: string; to: string | null },
): Promise<void> {
  const { borne, renamed } = tagsRenamed(change)
  await sql`UPDATE zone SET tags = ${renamed}, version = version + 1, time_modified = ${ctx.now} WHERE kind = ${kind} AND ${borne}`.execute(
    ctx.db,
  )
}

/** SQL for the number of areas of a kind that have the named tag. */
export function countTaggedZones(kind: MapTagType, name: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`SELECT count(*) FROM zone WHERE kind = ${kind} AND ${hasTagCondition(name)}`
}

/**
 * Returns what prices can refer to on the published map: the tags of active rate areas, and the active surcharge
 * areas.
 */
export async function readPriceZones(
  ctx: Context,
): Promise<{ zone_tags: string[]; surcharge_zones: { id: number; name: string }[] }> {
  const zones = await ctx.db
    .selectFrom('zone')
    .select(['id', 'kind', 'name', 'tags'])
    .where('is_active', '=', true)
    .where('kind', 'in', ['rates', 'surcharges'])
    .orderBy('name')
    .execute()
  const tags = zones.filter((zone) => zone.kind === 'rates').flatMap((zone) => zone.tags)
  return {
    zone_tags: [...new Set(tags)].toSorted(),
    surcharge_zones: zones.filter((zone) => zone.kind === 'surcharges').map(({ id, name }) => ({ id, name })),
  }
}
