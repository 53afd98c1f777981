import type { Ctx } from '../../kit/verb.ts'

/** Something about a shipment changed; told after the commit, once per shipment and work. */
export async function tellShipment(ctx: Ctx, { shipment_id }: { shipment_id: number }): Promise<void> {
  await ctx.news({ topic: 'live', live: { kind: 'shipment', shipment_id } })
}

export async function tellAccount(
  ctx: Ctx,
  { account_id, is_closed }: { account_id: number; is_closed: boolean },
): Promise<void> {
  await ctx.news({ topic: 'live', live: { kind: 'account', account_id, is_closed } })
}

export async function tellBalance(ctx: Ctx, { account_id }: { account_id: number }): Promise<void> {
  await tellAccount(ctx, { account_id, is_closed: false })
}
