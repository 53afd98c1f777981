import { shipment_file_folder as folder, type NamedUpload } from '@waybill/domain/files/model'
import { isDriver } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, notFound, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { shipmentFilesChanged } from '@waybill/domain/shipments/events'
import {
  mayChangeFile,
  mayHold,
  maySetVisibility,
  visibilitiesFor,
} from '@waybill/domain/shipments/files/file-rules'
import {
  max_added_files,
  type FileVisibility,
  type ListedShipmentFile,
  type ShipmentFileKind,
} from '@waybill/domain/shipments/files/shipment-file'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { arrivedUploads, linkToShipment, removeStoredFile, updateStoredFile } from '../../files/index.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import { unrestricted } from '../../kit/unrestricted.ts'
import { wasGivenTo } from '../driver-store.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'
import { lockShipment } from '../store.ts'
import {
  attachedFiles,
  deleteRemovedFiles,
  filesRemovedBefore,
  findShipmentFile,
  insertShipmentFiles,
  updateShipmentFile,
  type ShipmentFileRow,
} from './file-store.ts'
import { presentAttached } from './list-files.ts'

/** How long a removed file can be restored, in ms. */
const restorable_ms = day_ms

/**
 * Attaches uploaded files to a shipment, all of them or none. The uploader's role limits who else may read them. A
 * driver may also add files to a shipment that was assigned to another driver in the meantime, because a phone without
 * signal sends them late.
 */
export const addFiles: ExternalHandler<typeof shipmentsApi.addFiles> = async (ctx, input) => {
  const id = await ctx.inTransaction((inner) => shipmentIdOf(inner, input))
  const added = await readAdded(ctx, id, input)
  return ctx.answer(async (inner) => {
    const files = await attachFiles(inner, added)
    return { shipment_files: files, count: files.length }
  })
}

/** Uploaded files that may be attached to a shipment. */
export interface AddedFiles {
  shipment_id: number
  uploads: readonly NamedUpload[]
  kind: ShipmentFileKind
  visibility: FileVisibility
}

/** Returns the files to attach to a shipment, before the transaction. Throws when they have not arrived or are not allowed. */
export async function readAdded(
  ctx: ExternalContext,
  shipmentId: number,
  about: Pick<Input<typeof shipmentsApi.addFiles>, 'uploads' | 'kind' | 'visibility'>,
): Promise<AddedFiles> {
  const { uploads: named, kind } = about
  if (named.length === 0 || named.length > max_added_files)
    throw invalid(codedText('add_files_count', { max: max_added_files, sent: named.length }), [
      { field: 'uploads', message: `needs 1 to ${max_added_files} files` },
    ])
  const visibility = about.visibility ?? visibilitiesFor(ctx.actor)[0] ?? 'public'
  ensure(maySetVisibility(ctx.actor, visibility))
  await ctx.inTransaction((inner) => lockForFiles(inner, shipmentId))
  return { shipment_id: shipmentId, uploads: await arrivedUploads(ctx, folder, named), kind, visibility }
}

/** Attaches files to their shipment, all of them or none, and returns them. */
export async function attachFiles(
  ctx: Context,
  { shipment_id: id, uploads, kind, visibility }: AddedFiles,
): Promise<ListedShipmentFile[]> {
  await lockForFiles(ctx, id)
  ensure(mayHold(await attachedFiles(ctx, id), { count: uploads.length, visibility }))
  const names = uploads.map(({ file_name }) => file_name)
  const linked = await linkToShipment(ctx, folder, names, { id, is_internal: visibility === 'staff' })
  if (linked < uploads.length) throw invalid(codedText('file_used'))
  await insertShipmentFiles(ctx, id, uploads, { kind, visibility })
  await ctx.emit(shipmentFilesChanged, { shipment_id: id })
  return presentAttached(ctx, id, names)
}

