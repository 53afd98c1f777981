import { toRand } from '@waybill/domain/kit/money'
import { BobpayNotice, bobpayOutcome, bobpayText } from '@waybill/domain/payments/gateways/bobpay'
import { z } from 'zod'
import { callGatewayForJson } from './call.ts'
import { GatewayRejectedError, GatewayUnavailableError, type Bobpay, type BobpayCredentials } from './port.ts'
import { md5 } from './signatures.ts'

/** Base URLs of Bob Pay's API, live and sandbox. */
export interface BobpayAddresses {
  live: string
  sandbox: string
}

const Link = z.object({ url: z.string().min(1) })
const Methods = z.object({ payment_methods: z.array(z.object({ name: z.string(), status: z.string() })) })
const Intents = z.object({
  payment_intents: z.array(
    BobpayNotice.pick({ id: true, custom_payment_id: true, paid_amount: true, status: true }),
  ),
})

/** How long the payment methods of an account are cached, in ms. */
const remembered_ms = 60_000

/** The Bob Pay adapter for the real protocol (docs/domain/payments.md#bob-pay). */
export function bobpayGateway(at: BobpayAddresses): Bobpay {
  const api = (sandbox: boolean): string => (sandbox ? at.sandbox : at.live)
  const request = (
    { api_key, sandbox }: BobpayCredentials,
    path: string,
    options: { method?: string; body?: string } = {},
  ): Promise<unknown> =>
    callGatewayForJson(`${api(sandbox)}/v2${path}`, {
      ...options,
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    })
  const supportedMethods = new Map<string, { methods: { name: string; status: string }[]; until: number }>()
  const intentsOf = async (credentials: BobpayCredentials, search: string) =>
    understood(
      Intents,
      await request(credentials, `/payments/intents?search=${encodeURIComponent(search)}&limit=20`),
    ).payment_intents
  return {
    async link(credentials, intent, { payment_methods, card }) {
      const body = {
        ...intent,
        amount: toRand(intent.amount),
        ...(payment_methods.length > 0 ? { payment_methods } : {}),
        ...Object.fromEntries(card.map(({ name, value }) => [name, value])),
        signature: md5(bobpayText(intent, credentials.passphrase)),
      }
      const answer = await request(credentials, '/payments/intents/link', {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return understood(Link, answer).url
    },
    async confirms(credentials, body) {
      try {
        await request(credentials, '/payments/intents/validate', { method: 'POST', body })
        return true
      } catch (error) {
        if (error instanceof GatewayRejectedError) return false
        throw error
      }
    },
    async find(credentials, customId) {
      const intents = await intentsOf(credentials, customId)
      const own = intents.filter((one) => one.custom_payment_id === customId)
      const one = own.find(({ status }) => status === 'paid') ?? own[0]
      return one
        ? {
            outcome: bobpayOutcome(one.status),
            amount: one.paid_amount,
            fee: 0,
            gateway_reference: one.id,
          }
        : null
    },
    async methods(accountCode, sandbox) {
      const address = `${api(sandbox)}/v2/payments/payment-methods/public?account_code=${encodeURIComponent(accountCode)}`
      const known = supportedMethods.get(address)
      if (known && known.until > performance.now()) return known.methods
      const methods = understood(Methods, await callGatewayForJson(address)).payment_methods
      supportedMethods.set(address, { methods, until: performance.now() + remembered_ms })
      return methods
    },
    async removeCard(credentials, token) {
      await request(credentials, `/payments/saved-cards?id=${encodeURIComponent(token)}`, {
        method: 'DELETE',
      })
    },
    async check(credentials) {
      await intentsOf(credentials, credentials.account_code)
    },
  }
}

/** Parses a response with `schema`. Throws a `GatewayUnavailableError` when it has another form. */
function understood<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const read = schema.safeParse(answer)
  if (!read.success) throw new GatewayUnavailableError('Its answer could not be understood.')
  return read.data
}
