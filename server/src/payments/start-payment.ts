import { forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { methodOf, sourceOf } from '@waybill/domain/payments/methods'
import { valuesOf, type Pair } from '@waybill/domain/payments/pairs'
import {
  payfastFields,
  payfastFormText,
  payfastId,
  payfastItem,
} from '@waybill/domain/payments/gateways/payfast'
import { expires_after_ms, paymentReference } from '@waybill/domain/payments/payment'
import { stitch_methods } from '@waybill/domain/payments/settings'
import { cvvProblem, sentAmount } from '@waybill/domain/payments/top-up'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import {
  atGateway,
  begin,
  notifyUrl,
  ownAccount,
  redirected,
  returnUrls,
  type StartedPayment,
} from './begin.ts'
import { findCard, type CardRow } from './card-store.ts'
import {
  bobpayCredentials,
  missingCredentials,
  payfastCredentials,
  stitchCredentials,
} from './credentials.ts'
import { gatewaysPort } from './gateways/port.ts'
import { md5 } from './gateways/signatures.ts'
import { insertPayment } from './store.ts'

/**
 * Signs the form that a browser posts to PayFast. From the request, only the amount of a top-up and the payer's email
 * are used. The passphrase never leaves the server; the merchant key does, because the form needs it
 * (PAY-046…PAY-051, PAY-055).
 */
export const signPayfast: ExternalHandler<typeof paymentsApi.payfastSignature> = async (ctx, input) => {
  const started = await begin(ctx, {
    gateway: 'payfast',
    method: 'eft',
    pairs: input.key_value_pairs,
    amount_field: 'amount',
    shipment_id: input.shipment_id,
    payment_reference: input.payment_reference,
  })
  const { payment, shipment } = started
  const credentials = payfastCredentials(ctx)
  const { success, cancelled } = returnUrls(ctx, started)
  const customId = payfastId(ctx.provider_id, payment.id, shipment?.id ?? null)
  const { merchant_id, merchant_key } = credentials
  const pairs: Pair[] = [
    { name: 'merchant_id', value: merchant_id },
    { name: 'merchant_key', value: merchant_key },
    { name: 'return_url', value: success },
    { name: 'cancel_url', value: cancelled },
    { name: 'notify_url', value: notifyUrl(ctx, 'payfast') },
    { name: 'm_payment_id', value: customId },
    { name: 'amount', value: sentAmount(payment.amount) },
    ...payfastItem(started.item_name, started.item_description),
    { name: 'email_confirmation', value: '0' },
  ]
  const action = ctx.adapter(gatewaysPort).payfast.formAddress(credentials.sandbox)
  return ctx.answer(async (inner) => {
    await redirected(inner, payment.id, { custom_id: customId })
    return {
      signature: md5(payfastFormText(pairs, credentials.passphrase)),
      merchant_id,
      merchant_key,
      action,
      fields: payfastFields(pairs).filter(({ name }) => name !== 'merchant_id' && name !== 'merchant_key'),
      reference: paymentReference(payment.number),
    }
  })
}

/**
 * Starts a payment with Bob Pay by new card, saved card or another method, or starts saving a card (PAY-041, PAY-042,
 * PAY-059, PAY-061).
 */
export const startBobpay: ExternalHandler<typeof paymentsApi.bobpayUrl> = async (ctx, input) => {
  if (input.is_saved_card_setup || input.set_as_default_payment_setup)
    return setUpCard(ctx, input.set_as_default_payment_setup === true)
  const method = methodOf(input.payment_method)
  if (method === null)
    throw invalid(`${input.payment_method} is not a way to pay. Choose one that is offered.`, [
      { field: 'payment_method', message: 'is not known' },
    ])
  const values = valuesOf(input.key_value_pairs)
  const card =
    input.payment_method === 'bob_pay_saved_credit_card'
      ? await savedCard(ctx, Number(values.get('saved_card_id') ?? 0), values.get('cvv') ?? '')
      : null
  const savesCard = values.get('save_card') === 'true'
  if (savesCard) requireOwnCards(ctx)
  const started = await begin(ctx, {
    gateway: 'bobpay',
    method,
    pairs: input.key_value_pairs,
    amount_field: 'amount',
    shipment_id: input.shipment_id,
    payment_reference: input.payment_reference,
  })
  const more = card
    ? [
        { name: 'saved_card_id', value: ctx.sealer.open(card.token_sealed) },
        { name: 'pan', value: card.last_digits },
        { name: 'reference', value: paymentReference(started.payment.number) },
        { name: 'cvv', value: values.get('cvv') ?? '' },
      ]
    : savesCard && started.shipment === null
      ? [{ name: 'save_card', value: 'true' }]
      : []
  return toBobpay(ctx, started, [method], more, returnUrls(ctx, started))
}

/** Throws `forbidden` while impersonating: only the owner may save or use a card. */
function requireOwnCards({ actor }: ExternalContext): void {
  if (actor.impersonated_by !== null)
    throw forbidden(
      'Cards cannot be saved or used while acting as another user. Return to your own user first.',
    )
}

/** Returns the saved card to pay with, after checking the CVV (PAY-026, PAY-059). */
async function savedCard(ctx: ExternalContext, id: number, cvv: string): Promise<CardRow> {
  requireOwnCards(ctx)
  const { account_id } = ctx.actor
  const card =
    account_id === null ? undefined : await ctx.inTransaction((inner) => findCard(inner, account_id, id))
  if (!card) throw wrongState('No saved card found.')
  const problem = cvvProblem(cvv)
  if (problem !== null) throw invalid(problem, [{ field: 'cvv', message: 'has 3 or 4 digits' }])
  return card
}

/** Starts saving a card at Bob Pay; nothing is charged. */
async function setUpCard(ctx: ExternalContext, asDefault: boolean) {
  requireOwnCards(ctx)
  const missing = missingCredentials(ctx, 'bobpay')
  if (missing.length > 0) throw wrongState('Cards cannot be saved here. Your courier has not set it up.')
  const started = await ctx.inTransaction((inner) => beginCard(inner, asDefault))
  const back = (result: 'success' | 'failed'): string =>
    `${ctx.request.web_url}/account?tab=billing&card_saved=${result}`
  const setup = [
    { name: 'is_saved_card_setup', value: 'true' },
    ...(asDefault ? [{ name: 'set_as_default_payment_setup', value: 'true' }] : []),
  ]
  const urls = { success: back('success'), pending: back('success'), cancelled: back('failed') }
  return toBobpay(ctx, started, ['credit-card'], setup, urls)
}

async function beginCard(ctx: Context, setsDefaultCard: boolean): Promise<StartedPayment> {
  const account = await ownAccount(ctx)
  const payment = await insertPayment(ctx, {
    number: await nextNumber(ctx, 'payment'),
    gateway: 'bobpay',
    source: sourceOf('bobpay', 'save_card'),
    method: 'credit-card',
    purpose: 'save_card',
    account_id: account.id,
    shipment_id: null,
    amount: 0,
    email: ctx.actor.email,
    sets_default_card: setsDefaultCard,
  })
  return {
    payment,
    account,
    shipment: null,
    email: ctx.actor.email,
    mobile_number: '',
    item_name: `Card of account ${account.account_code}`,
    item_description: paymentReference(payment.number),
  }
}

async function toBobpay(
  ctx: ExternalContext,
  started: StartedPayment,
  paymentMethods: readonly string[],
  card: readonly Pair[],
  urls: { success: string; pending: string; cancelled: string },
) {
  const credentials = bobpayCredentials(ctx)
  const { payment } = started
  const customId = paymentReference(payment.number)
  const redirectUrl = await atGateway(ctx, started, () =>
    ctx.adapter(gatewaysPort).bobpay.link(
      credentials,
      {
        recipient_account_code: credentials.account_code,
        custom_payment_id: customId,
        email: started.email,
        mobile_number: started.mobile_number,
        amount: payment.amount,
        item_name: started.item_name,
        item_description: started.item_description,
        notify_url: notifyUrl(ctx, 'bobpay'),
        success_url: urls.success,
        pending_url: urls.pending,
        cancel_url: urls.cancelled,
      },
      { payment_methods: paymentMethods, card },
    ),
  )
  return ctx.answer(async (inner) => {
    await redirected(inner, payment.id, { custom_id: customId })
    return { data: { redirect_url: redirectUrl } }
  })
}

/**
 * Starts a payment with Stitch. Stitch returns the payer to a page of ours that reads the payment's state (PAY-044,
 * PAY-045).
 */
export const startStitch: ExternalHandler<typeof paymentsApi.stitchUrl> = async (ctx, input) => {
  const started = await begin(ctx, {
    gateway: 'stitch',
    method: 'stitch',
    pairs: input.key_value_pairs,
    amount_field: 'quantity',
    shipment_id: input.shipment_id,
    payment_reference: input.payment_reference,
  })
  const { payment, account } = started
  const customId = paymentReference(payment.number)
  const made = await atGateway(ctx, started, () =>
    ctx.adapter(gatewaysPort).stitch.request(stitchCredentials(ctx), {
      reference: customId,
      amount: payment.amount,
      redirect_uri: returnUrls(ctx, started).stitch,
      payer: {
        identifier: account.account_code,
        name: account.name,
        email: started.email,
        mobile_number: started.mobile_number,
      },
      methods: ctx.setting(stitch_methods),
      expires: new Date(ctx.now.getTime() + expires_after_ms),
    }),
  )
  return ctx.answer(async (inner) => {
    await redirected(inner, payment.id, { custom_id: customId, gateway_reference: made.id })
    return { data: { redirect_url: made.url } }
  })
}
