import { z } from 'zod'
import { displayId } from '../../kit/texts/format.ts'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { paging } from '../../kit/lists/paging.ts'
import { count, instant, list, maybe, text } from '../../kit/calls/wire.ts'
import { ShipmentListRow } from '../list-row.ts'
import { NewShipment, Shipment } from '../model.ts'
import type { ShipmentStatus } from '../statuses/status.ts'
import { day_ms } from '../../kit/dates/durations.ts'

/**
 * The statuses of a quote: open, or expired, in which case it is priced again before it is accepted
 * (docs/domain/rating.md#quotes).
 */
export const quote_statuses = ['quote', 'quote-expired'] as const satisfies readonly ShipmentStatus[]

/**
 * Returns until when the price of a quote is valid; `days` is the setting `payment_pending_validity_period` (SET-074,
 * RATE-021).
 */
export function quoteValidUntil(timeCreated: Date, days: number): Date {
  return new Date(timeCreated.getTime() + days * day_ms)
}

/**
 * Fields that only quotes have: the quote reference (`QTE000123`), the reference for paying by bank transfer, and until
 * when the price is valid.
 */
const of_quote = { quote_reference: z.string(), bank_reference: z.string(), valid_until: instant }

/** A row of the quote list. */
export const ListedQuote = ShipmentListRow.extend(of_quote)
export type ListedQuote = z.output<typeof ListedQuote>

/** Returns the reference of a quote: the shipment id with the quote prefix. */
export function quoteReference(shipmentId: number): string {
  return displayId('quote', shipmentId)
}

/**
 * Returns the reference that a customer enters when paying a quote by bank transfer, such as `OVB014 QTE000123`;
 * `option` is the setting `quote_payment_reference_option` (SET-080, SET-081).
 */
export function quoteBankReference(
  option: 'both' | 'quote-reference' | 'account-code',
  quote: { quote_reference: string; account_code: string },
): string {
  const { quote_reference, account_code } = quote
  return {
    both: `${account_code} ${quote_reference}`,
    'quote-reference': quote_reference,
    'account-code': account_code,
  }[option]
}

/** The input for saving a quote: a booking without `save_as`. */
const NewQuote = NewShipment.omit({ save_as: true })

/** API of quotes: shipments that were priced and not booked (RATE-020, PERM-055). */
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
    summary: 'Lists quotes that are visible to the caller, newest first.',
  }),
  create: endpoint('POST /shipment-quotes', {
    input: NewQuote,
    output: Shipment,
    published: false,
    summary: 'Saves the price of a shipment as a quote. The caller does not need the right to book.',
  }),
  one: endpoint('GET /shipment-quotes/detail', {
    input: z.object({ id: count }),
    output: z.object({ shipment: Shipment, ...of_quote }),
    permission: 'API_/shipment-quotes:GET',
    published: false,
    summary: 'Returns a quote with its parcels and price components.',
  }),
}
