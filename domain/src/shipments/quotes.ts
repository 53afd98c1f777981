import { z } from 'zod'
import { displayId } from '../kit/format.ts'
import { endpoint } from '../kit/endpoint.ts'
import { paging } from '../kit/paging.ts'
import { count, instant, list, maybe, text } from '../kit/wire.ts'
import { ShipmentListRow } from './list-row.ts'
import { Shipment } from './model.ts'
import type { ShipmentStatus } from './status.ts'

/** What a quote may be: open, or past its validity and to be priced again before it is accepted (domain notes 2.18). */
export const quote_statuses = ['quote', 'quote-expired'] as const satisfies readonly ShipmentStatus[]

const day_ms = 86_400_000

/** Until when the price of a quote is kept; `days` is `payment_pending_validity_period` (SET-074, RATE-021). */
export function quoteValidUntil(time_created: Date, days: number): Date {
  return new Date(time_created.getTime() + days * day_ms)
}

/** What only quotes have: their own reference, `QTE000123`, and how long the price is kept. */
const of_quote = { quote_reference: z.string(), valid_until: instant }

/** A row of the list of quotes. */
export const ListedQuote = ShipmentListRow.extend(of_quote)
export type ListedQuote = z.output<typeof ListedQuote>

/** The reference of a quote: the shipment's number behind its own prefix. */
export function quoteReference(shipment_id: number): string {
  return displayId('quote', shipment_id)
}

/** Quotes: shipments that were priced and not booked (RATE-020, PERM-055). */
export const quotesApi = {
  list: endpoint('GET /shipment-quotes', {
    input: z.object({
      status: maybe(list(z.enum(quote_statuses))),
      account_id: maybe(list(count)),
      search: maybe(text(255)),
      ...paging,
    }),
    output: z.object({ quotes: z.array(ListedQuote), count: z.int() }),
    published: false,
    summary: 'Quotes within reach, newest first.',
  }),
  one: endpoint('GET /shipment-quotes/detail', {
    input: z.object({ id: count }),
    output: z.object({ shipment: Shipment, ...of_quote }),
    permission: 'API_/shipment-quotes:GET',
    published: false,
    summary: 'One quote with its parcels and the parts of its price.',
  }),
}
