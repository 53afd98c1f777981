import { branchLimit } from '@waybill/domain/kit/actor'
import { sql, type RawBuilder } from 'kysely'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

/** SQL of a module for one kind of its audited objects. */
export interface AuditedThing {
  /** The display name of the object with an id; null when the object was removed. */
  nameOf: (id: RawBuilder<number>) => RawBuilder<string | null>
  /** Whether the object with an id belongs to a branch; when absent, these objects belong to the whole company. */
  isAtBranch?: (id: RawBuilder<number>, branch_id: number) => RawBuilder<boolean>
}

/** SQL of all modules for their audited objects. */
export interface AuditedThings {
  /** Names of entries by their table, for rows with their own name. */
  rows: Readonly<Record<string, AuditedThing>>
  /** Names of all other entries, by object type. */
  objects: Readonly<Record<string, AuditedThing>>
  /** The shipment of a parcel, because parcels are audited under their shipment. */
  shipmentOfParcel: (parcel_id: number) => RawBuilder<number>
}

const object_id = sql<number>`audit_event.object_id`

/** Builds the display name of an entry's object. */
function objectName({ rows, objects }: AuditedThings) {
  const names = [
    ...Object.entries(rows).map(
      ([table, { nameOf }]) =>
        sql`WHEN table_name = ${table} THEN (${nameOf(sql<number>`audit_event.row_id`)})`,
    ),
    ...Object.entries(objects).map(
      ([type, { nameOf }]) => sql`WHEN object_type = ${type} THEN (${nameOf(object_id)})`,
    ),
  ]
  return sql<string | null>`CASE ${sql.join(names, sql` `)} END`.as('object_name')
}

/** Filters of the audit trail. */
export interface AuditFilter {
  type: string | undefined
  object_id: number | undefined
  source: string | undefined
  from: Date | undefined
  to: Date | undefined
}

/**
 * Returns one page of the matching entries, newest first; for staff limited to a branch, only entries of that branch
 * (PERM-050). The total is counted up to ten thousand.
 */
export async function listAuditEvents(
  ctx: Context,
  audited: AuditedThings,
  filter: AuditFilter,
  page: { limit: number; offset: number },
) {
  const { type, source, from, to } = filter
  let query = ctx.db.selectFrom('audit_event')
  if (type === 'parcel') {
    // Parcels are audited under their shipment.
    query = query.where('object_type', '=', 'shipment').where('table_name', '=', 'parcel')
    if (filter.object_id !== undefined)
      query = query
        .where('row_id', '=', filter.object_id)
        .where('object_id', 'in', sql<number>`(${audited.shipmentOfParcel(filter.object_id)})`)
  } else {
    if (type !== undefined) query = query.where('object_type', '=', type)
    if (filter.object_id !== undefined) query = query.where('object_id', '=', filter.object_id)
  }
  if (source !== undefined) query = query.where('source', '=', source)
  if (from !== undefined) query = query.where('time', '>=', from)
  if (to !== undefined) query = query.where('time', '<', to)
  const branchId = branchLimit(ctx.actor)
  if (branchId !== null)
    query = query.where((eb) =>
      eb.and(
        Object.entries(audited.objects).flatMap(([limited, { isAtBranch }]) =>
          isAtBranch ? [eb.or([eb('object_type', '<>', limited), isAtBranch(object_id, branchId)])] : [],
        ),
      ),
    )
  return readPage(
    ctx,
    query.selectAll().select(objectName(audited)).orderBy('id', 'desc'),
    query.select('id'),
    page,
  )
}
export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>['rows'][number]

/** Returns the number of entries of an object. */
export async function countAuditEvents(ctx: Context, objectType: string, objectId: number): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('object_type', '=', objectType)
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Returns the object that archived entries are listed under; of a parcel its shipment, with the parcel. Returns `null`
 * when staff limited to a branch may not see it (PERM-050).
 */
export async function archivedObject(
  ctx: Context,
  audited: AuditedThings,
  type: string,
  id: number,
): Promise<{ type: string; id: number; parcel_id: number | null } | null> {
  const isParcel = type === 'parcel'
  const objectType = isParcel ? 'shipment' : type
  const branchId = branchLimit(ctx.actor)
  const isAtBranch = audited.objects[objectType]?.isAtBranch
  const objectId = isParcel ? sql<number>`(${audited.shipmentOfParcel(id)})` : sql<number>`${id}::bigint`
  const isSeen = branchId !== null && isAtBranch ? isAtBranch(sql<number>`object.id`, branchId) : sql`true`
  const { rows } = await sql<{ id: number }>`
    SELECT object.id FROM (SELECT ${objectId} AS id) object WHERE object.id IS NOT NULL AND ${isSeen}`.execute(
    ctx.db,
  )
  return rows[0] ? { type: objectType, id: rows[0].id, parcel_id: isParcel ? id : null } : null
}
