import { notFound } from '@waybill/domain/kit/problem'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import { digestOf } from '../kit/sealer.ts'
import type { Context } from '../kit/handler.ts'
import type { SentCard } from './gateways/port.ts'

/** Lists the cards of an account, the default card first. */
export async function listCards(ctx: Context, accountId: number) {
  return ctx.db
    .selectFrom('saved_card')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
}
export type CardRow = Awaited<ReturnType<typeof listCards>>[number]

/** Returns a card of an account; `undefined` when the account has no card with that id. */
export async function findCard(ctx: Context, accountId: number, id: number): Promise<CardRow | undefined> {
  return (await listCards(ctx, accountId)).find((card) => card.id === id)
}

/** Stores a card that a gateway saved. The first card of an account becomes its default. */
export async function saveCard(
  ctx: Context,
  accountId: number,
  gateway: GatewayName,
  card: SentCard,
  asDefault: boolean,
): Promise<void> {
  const { token, ...shown } = card
  const row = await ctx.db
    .insertInto('saved_card')
    .values({
      provider_id: ctx.provider_id,
      account_id: accountId,
      gateway,
      token_sealed: ctx.sealer.seal(token),
      token_digest: digestOf(token),
      ...shown,
      is_default: false,
      time_created: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const cards = await listCards(ctx, accountId)
  if (row && (asDefault || !cards.some((one) => one.is_default))) await makeDefault(ctx, accountId, row.id)
}

/** Makes a card the default card of its account. Throws `notFound` when the account has no such card. */
export async function makeDefault(ctx: Context, accountId: number, id: number): Promise<void> {
  await ctx.db
    .updateTable('saved_card')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute()
  const { numUpdatedRows } = await ctx.db
    .updateTable('saved_card')
    .set({ is_default: true })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('No saved card found.')
}

/** Deletes a card. If it was the default card, the oldest remaining card becomes the default. */
export async function deleteCard(ctx: Context, card: CardRow): Promise<void> {
  await ctx.db.deleteFrom('saved_card').where('id', '=', card.id).execute()
  const [next] = await listCards(ctx, card.account_id)
  if (card.is_default && next) await makeDefault(ctx, card.account_id, next.id)
}
