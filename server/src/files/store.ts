import { sql } from 'kysely'
import type { Ctx } from '../kit/verb.ts'

/** A file as screens list it. */
export interface ListedFile {
  id: number
  file_name: string
  display_name: string
  /** image or pdf. */
  type: string
}

export interface FileRow {
  folder: string
  name: string
  display_name: string
  content_type: string
  size: number
  digest: string
  shipment_id?: number | null
  tracking_event_id?: number | null
}

/** Remembers whose a stored file is. */
export async function insertFile(ctx: Ctx, file: FileRow): Promise<number> {
  const { id } = await ctx.db
    .insertInto('stored_file')
    .values({ provider_id: ctx.provider_id, ...file, created_by: ctx.actor.username, time_created: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Files by name that the caller reaches: an account user those of its own shipments. */
export async function findFiles(ctx: Ctx, folder: string, names: readonly string[]) {
  let query = ctx.db
    .selectFrom('stored_file as f')
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'f.provider_id').onRef('s.id', '=', 'f.shipment_id'),
    )
    .select([
      'f.name',
      'f.display_name',
      'f.content_type',
      'f.size',
      'f.shipment_id',
      'f.tracking_event_id',
      'f.id',
    ])
    .where('f.folder', '=', folder)
    .where('f.name', '=', sql<string>`ANY(${names})`)
  if (ctx.actor.account_id !== null) query = query.where('s.account_id', '=', ctx.actor.account_id)
  return query.execute()
}

/** Links files that were uploaded earlier to the event they prove. */
export async function linkFiles(
  ctx: Ctx,
  names: readonly string[],
  shipment_id: number,
  tracking_event_id: number,
): Promise<number> {
  if (names.length === 0) return 0
  const { numUpdatedRows } = await ctx.db
    .updateTable('stored_file')
    .set({ shipment_id, tracking_event_id })
    .where('folder', '=', 'shipment-images')
    .where('name', '=', sql<string>`ANY(${names})`)
    .where('tracking_event_id', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The files of a shipment, all and by event. */
export async function filesOfShipment(
  ctx: Ctx,
  shipment_id: number,
): Promise<{ all: ListedFile[]; by_event: Map<number, ListedFile[]> }> {
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'display_name', 'content_type', 'tracking_event_id'])
    .where('shipment_id', '=', shipment_id)
    .orderBy('id')
    .execute()
  const by_event = new Map<number, ListedFile[]>()
  const all = rows.map((row) => {
    const file: ListedFile = {
      id: row.id,
      file_name: row.name,
      display_name: row.display_name,
      type: row.content_type === 'application/pdf' ? 'pdf' : 'image',
    }
    if (row.tracking_event_id !== null)
      by_event.set(row.tracking_event_id, [...(by_event.get(row.tracking_event_id) ?? []), file])
    return file
  })
  return { all, by_event }
}
