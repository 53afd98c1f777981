import { formatRand } from '@waybill/domain/kit/money'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { measureDoubts, measuresText, type ParcelMeasures } from '@waybill/domain/shipments/doubtful-measures'
import type { Context } from '../kit/handler.ts'
import { priceWith } from './pricing/price-again.ts'
import type { ParcelRow, ShipmentRow } from './store.ts'

/** The parcel fields needed to check measures for doubts. */
export type DoubtedParcel = Pick<
  ParcelRow,
  'id' | 'submitted_length_cm' | 'submitted_width_cm' | 'submitted_height_cm' | 'submitted_weight_kg'
>

/**
 * Returns why measures of a parcel of a locked shipment need confirmation: they differ much from the submitted ones,
 * or the service does not accept them. The text names both measures and, for viewers who may see amounts, the new
 * price. Returns `null` if nothing is doubtful.
 */
export async function doubtMeasures(
  ctx: Context,
  row: ShipmentRow,
  parcel: DoubtedParcel,
  measured: ParcelMeasures,
): Promise<string | null> {
  const submitted = {
    length_cm: parcel.submitted_length_cm,
    width_cm: parcel.submitted_width_cm,
    height_cm: parcel.submitted_height_cm,
    weight_kg: parcel.submitted_weight_kg,
  }
  const price = await priceWith(ctx, row, {
    id: parcel.id,
    actual_length_cm: measured.length_cm,
    actual_width_cm: measured.width_cm,
    actual_height_cm: measured.height_cm,
    actual_weight_kg: measured.weight_kg,
  })
  const isMisfit = 'why' in price && !('why' in (await priceWith(ctx, row, {})))
  const doubts = measureDoubts(submitted, measured)
  if (doubts.length === 0 && !isMisfit) return null
  const why = doubts.length > 0 ? `: ${doubts.join(', and ')}` : ''
  const both = `Booked as ${measuresText(submitted)}; measured ${measuresText(measured)}${why}.`
  return [both, outcome()].filter(Boolean).join(' ')

  function outcome(): string {
    if ('why' in price) return `No price would be found: ${price.why}`
    // A machine's result is stored in a note, whose readers may not be allowed to see amounts.
    if (ctx.actor.kind === 'system' || !sees(ctx.actor, 'amounts')) return ''
    if (price.rate === row.rate || price.rate === null || row.rate === null)
      return 'The price would not change.'
    return `The price would become ${formatRand(price.rate)} instead of ${formatRand(row.rate)}.`
  }
}
