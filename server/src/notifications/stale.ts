import type { Reader } from '../kit/verb.ts'
import type { ToldShipment } from './store.ts'

/** Messages that are only true while the shipment still stands at their status (domain notes 8.2). */
const true_for_a_while: readonly string[] = [
  'out_for_delivery',
  'delivery_failed_attempt',
  'collection_failed_attempt',
  'collection_assigned',
]

/** What happened longer ago than this, such as an imported history, is no news. */
const old_news_ms = 86_400_000

/** Why nobody should hear of this any more, or `null`: it is not true any longer, or it is old news. */
export function staleReason(
  reader: Reader,
  event: string,
  shipment: ToldShipment,
  happened: Date,
): string | null {
  if (true_for_a_while.includes(event) && shipment.status !== event.replaceAll('_', '-'))
    return `The shipment was already ${shipment.status}.`
  return reader.now.getTime() - happened.getTime() > old_news_ms ? 'It happened more than a day ago.' : null
}
