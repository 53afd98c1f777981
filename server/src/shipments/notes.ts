import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/paging'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { noteAdded } from '@waybill/domain/shipments/events'
import type { ShipmentNote } from '@waybill/domain/shipments/model'
import { email_note_recipients, note_types } from '@waybill/domain/shipments/settings'
import { allowedPointTypes } from '@waybill/domain/pickup-points/address-types'
import { demand } from '@waybill/domain/kit/verdict'
import { mayWriteNote, usual_note_type } from '@waybill/domain/shipments/note-rules'
import { networksOf } from '../pickup-points/index.ts'
import type { Ctx, Verb } from '../kit/verb.ts'
import { deleteNote, findNote, insertNote, listNotes, type NoteRow } from './note-store.ts'
import { readShipmentRows, type ShipmentRow } from './store.ts'
import { shipmentIdOf } from './which-shipment.ts'

export function seenNote(
  row: NoteRow,
  shipment: Pick<ShipmentRow, 'short_tracking_reference' | 'custom_tracking_reference'>,
): ShipmentNote {
  return {
    ...row,
    type: row.type as ShipmentNote['type'],
    attachments: row.attachments as unknown as ShipmentNote['attachments'],
    shipment_short_tracking_reference: shipment.short_tracking_reference,
    shipment_custom_tracking_reference: shipment.custom_tracking_reference,
  }
}

async function shipmentOf(ctx: Ctx, named: Parameters<typeof shipmentIdOf>[1]): Promise<ShipmentRow> {
  const [shipment] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, named)])
  if (!shipment) throw notFound('Could not find shipment')
  return shipment
}

export const readNotes: Verb<typeof shipmentsApi.notes> = async (ctx, input) => {
  const shipment = await shipmentOf(ctx, input)
  const { rows, total } = await listNotes(ctx, shipment.id, input.type, pageOf(input, 10_000))
  return { shipment_notes: rows.map((row) => seenNote(row, shipment)), count: total }
}

/** Notes by account callers are external; only staff may ask for action (partner API 5.3). */
export const addNote: Verb<typeof shipmentsApi.addNote> = async (ctx, input) => {
  if (input.message === '')
    throw invalid('A note needs a message.', [{ field: 'message', message: 'is required' }])
  const shipment = await shipmentOf(ctx, input)
  const by_staff = isStaff(ctx.actor)
  const uploads = (input.attachments?.uploads ?? []).map((file) => ({
    file_name: file.file_name,
    display_name: file.display_name ?? file.file_name,
  }))
  const type = by_staff ? (input.type ?? 'internal') : 'external'
  const note_type = input.note_type ?? usual_note_type
  const email_to = input.email_to ?? []
  demand(
    mayWriteNote(
      ctx.actor,
      { type, note_type, email_to },
      {
        kinds: ctx.setting(note_types),
        has_lockers: allowedPointTypes(networksOf(ctx)).includes('locker'),
        readers: ctx.setting(email_note_recipients),
      },
    ),
  )
  const row = await insertNote(ctx, {
    shipment_id: shipment.id,
    message: input.message,
    type,
    note_type,
    requires_action: by_staff && (input.requires_action ?? false),
    attachments: { uploads },
  })
  await ctx.emit(noteAdded, {
    note_id: row.id,
    shipment_id: shipment.id,
    type: row.type as ShipmentNote['type'],
    email_to,
  })
  return seenNote(row, shipment)
}

export const removeNote: Verb<typeof shipmentsApi.removeNote> = async (ctx, { id }) => {
  const note = await findNote(ctx, id)
  const [shipment] = note ? await readShipmentRows(ctx, [note.shipment_id]) : []
  if (!note || !shipment || (note.type === 'internal' && !isStaff(ctx.actor)))
    throw notFound('Could not find this note.')
  if (!isStaff(ctx.actor) && note.created_by !== ctx.actor.username)
    throw forbidden('Only its author may remove this note.')
  await deleteNote(ctx, id)
  return {}
}
