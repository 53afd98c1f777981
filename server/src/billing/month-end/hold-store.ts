import type { Context } from '../../kit/handler.ts'

/** Why charges wait. */
export type ChargeHoldCause = 'claim' | 'dispute'

/** Holds the charges of a shipment: no reminders for its invoices and, with a setting, no invoice. */
export async function holdCharges(ctx: Context, shipmentId: number, cause: ChargeHoldCause): Promise<void> {
  await ctx.db
    .insertInto('charge_hold')
    .values({ provider_id: ctx.provider_id, shipment_id: shipmentId, cause, time_created: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends the hold of a shipment's charges for one cause. */
export async function releaseCharges(
  ctx: Context,
  shipmentId: number,
  cause: ChargeHoldCause,
): Promise<void> {
  await ctx.db
    .deleteFrom('charge_hold')
    .where('shipment_id', '=', shipmentId)
    .where('cause', '=', cause)
    .execute()
}
