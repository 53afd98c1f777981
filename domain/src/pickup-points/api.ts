import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { flag, maybe, num, text } from '../kit/calls/wire.ts'
import { paging } from '../kit/lists/paging.ts'
import { PickupPoint, pickup_point_providers } from './model.ts'

/** API of lockers and counters: docs/domain/public-api.md#pickup-points. */
export const pickupPointsApi = {
  list: endpoint('GET /pickup-points', {
    input: z.object({
      search: maybe(text(255)),
      lat: maybe(num),
      lng: maybe(num),
      /** Nearest first; offline and full points last. */
      order_closest: maybe(flag),
      /** In km; `distance` is an alias. */
      radius: maybe(num),
      distance: maybe(num),
      type: maybe(z.enum(['locker', 'counter', 'point'])),
      pickup_point_id: maybe(text(60)),
      pickup_point_provider: maybe(z.enum(pickup_point_providers)),
      ...paging,
    }),
    output: z.object({ pickup_points: z.array(PickupPoint), count: z.int() }),
    audience: 'public',
    summary: 'Lists lockers and counters by text, place or ID.',
  }),
}
