import { dayOf } from '@waybill/domain/kit/calls/wire'
import { isChargeDue, startOfMonth } from '@waybill/domain/payments/auto-top-up'
import { sourceOf } from '@waybill/domain/payments/methods'
import { paymentReference } from '@waybill/domain/payments/payment'
import { getAccount, lockBalance } from '../../accounts/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { applyFinding } from '../apply-payment.ts'
import { insertAtGateway } from '../begin.ts'
import { findCard } from '../card-store.ts'
import { isGatewayError } from '../gateways/call.ts'
import { callerOf, gatewayFor } from '../gateways/index.ts'
import { GatewayRejectedError, type ChargeRequest, type Gateway } from '../gateways/port.ts'
import type { PaymentRow } from '../store.ts'
import {
  chargedSince,
  hasOpenCharge,
  listDueAccounts,
  lockAutoTopUp,
  updateAutoTopUp,
} from './auto-top-up-store.ts'
import { chargingGateways } from './edit-auto-top-up.ts'

/**
 * Charges the saved cards of accounts whose balance is below what their customers have chosen. The payment with its id
 * at the gateway and the day are stored before the gateway is called, so that a card is charged at most once a day, even
 * when this process ends in between; the gateway is polled about such a payment. While that is open, the card is not
 * charged again.
 */
export async function chargeCards(ctx: ExternalContext): Promise<void> {
  const gateways = chargingGateways(ctx)
  if (gateways.length === 0) return
  const today = dayOf(ctx.now)
  for (const accountId of await ctx.inTransaction((inner) => listDueAccounts(inner, today))) {
    const started = await ctx.inTransaction((inner) => startCharge(ctx, inner, accountId, today))
    if (started) await charge(ctx, started)
  }
}

interface StartedCharge {
  payment: PaymentRow & { custom_id: string }
  token: string
  account_code: string
}

/** Stores the payment of a charge that is due; `null` when it is not due. */
async function startCharge(
  outer: ExternalContext,
  ctx: Context,
  accountId: number,
  today: string,
): Promise<StartedCharge | null> {
  const balance = await lockBalance(ctx, accountId)
  const mandate = await lockAutoTopUp(ctx, accountId)
  const card = mandate?.card_id ? await findCard(ctx, accountId, mandate.card_id) : undefined
  if (!mandate || !card || !chargingGateways(outer).includes(card.gateway)) return null
  const charged = await chargedSince(ctx, accountId, startOfMonth(ctx.now))
  const hasOpen = await hasOpenCharge(ctx, accountId)
  if (!isChargeDue({ ...mandate, balance, charged_this_month: charged, has_open_charge: hasOpen, today }))
    return null
  await updateAutoTopUp(ctx, accountId, { last_day: today })
  const payment = await insertAtGateway(ctx, gatewayFor(outer, card.gateway), {
    gateway: card.gateway,
    source: sourceOf(card.gateway, 'topup'),
    method: 'credit-card',
    purpose: 'topup',
    account_id: accountId,
    shipment_id: null,
    amount: mandate.amount,
    email: mandate.email,
    is_automatic: true,
    status: 'redirected',
  })
  const { account_code } = await getAccount(ctx, accountId)
  return { payment, token: ctx.sealer.open(card.token_sealed), account_code }
}

async function charge(ctx: ExternalContext, { payment, token, account_code }: StartedCharge): Promise<void> {
  const result = await requestCharge(ctx, gatewayFor(ctx, payment.gateway), {
    token,
    custom_id: payment.custom_id,
    amount: payment.amount,
    item_name: `Automatic top-up of account ${account_code}`,
    item_description: paymentReference(payment.number),
  })
  if (result === null) return
  const finding =
    'failure' in result
      ? ({ outcome: 'failed', amount: 0, gateway_reference: '', failure: result.failure } as const)
      : ({ outcome: 'paid', amount: payment.amount, ...result } as const)
  await ctx.inTransaction((inner) =>
    applyFinding(inner, payment.id, { ...finding, fee: 0, is_confirmed: true }),
  )
}

/** Charges the card. Returns `null` when the gateway does not answer: it may have charged the card. */
async function requestCharge(
  ctx: ExternalContext,
  { chargeCard }: Gateway,
  request: ChargeRequest,
): Promise<{ gateway_reference: string } | { failure: string } | null> {
  if (!chargeCard) return { failure: 'The gateway does not charge cards by itself.' }
  try {
    return await chargeCard(callerOf(ctx), request)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    ctx.log.warn({ custom_id: request.custom_id, reason: error.message }, 'a saved card was not charged')
    return error instanceof GatewayRejectedError ? { failure: error.message } : null
  }
}
