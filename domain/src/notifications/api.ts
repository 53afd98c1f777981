import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { paging } from '../kit/paging.ts'
import { count, list, maybe, text } from '../kit/wire.ts'
import { Message, channels, message_states } from './model.ts'

/** Messages sent about shipments: domain notes 8. */
export const notificationsApi = {
  log: endpoint('GET /shipments/communication-log', {
    input: z.object({
      shipment_id: maybe(count),
      tracking_reference: maybe(text(80)),
      channel: maybe(z.enum(channels)),
      state: maybe(list(z.enum(message_states))),
      ...paging,
    }),
    output: z.object({ messages: z.array(Message), count: z.int() }),
    summary: 'Messages sent about a shipment, newest first.',
    published: false,
  }),
}
