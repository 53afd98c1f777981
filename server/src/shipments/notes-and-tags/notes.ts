import { isStaff } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import type { AttachedFile, NamedUpload } from '@waybill/domain/files/model'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { noteAdded, noteDue } from '@waybill/domain/shipments/events'
import { max_note_files, note_folder } from '@waybill/domain/shipments/notes-and-tags/note'
import type { ShipmentNote } from '@waybill/domain/shipments/model'
import { email_note_recipients, note_types } from '@waybill/domain/shipments/settings'
import { allowedPointTypes } from '@waybill/domain/pickup-points/address-types'
import { ensure, type RuleResult } from '@waybill/domain/kit/rule-result'
import {
  mayRemind,
  mayWriteNote,
  default_note_type,
} from '@waybill/domain/shipments/notes-and-tags/note-rules'
import {
  addressOf,
  arrivedUploads,
  filesOfNotes,
  linkToNote,
  removeStoredFile,
  type NoteFile,
} from '../../files/index.ts'
import { staffIds } from '../../identity/index.ts'
import { networksOf } from '../../pickup-points/index.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import {
  deleteNote,
  findNote,
  finishNoteRow,
  insertNote,
  listNotes,
  takeDueNotes,
  type NoteRow,
} from './note-store.ts'
import { readShipmentRows, type ShipmentRow } from '../store.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'

/** Returns notes as API output, each with its files and their URLs. */
export async function presentNotes(
  ctx: Context,
  rows: readonly NoteRow[],
  shipment: Pick<ShipmentRow, 'short_tracking_reference' | 'custom_tracking_reference'>,
): Promise<ShipmentNote[]> {
  const files = await filesOfNotes(
    ctx,
    rows.filter(hasFiles).map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    type: row.type,
    ...(isStaff(ctx.actor) ? {} : { due_day: null, assignee: null, time_done: null, done_by: null }),
    attachments: { uploads: (files.get(row.id) ?? []).map((file) => withAddress(ctx, file)) },
    shipment_short_tracking_reference: shipment.short_tracking_reference,
    shipment_custom_tracking_reference: shipment.custom_tracking_reference,
  }))
}

/**
 * Whether a note was written with files. The stored list of names never changes, so the files themselves are read
 * separately.
 */
function hasFiles({ attachments }: NoteRow): boolean {
  return attachments.uploads.length > 0
}

function withAddress(ctx: Context, file: NoteFile): AttachedFile {
  const { file_name: name, content_type, display_name } = file
  return { ...file, url: addressOf(ctx, note_folder, { name, content_type, display_name }) }
}

async function presentNote(ctx: Context, row: NoteRow, shipment: ShipmentRow): Promise<ShipmentNote> {
  const [note] = await presentNotes(ctx, [row], shipment)
  if (!note) throw new Error('A note could not be read back.')
  return note
}

async function shipmentOf(ctx: Context, named: Parameters<typeof shipmentIdOf>[1]): Promise<ShipmentRow> {
  const [shipment] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, named)])
  if (!shipment) throw notFound('Could not find shipment')
  return shipment
}

export const readNotes: Handler<typeof shipmentsApi.notes> = async (ctx, input) => {
  const shipment = await shipmentOf(ctx, input)
  const { rows, total } = await listNotes(ctx, shipment.id, input.type, pageOf(input, 10_000))
  return { shipment_notes: await presentNotes(ctx, rows, shipment), count: total }
}

/**
 * Adds a note. Notes by account callers are always external, and only staff can request action. Files must be
 * uploaded before; the note owns them from then on (docs/domain/public-api.md#notes).
 */
export const addNote: ExternalHandler<typeof shipmentsApi.addNote> = async (ctx, input) => {
  if (input.message === '')
    throw invalid('A note needs a message.', [{ field: 'message', message: 'is required' }])
  const named = input.attachments?.uploads ?? []
  if (named.length > max_note_files)
    throw invalid(
      `A note has at most ${max_note_files} files. You sent ${named.length}. Write a second note for the rest.`,
      [{ field: 'attachments.uploads', message: `has more than ${max_note_files} files` }],
    )
  const shipmentId = await ctx.inTransaction(async (inner) => (await shipmentOf(inner, input)).id)
  const uploads = await arrivedUploads(ctx, note_folder, named)
  return ctx.answer((inner) => writeNote(inner, { ...input, shipment_id: shipmentId, uploads }))
}

type NewNote = Pick<
  Input<typeof shipmentsApi.addNote>,
  'message' | 'type' | 'note_type' | 'requires_action' | 'email_to' | 'due_day' | 'assignee'
> & { shipment_id: number; uploads: NamedUpload[] }

