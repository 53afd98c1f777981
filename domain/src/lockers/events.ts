import { z } from 'zod'
import { event } from '../kit/event.ts'
import { network_names } from '../pickup-points/model.ts'

/**
 * Published when staff must act because of a network. `subjects` names what it is about: shipments, reservations or
 * locations, at most five of `count`.
 * - `list-refused`: a list of locations makes no sense; `reason` says why.
 * - `list-unread`: the list of locations could not be read; `reason` says why.
 * - `points-closed`: locations that hold parcels are no longer listed.
 * - `reports-unmatched`: reports that fit no reservation, or came before the parcel was deposited.
 * - `reports-rejected`: reports that could not be applied; `reason` says why.
 */
export const networkNeedsStaff = event(
  'networkNeedsStaff',
  z.object({
    network: z.enum(network_names),
    problem: z.enum([
      'list-refused',
      'list-unread',
      'points-closed',
      'reports-unmatched',
      'reports-rejected',
    ]),
    reason: z.string(),
    subjects: z.array(z.string()),
    count: z.int(),
  }),
)
