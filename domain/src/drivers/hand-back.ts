import { z } from 'zod'
import { with_delivery_driver } from '../shipments/statuses/assignment.ts'
import { shipment_statuses, type ShipmentStatus } from '../shipments/statuses/status.ts'

/** Statuses in which a driver has the parcel: the driver of the collection when collected, of the delivery afterwards. */
export const with_driver_statuses: readonly ShipmentStatus[] = ['collected', ...with_delivery_driver]

/** A parcel that is still with the driver at the end of the day and is to be scanned back at the branch. */
export const HandBack = z.object({
  shipment_id: z.int(),
  tracking_reference: z.string(),
  parcel_reference: z.string(),
  status: z.enum(shipment_statuses),
})
export type HandBack = z.output<typeof HandBack>

/** Returns the sentence about parcels to hand back; `''` when there are none. */
export function handBackText(parcels: number): string {
  if (parcels === 0) return ''
  return parcels === 1 ? 'Hand 1 parcel back at your branch.' : `Hand ${parcels} parcels back at your branch.`
}