/** Locks a shipment that the caller can access or, for a driver, that was once assigned to them. */
async function lockForFiles(ctx: Context, id: number): Promise<void> {
  try {
    await lockShipment(ctx, id)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not_found' || !isDriver(ctx.actor)) throw error
    if (!(await wasGivenTo(ctx, id, ctx.actor.username))) throw error
    await lockShipment(unrestricted(ctx), id)
  }
}

/**
 * Returns a file that the caller may change, with its shipment locked. Throws 404 when the caller may not read it, or
 * when it is removed and `isRemoved` is not set.
 */
async function lockFile(ctx: Context, id: number, isRemoved = false): Promise<ShipmentFileRow> {
  const missing = notFound('Could not find this file.')
  const found = await findShipmentFile(ctx, id)
  if (!found) throw missing
  await lockShipment(ctx, found.shipment_id)
  const file = await findShipmentFile(ctx, id)
  if (!file || (file.time_removed !== null) !== isRemoved) throw missing
  ensure(mayChangeFile(ctx.actor, file))
  return file
}

async function presentOne(
  ctx: Context,
  { shipment_id, file_name }: ShipmentFileRow,
): Promise<ListedShipmentFile> {
  const [file] = await presentAttached(ctx, shipment_id, [file_name])
  if (!file) throw new Error('A file of a shipment could not be read back.')
  return file
}

/** Changes the kind of a file, or who may read it. Links that were handed out before work until they expire. */
export const changeFile: Handler<typeof shipmentsApi.changeFile> = async (ctx, input) => {
  const file = await lockFile(ctx, input.id)
  const { kind = file.kind, visibility = file.visibility } = input
  if (visibility !== file.visibility) {
    ensure(maySetVisibility(ctx.actor, visibility))
    const others = (await attachedFiles(ctx, file.shipment_id)).filter(({ id }) => id !== file.id)
    ensure(mayHold(others, { count: 1, visibility }))
    await updateStoredFile(ctx, folder, file.file_name, { is_internal: visibility === 'staff' })
  }
  await updateShipmentFile(ctx, file.id, { kind, visibility })
  await ctx.emit(shipmentFilesChanged, { shipment_id: file.shipment_id })
  return presentOne(ctx, file)
}

/** Removes a file: nobody can read it any more. It can be restored for a day. */
export const removeFile: Handler<typeof shipmentsApi.removeFile> = async (ctx, { id }) => {
  const file = await lockFile(ctx, id)
  await updateStoredFile(ctx, folder, file.file_name, { state: 'removed' })
  await updateShipmentFile(ctx, id, { removed_by: ctx.actor.username, time_removed: ctx.now })
  await ctx.emit(shipmentFilesChanged, { shipment_id: file.shipment_id })
  return {}
}

export const restoreFile: Handler<typeof shipmentsApi.restoreFile> = async (ctx, { id }) => {
  const file = await lockFile(ctx, id, true)
  if (file.time_removed && ctx.now.getTime() - file.time_removed.getTime() > restorable_ms)
    throw notFound('This file was removed more than a day ago. Add it again.')
  const { visibility } = file
  ensure(mayHold(await attachedFiles(ctx, file.shipment_id), { count: 1, visibility }))
  await updateStoredFile(ctx, folder, file.file_name, { state: 'checked' })
  await updateShipmentFile(ctx, id, { removed_by: '', time_removed: null })
  await ctx.emit(shipmentFilesChanged, { shipment_id: file.shipment_id })
  return presentOne(ctx, file)
}

const batch = 200

/** Deletes files that were removed more than a day ago: first the bytes, then the row. */
export async function purgeRemovedFiles(ctx: ExternalContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - restorable_ms)
  const removed = await ctx.inTransaction((inner) => filesRemovedBefore(inner, before, batch))
  for (const { file_name } of removed) await removeStoredFile(ctx, folder, file_name)
  await ctx.inTransaction((inner) =>
    deleteRemovedFiles(
      inner,
      removed.map(({ id }) => id),
    ),
  )
}
