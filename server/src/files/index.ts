import { z } from 'zod'
import { filesApi, max_addresses } from '@waybill/domain/files/api'
import { mayUpload } from '@waybill/domain/files/kinds'
import { file_folders, shipment_file_folder, type FileFolder } from '@waybill/domain/files/model'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { piece_bytes } from '@waybill/domain/files/pieces'
import { count, maybe } from '@waybill/domain/kit/calls/wire'
import {
  serveExternal,
  serveRaw,
  type ExternalContext,
  type ExternalHandler,
  type RawAnswer,
  type RawHandler,
  type Route,
  type BaseContext,
  type Context,
} from '../kit/handler.ts'
import { fetchAsset, serveAsset } from './assets.ts'
import { kindOf } from './check-file.ts'
import { fileStorePort } from './file-store.ts'
import {
  dispositionOf,
  incomingKeyOf,
  keyOf,
  newName,
  settled,
  takeBytes,
  takeCopy,
  takeIncoming,
} from './stored-files.ts'
import { nextOffset, removePieces, takePiece } from './pieces.ts'
import { expiryIn, isClicked, isGranted, signedUrl, type Grant } from './links.ts'
import { providersWithGenerated } from './generated-store.ts'
import { purgeGenerated } from './purge-generated.ts'
import {
  abandonedFiles,
  awaitedFiles,
  findFile,
  findFiles,
  deleteFileRows,
  deleteRejected,
  insertFile,
  providersThatAwait,
  type FoundFile,
} from './store.ts'
import { day_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { codedText } from '@waybill/domain/kit/answers/coded-text'

export { copyPicture, companyPicture } from './assets.ts'
export { samplePixels } from './pictures.ts'
export { configuredFileStore } from './configured-store.ts'
export { fileStorePort, type FileStore } from './file-store.ts'
export { arrivedUploads, keyOf, storeFile, readStoredFile, removeStoredFile } from './stored-files.ts'
export { fileLink } from './links.ts'
export {
  filesOfNotes,
  linkFiles,
  linkFilesLast,
  linkToNote,
  linkToShipment,
  readDigests,
  readStoredFiles,
  storedFilesOf,
  updateStoredFile,
  uploadsOfCaller,
  type FileDigests,
  type NoteFile,
  type StoredEvidenceFile,
  type StoredShipmentFile,
} from './store.ts'

const upload_ms = 15 * minute_ms
/** Validity in seconds of a direct URL of the store. Short, because the browser follows the redirect immediately. */
const upload_url_s = 300

const signed = z.object({
  key: z.string(),
  name: z.string(),
  type: z.string(),
  expires: count,
  signature: z.string(),
})

const fetchFile = endpoint('GET /files', {
  input: signed,
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'A stored file, by signed address.',
})
const storeFile = endpoint('PUT /files', {
  input: signed.extend({
    bytes: z.instanceof(Uint8Array),
    /** Of a piece: where it starts, and the size of the whole file, in bytes. */
    offset: maybe(count),
    size: maybe(count),
  }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  body: 'upload',
  workload: 'field',
  published: false,
  summary: 'Uploads a file to a signed address.',
})

function checkFolder(folder: string): FileFolder {
  const known = file_folders.find((one) => one === folder)
  if (!known)
    throw invalid('invalid folder', [
      { field: 'folder', message: `must be one of ${file_folders.join(', ')}` },
    ])
  return known
}

/**
 * Returns a signed URL to which one file is sent: a URL of the store when browsers can reach it directly, otherwise
 * of this server. The file gets a random name with the extension of the original name. Its state is `awaited` until
 * its content is checked.
 */
const uploadAddress: ExternalHandler<typeof filesApi.upload> = async (
  ctx,
  { file_name, folder, upload_name, sha256 },
) => {
  ensure(mayUpload(ctx.actor, checkFolder(folder), file_name))
  if (upload_name !== undefined) return continueUpload(ctx, folder, upload_name, sha256)
  const { type } = kindOf(file_name)
  const name = newName(file_name)
  await ctx.inTransaction((inner) =>
    insertFile(inner, { folder, name, display_name: file_name, content_type: type }),
  )
  if (sha256 !== undefined) return continueUpload(ctx, folder, name, sha256)
  return addressForUpload(ctx, { folder, name, display_name: file_name, content_type: type })
}

async function addressForUpload(
  ctx: ExternalContext,
  {
    folder,
    name,
    display_name,
    content_type,
  }: Pick<FoundFile, 'folder' | 'name' | 'display_name' | 'content_type'>,
  arrived = 0,
): Promise<z.output<(typeof filesApi.upload)['output']>> {
  const { direct } = ctx.adapter(fileStorePort)
  const url = direct
    ? await direct.toUpload(incomingKeyOf(ctx.provider_id, folder, name), upload_ms / 1000)
    : signedUrl(ctx, {
        key: keyOf(ctx.provider_id, folder, name),
        name: display_name,
        type: content_type,
        verb: 'put',
        expires: expiryIn(ctx, upload_ms),
      })
  const pieces = direct ? null : { bytes: piece_bytes, next_offset: arrived }
  return { url, file_name: name, pieces, is_stored: false }
}

/**
 * Returns a new URL for an upload of the caller that was interrupted, and where it continues. Nothing need be sent when
 * the caller has uploaded a file with the same SHA-256 before.
 */
async function continueUpload(
  ctx: ExternalContext,
  folder: string,
  name: string,
  sha256: string | undefined,
): Promise<z.output<(typeof filesApi.upload)['output']>> {
  const file = await settled(ctx, folder, name)
  if (!file || file.created_by !== ctx.actor.username) throw notFound(codedText('upload_unknown'))
  if (file.state === 'refused') throw invalid(file.refusal)
  if (file.state !== 'awaited' || (sha256 !== undefined && (await takeCopy(ctx, file, sha256))))
    return { url: '', file_name: name, pieces: null, is_stored: true }
  return addressForUpload(ctx, file, ctx.adapter(fileStorePort).direct ? 0 : await nextOffset(ctx, file))
}

const confirmUpload: ExternalHandler<typeof filesApi.confirm> = async (ctx, { file_name, folder }) => {
  checkFolder(folder)
  const file = await settled(ctx, folder, file_name)
  if (!file || file.created_by !== ctx.actor.username || file.state === 'removed')
    throw notFound(`No upload address exists for ${file_name}. Request one and send the file there.`)
  if (file.state === 'refused') throw invalid(file.refusal)
  if (file.state === 'awaited')
    throw wrongState(`${file.display_name} is not uploaded yet. Send it to its address first.`)
  return {
    file_name: file.name,
    display_name: file.display_name,
    content_type: file.content_type,
    file_size: file.size,
    width: file.width,
    height: file.height,
    url:
      folder === 'provider-assets' ? `/assets/${ctx.provider_id}/${file.name}` : addressOf(ctx, folder, file),
  }
}

/** Returns which files of a folder the caller may read of some shipments. Provided by the shipments module. */
type ReadSeenNames = (
  ctx: Context,
  shipmentIds: readonly number[],
  folder: string,
) => Promise<ReadonlySet<string>>

const downloadAddresses =
  (readSeenNames: ReadSeenNames): ExternalHandler<typeof filesApi.download> =>
  async (ctx, { file_name, folder }) => {
    checkFolder(folder)
    if (file_name.length > max_addresses)
      throw invalid(
        `You can request at most ${max_addresses} files at once. You requested ${file_name.length}.`,
        [{ field: 'file_name', message: `has more than ${max_addresses} names` }],
      )
    const reached = await ctx.inTransaction(async (inner) => {
      const found = await findFiles(inner, folder, file_name)
      const ids = new Set(found.flatMap(({ shipment_id }) => shipment_id ?? []))
      const seen = await readSeenNames(inner, [...ids], folder)
      return found.filter(({ shipment_id, name }) => shipment_id === null || seen.has(name))
    })
    const url: Record<string, string> = {}
    for (const row of reached) {
      const file = row.state === 'awaited' ? await settled(ctx, folder, row.name) : row
      if (file?.state === 'checked') url[file.name] = addressOf(ctx, folder, file)
    }
    return { url }
  }

/**
 * Returns the signed URL of a stored file. Valid for seven days for other systems, as published, and for one day for
 * pages, which request it again when they are opened.
 */
export function addressOf(
  reader: BaseContext,
  folder: string,
  file: { name: string; content_type: string; display_name: string },
): string {
  return signedUrl(reader, {
    key: keyOf(reader.provider_id, folder, file.name),
    name: file.display_name,
    type: file.content_type,
    verb: 'get',
    expires: expiryIn(reader, isClicked(reader) ? day_ms : 7 * day_ms),
  })
}

/** Returns the folder and name of a key of this provider; `null` when the key belongs to another provider. */
function requireOwnFolder(reader: BaseContext, key: string): { folder: string; name: string } | null {
  const [providerId, folder = '', name = ''] = key.split('/')
  return providerId === String(reader.provider_id) ? { folder, name } : null
}

/**
 * Stores the bytes of a granted upload. A file that was stored earlier is left unchanged, so a repeated upload is
 * harmless.
 */
const takeFile: RawHandler<typeof storeFile> = async (
  ctx,
  { signature, bytes, offset, size, ...requested },
) => {
  const own = requireOwnFolder(ctx, requested.key)
  const file =
    own && isGranted(ctx, { ...requested, verb: 'put' }, signature)
      ? await ctx.inTransaction((inner) => findFile(inner, own.folder, own.name))
      : null
  if (!file) throw notFound('This upload address is no longer valid. Ask for a new one.')
  let next: number | null = null
  if (file.state === 'awaited')
    if (offset === undefined || size === undefined) await takeBytes(ctx, file, Buffer.from(bytes))
    else next = await takePiece(ctx, file, { offset, size }, Buffer.from(bytes))
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(
      next === null ? { message: 'Stored' } : { message: 'Piece stored', next_offset: next },
    ),
  }
}

const giveFile: RawHandler<typeof fetchFile> = async (ctx, { signature, ...requested }) => {
  const grant: Grant = { ...requested, verb: 'get' }
  const own = requireOwnFolder(ctx, grant.key)
  const answer = own && isGranted(ctx, grant, signature) ? await fileAnswer(ctx, grant, own) : null
  if (!answer) throw notFound('This link has expired or is not complete. Ask for the document again.')
  return answer
}

/** Whether files in a folder were uploaded, as opposed to generated by the application. */
function isUploaded(folder: string): boolean {
  return folder !== 'exports' && file_folders.some((one) => one === folder)
}

/** Returns the file, or a redirect when browsers can reach the store directly; `null` when the file does not exist. */
async function fileAnswer(
  ctx: ExternalContext,
  { key, name: displayName, type }: Grant,
  own: { folder: string; name: string },
): Promise<RawAnswer | null> {
  const files = ctx.adapter(fileStorePort)
  const disposition = dispositionOf(type, displayName, isUploaded(own.folder))
  if (own.folder === shipment_file_folder) {
    const file = await ctx.inTransaction((inner) => findFile(inner, own.folder, own.name))
    if (file?.state === 'removed') return null
  }
  if (files.direct) {
    const isThere = (await files.sizeOf(key)) !== null
    if (!isThere && (await settled(ctx, own.folder, own.name))?.state !== 'checked') return null
    const location = await files.direct.toDownload(key, {
      content_type: type,
      disposition,
      seconds: upload_url_s,
    })
    return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' }
  }
  const body = await files.get(key)
  return (
    body && {
      status: 200,
      headers: {
        'content-type': type,
        'content-disposition': disposition,
        'content-security-policy': "default-src 'none'; sandbox; style-src 'unsafe-inline'",
        'cache-control': 'private, no-store',
      },
      body,
    }
  )
}

/**
 * Checks files that arrived for uploads whose URL has expired. Uploads that never arrived or were rejected are
 * deleted after a day, unless they belong to a shipment already, because its photos may still be on a phone.
 */
async function deleteStaleUploads(ctx: ExternalContext): Promise<void> {
  const until = new Date(ctx.now.getTime() - upload_ms)
  const files = await ctx.inTransaction((inner) => awaitedFiles(inner, until, 500))
  for (const file of files) await takeIncoming(ctx, file)
  const yesterday = new Date(ctx.now.getTime() - day_ms)
  const neverArrived = await ctx.inTransaction(async (inner) => {
    await deleteRejected(inner, yesterday)
    return abandonedFiles(inner, yesterday, 500)
  })
  if (!ctx.adapter(fileStorePort).direct) for (const file of neverArrived) await removePieces(ctx, file)
  await ctx.inTransaction((inner) =>
    deleteFileRows(
      inner,
      neverArrived.map((file) => file.id),
    ),
  )
}

export const fileSchedules = [
  { name: 'uploads', every_ms: 10 * minute_ms, providers: providersThatAwait, run: deleteStaleUploads },
  {
    name: 'generated-files',
    every_ms: 10 * minute_ms,
    providers: providersWithGenerated,
    run: purgeGenerated,
  },
]

/** The routes of files. `readSeenNames` determines which files of shipments the caller can read. */
export const fileRoutes = (readSeenNames: ReadSeenNames): readonly Route[] => [
  serveExternal(filesApi.download, downloadAddresses(readSeenNames)),
  serveExternal(filesApi.upload, uploadAddress),
  serveExternal(filesApi.confirm, confirmUpload),
  serveRaw(fetchFile, giveFile),
  serveRaw(storeFile, takeFile),
  serveRaw(fetchAsset, serveAsset),
]
