import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'

/**
 * Returns the status that a submitted shipment gets at once: `awaiting-dropoff` for a collection from a pickup point,
 * otherwise `collection-assigned` or `collection-unassigned`, depending on whether its zone has a driver.
 */
export function routedStatus(pickupPointId: string | null | undefined, agent: string | null): ShipmentStatus {
  if (pickupPointId) return 'awaiting-dropoff'
  return agent ? 'collection-assigned' : 'collection-unassigned'
}

/**
 * Returns the driver of the collection at booking: the one of the zone, or `null` for a collection from a pickup point,
 * whose driver is chosen once the sender has dropped the parcel off.
 */
export function collectionAgent(
  pickupPointId: string | null | undefined,
  agent: string | null,
): string | null {
  return pickupPointId ? null : agent
}
