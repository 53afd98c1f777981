import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { text } from '../kit/calls/wire.ts'

export const nav_search_types = [
  'shipment',
  'quote',
  'account',
  'invoice',
  'credit-note',
  'payment',
  'transaction',
  'interhub-transfer',
  'collection-request',
  'claim',
] as const

/** API of the search box for references: returns the record of one reference, or 404 when there is none. */
export const searchApi = {
  navSearch: endpoint('GET /ui/nav-search', {
    input: z.object({ search_query: text(100) }),
    output: z.object({
      type: z.enum(nav_search_types),
      data: z.object({ id: z.number(), reference: z.string() }),
      count: z.number(),
    }),
    summary:
      'Finds the shipment, quote, account, invoice, credit note, payment, manifest, collection request or claim with a given reference.',
  }),
}
