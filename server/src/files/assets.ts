import { assetPath } from '@waybill/domain/files/assets'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { notFound } from '@waybill/domain/kit/problem'
import { count } from '@waybill/domain/kit/calls/wire'
import { z } from 'zod'
import type { Context, ExternalContext, RawHandler } from '../kit/handler.ts'
import { checkFile, kindOf } from './check-file.ts'
import { fileStorePort, type FileStore } from './file-store.ts'
import { factsOf, keyOf, newName } from './stored-files.ts'
import { insertFile } from './store.ts'

/** Serves `/assets/{provider}/{name}`. Public, because a logo or icon is displayed before sign-in. */
export const fetchAsset = endpoint('GET /assets', {
  input: z.object({ of: count, name: z.string() }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'A logo or icon of a company.',
})

const max_stored = 200
const cached_assets = new WeakMap<FileStore, Map<string, Promise<Buffer | null>>>()

/** Reads a picture once per process, because the content of a name never changes. */
function assetBytes(files: FileStore, providerId: number, name: string): Promise<Buffer | null> {
  const known = cached_assets.get(files) ?? new Map<string, Promise<Buffer | null>>()
  cached_assets.set(files, known)
  const key = keyOf(providerId, 'provider-assets', name)
  const earlier = known.get(key)
  if (earlier) return earlier
  if (known.size >= max_stored) known.clear()
  const query = files.get(key)
  known.set(key, query)
  const forget = () => known.delete(key)
  query.then((bytes) => bytes ?? forget(), forget)
  return query
}

/** Safe to serve publicly: this folder contains only pictures that were re-encoded. */
export const serveAsset: RawHandler<typeof fetchAsset> = async (ctx, { of, name }) => {
  const path = `/assets/${of}/${name}`
  const bytes = assetPath.test(path) ? await assetBytes(ctx.adapter(fileStorePort), of, name) : null
  if (!bytes) throw notFound('This picture does not exist.')
  return {
    status: 200,
    headers: {
      'content-type': kindOf(name).type,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: bytes,
  }
}

/**
 * Returns the bytes of a picture that a setting names, for documents that embed it. Returns `undefined` when it is
 * not one of this provider's own pictures; other URLs are never fetched.
 */
export async function companyPicture(ctx: ExternalContext, url: string): Promise<Buffer | undefined> {
  const [, of = '', name = ''] = assetPath.exec(url) ?? []
  if (Number(of) !== ctx.provider_id) return undefined
  return (await assetBytes(ctx.adapter(fileStorePort), ctx.provider_id, name)) ?? undefined
}

/**
 * Copies one of the caller's own pictures to another provider. Returns its path there, and a function that records
 * the file for that provider. For platform administration only.
 */
export async function copyPicture(
  ctx: ExternalContext,
  url: string,
  providerId: number,
): Promise<{ address: string; note: (inner: Context) => Promise<void> }> {
  const bytes = await companyPicture(ctx, url)
  if (!bytes) throw notFound('This picture does not exist.')
  const folder = 'provider-assets'
  const displayName = `logo.${url.split('.').at(-1) ?? ''}`
  const checked = await checkFile(folder, displayName, bytes)
  const { content_type } = checked
  const name = newName(displayName)
  await ctx.adapter(fileStorePort).put(keyOf(providerId, folder, name), checked.bytes, content_type)
  return {
    address: `/assets/${providerId}/${name}`,
    note: (inner) =>
      insertFile(inner, {
        folder,
        name,
        display_name: displayName,
        content_type,
        ...factsOf(checked, bytes),
      }),
  }
}
