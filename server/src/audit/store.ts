import { branchLimit } from '@waybill/domain/kit/actor'
import { sql, type RawBuilder } from 'kysely'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

/** What a module says in SQL about things of its own that are audited. */
export interface AuditedThing {
  /** How people know the thing with an id; what has been removed has no name any more. */
  nameOf: (id: RawBuilder<number>) => RawBuilder<string | null>
  /** Whether the thing with an id is of a branch; without it, things of the kind are the company's. */
  isAtBranch?: (id: RawBuilder<number>, branch_id: number) => RawBuilder<boolean>
}

/** What the modules say about the things that are audited. */
export interface AuditedThings {
  /** Rows that are named themselves, by table. */
  rows: Readonly<Record<string, AuditedThing>>
  /** Others are named by their object, by its type. */
  objects: Readonly<Record<string, AuditedThing>>
  /** The shipment of a parcel, under which it is audited. */
  shipmentOfParcel: (parcel_id: number) => RawBuilder<number>
}

const object_id = sql<number>`audit_event.object_id`

/** How people know what an entry is about. */
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

/** Which entries are asked for. */
export interface AuditFilter {
  type: string | undefined
  object_id: number | undefined
  source: string | undefined
  from: Date | undefined
  to: Date | undefined
}

/**
 * The entries asked for, newest first; of their branch for staff limited to one (PERM-050). Each total is counted up to
 * ten thousand.
 */
export async function listAuditEvents(
  ctx: Context,
  audited: AuditedThings,
  asked: AuditFilter,
  page: { limit: number; offset: number },
) {
  const { type, source, from, to } = asked
  let query = ctx.db.selectFrom('audit_event')
  if (type === 'parcel') {
    // Parcels are audited under their shipment.
    query = query.where('object_type', '=', 'shipment').where('table_name', '=', 'parcel')
    if (asked.object_id !== undefined)
      query = query
        .where('row_id', '=', asked.object_id)
        .where('object_id', 'in', sql<number>`(${audited.shipmentOfParcel(asked.object_id)})`)
  } else {
    if (type !== undefined) query = query.where('object_type', '=', type)
    if (asked.object_id !== undefined) query = query.where('object_id', '=', asked.object_id)
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

/** How many entries an object has. */
export async function countAuditEvents(ctx: Context, objectType: string, objectId: number): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('object_type', '=', objectType)
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow()
  return Number(total)
}
