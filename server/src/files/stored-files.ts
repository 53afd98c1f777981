import { fileArrived } from '@waybill/domain/files/events'
import type { NamedUpload } from '@waybill/domain/files/model'
import { createHash, randomUUID } from 'node:crypto'
import { maxBytes, displayName, tooLarge } from '@waybill/domain/files/kinds'
import { stripNonAscii } from '@waybill/domain/kit/texts/format'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { ExternalContext } from '../kit/handler.ts'
import { checkFile, kindOf, type CheckedFile } from './check-file.ts'
import { fileStorePort } from './file-store.ts'
import {
  deleteFile,
  findFile,
  findSameUpload,
  insertFile,
  settleFile,
  type FileFacts,
  type FoundFile,
} from './store.ts'

/** Returns the key of a checked file. */
export function keyOf(providerId: number, folder: string, name: string): string {
  return `${providerId}/${folder}/${name}`
}

/** Returns the key to which a browser uploads a file before it is checked. Never used for downloads. */
export function incomingKeyOf(providerId: number, folder: string, name: string): string {
  return `incoming/${keyOf(providerId, folder, name)}`
}

/** Returns a random name that cannot be guessed, with the extension of `givenName`. */
export function newName(givenName: string, prefix = ''): string {
  return `${prefix ? `${prefix}-` : ''}${randomUUID()}.${kindOf(givenName).extension}`
}

/** Checks and stores a file that was part of a request. Returns the name to refer to it by. */
export async function storeFile(
  ctx: ExternalContext,
  file: { folder: string; prefix: string; display_name: string; bytes: Buffer },
): Promise<string> {
  const { folder, display_name } = file
  const name = newName(display_name, file.prefix)
  const checked = await checkFile(folder, display_name, file.bytes)
  const facts = await store(ctx, folder, name, checked, file.bytes)
  await ctx.inTransaction((inner) =>
    insertFile(inner, { folder, name, display_name, content_type: checked.content_type, ...facts }),
  )
  return name
}

/**
 * Checks the uploads that the caller names. Each must be the caller's own, arrived, valid and named only once. Throws
 * an error otherwise.
 */
export async function arrivedUploads(
  ctx: ExternalContext,
  folder: string,
  named: readonly { file_name: string; display_name?: string | undefined }[],
): Promise<NamedUpload[]> {
  const arrived: NamedUpload[] = []
  for (const { file_name, display_name } of named) {
    const file = await settled(ctx, folder, file_name)
    const name = display_name?.trim() || file?.display_name || file_name
    if (!file || file.created_by !== ctx.actor.username || file.state === 'awaited')
      throw invalid(codedText('not_uploaded', { file: name }))
    if (file.state === 'refused') throw invalid(file.refusal)
    if (arrived.some((one) => one.file_name === file_name))
      throw invalid(codedText('added_twice', { file: name }))
    arrived.push({ file_name, display_name: displayName(name, file_name) })
  }
  return arrived
}

/** Checks and stores the bytes of an awaited file, and records the result. */
export async function takeBytes(ctx: ExternalContext, file: FoundFile, bytes: Buffer): Promise<void> {
  const { folder, name } = file
  await settle(
    ctx,
    file,
    await store(ctx, folder, name, await checkFile(folder, file.display_name, bytes), bytes),
  )
}

/**
 * Stores an awaited file of the caller as a copy of one that the caller has uploaded to its folder with the same SHA-256.
 * Returns false when there is none.
 */
export async function takeCopy(ctx: ExternalContext, file: FoundFile, sha256: string): Promise<boolean> {
  const earlier = await ctx.inTransaction((inner) => findSameUpload(inner, file, sha256))
  if (!earlier) return false
  const { name, ...facts } = earlier
  const files = ctx.adapter(fileStorePort)
  const bytes = await files.get(keyOf(ctx.provider_id, file.folder, name))
  if (!bytes) return false
  await files.put(keyOf(ctx.provider_id, file.folder, file.name), bytes, file.content_type)
  await settle(ctx, file, facts)
  return true
}

