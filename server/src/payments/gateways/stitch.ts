import { currency } from '@waybill/domain/kit/money'
import { StitchPayment, stitchOutcome } from '@waybill/domain/payments/gateways/stitch'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { z } from 'zod'
import { callGatewayForJson } from './call.ts'
import { GatewayUnavailableError, type Stitch, type StitchCredentials } from './port.ts'

/** Base URLs of Stitch's token endpoint and API. */
export interface StitchAddresses {
  tokens: string
  api: string
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(0) })
const Made = z.object({ id: z.string().min(1), interaction: z.object({ url: z.string().min(1) }) })

/** How long before its expiry a token is renewed, in ms. */
const renewed_before_ms = 60_000

/** Stitch's names of the values of the setting `stitch_methods`. */
const method_words: Readonly<Record<string, string>> = {
  card: 'card',
  'pay-by-bank': 'eft',
  'apple-pay': 'applePay',
  'samsung-pay': 'samsungPay',
}

/**
 * The Stitch adapter for the real protocol (docs/domain/payments.md#stitch). Tokens are cached in memory until
 * shortly before they expire.
 */
export function stitchGateway(at: StitchAddresses): Stitch {
  const tokens = new Map<string, { token: string; until: number }>()
  const tokenOf = async (
    { client_id, client_secret }: StitchCredentials,
    isFresh = false,
  ): Promise<string> => {
    const key = `${client_id}\n${client_secret}`
    const known = tokens.get(key)
    if (known && !isFresh && known.until > performance.now()) return known.token
    const audience = `${at.tokens}/connect/token`
    const answer = await callGatewayForJson(audience, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        audience,
        scope: 'client_paymentrequest',
      }).toString(),
    })
    const read = Token.safeParse(answer)
    if (!read.success) throw new GatewayUnavailableError('Its answer could not be understood.')
    const { access_token, expires_in } = read.data
    tokens.set(key, {
      token: access_token,
      until: performance.now() + Math.max(0, expires_in * 1000 - renewed_before_ms),
    })
    return access_token
  }
  const request = async (credentials: StitchCredentials, path: string, body?: object): Promise<unknown> =>
    callGatewayForJson(`${at.api}/v2/payment-requests${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${await tokenOf(credentials)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  return {
    async request(credentials, wanted) {
      const answer = await request(credentials, '', {
        amount: { currency: currency.code, quantity: sentAmount(wanted.amount) },
        externalReference: wanted.reference,
        merchantReference: wanted.reference,
        expireAt: wanted.expires.toISOString(),
        payer: {
          identifier: wanted.payer.identifier,
          fullName: wanted.payer.name,
          ...(wanted.payer.email ? { email: wanted.payer.email } : {}),
          ...(wanted.payer.mobile_number ? { mobileNumber: wanted.payer.mobile_number } : {}),
        },
        paymentMethods: Object.fromEntries(
          Object.entries(method_words).map(([chosen, word]) => [
            word,
            { enabled: wanted.methods.includes(chosen) },
          ]),
        ),
        metadata: {},
      })
      const read = Made.safeParse(answer)
      if (!read.success) throw new GatewayUnavailableError('Its answer could not be understood.')
      const { id, interaction } = read.data
      const page = new URL(interaction.url)
      page.searchParams.set('redirect_uri', wanted.redirect_uri)
      return { id, url: page.href }
    },
    async find(credentials, id) {
      const read = StitchPayment.safeParse(await request(credentials, `/${encodeURIComponent(id)}`))
      if (!read.success) throw new GatewayUnavailableError('Its answer could not be understood.')
      return {
        outcome: stitchOutcome(read.data),
        amount: read.data.amount.quantity,
        fee: 0,
        gateway_reference: read.data.id,
      }
    },
    async check(credentials) {
      await tokenOf(credentials, true)
    },
  }
}
