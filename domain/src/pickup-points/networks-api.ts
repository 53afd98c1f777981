import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { external_endpoint, RawBody } from '../kit/calls/raw-body.ts'
import { flag, maybe } from '../kit/calls/wire.ts'
import { network_names } from './model.ts'

/** What a sync of one network did; the counts are locations. */
export const SyncedNetwork = z.object({
  network: z.enum(network_names),
  /** `refused`: the list makes no sense, nothing was changed. `unread`: the network did not answer. */
  result: z.enum(['updated', 'refused', 'unread', 'not connected']),
  /** The reason as a sentence; empty when the list was stored. */
  message: z.string(),
  /** The list was refused because it is too short; staff may accept it. */
  is_short: z.boolean(),
  added: z.int(),
  changed: z.int(),
  closed: z.int(),
})
export type SyncedNetwork = z.output<typeof SyncedNetwork>

/** Calls between the networks of lockers and counters and us. */
export const networksApi = {
  sync: endpoint('POST /pickup-points/sync', {
    input: z.object({
      network: maybe(z.enum(network_names)),
      /** Stores a list that has at most half as many locations as before. */
      accept_fewer: maybe(flag),
    }),
    output: z.object({ networks: z.array(SyncedNetwork) }),
    summary: 'Reads the locations of the networks that are switched on, or of one of them.',
    published: false,
  }),
  receiveEvents: endpoint('POST /pickup-points/events/:network', {
    ...external_endpoint,
    input: RawBody.extend({ network: z.enum(network_names) }),
    body: 'many',
    summary: 'Receives signed reports of a network about parcels at its locations.',
  }),
}
