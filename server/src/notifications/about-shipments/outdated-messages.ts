import { isUnpaid, waitsAtPoint, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { BaseContext } from '../../kit/handler.ts'
import type { NotifiedShipment } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Statuses in which a parcel that arrived at its last hub is still there. */
const at_last_hub: readonly ShipmentStatus[] = [
  'at-destination-hub',
  'delivery-assigned',
  'delivery-unassigned',
  'delivery-rejected',
  'on-hold',
  'on-hold-internal',
]

/**
 * Events whose messages are valid only while the shipment has a matching status
 * (docs/domain/messages.md#sending-rules).
 */
const true_while: Readonly<Record<string, (status: ShipmentStatus) => boolean>> = {
  submitted: (status) => status !== 'cancelled',
  awaiting_dropoff: (status) => status === 'awaiting-dropoff',
  in_transit: (status) => status === 'in-transit',
  at_destination_hub: (status) => at_last_hub.includes(status),
  ready_for_pickup: waitsAtPoint,
  delivered: (status) => status === 'delivered',
  cancelled: (status) => status === 'cancelled',
  out_for_delivery: (status) => status === 'out-for-delivery',
  driver_nearby: (status) => status === 'out-for-delivery',
  delivery_failed_attempt: (status) => status === 'delivery-failed-attempt',
  collection_failed_attempt: (status) => status === 'collection-failed-attempt',
  collection_assigned: (status) => status === 'collection-assigned',
  pickup_reminder: (status) => status === 'ready-for-pickup',
  payment_awaited: isUnpaid,
  booking_expired: (status) => status === 'quote-expired',
}

/** Age in ms after which an event is outdated, for example in an imported history. */
const stale_event_ms = day_ms

/**
 * Returns why a message must not be sent any more, or `null`: the event was undone, the status has changed, or the event
 * is outdated.
 */
export function staleReason(
  reader: BaseContext,
  event: string,
  shipment: NotifiedShipment,
  happened: { date: Date; is_undone: boolean },
): string | null {
  if (happened.is_undone) return 'It was undone.'
  if (true_while[event]?.(shipment.status) === false) return `The shipment was already ${shipment.status}.`
  return reader.now.getTime() - happened.date.getTime() > stale_event_ms
    ? 'It happened more than a day ago.'
    : null
}
