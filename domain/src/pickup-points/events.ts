import { z } from 'zod'
import { event } from '../kit/event.ts'

/**
 * Published when a shipment needs a place at a locker or counter, or no longer needs one that was asked for. One job per
 * shipment makes the network agree, so that asking and giving back never overtake each other.
 */
export const placeWanted = event('placeWanted', z.object({ reservation_id: z.int(), shipment_id: z.int() }))

/** Published when a place of a network is needed longer. */
export const placeChanged = event(
  'placeChanged',
  z.object({ reservation_id: z.int(), shipment_id: z.int(), until: z.iso.datetime() }),
)

/**
 * Published when the receiver is to be reminded of a parcel at a pickup point; `reminder` counts from 1 for each
 * `deadline`.
 */
export const pickupReminderDue = event(
  'pickupReminderDue',
  z.object({ reservation_id: z.int(), shipment_id: z.int(), deadline: z.string(), reminder: z.int() }),
)

/** Published when no place is looked for any longer, so that staff choose another; `reason` is a sentence. */
export const placeMissing = event('placeMissing', z.object({ shipment_id: z.int(), reason: z.string() }))
