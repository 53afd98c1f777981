import { isDriver, isStaff } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import { anyOf, providersThatHave, type Db } from '../kit/db.ts'
import type { AttachedFile } from '@waybill/domain/files/model'
import type { Context } from '../kit/handler.ts'

/** A file of a note, without its URL. */
export type NoteFile = Omit<AttachedFile, 'url'>

/**
 * State of an upload: its URL was issued (`awaited`), its content passed the check (`checked`), it failed the check
 * (`refused`), or it was removed from its shipment and can still be restored (`removed`).
 */
export type FileState = 'awaited' | 'checked' | 'refused' | 'removed'

interface NewFile {
  folder: string
  name: string
  display_name: string
  content_type: string
}

/** Data available after the content of a file is checked. */
export interface FileFacts {
  /** Size in bytes. */
  size: number
  /** SHA-256 of the stored bytes, in hex. */
  digest: string
  /** SHA-256 of the bytes as they arrived, in hex: a picture is re-encoded before it is stored. */
  received_digest: string
  width: number | null
  height: number | null
}

/** Records a file and its owner, either stored (`checked`) or expected (`awaited`). */
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

/**
 * Returns the files with these names that could be read by the caller: users of an account get no internal ones, and
 * files that belong to no shipment are for their uploader and the office. Whether the caller may read a file of a
 * shipment is decided by its `shipment_id`.
 */
export async function findFiles(ctx: Context, folder: string, names: readonly string[]) {
  let query = ctx.db
    .selectFrom('stored_file as f')
    .select([...columns, 'f.shipment_id'])
    .where('f.folder', '=', folder)
    .where('f.name', '=', anyOf(names))
  if (!isStaff(ctx.actor)) query = query.where('f.is_internal', '=', false)
  if (!isStaff(ctx.actor) || isDriver(ctx.actor))
    query = query.where((eb) =>
      eb.or([eb('f.shipment_id', 'is not', null), eb('f.created_by', '=', ctx.actor.username)]),
    )
  return query.execute()
}

/**
 * Returns a file of the provider by name, without checking the caller. Use it only for actions that a signed URL
 * allows.
 */
export async function findFile(ctx: Context, folder: string, name: string) {
  return ctx.db
    .selectFrom('stored_file as f')
    .select(columns)
    .where('f.folder', '=', folder)
    .where('f.name', '=', name)
    .executeTakeFirst()
}
export type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Returns the named files that the caller uploaded and that were not rejected. Files of notes are excluded. */
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

/** Returns a file that the caller uploaded like another one: same folder, type and SHA-256 of the bytes that arrived. */
export async function findSameUpload(
  ctx: Context,
  { folder, content_type }: Pick<FoundFile, 'folder' | 'content_type'>,
  sha256: string,
): Promise<(FileFacts & { name: string }) | undefined> {
  return ctx.db
    .selectFrom('stored_file')
    .select(['name', 'size', 'digest', 'received_digest', 'width', 'height'])
    .where('folder', '=', folder)
    .where('received_digest', '=', sha256)
    .where('created_by', '=', ctx.actor.username)
    .where('content_type', '=', content_type)
    .where('state', '=', 'checked')
    .executeTakeFirst()
}

/** Records the result of the check of an awaited file. Does nothing when the result was already recorded. */
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

/** The digests of a file, `''` until it has arrived; `received_digest` also for files of earlier releases. */
export type FileDigests = Pick<FileFacts, 'digest' | 'received_digest'>

