import { randomUUID } from 'node:crypto'
import type { FileLink } from '@waybill/domain/files/model'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'
import { fileStorePort } from './file-store.ts'
import { insertGenerated } from './generated-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** What a signed URL allows: one key, one name and type, one direction, until one moment. */
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

/** Returns an absolute URL that needs no header and is valid until `grant.expires`. */
export function signedUrl(reader: BaseContext, grant: Grant): string {
  const query = new URLSearchParams({
    key: grant.key,
    name: grant.name,
    type: grant.type,
    expires: String(grant.expires),
    signature: reader.sealer.sign(textOf(grant)),
  })
  return `${reader.request.web_url}/files?${query.toString()}`
}

/** Whether this server signed the URL for this use, and it has not expired. */
export function isGranted(reader: BaseContext, grant: Grant, signature: string): boolean {
  return grant.expires * 1000 > reader.now.getTime() && reader.sealer.verifies(textOf(grant), signature)
}

export function expiryIn(reader: BaseContext, ms: number): number {
  return Math.floor((reader.now.getTime() + ms) / 1000)
}

/** Whether the request comes from a user of one of our apps, not from another system, an import or a job. */
export function isClicked({ request: { channel } }: BaseContext): boolean {
  return channel === 'web' || channel === 'driver-app' || channel === 'scanner'
}

/** Validity in ms of a link that a user requested by a click, and that therefore opens immediately. */
const clicked_ms = 15 * 60_000

/**
 * Stores a document and returns its link (docs/domain/public-api.md#waybills). The link is valid for 15 minutes for a
 * user of our apps, and for `days` for other systems and messages. The file is removed after its link expires.
 */
export async function fileLink(
  ctx: ExternalContext,
  document: { folder: string; filename: string; bytes: Buffer; content_type: string; days: number },
): Promise<FileLink> {
  const key = `${ctx.provider_id}/${document.folder}/${randomUUID()}`
  const clicked = isClicked(ctx)
  const expires = expiryIn(ctx, clicked ? clicked_ms : document.days * day_ms)
  const timeExpires = new Date(expires * 1000)
  await ctx.inTransaction((inner) =>
    insertGenerated(inner, { key, bytes: document.bytes.length, time_expires: timeExpires }),
  )
  await ctx.adapter(fileStorePort).put(key, document.bytes, document.content_type)
  return {
    url: signedUrl(ctx, {
      key,
      name: document.filename,
      type: document.content_type,
      verb: 'get',
      expires,
    }),
    filename: document.filename,
    bucket: document.folder,
    file_size: document.bytes.length,
    expiry_duration: clicked ? '15 minutes' : document.days === 1 ? '24 hours' : `${document.days} days`,
  }
}
