import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { shipmentRepriced } from '@waybill/domain/shipments/events'
import type { Context } from '../../kit/handler.ts'
import { insertEvents, updateShipment, type ShipmentRow } from '../store.ts'

/**
 * Changes the price of a locked shipment. Stores the previous price, adds a non-public event with both prices unless
 * the caller records the change (`isRecorded`), and publishes the change for the ledger. `reason` is text without a
 * full stop. `source` is the username of the person who caused it, or `system`.
 */
export async function changeRate(
  ctx: Context,
  row: Pick<ShipmentRow, 'id' | 'rate'>,
  rate: Cents,
  {
    reason,
    source,
    changes = {},
    isRecorded = false,
  }: {
    reason: string
    source: string
    changes?: Parameters<typeof updateShipment>[2]
    isRecorded?: boolean
  },
): Promise<void> {
  await updateShipment(ctx, row.id, { ...changes, previous_rate: row.rate, rate })
  const price = { from: row.rate, to: rate }
  if (!isRecorded) await recordNewPrice(ctx, row.id, price, { reason, source })
  await ctx.emit(shipmentRepriced, { shipment_id: row.id, ...price, reason })
}

/** A change of the price, in cents. */
export interface NewPrice {
  from: Cents
  to: Cents
}

/** Adds the non-public event of a new price. */
export async function recordNewPrice(
  ctx: Context,
  shipmentId: number,
  { from, to }: NewPrice,
  { reason, source }: { reason: string; source: string },
): Promise<void> {
  await insertEvents(ctx, shipmentId, [
    {
      date: ctx.now,
      status: 'rate-recalculation',
      message: `The price changed from ${formatRand(from)} to ${formatRand(to)}: ${reason}.`,
      source,
      is_public: false,
    },
  ])
}
