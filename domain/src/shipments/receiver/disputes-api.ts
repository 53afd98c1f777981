import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, day, flag, maybe, text } from '../../kit/calls/wire.ts'
import { paging } from '../../kit/lists/paging.ts'
import { AttemptDispute, dispute_decisions } from './attempt-dispute.ts'

/** API for failed deliveries about which the receiver said that no driver was there (decision 0137). */
export const disputesApi = {
  list: endpoint('GET /shipments/attempt-disputes', {
    input: z.object({
      shipment_id: maybe(count),
      /** The driver who recorded the attempt. */
      username: maybe(text(120)),
      /** First and last day of the attempt, both inclusive. */
      from: maybe(day),
      to: maybe(day),
      is_open: maybe(flag),
      ...paging,
    }),
    output: z.object({ attempt_disputes: z.array(AttemptDispute), count: z.int() }),
    permission: 'API_/shipments:GET',
    summary: 'Lists failed deliveries for which the receiver says that no driver was there.',
    published: false,
  }),
  decide: endpoint('POST /shipments/attempt-disputes/decide', {
    input: z.object({ id: count, decision: z.enum(dispute_decisions), reason: text(500) }),
    output: AttemptDispute,
    permission: 'API_/shipments:PATCH',
    summary: 'Decides whether the driver was there, so that the attempt counts or not.',
    published: false,
  }),
}
