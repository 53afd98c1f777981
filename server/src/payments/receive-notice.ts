import { paymentNoticed } from '@waybill/domain/payments/events'
import type { GatewayName } from '@waybill/domain/payments/methods'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { digestOf } from '../kit/sealer.ts'
import type { RawVerb } from '../kit/verb.ts'
import { insertNotice } from './store.ts'

/** The most that is kept of a notification; genuine ones are far shorter. */
const most_kept = 8 * 1024

const told = { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' }

/**
 * Keeps what a gateway tells, word for word, and answers at once; it is checked and applied after the commit. The answer
 * is the same for whatever was sent, so that a forger learns nothing (PAY-053, PAY-054, reliability 4.1).
 */
function receive(gateway: GatewayName): RawVerb<typeof paymentsApi.payfastNotify> {
  return async (ctx, { bytes, headers }) => {
    const text = Buffer.from(bytes).toString('utf8').replaceAll('\0', '')
    const kept_headers = Object.fromEntries(
      Object.entries(headers).filter(([name]) => /^(svix-|content-type$|user-agent$)/.test(name)),
    )
    const is_long = text.length > most_kept
    const svix = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) => headers[name] ?? '')
    await ctx.work(async (inner) => {
      const id = await insertNotice(inner, {
        gateway,
        digest: digestOf([text, ...svix].join('\n')),
        body: text.slice(0, most_kept),
        headers: kept_headers,
        result: is_long ? 'refused: longer than a notification can be' : '',
      })
      if (id !== null && !is_long)
        await inner.emit(paymentNoticed, { notice_id: id, key: `${gateway} ${keyOf(text)}` })
    })
    return told
  }
}

/** Our id of the payment, as far as it can be seen without trusting anything: keeps what is told of it in order. */
function keyOf(text: string): string {
  const found =
    /m_payment_id=([\w-]{1,60})|"(?:custom_payment_id|externalReference)"\s*:\s*"([\w-]{1,60})"/.exec(text)
  return found?.[1] ?? found?.[2] ?? 'unknown'
}

export const receivePayfast = receive('payfast')
export const receiveBobpay = receive('bobpay')
export const receiveStitch = receive('stitch')
