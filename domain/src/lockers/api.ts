import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { text } from '../kit/calls/wire.ts'

/** API of places at pickup points: docs/domain/pickup-points.md#people-at-own-points. */
export const lockersApi = {
  openDoor: endpoint('POST /pickup-points/open-door', {
    workload: 'field',
    input: z.object({ pickup_point_id: text(60), door: text(20), pin: text(10) }),
    output: z.object({
      /** Whether the door is to be opened. The parcel then counts as delivered. */
      is_open: z.boolean(),
      /** What to display at the locker: the waybill number, or why the door stays shut. */
      message: z.string(),
    }),
    summary: 'Delivers the parcel behind a door of an own locker to a receiver who enters its PIN.',
    published: false,
  }),
  dropOff: endpoint('POST /pickup-points/drop-off', {
    workload: 'field',
    input: z.object({
      pickup_point_id: text(60),
      /** The barcode of the parcel or its waybill number. */
      tracking_reference: text(80),
      pin: text(10),
    }),
    output: z.object({
      /** Name of the door to open. */
      door: z.string(),
      message: z.string(),
    }),
    summary: 'Takes in a parcel at an own locker from its sender, who enters the drop-off PIN.',
    published: false,
  }),
}
