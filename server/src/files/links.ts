import { randomUUID } from 'node:crypto'
import type { FileLink } from '@waybill/domain/files/model'
import type { PartnerCtx, Reader } from '../kit/verb.ts'
import { fileStorePort } from './file-store.ts'

const day_ms = 86_400_000

/** What a signed address grants: one key, one name and type, one direction, until a moment. */
export interface Grant {
  key: string
  name: string
  type: string
  verb: 'get' | 'put'
  /** Seconds since 1970. */
  expires: number
}

function textOf(grant: Grant): string {
  return [grant.verb, grant.key, grant.name, grant.type, grant.expires].join('\n')
}

/** An absolute address that needs no header and works until it expires. */
export function signedUrl(reader: Reader, grant: Grant): string {
  const query = new URLSearchParams({
    key: grant.key,
    name: grant.name,
    type: grant.type,
    expires: String(grant.expires),
    signature: reader.sealer.sign(textOf(grant)),
  })
  return `${reader.request.web_url}/files?${query.toString()}`
}

/** Whether an address was signed by us for this use and has not expired. */
export function isGranted(reader: Reader, grant: Grant, signature: string): boolean {
  return grant.expires * 1000 > reader.now.getTime() && reader.sealer.verifies(textOf(grant), signature)
}

export function expiryIn(reader: Reader, ms: number): number {
  return Math.floor((reader.now.getTime() + ms) / 1000)
}

/** Keeps a document and answers its link (partner API 5.1). */
export async function fileLink(
  ctx: PartnerCtx,
  document: { folder: string; filename: string; bytes: Buffer; content_type: string; days: number },
): Promise<FileLink> {
  const key = `${ctx.provider_id}/${document.folder}/${randomUUID()}`
  await ctx.partner(fileStorePort).put(key, document.bytes, document.content_type)
  return {
    url: signedUrl(ctx, {
      key,
      name: document.filename,
      type: document.content_type,
      verb: 'get',
      expires: expiryIn(ctx, document.days * day_ms),
    }),
    filename: document.filename,
    bucket: document.folder,
    file_size: document.bytes.length,
    expiry_duration: document.days === 1 ? '24 hours' : `${document.days} days`,
  }
}
