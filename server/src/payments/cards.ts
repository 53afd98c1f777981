import { notFound } from '@waybill/domain/kit/problem'
import type { paymentsApi } from '@waybill/domain/payments/api'
import type { SavedCard } from '@waybill/domain/payments/model'
import { accountFor } from '../accounts/index.ts'
import type { ExternalHandler, Handler } from '../kit/handler.ts'
import { deleteCard, findCard, listCards, makeDefault, type CardRow } from './card-store.ts'
import { stopForCard } from './auto-top-up/auto-top-up-store.ts'
import { isGatewayError } from './gateways/call.ts'
import { callerOf, gatewayFor } from './gateways/index.ts'

/** Converts a saved card to its API form. */
export function presentCard(card: CardRow): SavedCard {
  const { id, gateway, last_digits, association, expiry, is_default } = card
  return { id, gateway, last_digits, association, expiry, is_default }
}

/** Lists the saved cards of an account. */
export const readCards: Handler<typeof paymentsApi.cards> = async (ctx, input) => {
  const account = await accountFor(ctx, input.account_id)
  return { cards: (await listCards(ctx, account.id)).map(presentCard) }
}

/** Makes a card of the caller's own account its default card. */
export const chooseCard: Handler<typeof paymentsApi.chooseCard> = async (ctx, { id }) => {
  const accountId = ownAccountId(ctx.actor.account_id)
  await makeDefault(ctx, accountId, id)
  return { cards: (await listCards(ctx, accountId)).map(presentCard) }
}

/** Removes a card of the caller's own account, and removes it at the gateway when the gateway is available. */
export const removeCard: ExternalHandler<typeof paymentsApi.removeCard> = async (ctx, { id }) => {
  const accountId = ownAccountId(ctx.actor.account_id)
  const card = await ctx.inTransaction((inner) => findCard(inner, accountId, id))
  if (!card) throw notFound('No saved card found.')
  try {
    await gatewayFor(ctx, card.gateway).removeCard?.(callerOf(ctx), ctx.sealer.open(card.token_sealed))
  } catch (error) {
    if (!isGatewayError(error)) throw error
    ctx.log.warn({ card_id: id, reason: error.message }, 'a card was not removed at its gateway')
  }
  return ctx.answer(async (inner) => {
    await stopForCard(inner, card)
    await deleteCard(inner, card)
    return {}
  })
}

/** Only customers own cards; other callers get `notFound`. */
function ownAccountId(accountId: number | null): number {
  if (accountId === null) throw notFound('No saved card found.')
  return accountId
}