/** Records the facts of a stored file that was awaited. */
async function settle(ctx: ExternalContext, file: FoundFile, facts: FileFacts): Promise<void> {
  const { folder, name, created_by } = file
  const { digest, received_digest } = facts
  await ctx.inTransaction(async (inner) => {
    await settleFile(inner, file.id, facts)
    await inner.emit(fileArrived, { folder, name, created_by, digest, received_digest })
  })
}

/**
 * Returns the file with this name, after checking an upload that is still awaited. A valid upload is stored, an
 * invalid one is rejected permanently. Returns `null` when no upload URL was issued for the name.
 */
export async function settled(ctx: ExternalContext, folder: string, name: string): Promise<FoundFile | null> {
  const file = await ctx.inTransaction((inner) => findFile(inner, folder, name))
  if (!file) return null
  return file.state === 'awaited' && (await takeIncoming(ctx, file))
    ? ((await ctx.inTransaction((inner) => findFile(inner, folder, name))) ?? null)
    : file
}

/** Checks the bytes that arrived for an awaited file. Returns false when none have arrived. */
export async function takeIncoming(ctx: ExternalContext, file: FoundFile): Promise<boolean> {
  const files = ctx.adapter(fileStorePort)
  if (!files.direct) return false
  const key = incomingKeyOf(ctx.provider_id, file.folder, file.name)
  const size = await files.sizeOf(key)
  if (size === null) return false
  try {
    const max = maxBytes(file.folder, kindOf(file.display_name).extension)
    if (size > max) throw new Problem('invalid', tooLarge(file.display_name, max))
    const bytes = await files.get(key)
    if (bytes) await takeBytes(ctx, file, bytes)
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
    await ctx.inTransaction((inner) => settleFile(inner, file.id, { refusal: error.message }))
  }
  await files.remove(key)
  return true
}

async function store(
  ctx: ExternalContext,
  folder: string,
  name: string,
  file: CheckedFile,
  received: Buffer,
): Promise<FileFacts> {
  await ctx.adapter(fileStorePort).put(keyOf(ctx.provider_id, folder, name), file.bytes, file.content_type)
  return factsOf(file, received)
}

/** Returns the stored facts of a checked file that was `received` as other bytes if it is a picture. */
export function factsOf({ bytes, width, height }: CheckedFile, received: Buffer): FileFacts {
  const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
  return { size: bytes.length, digest: sha256(bytes), received_digest: sha256(received), width, height }
}

/** Returns the bytes of a stored file by name; `null` when they have not arrived. */
export async function readStoredFile(
  ctx: ExternalContext,
  folder: string,
  name: string,
): Promise<Buffer | null> {
  const files = ctx.adapter(fileStorePort)
  const key = keyOf(ctx.provider_id, folder, name)
  const bytes = await files.get(key)
  if (bytes || !files.direct) return bytes
  const file = await settled(ctx, folder, name)
  return file?.state === 'checked' ? files.get(key) : null
}

/** Removes a stored file permanently, first the file and then its row. */
export async function removeStoredFile(ctx: ExternalContext, folder: string, name: string): Promise<void> {
  await ctx.adapter(fileStorePort).remove(keyOf(ctx.provider_id, folder, name))
  await ctx.inTransaction((inner) => deleteFile(inner, folder, name))
}

/**
 * Returns the `Content-Disposition` header. Re-encoded pictures and PDFs generated here open in the browser; all
 * other files are downloaded. No content of a file is ever executed. Names with non-ASCII characters are also sent in
 * full (RFC 6266).
 */
export function dispositionOf(contentType: string, givenName: string, isUploaded: boolean): string {
  const isPicture = /^image\/(png|jpeg|webp)$/.test(contentType)
  const opens = isPicture || (contentType === 'application/pdf' && !isUploaded)
  const plain = stripNonAscii(givenName).replace(/[^\x20-\x7e]|["\\]/g, '_')
  const whole = plain === givenName ? '' : `; filename*=UTF-8''${encodeURIComponent(givenName)}`
  return `${opens ? 'inline' : 'attachment'}; filename="${plain}"${whole}`
}
