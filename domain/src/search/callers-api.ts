import { z } from 'zod'
import { collection_request_statuses } from '../collections/status.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { instant, text } from '../kit/calls/wire.ts'
import { ShipmentListRow } from '../shipments/list-row.ts'

/** A shipment of a caller. */
export const CallerShipment = ShipmentListRow.extend({
  /** Which contact the searched text belongs to; `null` when it does not say. */
  caller: z.enum(['sender', 'receiver']).nullable(),
})
export type CallerShipment = z.output<typeof CallerShipment>

/** An account of a caller. */
export const CallerAccount = z.object({
  id: z.int(),
  name: z.string(),
  account_code: z.string(),
  /** Name of the billing contact; `''` when there is none. */
  contact_name: z.string(),
  is_on_hold: z.boolean(),
})
export type CallerAccount = z.output<typeof CallerAccount>

/** A collection request of a caller. */
export const CallerRequest = z.object({
  id: z.int(),
  display_id: z.string(),
  status: z.enum(collection_request_statuses),
  contact_name: z.string(),
  date: z.string(),
  time_created: instant,
})
export type CallerRequest = z.output<typeof CallerRequest>

/** Wraps the newest records of one kind, with their number: `has_more` when there are more than `count`. */
const found = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), count: z.int(), has_more: z.boolean() })

/** The kinds of records that the search finds. */
export const caller_kinds = ['shipments', 'accounts', 'requests'] as const
export type CallerKind = (typeof caller_kinds)[number]

/** The search of the caller card. */
export const callersApi = {
  find: endpoint('GET /ui/callers', {
    input: z.object({ text: text(100) }),
    output: z.object({
      shipments: found(CallerShipment),
      accounts: found(CallerAccount),
      requests: found(CallerRequest),
      /** The kinds that were searched: those that the caller may list. */
      searched: z.array(z.enum(caller_kinds)),
      /** Why nothing was searched, as a sentence; `''` when it was. */
      problem: z.string(),
    }),
    permission: 'API_/ui/nav-search:GET',
    published: false,
    summary:
      'Finds the shipments, accounts and collection requests of a caller, by phone number, name, street or reference.',
  }),
}
