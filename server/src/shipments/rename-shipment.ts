import { invalid } from '@waybill/domain/kit/problem'
import { customReference, parcelReference } from '@waybill/domain/shipments/labels/references'
import type { Context } from '../kit/handler.ts'
import { takeStickers } from './labels/stickers.ts'
import { readParcels, takenReferences, updateParcel, updateShipment, type ShipmentRow } from './store.ts'

/**
 * Reserves references for a shipment of an account. Throws if a reference is already used by a shipment or parcel,
 * was sent twice, or is a sticker assigned to another account.
 */
export async function takeReferences(
  ctx: Context,
  accountId: number,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return
  const twice = references.find((reference, index) => references.indexOf(reference) !== index)
  const [taken = twice] = await takenReferences(ctx, references)
  if (taken)
    throw invalid(`The reference ${taken} is already used. Choose another one.`, [
      { field: 'custom_tracking_reference', message: 'is already used' },
    ])
  await takeStickers(ctx, accountId, references)
}

/**
 * Changes the custom reference of a locked shipment and of its parcels. `''` restores the short reference with the
 * prefix. Returns whether anything changed (docs/domain/public-api.md#parcel,
 * docs/domain/public-api.md#changing-a-shipment).
 */
export async function renameShipment(
  ctx: Context,
  row: ShipmentRow,
  prefix: string,
  typed: string,
): Promise<boolean> {
  const custom = customReference(prefix, typed, row.short_tracking_reference)
  if (custom === row.custom_tracking_reference) return false
  if (custom !== null) await takeReferences(ctx, row.account_id, [custom])
  await updateShipment(ctx, row.id, { custom_tracking_reference: custom })
  for (const parcel of await readParcels(ctx, [row.id]))
    await updateParcel(ctx, parcel.id, {
      tracking_reference: parcelReference(custom ?? row.short_tracking_reference, parcel.number),
    })
  return true
}
