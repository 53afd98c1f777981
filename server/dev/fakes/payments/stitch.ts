import { randomUUID } from 'node:crypto'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { json } from '../../catchers/catcher-page.ts'
import { refusal } from './answers.ts'
import {
  bearerOf,
  fake_merchant,
  type GatewayCall,
  type Memory,
  type FakePayment,
  type SentNotice,
} from './payment.ts'
import { centsOf, randText, webhookSignature } from './signing.ts'

const access_token = 'stand-in-token'

const stitch_words = {
  open: 'Pending',
  success: 'Completed',
  'wrong-amount': 'Completed',
  'other-merchant': 'Completed',
  'foreign-currency': 'Completed',
  fail: 'Failed',
  cancel: 'Cancelled',
  pending: 'Pending',
} as const

/** Implements the Stitch API; returns `null` for other requests. */
export function answerStitch(call: GatewayCall, memory: Memory): RawAnswer | null {
  const { key, body } = call
  if (key === 'POST /connect/token')
    return new URLSearchParams(body).get('client_secret') === fake_merchant.stitch_client_secret
      ? json({ access_token, expires_in: 3600 })
      : refusal(401, 'invalid_client')
  if (key === 'POST /v2/payment-requests')
    return bearerOf(call) === access_token ? request(body, memory) : refusal(401, 'Unauthorised')
  if (key === 'POST /graphql')
    return bearerOf(call) === access_token ? answerRefund(body, memory) : refusal(401, 'Unauthorised')
  const [, id] = /^GET \/v2\/payment-requests\/([\w-]+)$/.exec(key) ?? []
  const one = id ? memory.payments.find((known) => known.id === id) : undefined
  return one ? json(fieldsOf(one)) : null
}

/** Builds the signed notification that Stitch sends about a payment, to the origin of the payer’s return URL. */
export function stitchNotice(one: FakePayment, redirectUri: string): SentNotice {
  const body = JSON.stringify({ type: 'payment', data: fieldsOf(one) })
  const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000))]
  const signature = webhookSignature(fake_merchant.stitch_webhook_secret, id, timestamp, body)
  return {
    url: URL.canParse(redirectUri) ? `${new URL(redirectUri).origin}/v2/billing/stitch/notify` : '',
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${signature}`,
    },
    body,
  }
}

function request(body: string, { url, keep }: Memory): RawAnswer {
  const sent = JSON.parse(body) as {
    externalReference: string
    amount: { currency: string; quantity: string }
    payer?: { identifier?: string; fullName?: string }
  }
  const one = keep({
    gateway: 'stitch',
    custom_id: sent.externalReference,
    title: sent.payer?.fullName ?? '',
    amount: centsOf(sent.amount.quantity) ?? 0,
    notify_url: '',
    success_url: '',
    pending_url: '',
    cancel_url: '',
    values: {
      currency: sent.amount.currency,
      quantity: sent.amount.quantity,
      external_reference: sent.externalReference,
      payer_reference: sent.payer?.identifier ?? '',
    },
    is_card_setup: false,
  })
  return json({ id: one.id, interaction: { type: 'redirect', url: `${url}/pay/${one.id}` } })
}

function fieldsOf(one: FakePayment) {
  return {
    id: one.id,
    externalReference: one.custom_id,
    status: stitch_words[one.status],
    amount: {
      currency: one.status === 'foreign-currency' ? 'USD' : 'ZAR',
      quantity: randText(one.paid || one.amount),
    },
  }
}

/** Makes a refund once for each nonce, or finds one by its nonce. Errors have status 200. */
function answerRefund(body: string, { payments }: Memory): RawAnswer {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> }
  if (!query.includes('clientRefundInitiate')) {
    const edges = payments.flatMap((one) =>
      one.refunds
        .filter(({ reference }) => reference === variables['nonce'])
        .map(({ id, reference: nonce }) => ({
          node: {
            id,
            nonce,
            paymentInitiationRequest: { id: one.id },
            status: { __typename: 'RefundCompleted' },
          },
        })),
    )
    return json({ data: { client: { refunds: { edges } } } })
  }
  const failure = (code: string, message: string): RawAnswer =>
    json({ errors: [{ message, extensions: { code } }] })
  const one = payments.find(({ id }) => id === variables['paymentRequestId'])
  if (!one) return failure('NOT_FOUND', 'The payment request is not known.')
  const nonce = String(variables['nonce'])
  if (one.refunds.some(({ reference }) => reference === nonce))
    return failure('NONCE_DUPLICATE', 'A refund with this nonce exists.')
  const amount = centsOf((variables['amount'] as { quantity: string }).quantity) ?? 0
  const left = one.paid - one.refunds.reduce((sum, refund) => sum + refund.amount, 0)
  if (amount <= 0 || amount > left) return failure('AMOUNT', 'The refund is more than what is left.')
  const id = randomUUID()
  one.refunds.push({ id, reference: nonce, amount })
  return json({ data: { clientRefundInitiate: { refund: { id } } } })
}
