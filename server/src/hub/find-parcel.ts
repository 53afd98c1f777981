import { invalid, notFound } from '@waybill/domain/kit/problem'
import type { Context } from '../kit/handler.ts'
import { lockMeantBy, readParcels, type ParcelRow, type ShipmentRow } from '../shipments/index.ts'
import { withoutBranchLimit } from './manifests/list-manifests.ts'

/** Returns the parcel of a waybill when there is only one; `null` when each parcel must be scanned by its own label. */
export function onlyParcel(parcels: readonly ParcelRow[]): number | null {
  const live = parcels.filter((parcel) => parcel.status !== 'cancelled')
  return live.length > 1 ? null : ((live[0] ?? parcels[0])?.id ?? null)
}

/**
 * Finds a parcel of any branch by a cleaned reference and locks its shipment. Throws a 404 for an unknown reference,
 * and a 400 for the reference of a shipment with several parcels.
 */
export async function findParcel(
  ctx: Context,
  reference: string,
): Promise<{ row: ShipmentRow; parcel_id: number; parcel: ParcelRow }> {
  const wide = withoutBranchLimit(ctx)
  const row = await lockMeantBy(wide, reference)
  if (!row) throw notFound(`Nothing was found for ${reference}. Scan the label of the parcel.`)
  const parcels = await readParcels(wide, [row.id])
  const parcelId = row.meant_parcel_id ?? onlyParcel(parcels)
  const parcel = parcels.find(({ id }) => id === parcelId)
  if (!parcel)
    throw invalid(`This shipment has ${row.parcel_count} parcels. Give the reference of one parcel.`, [
      { field: 'parcel_reference', message: 'means several parcels' },
    ])
  return { row, parcel_id: parcel.id, parcel }
}
