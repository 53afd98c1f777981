import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, day, list, maybe, text } from '../kit/calls/wire.ts'
import { blocked_states, blocked_types, BlockedEntry } from './model.ts'
import { max_blocked_value_length, max_reason_length } from './rules.ts'

/** Endpoints for the list of people whose registrations, guest bookings and messages are blocked (TOOL-008). */
export const blockedListApi = {
  list: endpoint('GET /blocked-list', {
    input: z.object({
      ...paging,
      search: maybe(text(100)),
      type: maybe(list(z.enum(blocked_types))),
      state: maybe(z.enum(blocked_states)),
    }),
    output: z.object({ entries: z.array(BlockedEntry), count: z.int() }),
    summary:
      'Lists blocked values, newest first, with the number of times that each entry blocked something.',
  }),
  block: endpoint('POST /blocked-list', {
    input: z.object({
      type: z.enum(blocked_types),
      value: text(max_blocked_value_length),
      reason: text(max_reason_length),
      /** The last day on which the entry is active. */
      until: maybe(day),
    }),
    output: BlockedEntry,
    summary: 'Adds an email address, email domain, mobile number or IP address to the blocked list.',
  }),
  end: endpoint('DELETE /blocked-list', {
    input: z.object({ id: count }),
    output: z.object({}),
    summary: 'Ends an entry of the blocked list. The entry remains in the list.',
  }),
}
