import { forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { gateway_list, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { sourceOf } from '@waybill/domain/payments/methods'
import { expires_after_ms, paymentReference } from '@waybill/domain/payments/payment'
import { cvvProblem } from '@waybill/domain/payments/top-up'
import type { Context, ExternalContext } from '../kit/handler.ts'
import {
  atGateway,
  begin,
  insertAtGateway,
  notifyUrl,
  ownAccount,
  redirected,
  returnUrls,
  type PaymentRequest,
  type StartedPayment,
} from './begin.ts'
import { findCard, type CardRow } from './card-store.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'
import type { Gateway, Started, StartRequest } from './gateways/port.ts'
import type { PaymentRow } from './store.ts'

/** A saved card with which the payer pays, or whether the card of the payment is saved. */
export interface CardChoice {
  saved_card?: { id: number; cvv: string }
  saves_card?: boolean
}

/** Converts a started payment to the response of a call. */
type Present<Answer> = (started: Started, payment: PaymentRow) => Answer

/**
 * Starts a payment at a gateway. From the request, only the amount of a top-up and the payer's contact are used; the
 * server determines price, texts and URLs (PAY-041…PAY-051, PAY-055, PAY-059).
 */
export async function startPayment<Answer>(
  ctx: ExternalContext,
  request: PaymentRequest & CardChoice,
  present: Present<Answer>,
): Promise<Answer> {
  const { saved_card, saves_card = false } = request
  const card = saved_card ? await savedCard(ctx, request.gateway, saved_card) : null
  if (saves_card) requireOwnCards(ctx)
  const started = await begin(ctx, request)
  const wanted: StartRequest = {
    ...startRequest(ctx, started, [request.method]),
    ...(card
      ? {
          card: {
            token: ctx.sealer.open(card.token_sealed),
            last_digits: card.last_digits,
            cvv: saved_card?.cvv ?? '',
          },
        }
      : {}),
    saves_card: saves_card && started.shipment === null && card === null,
  }
  const plugIn = gatewayFor(ctx, request.gateway)
  return goToGateway(ctx, started, () => plugIn.start(callerOf(ctx), wanted), present)
}

/** Starts saving a card of the caller's own account at a gateway; nothing is charged (PAY-061). */
export async function startSavingCard<Answer>(
  ctx: ExternalContext,
  gateway: GatewayName,
  asDefault: boolean,
  present: Present<Answer>,
): Promise<Answer> {
  requireOwnCards(ctx)
  const plugIn = gatewayFor(ctx, gateway)
  const { saveCard } = plugIn
  if (!saveCard || plugIn.missing((setting) => ctx.setting(setting)).length > 0)
    throw wrongState('Cards cannot be saved here. Your courier has not set it up.')
  const started = await ctx.inTransaction((inner) => beginCard(inner, plugIn, gateway, asDefault))
  const back = (result: 'success' | 'failed'): string =>
    `${ctx.request.web_url}/account?tab=billing&card_saved=${result}`
  const wanted = {
    ...startRequest(ctx, started, ['credit-card']),
    return_urls: {
      success: back('success'),
      pending: back('success'),
      cancelled: back('failed'),
      any: back('success'),
    },
    as_default: asDefault,
  }
  return goToGateway(ctx, started, () => saveCard(callerOf(ctx), wanted), present)
}

async function goToGateway<Answer>(
  ctx: ExternalContext,
  started: StartedPayment,
  call: () => Promise<Started>,
  present: Present<Answer>,
): Promise<Answer> {
  const { payment } = started
  const at = await atGateway(ctx, started, call)
  return ctx.answer(async (inner) => {
    await redirected(inner, payment.id, at.gateway_reference)
    return present(at, payment)
  })
}

function startRequest(
  ctx: ExternalContext,
  started: StartedPayment,
  methods: readonly string[],
): StartRequest {
  const { payment, account, email, mobile_number, item_name, item_description } = started
  return {
    custom_id: payment.custom_id ?? '',
    reference: paymentReference(payment.number),
    amount: payment.amount,
    item_name,
    item_description,
    payer: { account_code: account.account_code, name: account.name, email, mobile_number },
    methods,
    notify_url: notifyUrl(ctx, payment.gateway),
    return_urls: returnUrls(ctx, started),
    expires: new Date(ctx.now.getTime() + expires_after_ms),
  }
}

/** Throws `forbidden` while impersonating: only the owner may save or use a card. */
export function requireOwnCards({ actor }: Pick<ExternalContext, 'actor'>): void {
  if (actor.impersonated_by !== null)
    throw forbidden(
      'Cards cannot be saved or used while acting as another user. Return to your own user first.',
    )
}

/** Returns the saved card to pay with, after checking the CVV (PAY-026, PAY-059). */
async function savedCard(
  ctx: ExternalContext,
  gateway: GatewayName,
  { id, cvv }: { id: number; cvv: string },
): Promise<CardRow> {
  requireOwnCards(ctx)
  const { account_id } = ctx.actor
  const card =
    account_id === null ? undefined : await ctx.inTransaction((inner) => findCard(inner, account_id, id))
  if (card?.gateway !== gateway || gateway_list[gateway].cards !== 'payments')
    throw wrongState('No saved card found.')
  const problem = cvvProblem(cvv)
  if (problem !== null) throw invalid(problem, [{ field: 'cvv', message: 'has 3 or 4 digits' }])
  return card
}

async function beginCard(
  ctx: Context,
  plugIn: Gateway,
  gateway: GatewayName,
  setsDefaultCard: boolean,
): Promise<StartedPayment> {
  const account = await ownAccount(ctx)
  const payment = await insertAtGateway(ctx, plugIn, {
    gateway,
    source: sourceOf(gateway, 'save_card'),
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
