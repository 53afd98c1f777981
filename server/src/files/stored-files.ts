import { createHash, randomUUID } from 'node:crypto'
import { maxBytes, displayName, tooLarge } from '@waybill/domain/files/kinds'
import { stripNonAscii } from '@waybill/domain/kit/texts/format'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import type { ExternalContext } from '../kit/handler.ts'
import { checkFile, kindOf, type CheckedFile } from './check-file.ts'
import { fileStorePort } from './file-store.ts'
import { deleteFile, findFile, insertFile, settleFile, type FileFacts, type FoundFile } from './store.ts'

/** The key of a file that was checked. */
export function keyOf(providerId: number, folder: string, name: string): string {
  return `${providerId}/${folder}/${name}`
}

/** The key under which a browser leaves a file that nobody has looked at; never given out for reading. */
export function incomingKeyOf(providerId: number, folder: string, name: string): string {
  return `incoming/${keyOf(providerId, folder, name)}`
}

/** A name that says nothing and cannot be guessed. */
export function newName(givenName: string, prefix = ''): string {
  return `${prefix ? `${prefix}-` : ''}${randomUUID()}.${kindOf(givenName).extension}`
}

/** Stores a file that came inside a call; answers the name to refer to it by. */
export async function storeFile(
  ctx: ExternalContext,
  file: { folder: string; prefix: string; display_name: string; bytes: Buffer },
): Promise<string> {
  const { folder, display_name } = file
  const name = newName(display_name, file.prefix)
  const checked = await checkFile(folder, display_name, file.bytes)
  const facts = await store(ctx, folder, name, checked)
  await ctx.inTransaction((inner) =>
    insertFile(inner, { folder, name, display_name, content_type: checked.content_type, ...facts }),
  )
  return name
}

/**
 * Uploads that the caller names, after a look at what has come: each its own, sound, named once and used for nothing yet.
 * Refused with a sentence otherwise.
 */
export async function arrivedUploads(
  ctx: ExternalContext,
  folder: string,
  named: readonly { file_name: string; display_name?: string | undefined }[],
): Promise<{ file_name: string; display_name: string }[]> {
  const arrived: { file_name: string; display_name: string }[] = []
  for (const { file_name, display_name } of named) {
    const file = await settled(ctx, folder, file_name)
    const name = display_name?.trim() || file?.display_name || file_name
    if (!file || file.created_by !== ctx.actor.username || file.state === 'awaited')
      throw invalid(`${name} has not arrived. Choose the file again.`)
    if (file.state === 'refused') throw invalid(file.refusal)
    if (arrived.some((one) => one.file_name === file_name))
      throw invalid(`${name} is named twice. Name each file once.`)
    arrived.push({ file_name, display_name: displayName(name, file_name) })
  }
  return arrived
}

/** Takes the bytes of an awaited file: looks at them, keeps what is left, and says so. */
export async function takeBytes(ctx: ExternalContext, file: FoundFile, bytes: Buffer): Promise<void> {
  const facts = await store(
    ctx,
    file.folder,
    file.name,
    await checkFile(file.folder, file.display_name, bytes),
  )
  await ctx.inTransaction((inner) => settleFile(inner, file.id, facts))
}

/**
 * The file of this name, after a look at what the browser left for it in the store: kept when its content is sound, else
 * refused for good. `null` when no address for it was ever given out.
 */
export async function settled(ctx: ExternalContext, folder: string, name: string): Promise<FoundFile | null> {
  const file = await ctx.inTransaction((inner) => findFile(inner, folder, name))
  if (!file) return null
  return file.state === 'awaited' && (await takeIncoming(ctx, file))
    ? ((await ctx.inTransaction((inner) => findFile(inner, folder, name))) ?? null)
    : file
}

/** Looks at what came for an awaited file; false when nothing has come. */
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
): Promise<FileFacts> {
  await ctx.adapter(fileStorePort).put(keyOf(ctx.provider_id, folder, name), file.bytes, file.content_type)
  return factsOf(file)
}

/** What is remembered of a file whose content was looked at. */
export function factsOf({ bytes, width, height }: CheckedFile): FileFacts {
  return { size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex'), width, height }
}

/** The bytes of a kept file by the name it is referred to; `null` when they have not arrived (yet). */
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

/** Removes a kept file for good, the file first and its row after it. */
export async function removeStoredFile(ctx: ExternalContext, folder: string, name: string): Promise<void> {
  await ctx.adapter(fileStorePort).remove(keyOf(ctx.provider_id, folder, name))
  await ctx.inTransaction((inner) => deleteFile(inner, folder, name))
}

/**
 * How browsers take a file: pictures, which were drawn anew, and documents that were made here open; everything else is
 * saved, whatever it is. Nothing of a file is ever run. Names with letters beyond ASCII are sent whole as well (RFC 6266).
 */
export function dispositionOf(contentType: string, givenName: string, isUploaded: boolean): string {
  const isPicture = /^image\/(png|jpeg)$/.test(contentType)
  const opens = isPicture || (contentType === 'application/pdf' && !isUploaded)
  const plain = stripNonAscii(givenName).replace(/[^\x20-\x7e]|["\\]/g, '_')
  const whole = plain === givenName ? '' : `; filename*=UTF-8''${encodeURIComponent(givenName)}`
  return `${opens ? 'inline' : 'attachment'}; filename="${plain}"${whole}`
}
