import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { isChargeDue, startOfMonth } from '@waybill/domain/payments/auto-top-up'
import { sourceOf } from '@waybill/domain/payments/methods'
import { paymentReference, poll_after_ms } from '@waybill/domain/payments/payment'
import { getAccount, lockBalance } from '../../accounts/index.ts'
import { nextNumber } from '../../kit/document-numbers-store.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { applyFinding } from '../apply-payment.ts'
import { findCard } from '../card-store.ts'
import { isGatewayError } from '../gateways/call.ts'
import { callerOf, gatewayFor } from '../gateways/index.ts'
import { GatewayRejectedError, type ChargeRequest, type Gateway } from '../gateways/port.ts'
import { insertPayment, updatePayment, type PaymentRow } from '../store.ts'
import {
  chargedSince,
  countCharge,
  listDueAccounts,
  lockAutoTopUp,
  updateAutoTopUp,
} from './auto-top-up-store.ts'
import { chargingGateways } from './edit-auto-top-up.ts'

/**
 * Charges the saved cards of accounts whose balance is below what their customers have chosen. The payment and the day
 * are stored before the gateway is called, so that a card is charged at most once a day, even when this process ends in
 * between; the gateway is polled about such a payment.
 */
export async function chargeCards(ctx: ExternalContext): Promise<void> {
  const gateways = chargingGateways(ctx)
  if (gateways.length === 0) return
  const today = dayOf(ctx.now)
  for (const accountId of await ctx.inTransaction((inner) => listDueAccounts(inner, today))) {
    const started = await ctx.inTransaction((inner) => startCharge(inner, accountId, today))
    if (started && gateways.includes(started.payment.gateway))
      await charge(ctx, started.payment, started.token)
  }
}

/** Stores the payment of a charge that is due; `null` when it is not due. */
async function startCharge(
  ctx: Context,
  accountId: number,
  today: string,
): Promise<{ payment: PaymentRow; token: string } | null> {
  const balance = await lockBalance(ctx, accountId)
  const mandate = await lockAutoTopUp(ctx, accountId)
  const card = mandate?.card_id ? await findCard(ctx, accountId, mandate.card_id) : undefined
  if (!mandate || !card) return null
  const charged = await chargedSince(ctx, accountId, startOfMonth(ctx.now))
  if (!isChargeDue({ ...mandate, balance, charged_this_month: charged, today })) return null
  await updateAutoTopUp(ctx, accountId, { last_day: today })
  const payment = await insertPayment(ctx, {
    number: await nextNumber(ctx, 'payment'),
    gateway: card.gateway,
    source: sourceOf(card.gateway, 'topup'),
    method: 'credit-card',
    purpose: 'topup',
    account_id: accountId,
    shipment_id: null,
    amount: mandate.amount,
    email: mandate.email,
    is_automatic: true,
  })
  return { payment, token: ctx.sealer.open(card.token_sealed) }
}

async function charge(ctx: ExternalContext, payment: PaymentRow, token: string): Promise<void> {
  const plugIn = gatewayFor(ctx, payment.gateway)
  const reference = paymentReference(payment.number)
  const customId = plugIn.customId({
    provider_id: ctx.provider_id,
    payment_id: payment.id,
    shipment_id: null,
    reference,
  })
  const account = await ctx.inTransaction(async (inner) => {
    await updatePayment(inner, payment.id, {
      custom_id: customId,
      status: 'redirected',
      ask_at: new Date(inner.now.getTime() + poll_after_ms),
    })
    return getAccount(inner, payment.account_id)
  })
  const result = await requestCharge(ctx, plugIn, {
    token,
    custom_id: customId,
    amount: payment.amount,
    item_name: `Automatic top-up of account ${account.account_code}`,
    item_description: reference,
  })
  if (result === null) return
  if ('gateway_reference' in result) {
    const finding = {
      outcome: 'paid',
      amount: payment.amount,
      fee: 0,
      is_confirmed: true,
      ...result,
    } as const
    await ctx.inTransaction((inner) => applyFinding(inner, payment.id, finding))
    return
  }
  await ctx.inTransaction(async (inner) => {
    await updatePayment(inner, payment.id, {
      status: 'failed',
      ask_at: null,
      remark: `The card was not charged with ${formatRand(payment.amount)}: ${result.failure}`,
    })
    await countCharge(inner, payment.account_id, result)
  })
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
