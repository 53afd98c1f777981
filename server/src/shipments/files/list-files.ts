import { shipment_file_folder } from '@waybill/domain/files/model'
import { hasPermission, role_ids, systemActor } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { seesFile } from '@waybill/domain/shipments/files/file-rules'
import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { addressOf, storedFilesOf, type StoredShipmentFile } from '../../files/index.ts'
import type { BaseContext, Context, Handler } from '../../kit/handler.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'
import { readNotesOf } from '../notes-and-tags/note-store.ts'
import { presentEvents } from '../statuses/present-event.ts'
import { readEvents, readShipmentRows, type ShipmentRow } from '../store.ts'
import { attachedFiles, type ShipmentFileRow } from './file-store.ts'

export const readFiles: Handler<typeof shipmentsApi.files> = async (ctx, input) => {
  const [row] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!row) throw notFound('Could not find shipment')
  const files = await filesOf(ctx, row)
  return { shipment_files: files, count: files.length }
}

/** What a listed file takes from the record that it belongs to. */
type Record = Pick<ListedShipmentFile, 'id' | 'origin' | 'kind' | 'visibility'> & { display_name?: string }

/**
 * Returns every file of a shipment that the caller may read, newest first: those attached to it, those of notes that
 * the caller may list, and those of events that the caller sees (docs/domain/shipments.md#files).
 */
async function filesOf(ctx: Context, row: ShipmentRow): Promise<ListedShipmentFile[]> {
  const stored = await storedFilesOf(ctx, row.id)
  const attached = new Map((await attachedFiles(ctx, row.id)).map((file) => [file.file_name, file]))
  const notes = stored.some(({ note_id }) => note_id !== null) ? await notesSeen(ctx, row.id) : new Map()
  const events = stored.some(({ tracking_event_id }) => tracking_event_id !== null)
    ? await eventsSeen(ctx, row)
    : new Map()
  const recordOf = (file: StoredShipmentFile): Record | undefined => {
    if (file.folder === shipment_file_folder) return fromRow(attached.get(file.name))
    const known = file.note_id === null ? events.get(file.tracking_event_id) : notes.get(file.note_id)
    return known && { id: null, kind: file.content_type.startsWith('image/') ? 'photo' : 'other', ...known }
  }
  return stored.flatMap((file) => {
    const record = recordOf(file)
    return record && seesFile(ctx.actor, record) ? [presentFile(ctx, row.id, file, record)] : []
  })
}

function fromRow(row: ShipmentFileRow | undefined): Record | undefined {
  return row && { ...row, origin: 'upload' }
}

type Known = Pick<Record, 'origin' | 'visibility'>

async function notesSeen(ctx: Context, shipmentId: number): Promise<ReadonlyMap<number | null, Known>> {
  if (!hasPermission(ctx.actor, 'API_/shipments/notes:GET')) return new Map()
  const notes = await readNotesOf(ctx, shipmentId)
  return new Map(
    notes.map(({ id, type }) => [
      id,
      { origin: 'note', visibility: type === 'internal' ? 'staff' : 'account' } as const,
    ]),
  )
}

async function eventsSeen(ctx: Context, row: ShipmentRow): Promise<ReadonlyMap<number | null, Known>> {
  if (!sees(ctx.actor, 'event_files')) return new Map()
  const events = await readEvents(ctx, [row.id])
  const shared = new Set(presentEvents(asCustomer(ctx, row), row, events).map(({ id }) => id))
  return new Map(
    presentEvents(ctx, row, events).map(({ id, status }) => [
      id,
      {
        origin: status === 'delivered' ? 'proof-of-delivery' : 'tracking-event',
        visibility: shared.has(id) ? 'account' : 'staff',
      } as const,
    ]),
  )
}

/** Returns the same context with a user of the account as its actor, to tell staff what the account sees. */
function asCustomer(ctx: Context, { account_id }: ShipmentRow): BaseContext {
  const user = {
    ...systemActor(ctx.provider_id),
    permissions: [],
    role_id: role_ids.account_user,
    account_id,
  }
  return { ...ctx, actor: { ...user, kind: 'user' } }
}

/** Presents one file with its signed URL. */
function presentFile(
  reader: BaseContext,
  shipmentId: number,
  file: StoredShipmentFile,
  record: Record,
): ListedShipmentFile {
  const { name, content_type, size, created_by, time_created } = file
  const { id, origin, kind, visibility, display_name = file.display_name } = record
  return {
    id,
    shipment_id: shipmentId,
    origin,
    kind,
    visibility,
    file_name: name,
    display_name,
    content_type,
    file_size: size,
    url: addressOf(reader, file.folder, { name, content_type, display_name }),
    created_by,
    time_created,
  }
}

/** Returns files attached to a shipment, by name and in the order of the names. */
export async function presentAttached(
  ctx: Context,
  shipmentId: number,
  names: readonly string[],
): Promise<ListedShipmentFile[]> {
  const stored = new Map((await storedFilesOf(ctx, shipmentId)).map((file) => [file.name, file]))
  const rows = new Map((await attachedFiles(ctx, shipmentId)).map((row) => [row.file_name, row]))
  return names.flatMap((name) => {
    const file = stored.get(name)
    const record = fromRow(rows.get(name))
    return file && record ? [presentFile(ctx, shipmentId, file, record)] : []
  })
}

/** Returns the files of a shipment that everyone with a reference may read, in the order in which they were added. */
export async function readPublicFiles(ctx: Context, shipmentId: number): Promise<ListedShipmentFile[]> {
  const rows = await attachedFiles(ctx, shipmentId)
  const shown = rows.filter(({ visibility }) => visibility === 'public')
  if (shown.length === 0) return []
  return presentAttached(
    ctx,
    shipmentId,
    shown.toSorted((one, other) => one.id - other.id).map(({ file_name }) => file_name),
  )
}
