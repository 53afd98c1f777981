import { anyOf, newVersion } from '../../kit/db.ts'
import type { ZoneChange, ZoneDetails } from '@waybill/domain/maps/model'
import { ZoneDetails as ZoneDetailsShape } from '@waybill/domain/maps/model'
import { sql, type Selectable } from 'kysely'
import type { DraftMapTable, DraftZoneTable } from '../../kit/tables.ts'
import type { Context } from '../../kit/handler.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

export type DraftRow = Selectable<DraftMapTable>

/** One change of an area in a draft map. */
export type DraftZone =
  | (ChangeFacts & { action: 'added'; zone_id: null; details: ZoneDetails })
  | (ChangeFacts & { action: 'changed'; zone_id: number; details: ZoneDetails })
  | (ChangeFacts & { action: 'removed'; zone_id: number; details: null })

interface ChangeFacts {
  id: number
  kind: ZoneKind
  base_version: number | null
  version: number
  time_created: Date
  time_modified: Date
}

/** Lists draft maps: unpublished ones first, newest first within each group. */
export async function listDrafts(ctx: Context): Promise<DraftRow[]> {
  return ctx.db
    .selectFrom('draft_map')
    .selectAll()
    .orderBy(sql`status = 'published'`)
    .orderBy('id', 'desc')
    .execute()
}

export async function findDraft(ctx: Context, id: number): Promise<DraftRow | undefined> {
  return ctx.db.selectFrom('draft_map').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a draft map until the end of the transaction, so that its changes and its publication run one at a time. */
export async function lockDraft(ctx: Context, id: number): Promise<DraftRow | undefined> {
  return ctx.db.selectFrom('draft_map').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertDraft(ctx: Context, name: string): Promise<number> {
  const { id } = await ctx.db
    .insertInto('draft_map')
    .values({
      provider_id: ctx.provider_id,
      name,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores new values of a locked draft map. */
export async function updateDraft(
  ctx: Context,
  id: number,
  changes: Partial<Omit<DraftRow, 'id' | 'provider_id' | 'version'>>,
): Promise<void> {
  await ctx.db
    .updateTable('draft_map')
    .set({ ...changes, ...newVersion(ctx) })
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('draft_map').where('id', '=', id).execute()
}

/** Lists the ids of scheduled draft maps that are due. */
export async function listDueDrafts(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('draft_map')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('publish_at', '<=', ctx.now)
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Parses `details`, which is stored as JSON, because its dates are text there. */
const asChange = (row: Selectable<DraftZoneTable>): DraftZone =>
  ({
    ...row,
    details: row.details === null ? null : ZoneDetailsShape.parse(row.details),
  }) as DraftZone

/** Returns the changes of draft maps by map id, in the order in which they were created. */
export async function listChanges(
  ctx: Context,
  draftMapIds: readonly number[],
): Promise<ReadonlyMap<number, DraftZone[]>> {
  const rows = await ctx.db
    .selectFrom('draft_zone')
    .selectAll()
    .where('draft_map_id', '=', anyOf(draftMapIds))
    .orderBy('id')
    .execute()
  const changes = new Map<number, DraftZone[]>()
  for (const row of rows)
    changes.set(row.draft_map_id, [...(changes.get(row.draft_map_id) ?? []), asChange(row)])
  return changes
}

/** Finds a change of a draft map, by its own id or by the id of its area. */
export async function findChange(
  ctx: Context,
  draftMapId: number,
  which: { id: number } | { zone_id: number },
): Promise<DraftZone | undefined> {
  let query = ctx.db.selectFrom('draft_zone').selectAll().where('draft_map_id', '=', draftMapId)
  query = 'id' in which ? query.where('id', '=', which.id) : query.where('zone_id', '=', which.zone_id)
  const row = await query.executeTakeFirst()
  return row && asChange(row)
}

/** Adds a change to a locked draft map, or overwrites the existing change `id`. Returns the id of the change. */
export async function putChange(
  ctx: Context,
  draftMapId: number,
  change: {
    id: number | null
    kind: ZoneKind
    zone_id: number | null
    action: ZoneChange
    details: ZoneDetails | null
    base_version: number | null
  },
): Promise<number> {
  const { id, details, ...values } = change
  const columns = { ...values, details: details && JSON.stringify(details), time_modified: ctx.now }
  if (id !== null) {
    await ctx.db
      .updateTable('draft_zone')
      .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return id
  }
  const row = await ctx.db
    .insertInto('draft_zone')
    .values({ provider_id: ctx.provider_id, draft_map_id: draftMapId, ...columns, time_created: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function deleteChange(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('draft_zone').where('id', '=', id).execute()
}
