import { system_username } from '@waybill/domain/kit/actor'
import type { StoredAttachment } from '@waybill/domain/shipments/discrepancies/model'
import type { ShipmentPatch } from '@waybill/domain/shipments/model'
import type { Context } from '../../kit/handler.ts'
import { reviewDiscrepancy } from '../discrepancies/review-discrepancy.ts'
import { changeRate, type NewPrice } from './change-rate.ts'
import { isPricedAgain, priceAgain } from './price-again.ts'
import { chargesOf } from './price-shipment.ts'
import { closeCharges, insertCharges, lockShipment, updateShipment } from '../store.ts'

interface Rerating {
  /** Uses the prices in force. */
  afresh?: boolean
  /** The caller adds the event of the price change. */
  isRecorded?: boolean
  /** Parcels were measured, with these photos on the scale. Only then a weight discrepancy can start. */
  measured?: { photos: readonly StoredAttachment[] } | null
}

/**
 * Prices a shipment again with the revision it was priced with, or with the one in force if `afresh`. Closes the old
 * charge rows, publishes the change for the ledger, and adds an event for the price change unless the caller records
 * it (docs/domain/rating.md#pricing-again). Does nothing if new charges are switched off, the shipment is cancelled or
 * it has been invoiced. If the total stays the same, at most weights and service level are updated. Returns the old
 * and new price, `null` if it stays. A measured price that differs much from the booked one waits for the account
 * instead (docs/domain/rating.md#weight-discrepancies).
 */
export async function rerateShipment(
  ctx: Context,
  id: number,
  input: Partial<ShipmentPatch>,
  reason: string,
  { afresh = false, isRecorded = false, measured = null }: Rerating = {},
): Promise<NewPrice | null> {
  const row = await lockShipment(ctx, id)
  if (!isPricedAgain(row)) return null
  if (!afresh) await reviewDiscrepancy(ctx, row, input, measured)
  const { offer, rate } = await priceAgain(ctx, row, input, { afresh })
  const weights = {
    charged_weight: offer.charged_weight,
    actual_weight: offer.actual_weight,
    volumetric_weight: offer.volumetric_weight,
  }
  const level = {
    service_level_id: offer.service_level.id,
    service_level_code: offer.service_level.code,
    service_level_name: offer.service_level.name,
    rate_revision_id: offer.rate_revision_id,
  }
  if (rate === row.rate) {
    if (weights.charged_weight !== row.charged_weight || level.service_level_id !== row.service_level_id)
      await updateShipment(ctx, id, { ...weights, ...level })
    return null
  }
  await closeCharges(ctx, id)
  await insertCharges(ctx, id, chargesOf(offer))
  await changeRate(ctx, row, rate, {
    reason,
    source: system_username,
    changes: { ...weights, ...level },
    isRecorded,
  })
  return { from: row.rate, to: rate }
}
