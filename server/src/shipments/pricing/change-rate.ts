import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { shipmentRepriced } from '@waybill/domain/shipments/events'
import type { Context } from '../../kit/handler.ts'
import { insertEvents, updateShipment, type ShipmentRow } from '../store.ts'

/**
 * Changes the price of a locked shipment. Stores the previous price, adds a non-public event with both prices, and
 * publishes the change for the ledger. `reason` is text without a full stop. `source` is the username of the person
 * who caused it, or `system`.
 */
export async function changeRate(
  ctx: Context,
  row: Pick<ShipmentRow, 'id' | 'rate'>,
  rate: Cents,
  {
    reason,
    source,
    changes = {},
  }: { reason: string; source: string; changes?: Parameters<typeof updateShipment>[2] },
): Promise<void> {
  await updateShipment(ctx, row.id, { ...changes, previous_rate: row.rate, rate })
  await insertEvents(ctx, row.id, [
    {
      date: ctx.now,
      status: 'rate-recalculation',
      message: `The price changed from ${formatRand(row.rate)} to ${formatRand(rate)}: ${reason}.`,
      source,
      is_public: false,
    },
  ])
  await ctx.emit(shipmentRepriced, { shipment_id: row.id, from: row.rate, to: rate, reason })
}
