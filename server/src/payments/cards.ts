import { notFound } from '@waybill/domain/kit/problem'
import type { paymentsApi } from '@waybill/domain/payments/api'
import type { SavedCard } from '@waybill/domain/payments/model'
import { accountFor } from '../accounts/index.ts'
import type { ExternalHandler, Handler } from '../kit/handler.ts'
import { deleteCard, findCard, listCards, makeDefault, type CardRow } from './card-store.ts'
import { bobpayCredentials } from './credentials.ts'
import { GatewayRejectedError, GatewayUnavailableError, gatewaysPort } from './gateways/port.ts'

/** A saved card as people see it. */
export function presentCard({ id, last_digits, association, expiry, is_default }: CardRow): SavedCard {
  return { id, last_digits, association, expiry, is_default }
}

/** The saved cards of an account. */
export const readCards: Handler<typeof paymentsApi.cards> = async (ctx, input) => {
  const account = await accountFor(ctx, input.account_id)
  return { cards: (await listCards(ctx, account.id)).map(presentCard) }
}

/** Makes a card of the own account its default one. */
export const chooseCard: Handler<typeof paymentsApi.chooseCard> = async (ctx, { id }) => {
  const accountId = ownAccountId(ctx.actor.account_id)
  await makeDefault(ctx, accountId, id)
  return { cards: (await listCards(ctx, accountId)).map(presentCard) }
}

/** Removes a card of the own account, here and, when it answers, at the gateway. */
export const removeCard: ExternalHandler<typeof paymentsApi.removeCard> = async (ctx, { id }) => {
  const accountId = ownAccountId(ctx.actor.account_id)
  const card = await ctx.inTransaction((inner) => findCard(inner, accountId, id))
  if (!card) throw notFound('No saved card found.')
  try {
    await ctx
      .adapter(gatewaysPort)
      .bobpay.removeCard(bobpayCredentials(ctx), ctx.sealer.open(card.token_sealed))
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError) && !(error instanceof GatewayRejectedError)) throw error
    ctx.log.warn({ card_id: id, reason: error.message }, 'a card was not removed at its gateway')
  }
  return ctx.answer(async (inner) => {
    await deleteCard(inner, card)
    return {}
  })
}

/** Cards belong to customers; nobody else uses or removes them. */
function ownAccountId(accountId: number | null): number {
  if (accountId === null) throw notFound('No saved card found.')
  return accountId
}
