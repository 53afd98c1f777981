import type { BaseContext } from '../kit/handler.ts'
import type { NotifiedShipment } from './store.ts'

/**
 * Messages that are only true while the shipment still stands at their status (docs/domain/messages.md#sending-rules).
 */
const true_for_a_while: readonly string[] = [
  'out_for_delivery',
  'delivery_failed_attempt',
  'collection_failed_attempt',
  'collection_assigned',
]

/** What happened longer ago than this, such as an imported history, is outdated. */
const stale_event_ms = 86_400_000

/** Why nobody should hear of this any more, or `null`: it is not true any longer, or it is outdated. */
export function staleReason(
  reader: BaseContext,
  event: string,
  shipment: NotifiedShipment,
  happened: Date,
): string | null {
  if (true_for_a_while.includes(event) && shipment.status !== event.replaceAll('_', '-'))
    return `The shipment was already ${shipment.status}.`
  return reader.now.getTime() - happened.getTime() > stale_event_ms
    ? 'It happened more than a day ago.'
    : null
}