async function writeNote(ctx: Context, input: NewNote): Promise<ShipmentNote> {
  const { shipment_id, uploads, email_to = [] } = input
  const shipment = await shipmentOf(ctx, { shipment_id })
  const byStaff = isStaff(ctx.actor)
  const type = byStaff ? (input.type ?? 'internal') : 'external'
  const noteType = input.note_type ?? default_note_type
  ensure(
    mayWriteNote(
      ctx.actor,
      { type, note_type: noteType, email_to },
      {
        kinds: ctx.setting(note_types),
        has_lockers: allowedPointTypes(networksOf(ctx)).includes('locker'),
        readers: ctx.setting(email_note_recipients),
      },
    ),
  )
  const { due_day, assignee = ctx.actor.username } = input
  if (due_day !== undefined || input.assignee !== undefined)
    ensure(
      mayRemind(
        ctx.actor,
        { due_day, assignee },
        { today: dayOf(ctx.now), staff: new Set((await staffIds(ctx)).keys()) },
      ),
    )
  const row = await insertNote(ctx, {
    shipment_id,
    message: input.message,
    type,
    note_type: noteType,
    requires_action: byStaff && (input.requires_action ?? false),
    attachments: { uploads },
    reminder: due_day === undefined ? undefined : { due_day, assignee },
  })
  const linked = await linkToNote(ctx, note_folder, uploads, {
    id: row.id,
    shipment_id,
    is_internal: type === 'internal',
  })
  if (linked < uploads.length)
    throw invalid('A file of this note is already used somewhere else. Choose the files again.')
  await ctx.emit(noteAdded, { note_id: row.id, shipment_id, type, email_to })
  return presentNote(ctx, row, shipment)
}

/** Adds a system note to a shipment that requests action from staff. */
export async function addActionNote(ctx: Context, shipmentId: number, message: string): Promise<void> {
  const note = await insertNote(ctx, {
    note_type: default_note_type,
    shipment_id: shipmentId,
    message,
    type: 'internal',
    requires_action: true,
    attachments: { uploads: [] },
  })
  await ctx.emit(noteAdded, { note_id: note.id, shipment_id: shipmentId, type: 'internal', email_to: [] })
}

/**
 * Removes a note and its files. Files are removed first, so that an interruption leaves no file without a note.
 * Permission is checked again last, inside `ctx.answer`, so that a repeated call returns its first response.
 */
export const removeNote: ExternalHandler<typeof shipmentsApi.removeNote> = async (ctx, { id }) => {
  const files = await ctx.inTransaction(async (inner) =>
    (await mayRemove(inner, id)) === true ? ((await filesOfNotes(inner, [id])).get(id) ?? []) : [],
  )
  for (const { file_name } of files) await removeStoredFile(ctx, note_folder, file_name)
  return ctx.answer(async (inner) => {
    ensure(await mayRemove(inner, id))
    await deleteNote(inner, id)
    return {}
  })
}

async function mayRemove(ctx: Context, id: number): Promise<RuleResult> {
  const note = await findNote(ctx, id)
  const [shipment] = note ? await readShipmentRows(ctx, [note.shipment_id]) : []
  if (!note || !shipment || (note.type === 'internal' && !isStaff(ctx.actor)))
    return notFound('Could not find this note.')
  if (!isStaff(ctx.actor) && note.created_by !== ctx.actor.username)
    return forbidden('Only its author may remove this note.')
  return true
}

/** Marks the reminder or the required action of a note as done, or as open again. Staff only. */
export const finishNote: Handler<typeof shipmentsApi.finishNote> = async (ctx, { id, is_done = true }) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only the courier company can mark notes as done.')
  const note = await findNote(ctx, id)
  const [shipment] = note ? await readShipmentRows(ctx, [note.shipment_id]) : []
  if (!shipment) throw notFound('Could not find this note.')
  const row = await finishNoteRow(ctx, id, is_done)
  return presentNote(ctx, row, shipment)
}

/**
 * Reminds the assignees of notes whose day has come, each note once. The author is reminded instead of an assignee
 * who can no longer sign in. Scheduled job.
 */
export async function remindDueNotes(ctx: ExternalContext): Promise<void> {
  await ctx.inTransaction(async (inner) => {
    const due = await takeDueNotes(inner, dayOf(inner.now))
    if (due.length === 0) return
    const staff = await staffIds(inner)
    for (const { id, shipment_id, assignee, created_by } of due) {
      const userId = staff.get(assignee ?? '') ?? staff.get(created_by)
      if (userId !== undefined) await inner.emit(noteDue, { note_id: id, shipment_id, user_id: userId })
    }
  })
}
