import { isUnpaid, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { BaseContext } from '../../kit/handler.ts'
import type { NotifiedShipment } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * Events whose messages are valid only while the shipment has a matching status
 * (docs/domain/messages.md#sending-rules).
 */
const true_while: Readonly<Record<string, (status: ShipmentStatus) => boolean>> = {
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

/** Returns why a message must not be sent any more, or `null`: the status has changed, or the event is outdated. */
export function staleReason(
  reader: BaseContext,
  event: string,
  shipment: NotifiedShipment,
  happened: Date,
): string | null {
  if (true_while[event]?.(shipment.status) === false) return `The shipment was already ${shipment.status}.`
  return reader.now.getTime() - happened.getTime() > stale_event_ms
    ? 'It happened more than a day ago.'
    : null
}
