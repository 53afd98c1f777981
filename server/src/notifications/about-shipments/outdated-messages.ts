import { isUnpaid, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { BaseContext } from '../../kit/handler.ts'
import type { NotifiedShipment } from '../store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * Messages that are only true while the shipment still stands at their status (docs/domain/messages.md#sending-rules).
 */
const true_while: Readonly<Record<string, (status: ShipmentStatus) => boolean>> = {
  out_for_delivery: (status) => status === 'out-for-delivery',
  delivery_failed_attempt: (status) => status === 'delivery-failed-attempt',
  collection_failed_attempt: (status) => status === 'collection-failed-attempt',
  collection_assigned: (status) => status === 'collection-assigned',
  payment_awaited: isUnpaid,
  booking_expired: (status) => status === 'quote-expired',
}

/** What happened longer ago than this, such as an imported history, is outdated. */
const stale_event_ms = day_ms

/** Why nobody should hear of this any more, or `null`: it is not true any longer, or it is outdated. */
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
