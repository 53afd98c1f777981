import type { PinHolder } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { readAddresses } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentRow } from '../store.ts'

/** Returns the shipment data that the rules about sending a PIN again need. */
export async function readPinHolder(
  ctx: Context,
  row: ShipmentRow,
): Promise<PinHolder & { pod_method: string }> {
  const { collection_address_id, delivery_address_id } = row
  const addresses = await readAddresses(ctx, [collection_address_id, delivery_address_id])
  return {
    status: row.status,
    pod_method: row.pod_method,
    collection_pickup_point_id: row.collection_pickup_point_id,
    delivery_pickup_point_id: row.delivery_pickup_point_id,
    collection_address: { type: addresses.get(collection_address_id)?.type ?? '' },
    delivery_address: { type: addresses.get(delivery_address_id)?.type ?? '' },
  }
}
