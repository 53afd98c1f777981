import { unrestricted } from '../kit/unrestricted.ts'
import type { Context } from '../kit/handler.ts'
import {
  enterStatus,
  lockShipment,
  type Entering,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'

/**
 * Moves parcels of a locked shipment to a status: the whole shipment when every live parcel moves, otherwise parcel by
 * parcel, so that each event names its parcel and the others stay where they are. Returns the ids of the events.
 */
export async function enterParcels(
  ctx: Context,
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  moving: readonly ParcelRow[],
  entering: Entering,
): Promise<number[]> {
  if (moving.length === parcels.filter((parcel) => parcel.status !== 'cancelled').length)
    return [(await enterStatus(ctx, row, { ...entering, parcels })).event_id]
  const events: number[] = []
  for (const parcel of moving) {
    const current = events.length === 0 ? row : await lockShipment(unrestricted(ctx), row.id)
    events.push((await enterStatus(ctx, current, { ...entering, parcel_ids: [parcel.id] })).event_id)
  }
  return events
}
