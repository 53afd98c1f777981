import type { NoteType } from '@waybill/domain/shipments/notes-and-tags/note'
import { sql, type Selectable } from 'kysely'
import { isStaff } from '@waybill/domain/kit/actor'
import type { Context } from '../../kit/handler.ts'
import { readPage, type PageRequest } from '../../kit/read-page.ts'
import type { ShipmentNoteTable } from '../../kit/tables.ts'

/** The columns of a note; the day as `YYYY-MM-DD`. */
const note_columns = [
  'id',
  'shipment_id',
  'message',
  'type',
  'note_type',
  'attachments',
  'requires_action',
  sql<string | null>`due_day::text`.as('due_day'),
  'assignee',
  'time_done',
  'done_by',
  'created_by',
  'time_created',
  'time_modified',
] as const

function notesOf(ctx: Context, shipmentId: number) {
  const query = ctx.db.selectFrom('shipment_note').where('shipment_id', '=', shipmentId)
  return isStaff(ctx.actor) ? query : query.where('type', '=', 'external')
}

/** Returns all notes of a shipment, newest first. Internal notes are returned only to staff. */
export function readNotesOf(ctx: Context, shipmentId: number): Promise<NoteRow[]> {
  return notesOf(ctx, shipmentId).select(note_columns).orderBy('id', 'desc').execute()
}

/** Returns one page of a shipment's notes, newest first, and the total. Internal notes are returned only to staff. */
export async function listNotes(
  ctx: Context,
  shipmentId: number,
  type: NoteType | undefined,
  page: PageRequest,
): Promise<{ rows: NoteRow[]; total: number }> {
  const all = notesOf(ctx, shipmentId)
  const query = type ? all.where('type', '=', type) : all
  return readPage(ctx, query.select(note_columns).orderBy('id', 'desc'), query.select('id'), page)
}
export type NoteRow = Pick<
  Selectable<ShipmentNoteTable>,
  Exclude<keyof ShipmentNoteTable, 'provider_id' | 'time_reminded'>
>

export async function insertNote(
  ctx: Context,
  {
    reminder,
    ...note
  }: {
    shipment_id: number
    message: string
    type: NoteType
    note_type: string
    requires_action: boolean
    attachments: object
    reminder?: { due_day: string; assignee: string } | undefined
  },
): Promise<NoteRow> {
  return ctx.db
    .insertInto('shipment_note')
    .values({
      provider_id: ctx.provider_id,
      ...note,
      ...reminder,
      attachments: JSON.stringify(note.attachments),
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning(note_columns)
    .executeTakeFirstOrThrow()
}

export async function findNote(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('shipment_note')
    .select(['id', 'shipment_id', 'created_by', 'type'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteNote(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('shipment_note').where('id', '=', id).execute()
}

export interface NoteCounts {
  shipment_id: number
  total: number
  external: number
  requires_action: number
}

/** Returns the note counts of shipments that have notes. */
export async function countNotes(
  ctx: Context,
  shipmentIds: readonly number[],
): Promise<Map<number, NoteCounts>> {
  const { rows } = await sql<NoteCounts>`
    SELECT shipment_id, count(*)::int AS total, count(*) FILTER (WHERE type = 'external')::int AS external,
      count(*) FILTER (WHERE requires_action AND time_done IS NULL)::int AS requires_action
    FROM shipment_note WHERE shipment_id = ANY(${shipmentIds}) GROUP BY shipment_id`.execute(ctx.db)
  return new Map(rows.map((row) => [row.shipment_id, row]))
}

/** Marks a note as done, or as open again, and returns it. */
export async function finishNoteRow(ctx: Context, id: number, isDone: boolean): Promise<NoteRow> {
  return ctx.db
    .updateTable('shipment_note')
    .set({
      time_done: isDone ? ctx.now : null,
      done_by: isDone ? ctx.actor.username : null,
      time_modified: ctx.now,
    })
    .where('id', '=', id)
    .returning(note_columns)
    .executeTakeFirstOrThrow()
}

/** Returns the open reminders whose day has come, and marks them as sent. Days are `YYYY-MM-DD`. */
export async function takeDueNotes(ctx: Context, today: string) {
  return ctx.db
    .updateTable('shipment_note')
    .set({ time_reminded: ctx.now })
    .where('time_reminded', 'is', null)
    .where('time_done', 'is', null)
    .where(sql<boolean>`due_day <= ${today}::date`)
    .returning(['id', 'shipment_id', 'assignee', 'created_by'])
    .execute()
}
