import type { Output } from '@waybill/domain/kit/calls/endpoint'
import type { Cents } from '@waybill/domain/kit/money'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import { paymentsApi } from '@waybill/domain/payments/api'
import { type MethodName } from '@waybill/domain/payments/method-names'
import { topUpValueOf } from '@waybill/domain/payments/methods'
import type { OfferedMethod } from '@waybill/domain/payments/model'
import type { Pair } from '@waybill/domain/payments/pairs'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { answerText, call, ApiError } from '../kit/api/index.ts'

/** What to pay: a top-up amount in cents, or one shipment. */
export type PaidFor = { amount: Cents } | { shipment_id: number; payment_reference: string | undefined }

/** The chosen payment method; a saved card needs its CVV. */
export interface PaidBy {
  offered: OfferedMethod
  card?: { id: number; cvv: string }
  /** Whether to save the card for later payments. */
  save_card?: boolean
}

/**
 * Starts a payment and sends the browser to the gateway: by posting PayFast's form, or to the redirect URL of the
 * others (PAY-038, PAY-041, PAY-047). Throws the server's error when the payment cannot be started.
 */
export async function goToGateway(what: PaidFor, { offered, card, save_card }: PaidBy): Promise<void> {
  const ofShipment = 'amount' in what ? {} : what
  const amount: Pair[] = 'amount' in what ? [{ name: 'amount', value: sentAmount(what.amount) }] : []
  if (offered.gateway === 'payfast') {
    submitSigned(await call(paymentsApi.payfastSignature, { key_value_pairs: amount, ...ofShipment }))
    return
  }
  const answer =
    offered.gateway === 'stitch'
      ? await call(paymentsApi.stitchUrl, {
          key_value_pairs: amount.map(({ value }) => ({ name: 'quantity', value })),
          ...ofShipment,
        })
      : await call(paymentsApi.bobpayUrl, {
          key_value_pairs: [
            ...amount,
            ...(card
              ? [
                  { name: 'saved_card_id', value: String(card.id) },
                  { name: 'cvv', value: card.cvv },
                ]
              : []),
            ...(save_card ? [{ name: 'save_card', value: 'true' }] : []),
          ],
          payment_method: topUpValueOf(offered.key as MethodName, card !== undefined),
          ...ofShipment,
        })
  window.location.assign(redirectOf(answer))
}

/** Sends the browser to a gateway to save a card, as the default card or not (PAY-061). */
export async function goToSaveCard(gateway: GatewayName, asDefault: boolean): Promise<void> {
  const setup = asDefault ? { set_as_default_payment_setup: true } : { is_saved_card_setup: true }
  if (gateway === 'payfast') {
    submitSigned(await call(paymentsApi.payfastSignature, { key_value_pairs: [], ...setup }))
    return
  }
  const answer = await call(paymentsApi.bobpayUrl, {
    key_value_pairs: [],
    payment_method: topUpValueOf('credit-card'),
    ...setup,
  })
  window.location.assign(redirectOf(answer))
}

/** Posts a signed form; the browser leaves the page (PAY-047). */
function submitSigned(signed: Output<typeof paymentsApi.payfastSignature>): void {
  submit(signed.action, [
    ...signed.fields,
    { name: 'signature', value: signed.signature },
    { name: 'merchant_id', value: signed.merchant_id },
    { name: 'merchant_key', value: signed.merchant_key },
  ])
}

/**
 * Returns the redirect URL of a response; without one, throws an `ApiError` with the response's message (PAY-058,
 * ERR-001).
 */
export function redirectOf(answer: {
  data?: { redirect_url: string } | undefined
  message?: string | undefined
  error?: string | undefined
}): string {
  const address = answer.data?.redirect_url
  if (address) return address
  throw new ApiError(200, answerText(JSON.stringify(answer)))
}

/** Posts a form of hidden fields; the browser leaves the page. */
function submit(action: string, fields: readonly Pair[]): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.hidden = true
  for (const { name, value } of fields) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
