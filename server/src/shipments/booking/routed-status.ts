import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'

/** Where a submitted shipment goes at once: to the counter it is brought to, or to the driver of its zone, if any. */
export function routedStatus(pickupPointId: string | null | undefined, agent: string | null): ShipmentStatus {
  if (pickupPointId) return 'awaiting-dropoff'
  return agent ? 'collection-assigned' : 'collection-unassigned'
}
