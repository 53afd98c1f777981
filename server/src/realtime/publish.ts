import type { Context } from '../kit/handler.ts'

/** Publishes that a shipment changed; sent after the commit, once per shipment and transaction. */
export async function publishShipment(ctx: Context, { shipment_id }: { shipment_id: number }): Promise<void> {
  await ctx.publish({ topic: 'live', live: { kind: 'shipment', shipment_id } })
}

export async function publishAccount(
  ctx: Context,
  { account_id, is_closed }: { account_id: number; is_closed: boolean },
): Promise<void> {
  await ctx.publish({ topic: 'live', live: { kind: 'account', account_id, is_closed } })
}

export async function publishBalance(ctx: Context, { account_id }: { account_id: number }): Promise<void> {
  await publishAccount(ctx, { account_id, is_closed: false })
}
