import { notFound } from '@waybill/domain/kit/problem'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { seesFile } from '@waybill/domain/shipments/files/file-rules'
import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { addressOf, storedFilesOf, type StoredShipmentFile } from '../../files/index.ts'
import type { BaseContext, Context, Handler } from '../../kit/handler.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'
import { readShipmentRows } from '../store.ts'
import { attachedFiles } from './file-store.ts'
import { readSeenFiles, recordOfAttached, type FileRecord } from './files-seen.ts'

export const readFiles: Handler<typeof shipmentsApi.files> = async (ctx, input) => {
  const [row] = await readShipmentRows(ctx, [await shipmentIdOf(ctx, input)])
  if (!row) throw notFound(codedText('no_shipment'))
  const seen = await readSeenFiles(ctx, row)
  const files = seen
    .filter(({ file }) => file.state === 'checked')
    .map(({ file, record }) => presentFile(ctx, row.id, file, record))
  return { shipment_files: files, count: files.length }
}

/** Presents one file with its signed URL. */
function presentFile(
  reader: BaseContext,
  shipmentId: number,
  file: StoredShipmentFile,
  record: FileRecord,
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
    const record = recordOfAttached(rows.get(name))
    return file && record ? [presentFile(ctx, shipmentId, file, record)] : []
  })
}

/**
 * Returns the files attached to a shipment that the caller of a public page may read, in the order in which they were
 * added.
 */
export async function readPublicFiles(ctx: Context, shipmentId: number): Promise<ListedShipmentFile[]> {
  const rows = await attachedFiles(ctx, shipmentId)
  const shown = rows.filter((file) => seesFile(ctx.actor, file))
  if (shown.length === 0) return []
  return presentAttached(
    ctx,
    shipmentId,
    shown.toSorted((one, other) => one.id - other.id).map(({ file_name }) => file_name),
  )
}
