import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { filesApi } from '@waybill/domain/files/api'
import { file_folders } from '@waybill/domain/files/model'
import { endpoint } from '@waybill/domain/kit/endpoint'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { count } from '@waybill/domain/kit/wire'
import {
  serve,
  servePartner,
  serveRaw,
  type Ctx,
  type PartnerCtx,
  type PartnerVerb,
  type RawVerb,
  type Verb,
} from '../kit/verb.ts'
import { fileStorePort } from './file-store.ts'
import { checkBytes, kindOf } from './kinds.ts'
import { expiryIn, isGranted, signedUrl, type Grant } from './links.ts'
import { findFiles, insertFile } from './store.ts'

export { fileStorePort, localFileStore, type FileStore } from './file-store.ts'
export { fileLink, signedUrl } from './links.ts'
export { filesOfShipment, linkFiles } from './store.ts'

const minute_ms = 60_000
const week_ms = 7 * 86_400_000

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
  input: signed.extend({ bytes: z.instanceof(Uint8Array) }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  body_limit: 21 * 1024 * 1024,
  published: false,
  summary: 'Takes a file, by signed address.',
})

function keyOf(provider_id: number, folder: string, name: string): string {
  return `${provider_id}/${folder}/${name}`
}

function checkFolder(folder: string): void {
  if (!(file_folders as readonly string[]).includes(folder))
    throw invalid('invalid folder', [
      { field: 'folder', message: `must be one of ${file_folders.join(', ')}` },
    ])
}

/** A signed address to which one file is sent; its name is random, its kind the one the original name announces. */
const uploadAddress: PartnerVerb<typeof filesApi.upload> = async (ctx, { file_name, folder }) => {
  checkFolder(folder)
  const kind = kindOf(file_name)
  const name = `${randomUUID()}.${kind.extension}`
  const grant: Grant = {
    key: keyOf(ctx.provider_id, folder, name),
    name: file_name,
    type: kind.type,
    verb: 'put',
    expires: expiryIn(ctx, 15 * minute_ms),
  }
  return { url: signedUrl(ctx, grant), file_name: name }
}

const downloadAddresses: Verb<typeof filesApi.download> = async (ctx, { file_name, folder }) => {
  checkFolder(folder)
  const rows = await findFiles(ctx, folder, file_name.slice(0, 100))
  return { url: Object.fromEntries(rows.map((row) => [row.name, addressOf(ctx, folder, row)])) }
}

/** The signed address of a stored file, for seven days. */
export function addressOf(
  ctx: Ctx,
  folder: string,
  file: { name: string; content_type: string; display_name: string },
): string {
  return signedUrl(ctx, {
    key: keyOf(ctx.provider_id, folder, file.name),
    name: file.display_name,
    type: file.content_type,
    verb: 'get',
    expires: expiryIn(ctx, week_ms),
  })
}

/** Takes the bytes of a granted upload: checked by kind, leading bytes and size, then kept and remembered. */
const takeFile: RawVerb<typeof storeFile> = async (ctx, { signature, bytes, ...asked }) => {
  const grant: Grant = { ...asked, verb: 'put' }
  if (!isGranted(ctx, grant, signature))
    throw notFound('This upload address is not valid any more. Ask for a new one.')
  await keepBytes(ctx, grant.key, grant.name, Buffer.from(bytes))
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ message: 'Stored' }),
  }
}

async function keepBytes(ctx: PartnerCtx, key: string, display_name: string, bytes: Buffer): Promise<void> {
  checkBytes(display_name, bytes)
  const [, folder = '', name = ''] = key.split('/')
  await ctx.partner(fileStorePort).put(key, bytes)
  await ctx.work(async (inner) => {
    const [known] = await findFiles(inner, folder, [name])
    if (!known)
      await insertFile(inner, {
        folder,
        name,
        display_name,
        content_type: kindOf(display_name).type,
        size: bytes.length,
        digest: createHash('sha256').update(bytes).digest('hex'),
      })
  })
}

/** Keeps a file that came inside a call; answers the name to refer to it by. */
export async function keepFile(
  ctx: PartnerCtx,
  file: { folder: string; prefix: string; display_name: string; bytes: Buffer },
): Promise<string> {
  const name = `${file.prefix}-${randomUUID()}.${kindOf(file.display_name).extension}`
  await keepBytes(ctx, keyOf(ctx.provider_id, file.folder, name), file.display_name, file.bytes)
  return name
}

/** The bytes of a kept file by the name it is referred to; `null` when they have not arrived (yet). */
export async function readKeptFile(ctx: PartnerCtx, folder: string, name: string): Promise<Buffer | null> {
  return ctx.partner(fileStorePort).get(keyOf(ctx.provider_id, folder, name))
}

const giveFile: RawVerb<typeof fetchFile> = async (ctx, { signature, ...asked }) => {
  const grant: Grant = { ...asked, verb: 'get' }
  const bytes = isGranted(ctx, grant, signature) ? await ctx.partner(fileStorePort).get(grant.key) : null
  if (!bytes) throw notFound('This link has expired or is not complete. Ask for the document again.')
  const shows_inline = /^(image\/(png|jpeg)|application\/pdf)$/.test(grant.type)
  const ascii = grant.name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return {
    status: 200,
    headers: {
      'content-type': grant.type,
      'content-disposition': `${shows_inline ? 'inline' : 'attachment'}; filename="${ascii}"`,
      'content-security-policy': "default-src 'none'; sandbox; style-src 'unsafe-inline'",
      'cache-control': 'private, no-store',
    },
    body: bytes,
  }
}

export const fileRoutes = [
  serve(filesApi.download, downloadAddresses),
  servePartner(filesApi.upload, uploadAddress),
  serveRaw(fetchFile, giveFile),
  serveRaw(storeFile, takeFile),
]
