import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { count, maybe, text } from '../kit/wire.ts'
import { ExpectedParcel } from './model.ts'

/** The hub's own views; scans go through tracking/shipment-events. */
export const hubApi = {
  expected: endpoint('GET /hub/expected', {
    input: z.object({
      branch_id: count,
      kind: maybe(z.enum(['expected', 'missing'])),
      search: maybe(text(80)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({
      parcels: z.array(ExpectedParcel),
      count: z.int(),
      expected: z.int(),
      missing: z.int(),
    }),
    permission: 'API_/tracking/shipment-events:POST',
    summary: 'Parcels on their way to a branch, and parcels missing beside their siblings.',
    published: false,
  }),
}
