import { sql, type RawBuilder } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { AttachedFile } from '@waybill/domain/files/model'
import type { Db } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** A file as screens list it. */
export interface ListedFile {
  id: number
  file_name: string
  display_name: string
  /** image or pdf. */
  type: string
}

/** A file of a note, without the address at which it is opened. */
export type NoteFile = Omit<AttachedFile, 'url'>

/** How far a file has come: its address was given out; its content was looked at; or it was refused for it. */
export type FileState = 'awaited' | 'checked' | 'refused'

interface NewFile {
  folder: string
  name: string
  display_name: string
  content_type: string
}

/** What is known of a file once its content was looked at. */
export interface FileFacts {
  /** Bytes. */
  size: number
  /** SHA-256 of what is stored, in hex. */
  digest: string
  width: number | null
  height: number | null
}

/** Remembers whose a file is: one that is stored, or one that is awaited. */
export async function insertFile(ctx: Context, file: NewFile & Partial<FileFacts>): Promise<void> {
  await ctx.db
    .insertInto('stored_file')
    .values({
      size: 0,
      digest: '',
      ...file,
      state: file.digest ? 'checked' : 'awaited',
      provider_id: ctx.provider_id,
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .execute()
}

const columns = [
  'f.id',
  'f.folder',
  'f.name',
  'f.display_name',
  'f.content_type',
  'f.size',
  'f.width',
  'f.height',
  'f.state',
  'f.refusal',
  'f.created_by',
] as const

/** The condition that a shipment is an account's, both as SQL; shipments answer it. */
export type IsShipmentOf = (shipment_id: RawBuilder<number>, account_id: number) => RawBuilder<boolean>

/**
 * Files by name that the caller reaches: an account user those of its own shipments, without those of notes for staff.
 */
export async function findFiles(
  ctx: Context,
  isShipmentOf: IsShipmentOf,
  folder: string,
  names: readonly string[],
) {
  let query = ctx.db
    .selectFrom('stored_file as f')
    .select([...columns, 'f.shipment_id', 'f.tracking_event_id'])
    .where('f.folder', '=', folder)
    .where('f.name', '=', anyOf(names))
  const { account_id } = ctx.actor
  if (account_id !== null)
    query = query.where(isShipmentOf(sql.ref('f.shipment_id'), account_id)).where('f.is_internal', '=', false)
  return query.execute()
}

/** A file of the provider by its name, whoever asks: only for what acts on a signed grant. */
export async function findFile(ctx: Context, folder: string, name: string) {
  return ctx.db
    .selectFrom('stored_file as f')
    .select(columns)
    .where('f.folder', '=', folder)
    .where('f.name', '=', name)
    .executeTakeFirst()
}
export type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Files by name that the caller has sent and nobody refused, whatever they will belong to; never those of notes. */
export async function uploadsOfCaller(
  ctx: Context,
  folder: string,
  names: readonly string[],
): Promise<FoundFile[]> {
  return ctx.db
    .selectFrom('stored_file as f')
    .select(columns)
    .where('f.folder', '=', folder)
    .where('f.name', '=', anyOf(names))
    .where('f.created_by', '=', ctx.actor.username)
    .where('f.state', '!=', 'refused')
    .where('f.note_id', 'is', null)
    .execute()
}

/** Notes that an awaited file has come and was looked at; nothing when somebody else noted it first. */
export async function settleFile(
  ctx: Context,
  id: number,
  outcome: FileFacts | { refusal: string },
): Promise<void> {
  const state: FileState = 'refusal' in outcome ? 'refused' : 'checked'
  await ctx.db
    .updateTable('stored_file')
    .set({ ...outcome, state })
    .where('id', '=', id)
    .where('state', '=', 'awaited')
    .execute()
}

/** Files that have been awaited since before `until`, oldest first. */
export async function awaitedFiles(ctx: Context, until: Date, limit: number): Promise<FoundFile[]> {
  return ctx.db
    .selectFrom('stored_file as f')
    .select(columns)
    .where('f.state', '=', 'awaited')
    .where('f.time_created', '<', until)
    .orderBy('f.time_created')
    .limit(limit)
    .execute()
}

/** Forgets awaited files that never came. */
export async function deleteFileRows(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('stored_file').where('id', '=', anyOf(ids)).where('state', '=', 'awaited').execute()
}

/** Forgets a file that was removed. */
export async function deleteFile(ctx: Context, folder: string, name: string): Promise<void> {
  await ctx.db.deleteFrom('stored_file').where('folder', '=', folder).where('name', '=', name).execute()
}

/** Forgets files that were refused before a moment; of those nothing is stored but why. */
export async function deleteRejected(ctx: Context, before: Date): Promise<void> {
  await ctx.db
    .deleteFrom('stored_file')
    .where('state', '=', 'refused')
    .where('time_created', '<', before)
    .execute()
}

/** Links files that were uploaded earlier to the event they prove. */
export async function linkFiles(
  ctx: Context,
  names: readonly string[],
  shipmentId: number,
  trackingEventId: number,
): Promise<number> {
  if (names.length === 0) return 0
  const { numUpdatedRows } = await ctx.db
    .updateTable('stored_file')
    .set({ shipment_id: shipmentId, tracking_event_id: trackingEventId })
    .where('folder', '=', 'shipment-images')
    .where('name', '=', anyOf(names))
    .where('tracking_event_id', 'is', null)
    .where('note_id', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives files of nobody else to a note; answers how many were still free. */
export async function linkToNote(
  ctx: Context,
  folder: string,
  files: readonly Pick<NoteFile, 'file_name' | 'display_name'>[],
  note: { id: number; shipment_id: number; is_internal: boolean },
): Promise<number> {
  const linked = await Promise.all(
    files.map(({ file_name, display_name }) =>
      ctx.db
        .updateTable('stored_file')
        .set({
          note_id: note.id,
          shipment_id: note.shipment_id,
          is_internal: note.is_internal,
          display_name,
        })
        .where('folder', '=', folder)
        .where('name', '=', file_name)
        .where('created_by', '=', ctx.actor.username)
        .where('state', '=', 'checked')
        .where('tracking_event_id', 'is', null)
        .where('note_id', 'is', null)
        .executeTakeFirst(),
    ),
  )
  return linked.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0)
}

/** The files of notes, by note and in the order in which they were sent. */
export async function filesOfNotes(
  ctx: Context,
  noteIds: readonly number[],
): Promise<Map<number, NoteFile[]>> {
  const byNote = new Map<number, NoteFile[]>()
  if (noteIds.length === 0) return byNote
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select(['note_id', 'name', 'display_name', 'content_type', 'size'])
    .where('note_id', '=', anyOf(noteIds))
    .where('state', '=', 'checked')
    .orderBy('id')
    .execute()
  for (const { note_id, name, size, ...row } of rows) {
    if (note_id === null) continue
    byNote.set(note_id, [...(byNote.get(note_id) ?? []), { ...row, file_name: name, file_size: size }])
  }
  return byNote
}

/** The files of a shipment that may be shown, all and by event; those of notes are shown with their notes. */
export async function filesOfShipment(
  ctx: Context,
  shipmentId: number,
): Promise<{ all: ListedFile[]; by_event: Map<number, ListedFile[]> }> {
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'display_name', 'content_type', 'tracking_event_id'])
    .where('shipment_id', '=', shipmentId)
    .where('note_id', 'is', null)
    .where('state', '!=', 'refused')
    .orderBy('id')
    .execute()
  const byEvent = new Map<number, ListedFile[]>()
  const all = rows.map((row) => {
    const file: ListedFile = {
      id: row.id,
      file_name: row.name,
      display_name: row.display_name,
      type: row.content_type === 'application/pdf' ? 'pdf' : 'image',
    }
    if (row.tracking_event_id !== null)
      byEvent.set(row.tracking_event_id, [...(byEvent.get(row.tracking_event_id) ?? []), file])
    return file
  })
  return { all, by_event: byEvent }
}

/** Providers that await files, or have refused some. */
export async function providersThatAwait(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('stored_file')
    .select('provider_id')
    .distinct()
    .where('state', 'in', ['awaited', 'refused'])
    .execute()
  return rows.map((row) => row.provider_id)
}
