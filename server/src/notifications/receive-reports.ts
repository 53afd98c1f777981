import { timingSafeEqual } from 'node:crypto'
import type { notificationsApi } from '@waybill/domain/notifications/api'
import { decodeBody } from '@waybill/domain/kit/texts/decode-text'
import { notFound } from '@waybill/domain/kit/problem'
import { readReports } from '../kit/sms/index.ts'
import type { RawHandler, BaseContext } from '../kit/handler.ts'
import { settleReport } from './store.ts'

/** The secret in the address at which a company hears of its messages; it follows from the keys of the server. */
function tokenOf(reader: BaseContext): string {
  const digest = reader.sealer.digest('delivery reports', String(reader.provider_id))
  return Buffer.from(digest, 'base64').toString('base64url')
}

/** Where gateways tell what became of this company's messages. */
export function reportUrl(reader: BaseContext): string {
  return `${reader.request.web_url}/api/notification/infobip/reports/${tokenOf(reader)}`
}

/**
 * Writes down what became of messages. The address is the secret; what names no message of the company changes nothing,
 * and the answer does not say so.
 */
export const receiveReports: RawHandler<typeof notificationsApi.reports> = async (ctx, { token, bytes }) => {
  const [sent, right] = [Buffer.from(token), Buffer.from(tokenOf(ctx))]
  if (sent.length !== right.length || !timingSafeEqual(sent, right))
    throw notFound('There is nothing at this address.')
  const reports = readReports(parsed(bytes))
  if (reports === null) ctx.log.warn({ bytes: bytes.length }, 'a delivery report could not be read')
  const ended = (reports ?? []).flatMap(({ message_id, outcome }) =>
    outcome ? [{ message_id, outcome }] : [],
  )
  await ctx.inTransaction(async (tx) => {
    for (const { message_id, outcome } of ended) await settleReport(tx, message_id, outcome)
  })
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }
}

function parsed(bytes: Uint8Array): unknown {
  const decoded = decodeBody(bytes)
  if ('problem' in decoded) return null
  try {
    return JSON.parse(decoded.text.replaceAll('\0', '').replaceAll('\\u0000', ''))
  } catch {
    return null
  }
}
