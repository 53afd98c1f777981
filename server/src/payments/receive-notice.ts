import { paymentNoticed } from '@waybill/domain/payments/events'
import type { paymentsApi } from '@waybill/domain/payments/api'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import { claimOfHour } from '../identity/index.ts'
import { notices_not_stored } from '../kit/counters.ts'
import { digestOf } from '../kit/sealer.ts'
import type { Context, ExternalContext, RawHandler } from '../kit/handler.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'
import { findByCustomId, insertNotice, type NewNotice } from './store.ts'

/** Maximum stored length of a notification in characters; genuine ones are far shorter. */
const max_stored = 8 * 1024
const max_header_length = 1_000
/** Headers that hold the id, the time and the signature of a notification. */
const signature_headers = /^[a-z]+-(id|timestamp|signature)$/
/** Maximum number of notifications without a valid signature stored per hour, from one address and about one payment. */
const max_unproven_per_hour = 20

const accepted_reply = { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }

/**
 * Stores a gateway's notification about an existing payment unchanged and responds at once; it is checked and applied
 * after the commit. Notifications without an existing payment are only counted, and those without a valid signature
 * are limited. The response is always the same, so that a forger learns nothing (PAY-053, PAY-054).
 */
export function receiveNotice(gateway: GatewayName): RawHandler<typeof paymentsApi.payfastNotify> {
  return async (ctx, { bytes, headers }) => {
    const text = Buffer.from(bytes).toString('utf8').replaceAll('\0', '')
    const customId = paymentNamedIn(text)
    const reason =
      customId === null
        ? 'names no payment'
        : await storeNotice(ctx, customId, noticeOf(gateway, text, headers, ctx.request.address), text.length)
    if (reason !== null) notices_not_stored.inc({ gateway, reason })
    return accepted_reply
  }
}

function noticeOf(
  gateway: GatewayName,
  text: string,
  headers: Readonly<Record<string, string>>,
  address: string,
): NewNotice {
  const signed = Object.entries(headers)
    .filter(([name]) => signature_headers.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    gateway,
    address,
    digest: digestOf([text, ...signed.map(([, value]) => value)].join('\n')),
    body: text.slice(0, max_stored),
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => signature_headers.test(name) || /^(content-type|user-agent)$/.test(name))
        .map(([name, value]) => [name, value.slice(0, max_header_length)]),
    ),
    result: text.length > max_stored ? 'refused: longer than a notification can be' : '',
  }
}

/** Stores a notification; returns the reason when it is not stored, `null` when it is stored now or was already. */
async function storeNotice(
  ctx: ExternalContext,
  customId: string,
  notice: NewNotice,
  length: number,
): Promise<string | null> {
  const read = gatewayFor(ctx, notice.gateway).readNotice(callerOf(ctx), {
    ...notice,
    time_created: ctx.now,
  })
  const isProven = length <= max_stored && 'report' in read
  return ctx.inTransaction(async (inner) => {
    if (!(await findByCustomId(inner, notice.gateway, customId))) return 'names no payment'
    if (!isProven && (await isTooMany(inner, notice, customId))) return 'too many unproven'
    const id = await insertNotice(inner, notice)
    if (id !== null && notice.result === '')
      await inner.emit(paymentNoticed, { notice_id: id, key: `${notice.gateway} ${customId}` })
    return null
  })
}

async function isTooMany(ctx: Context, { gateway, address }: NewNotice, customId: string): Promise<boolean> {
  const about = [`payment notices from ${address}`, `notices of ${gateway} about ${customId}`]
  for (const key of about) if (await claimOfHour(ctx, key, max_unproven_per_hour)) return true
  return false
}

/** Extracts our payment id from an unverified body; `null` when there is none. */
function paymentNamedIn(text: string): string | null {
  const found =
    /m_payment_id=([\w-]{1,60})|"(?:custom_payment_id|externalReference)"\s*:\s*"([\w-]{1,60})"/.exec(text)
  return found?.[1] ?? found?.[2] ?? null
}
