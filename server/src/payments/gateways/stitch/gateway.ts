import { currency } from '@waybill/domain/kit/money'
import type { HeldProblem } from '@waybill/domain/payments/payment'
import type { RefundOutcome } from '@waybill/domain/payments/refund'
import {
  stitch_client_id,
  stitch_client_secret,
  stitch_methods,
  stitch_webhook_secret,
} from '@waybill/domain/payments/settings'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { z } from 'zod'
import { callGatewayForJson, parseAnswer, parseJson } from '../call.ts'
import { currencyProblem } from '../currency-problem.ts'
import { GatewayRejectedError, GatewayUnavailableError, type Caller, type Gateway } from '../port.ts'
import { readSettlementFile } from '../read-settlement.ts'
import { emptySettings } from '../empty-settings.ts'
import { create_refund, find_refund } from './refund-queries.ts'
import { StitchPayment, stitchOutcome, StitchWebhook } from './notice.ts'
import { isSignedByStitch, isSvixFresh } from './signature.ts'

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(0) })
const Made = z.object({ id: z.string().min(1), interaction: z.object({ url: z.string().min(1) }) })
const Failed = z.object({
  errors: z
    .array(
      z.object({
        message: z.string().default(''),
        extensions: z.object({ code: z.string().default('') }).default({ code: '' }),
      }),
    )
    .min(1),
})
const CreatedRefund = z.object({
  data: z.object({ clientRefundInitiate: z.object({ refund: z.object({ id: z.string().min(1) }) }) }),
})
const FoundRefunds = z.object({
  data: z.object({
    client: z.object({
      refunds: z.object({
        edges: z.array(
          z.object({
            node: z.object({
              id: z.string().min(1),
              nonce: z.string(),
              paymentInitiationRequest: z.object({ id: z.string() }).nullish(),
              status: z.object({ __typename: z.string(), reason: z.string().nullish() }),
            }),
          }),
        ),
      }),
    }),
  }),
})

/** How long before its expiry a token is renewed, in ms. */
const renewed_before_ms = 60_000
/** The longest reference on a payer's statement, in characters. */
const max_statement_reference = 20

type Scope = 'client_paymentrequest' | 'client_refund'

/** Stitch's names of the values of the setting `stitch_methods`. */
const method_words: Readonly<Record<string, string>> = {
  card: 'card',
  'pay-by-bank': 'eft',
  'apple-pay': 'applePay',
  'samsung-pay': 'samsungPay',
}

/**
 * The Stitch plug-in (docs/domain/payments.md#stitch). Tokens are cached in memory until shortly before they expire.
 * `at` replaces addresses, such as by those of a fake.
 */
