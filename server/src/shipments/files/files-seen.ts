import { shipment_file_folder } from '@waybill/domain/files/model'
import { hasPermission, role_ids, systemActor } from '@waybill/domain/kit/actor'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { seesFile } from '@waybill/domain/shipments/files/file-rules'
import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { storedFilesOf, type StoredShipmentFile } from '../../files/index.ts'
import type { BaseContext, Context } from '../../kit/handler.ts'
import { readNotesOf } from '../notes-and-tags/note-store.ts'
import { presentEvents, type EventFiles } from '../statuses/present-event.ts'
import { readEvents, readShipmentRows, type ShipmentRow } from '../store.ts'
import { attachedFiles, type ShipmentFileRow } from './file-store.ts'

/** What a listed file takes from the record that it belongs to. */
export type FileRecord = Pick<ListedShipmentFile, 'id' | 'origin' | 'kind' | 'visibility'> & {
  display_name?: string
}

/** A stored file that the caller may read, with the record that it belongs to. */
export interface SeenFile {
  file: StoredShipmentFile
  record: FileRecord
}

/**
 * Returns every file of a shipment that the caller may read, newest first: those attached to it, those of notes that
 * the caller may list, and those of events that the caller sees (docs/domain/shipments.md#files). Every list and every
 * download of files asks this function. `row` is a shipment that the caller can access.
 */
export async function readSeenFiles(ctx: Context, row: ShipmentRow): Promise<SeenFile[]> {
  const stored = await storedFilesOf(ctx, row.id)
  const belongs = (folder: string) => stored.some((file) => file.folder === folder)
  const attached = new Map(
    (belongs(shipment_file_folder) ? await attachedFiles(ctx, row.id) : []).map((file) => [
      file.file_name,
      file,
    ]),
  )
  const notes = stored.some(({ note_id }) => note_id !== null) ? await notesSeen(ctx, row.id) : new Map()
  const events = stored.some(({ tracking_event_id }) => tracking_event_id !== null)
    ? await eventsSeen(ctx, row)
    : new Map()
  const recordOf = (file: StoredShipmentFile): FileRecord | undefined => {
    if (file.folder === shipment_file_folder) return recordOfAttached(attached.get(file.name))
    const known = file.note_id === null ? events.get(file.tracking_event_id) : notes.get(file.note_id)
    return known && { id: null, kind: file.content_type.startsWith('image/') ? 'photo' : 'other', ...known }
  }
  return stored.flatMap((file) => {
    const record = recordOf(file)
    return record && seesFile(ctx.actor, record) ? [{ file, record }] : []
  })
}

/** Returns the record of a file that is attached to the shipment itself. */
export function recordOfAttached(row: ShipmentFileRow | undefined): FileRecord | undefined {
  return row && { ...row, origin: 'upload' }
}

type Known = Pick<FileRecord, 'origin' | 'visibility'>

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

/** Returns the files of tracking events that the caller may read, oldest first: all of them, and by event. */
export async function readEventFiles(ctx: Context, row: ShipmentRow): Promise<EventFiles> {
  const linked = (await readSeenFiles(ctx, row)).toReversed().flatMap(({ file }) => {
    const { id, name, display_name, content_type, tracking_event_id: event } = file
    const type = content_type === 'application/pdf' ? 'pdf' : 'image'
    return event === null ? [] : [{ event, file: { id, file_name: name, display_name, type } }]
  })
  const byEvent = Map.groupBy(linked, ({ event }) => event)
  return {
    all: linked.map(({ file }) => file),
    by_event: new Map([...byEvent].map(([event, files]) => [event, files.map(({ file }) => file)])),
  }
}

/** Returns the names of the files in a folder, of these shipments, that the caller may read. */
export async function readSeenNames(
  ctx: Context,
  shipmentIds: readonly number[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const row of await readShipmentRows(ctx, shipmentIds))
    for (const { file } of await readSeenFiles(ctx, row)) if (file.folder === folder) names.add(file.name)
  return names
}