/** Returns the digests of the files of a folder with these names, by name. Files without an upload URL are absent. */
export async function readDigests(
  ctx: Context,
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, FileDigests>> {
  if (names.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select(['name', 'digest', 'received_digest'])
    .where('folder', '=', folder)
    .where('name', '=', anyOf(names))
    .execute()
  return new Map(rows.map(({ name, ...digests }) => [name, digests]))
}

/** A file of an action of a driver as it is stored now. */
export type StoredEvidenceFile = Pick<FoundFile, 'folder' | 'name' | 'state'> & Pick<FileFacts, 'digest'>

/** Returns the files of a company with these names in some folders. For the verification of the audit trail. */
export async function readStoredFiles(
  db: Db,
  providerId: number,
  folders: readonly string[],
  names: readonly string[],
): Promise<StoredEvidenceFile[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('stored_file')
    .select(['folder', 'name', 'digest', 'state'])
    .where('provider_id', '=', providerId)
    .where('folder', '=', anyOf(folders))
    .where('name', '=', anyOf(names))
    .execute()
}

/** Returns files that have been awaited since before `until`, oldest first. */
export async function awaitedFiles(ctx: Context, until: Date, limit: number): Promise<FoundFile[]> {
  return awaited(ctx, until, limit).execute()
}

function awaited(ctx: Context, until: Date, limit: number) {
  return ctx.db
    .selectFrom('stored_file as f')
    .select(columns)
    .where('f.state', '=', 'awaited')
    .where('f.time_created', '<', until)
    .orderBy('f.time_created')
    .limit(limit)
}

/** Returns files of no record that have been awaited since before `until`, oldest first. */
export async function abandonedFiles(ctx: Context, until: Date, limit: number): Promise<FoundFile[]> {
  return awaited(ctx, until, limit).where('f.shipment_id', 'is', null).execute()
}

/** Deletes the rows of awaited files that never arrived. */
export async function deleteFileRows(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('stored_file').where('id', '=', anyOf(ids)).where('state', '=', 'awaited').execute()
}

/** Deletes the row of a removed file. */
export async function deleteFile(ctx: Context, folder: string, name: string): Promise<void> {
  await ctx.db.deleteFrom('stored_file').where('folder', '=', folder).where('name', '=', name).execute()
}

/**
 * Deletes the rows of files that were rejected and created before `before`. Only the reason of the rejection was
 * stored for them.
 */
export async function deleteRejected(ctx: Context, before: Date): Promise<void> {
  await ctx.db
    .deleteFrom('stored_file')
    .where('state', '=', 'refused')
    .where('time_created', '<', before)
    .execute()
}

/** Links uploaded files to the tracking event that they document. */
export async function linkFiles(...args: Parameters<typeof linking>): Promise<void> {
  await linking(...args)?.execute()
}

/** Links uploaded files to the tracking event that they document, with the commit. */
export function linkFilesLast(...args: Parameters<typeof linking>): void {
  const link = linking(...args)
  if (link) args[0].writeLast(link)
}

function linking(ctx: Context, names: readonly string[], shipmentId: number, trackingEventId: number) {
  if (names.length === 0) return null
  return ctx.db
    .updateTable('stored_file')
    .set({ shipment_id: shipmentId, tracking_event_id: trackingEventId })
    .where('folder', '=', 'shipment-images')
    .where('name', '=', anyOf(names))
    .where('tracking_event_id', 'is', null)
    .where('note_id', 'is', null)
}

/** Links the caller's unused files to a note. Returns the number of linked files. */
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

/** Links the caller's unused files to a shipment itself. Returns the number of linked files. */
export async function linkToShipment(
  ctx: Context,
  folder: string,
  names: readonly string[],
  { id, is_internal }: { id: number; is_internal: boolean },
): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('stored_file')
    .set({ shipment_id: id, is_internal })
    .where('folder', '=', folder)
    .where('name', '=', anyOf(names))
    .where('created_by', '=', ctx.actor.username)
    .where('state', '=', 'checked')
    .where('shipment_id', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Sets whether only staff may read a file, or whether it is removed. A removed file is served to nobody. */
export async function updateStoredFile(
  ctx: Context,
  folder: string,
  name: string,
  change: { is_internal: boolean } | { state: 'checked' | 'removed' },
): Promise<void> {
  await ctx.db
    .updateTable('stored_file')
    .set(change)
    .where('folder', '=', folder)
    .where('name', '=', name)
    .execute()
}

/**
 * Returns every file of a shipment that was not rejected or removed, newest first: its own, and those of its notes and
 * tracking events.
 */
export async function storedFilesOf(ctx: Context, shipmentId: number) {
  return ctx.db
    .selectFrom('stored_file')
    .select([
      'id',
      'state',
      'folder',
      'name',
      'display_name',
      'content_type',
      'size',
      'note_id',
      'tracking_event_id',
      'created_by',
      'time_created',
    ])
    .where('shipment_id', '=', shipmentId)
    .where('state', 'in', ['awaited', 'checked'])
    .orderBy('id', 'desc')
    .execute()
}
export type StoredShipmentFile = Awaited<ReturnType<typeof storedFilesOf>>[number]

/** Returns the files of notes, by note id, in upload order. */
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

/** Returns the ids of providers that have awaited or rejected files. */
export function providersThatAwait(db: Db): Promise<number[]> {
  const inState = (state: FileState) =>
    sql`SELECT FROM stored_file f WHERE f.provider_id = p.id AND f.state = ${sql.lit(state)} ORDER BY f.time_created LIMIT 1`
  return providersThatHave(db, inState('awaited'), inState('refused'))
}
