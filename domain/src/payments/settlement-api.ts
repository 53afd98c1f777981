import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { date_range } from '../kit/dates/date-range-codec.ts'
import { paging } from '../kit/lists/paging.ts'
import { gateway_names } from './gateway-list.ts'
import { Settlement } from './model.ts'
import { settlement_differences } from './settlement.ts'

/** Endpoints for settlement reports of gateways. */
export const settlementApi = {
  list: endpoint('GET /billing/settlements', {
    host: 'payments',
    input: z.object({
      ...paging,
      ...date_range,
      gateway: maybe(list(z.enum(gateway_names))),
      difference: maybe(list(z.enum(settlement_differences))),
      /** The number of a payment, or an id at the gateway. */
      search: maybe(text(60)),
    }),
    output: z.object({
      settlements: z.array(Settlement),
      count,
      /** The sum of the fees of all matching lines. */
      total_fee: rand,
      /** Received payments that the reports of their gateway leave out: their number and sum. */
      unsettled: z.object({ count, received: rand }),
    }),
    published: false,
    summary: 'Lists the lines of settlement reports, newest first.',
  }),
  upload: endpoint('POST /billing/settlements', {
    host: 'payments',
    input: z.object({ gateway: z.enum(gateway_names), file_name: text(200), content: z.string() }),
    output: z.object({
      imported: count,
      /** Lines that were imported before. */
      known: count,
      differences: count,
      /** The sum of the fees posted to the ledger. */
      fees: rand,
    }),
    body: 'text_file',
    workload: 'heavy',
    published: false,
    summary: 'Imports a settlement report of a gateway and matches it to payments.',
  }),
}
