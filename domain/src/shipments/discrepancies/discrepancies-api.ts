import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, day, list, maybe, rand, text } from '../../kit/calls/wire.ts'
import { paging } from '../../kit/lists/paging.ts'
import { discrepancy_right, discrepancy_states } from './discrepancy.ts'
import { Dispute, DiscrepancyDecision, WeightDiscrepancy } from './model.ts'

/** API for measured parcels whose price differs from the booking (docs/domain/rating.md#weight-discrepancies). */
export const discrepanciesApi = {
  list: endpoint('GET /shipments/discrepancies', {
    input: z.object({
      state: maybe(list(z.enum(discrepancy_states))),
      account_id: maybe(list(count)),
      shipment_id: maybe(count),
      /** First and last day of the measurement, both inclusive. */
      from: maybe(day),
      to: maybe(day),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ discrepancies: z.array(WeightDiscrepancy), count: z.int() }),
    summary: 'Lists measured parcels whose price waits or waited for the account.',
  }),
  detail: endpoint('GET /shipments/discrepancies/detail', {
    input: z.object({ id: count }),
    output: WeightDiscrepancy,
    permission: 'API_/shipments/discrepancies:GET',
    summary: 'Returns a weight discrepancy.',
  }),
  dispute: endpoint('POST /shipments/discrepancies/dispute', {
    input: Dispute,
    output: WeightDiscrepancy,
    permission: discrepancy_right,
    summary: 'Disputes measures with a reason and photos.',
  }),
  /** Makes the decision and undoes it, so that its price is known before anything is charged. */
  preview: endpoint('POST /shipments/discrepancies/preview', {
    input: DiscrepancyDecision.omit({ message: true }),
    output: z.object({ rate: rand }),
    permission: discrepancy_right,
    summary: 'Returns the price that a decision would result in. Stores nothing.',
    published: false,
  }),
  decide: endpoint('POST /shipments/discrepancies/decide', {
    input: DiscrepancyDecision,
    output: WeightDiscrepancy,
    permission: discrepancy_right,
    summary: 'Decides on a weight discrepancy and charges the resulting price.',
  }),
}
