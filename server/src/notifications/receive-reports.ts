import { timingSafeEqual } from 'node:crypto'
import type { notificationsApi } from '@waybill/domain/notifications/api'
import { decodeBody } from '@waybill/domain/kit/texts/decode-text'
import { notFound } from '@waybill/domain/kit/problem'
import { readReports } from '../kit/sms/index.ts'
import type { RawHandler, BaseContext } from '../kit/handler.ts'
import { settleReport } from './store.ts'

/** Returns the secret in the company’s delivery report URL, derived from the digest key of the server. */
function tokenOf(reader: BaseContext): string {
  const digest = reader.sealer.digest('delivery reports', String(reader.provider_id))
  return Buffer.from(digest, 'base64').toString('base64url')
}

/** Returns the URL for delivery reports of this company's messages. */
export function reportUrl(reader: BaseContext): string {
  return `${reader.request.web_url}/api/notification/infobip/reports/${tokenOf(reader)}`
}

/** Returns the URL to which the gateway forwards replies to this company's messages. */
export function replyUrl(reader: BaseContext): string {
  return `${reader.request.web_url}/api/notification/infobip/replies/${tokenOf(reader)}`
}

/** Throws `notFound` unless the last part of the URL is the company's secret. */
export function requireToken(reader: BaseContext, token: string): void {
  const [sent, right] = [Buffer.from(token), Buffer.from(tokenOf(reader))]
  if (sent.length !== right.length || !timingSafeEqual(sent, right))
    throw notFound('There is nothing at this address.')
}

/**
 * Stores delivery results from the gateway. The secret in the URL authenticates the request; reports about unknown
 * messages are ignored, and the response does not reveal that.
 */
export const receiveReports: RawHandler<typeof notificationsApi.reports> = async (ctx, { token, bytes }) => {
  requireToken(ctx, token)
  const reports = readReports(parsedBody(bytes))
  if (reports === null) ctx.log.warn({ bytes: bytes.length }, 'a delivery report could not be read')
  const ended = (reports ?? []).flatMap(({ message_id, outcome }) =>
    outcome ? [{ message_id, outcome }] : [],
  )
  await ctx.inTransaction(async (tx) => {
    for (const { message_id, outcome } of ended) await settleReport(tx, message_id, outcome)
  })
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }
}

/** Parses the JSON that a gateway sent; `null` when it is none. */
export function parsedBody(bytes: Uint8Array): unknown {
  const decoded = decodeBody(bytes)
  if ('problem' in decoded) return null
  try {
    return JSON.parse(decoded.text.replaceAll('\0', '').replaceAll('\\u0000', ''))
  } catch {
    return null
  }
}
