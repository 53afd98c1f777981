import { provider_title } from '@waybill/domain/identity/settings'
import { isStaff } from '@waybill/domain/kit/actor'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { autoTopUpChanged } from '@waybill/domain/payments/events'
import { consentText, startOfMonth, termsProblems } from '@waybill/domain/payments/auto-top-up'
import type { autoTopUpApi } from '@waybill/domain/payments/auto-top-up-api'
import { gateway_list, gateway_names, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { auto_topup_enabled } from '@waybill/domain/payments/settings'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { accountFor } from '../../accounts/index.ts'
import type { Context, ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import { ownAccount } from '../begin.ts'
import { listCards } from '../card-store.ts'
import { presentCard } from '../cards.ts'
import { gatewayFor } from '../gateways/index.ts'
import { requireOwnCards } from '../start-payment.ts'
import {
  chargedSince,
  findAutoTopUp,
  lockAutoTopUp,
  saveAutoTopUp,
  updateAutoTopUp,
} from './auto-top-up-store.ts'

/** Returns the automatic top-up of the caller's account, or of an account for staff. */
export const readAutoTopUp: ExternalHandler<typeof autoTopUpApi.read> = async (ctx, input) =>
  ctx.inTransaction(async (inner) => {
    const account = await accountFor(inner, input.account_id)
    return present(inner, account.id, chargingGateways(ctx))
  })

/**
 * Switches automatic top-up on for the caller's own account. The text that the customer accepts is made here and stored
 * with the time and the user.
 */
export const saveMandate: ExternalHandler<typeof autoTopUpApi.save> = async (ctx, input) => {
  requireOwnCards(ctx)
  const gateways = chargingGateways(ctx)
  return ctx.answer(async (inner) => {
    const account = await ownAccount(inner)
    const card = (await listCards(inner, account.id)).find(({ id }) => id === input.card_id)
    if (!card || !gateways.includes(card.gateway))
      throw wrongState('No saved card found. Save a card for automatic top-ups first.')
    if (!input.is_accepted)
      throw invalid('Accept the text to switch automatic top-up on.', [
        { field: 'is_accepted', message: 'Accept the text first.' },
      ])
    const { card_id, threshold, amount, monthly_limit } = input
    const terms = { threshold, amount, monthly_limit }
    const problems = termsProblems(terms, inner.setting(gateway_list[card.gateway].top_up.limit))
    if (problems[0]) throw invalid(problems[0].message, problems)
    await saveAutoTopUp(inner, {
      account_id: account.id,
      card_id,
      ...terms,
      consent_text: consentText(terms, inner.setting(provider_title)),
      consent_by: inner.actor.username,
      email: inner.actor.email,
    })
    await inner.emit(autoTopUpChanged, {
      account_id: account.id,
      change: 'started',
      email: inner.actor.email,
      text: consentText(terms, inner.setting(provider_title)),
    })
    return present(inner, account.id, gateways)
  })
}

/** Switches automatic top-up off for the caller's own account. */
export const cancelMandate: Handler<typeof autoTopUpApi.cancel> = async (ctx) => {
  const account = await ownAccount(ctx)
  const mandate = await lockAutoTopUp(ctx, account.id)
  if (mandate?.is_on) {
    await updateAutoTopUp(ctx, account.id, {
      is_on: false,
      off_reason: `Switched off by ${ctx.actor.name}.`,
    })
    await ctx.emit(autoTopUpChanged, {
      account_id: account.id,
      change: 'cancelled',
      email: mandate.email,
      text: `${ctx.actor.name} switched it off.`,
    })
  }
  return {}
}

/** The gateways that charge saved cards by themselves and take top-ups now; none while the setting is off. */
export function chargingGateways(ctx: ExternalContext): GatewayName[] {
  if (!ctx.setting(auto_topup_enabled)) return []
  return gateway_names.filter((name) => {
    const plugIn = gatewayFor(ctx, name)
    return (
      plugIn.chargeCard !== undefined &&
      ctx.setting(gateway_list[name].top_up.enabled) &&
      plugIn.missing((setting) => ctx.setting(setting)).length === 0
    )
  })
}

async function present(
  ctx: Context,
  accountId: number,
  gateways: GatewayName[],
): Promise<Output<typeof autoTopUpApi.read>> {
  const [mandate, cards, charged] = await Promise.all([
    findAutoTopUp(ctx, accountId),
    listCards(ctx, accountId),
    chargedSince(ctx, accountId, startOfMonth(ctx.now)),
  ])
  const card = cards.find(({ id }) => id === mandate?.card_id)
  const limits = gateways.map((name) => ctx.setting(gateway_list[name].top_up.limit))
  return {
    auto_top_up: mandate
      ? {
          is_on: mandate.is_on,
          threshold: mandate.threshold,
          amount: mandate.amount,
          monthly_limit: mandate.monthly_limit,
          card: card ? presentCard(card) : null,
          consent_text: mandate.consent_text,
          consent_by: mandate.consent_by,
          consent_time: mandate.consent_time,
          off_reason: mandate.off_reason,
          charged_this_month: charged,
        }
      : null,
    cards: isStaff(ctx.actor)
      ? []
      : cards.filter(({ gateway }) => gateway_list[gateway].cards === 'automatic top-ups').map(presentCard),
    gateways,
    limit: limits.length > 0 ? Math.min(...limits) : null,
  }
}
