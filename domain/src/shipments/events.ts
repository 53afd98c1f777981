import { z } from 'zod'
import { event } from '../kit/event.ts'
import { note_readers } from './notes-and-tags/note.ts'
import { shipment_statuses } from './statuses/status.ts'

const shipment_id = z.int()
const status = z.enum(shipment_statuses)

/** A shipment was booked (not merely quoted): address book, messages, webhooks and charges follow. */
export const shipmentBooked = event(
  'shipmentBooked',
  z.object({
    shipment_id,
    account_id: z.int(),
    /** The collection request that has brought the goods. */
    collection_request_id: z.int().optional(),
  }),
)

/** A shipment was booked that waits for its payment: nothing happens to it before. */
export const paymentAwaited = event('paymentAwaited', z.object({ shipment_id }))

/**
 * A shipment entered another status; `is_release`: it went on from where it was held, and nothing has happened again.
 * `by_driver`: a driver did it in the app.
 */
export const shipmentMoved = event(
  'shipmentMoved',
  z.object({
    shipment_id,
    from: status,
    to: status,
    is_release: z.boolean().optional(),
    by_driver: z.boolean().optional(),
  }),
)

/** Fields of a shipment were changed by somebody: their names as the specification writes them. */
export const shipmentEdited = event('shipmentEdited', z.object({ shipment_id, fields: z.array(z.string()) }))

/** A delivery was moved to another day, `YYYY-MM-DD`; `by_receiver`: by whoever gets it, over the link. */
export const deliveryRescheduled = event(
  'deliveryRescheduled',
  z.object({ shipment_id, day: z.string(), by_receiver: z.boolean() }),
)

/** The price changed; both in cents. */
export const shipmentRepriced = event(
  'shipmentRepriced',
  z.object({ shipment_id, from: z.int(), to: z.int(), reason: z.string() }),
)

/** A shipment was cancelled; `was_collected` decides whether charges stay (docs/domain/statuses.md#changes-by-hand). */
export const shipmentCancelled = event(
  'shipmentCancelled',
  z.object({ shipment_id, from: status, was_collected: z.boolean(), message: z.string() }),
)

/**
 * A cancelled shipment was brought back: the charges reversed on cancelling are due again
 * (docs/domain/statuses.md#changes-by-hand).
 */
export const shipmentUncancelled = event('shipmentUncancelled', z.object({ shipment_id, to: status }))

/** A note was added to a shipment. */
export const noteAdded = event(
  'noteAdded',
  z.object({
    note_id: z.int(),
    shipment_id,
    type: z.enum(['external', 'internal']),
    email_to: z.array(z.enum(note_readers)),
  }),
)

/** Measured sizes or weights of a parcel changed. */
export const parcelMeasured = event('parcelMeasured', z.object({ shipment_id, parcel_id: z.int() }))

/** A tracking event was written, with or without a change of status; webhooks and public tracking follow it. */
export const trackingEventAdded = event(
  'trackingEventAdded',
  z.object({ shipment_id, tracking_event_id: z.int(), status: z.string(), is_public: z.boolean() }),
)