export function stitchGateway(at: (address: string) => string): Gateway {
  const tokenUrl = `${at('https://secure.stitch.money')}/connect/token`
  const api = at('https://api.stitch.money')
  const tokens = new Map<string, { token: string; until: number }>()
  const tokenOf = async ({ read }: Caller, scope: Scope, isFresh = false): Promise<string> => {
    const [clientId, clientSecret] = [read(stitch_client_id).trim(), read(stitch_client_secret).trim()]
    const key = `${clientId}\n${clientSecret}\n${scope}`
    const known = tokens.get(key)
    if (known && !isFresh && known.until > performance.now()) return known.token
    const answer = await callGatewayForJson(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience: tokenUrl,
        scope,
      }).toString(),
    })
    const { access_token, expires_in } = parseAnswer(Token, answer)
    tokens.set(key, {
      token: access_token,
      until: performance.now() + Math.max(0, expires_in * 1000 - renewed_before_ms),
    })
    return access_token
  }
  const request = async (caller: Caller, scope: Scope, path: string, body?: object): Promise<unknown> =>
    callGatewayForJson(`${api}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${await tokenOf(caller, scope)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const requestRefund = async (caller: Caller, query: string, variables: object): Promise<unknown> =>
    request(caller, 'client_refund', '/graphql', { query, variables })
  return {
    missing: (read) => emptySettings(read, [stitch_client_id, stitch_client_secret, stitch_webhook_secret]),
    check: async (caller) => void (await tokenOf(caller, 'client_paymentrequest', true)),
    customId: ({ reference }) => reference,
    async start(caller, { custom_id, reference, amount, payer, expires, return_urls }) {
      const methods: readonly string[] = caller.read(stitch_methods)
      const answer = await request(caller, 'client_paymentrequest', '/v2/payment-requests', {
        amount: { currency: currency.code, quantity: sentAmount(amount) },
        externalReference: custom_id,
        merchantReference: reference,
        expireAt: expires.toISOString(),
        payer: {
          identifier: payer.account_code,
          fullName: payer.name,
          ...(payer.email ? { email: payer.email } : {}),
          ...(payer.mobile_number ? { mobileNumber: payer.mobile_number } : {}),
        },
        paymentMethods: Object.fromEntries(
          Object.entries(method_words).map(([chosen, word]) => [word, { enabled: methods.includes(chosen) }]),
        ),
        metadata: {},
      })
      const { id, interaction } = parseAnswer(Made, answer)
      const page = new URL(interaction.url)
      page.searchParams.set('redirect_uri', return_urls.any)
      return { gateway_reference: id, redirect_url: page.href }
    },
    readNotice({ read }, { body, headers, time_created }) {
      const secret = read(stitch_webhook_secret).trim()
      const [id = '', timestamp = '', signature = ''] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
        (name) => headers[name] ?? '',
      )
      if (!isSvixFresh(timestamp, time_created))
        return { is: 'forged', reason: 'it is too old or has no time' }
      if (!isSignedByStitch({ id, timestamp, signature, body }, secret))
        return { is: 'forged', reason: 'the signature is wrong' }
      const notice = StitchWebhook.safeParse(parseJson(body)).data
      if (!notice) return { is: 'not ours', reason: 'it could not be read' }
      // The signature is enough: only Stitch and the company have the secret.
      return {
        is: 'genuine',
        report: { custom_id: notice.data.externalReference, finding: findingOf(notice.data), card: null },
      }
    },
    async query(caller, { gateway_reference }) {
      if (!gateway_reference) return null
      const path = `/v2/payment-requests/${encodeURIComponent(gateway_reference)}`
      return findingOf(parseAnswer(StitchPayment, await request(caller, 'client_paymentrequest', path)))
    },
    async findRefund(caller, { reference, gateway_reference }) {
      const answer = parseAnswer(FoundRefunds, await requestRefund(caller, find_refund, { nonce: reference }))
      // Another installation with the same Stitch client may have used the nonce for a payment of its own.
      const found = answer.data.client.refunds.edges.find(
        ({ node: { nonce, paymentInitiationRequest: of } }) =>
          nonce === reference && (!of || of.id === gateway_reference),
      )
      return found ? refundOutcome(found.node.id, found.node.status) : null
    },
    async refund(caller, { gateway_reference, amount, reference }) {
      // The nonce is our reference: Stitch makes a refund with the same nonce only once.
      const answer = await requestRefund(caller, create_refund, {
        amount: { currency: currency.code, quantity: sentAmount(amount) },
        reason: 'requested_by_user',
        nonce: reference,
        beneficiaryReference: reference.slice(0, max_statement_reference),
        paymentRequestId: gateway_reference,
      })
      const failed = Failed.safeParse(answer)
      if (failed.success) {
        const [problem] = failed.data.errors
        // Stitch has this refund by now: it is found by its nonce at the next question.
        if (/nonce/i.test(`${problem?.extensions.code} ${problem?.message}`))
          throw new GatewayUnavailableError('It has this refund already.')
        throw new GatewayRejectedError(problem?.message || 'It did not say why.')
      }
      const { id } = parseAnswer(CreatedRefund, answer).data.clientRefundInitiate.refund
      return { state: 'asked', refund_reference: id }
    },
    fee: () => null,
    readSettlement: (content) => readSettlementFile(content, 'general'),
  }
}

function findingOf(payment: StitchPayment) {
  const { id, amount } = payment
  const problem: HeldProblem | null =
    amount.quantity < 0
      ? { reason: 'amount', text: 'It reports an amount that cannot be read. Ask Stitch what was paid.' }
      : currencyProblem(amount.currency, 'Stitch')
  return {
    outcome: stitchOutcome(payment),
    amount: problem === null ? amount.quantity : 0,
    fee: 0,
    gateway_reference: id,
    problem,
  }
}

function refundOutcome(
  refundReference: string,
  { __typename, reason }: { __typename: string; reason?: string | null | undefined },
): RefundOutcome {
  if (__typename === 'RefundCompleted') return { state: 'confirmed', refund_reference: refundReference }
  if (__typename === 'RefundError')
    return { state: 'failed', refund_reference: refundReference, reason: reason || 'It did not say why.' }
  return { state: 'asked', refund_reference: refundReference }
}
