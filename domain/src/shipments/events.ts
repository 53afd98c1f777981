import { z } from 'zod'
import { event } from '../kit/event.ts'
import { note_readers } from './notes-and-tags/note.ts'
import { discrepancy_notices } from './discrepancies/texts.ts'
import { shipment_statuses } from './statuses/status.ts'

const shipment_id = z.int()
const status = z.enum(shipment_statuses)

/**
 * Published when a shipment is booked (not for quotes). Subscribers handle the address book, messages, webhooks and
 * charges.
 */
export const shipmentBooked = event(
  'shipmentBooked',
  z.object({
    shipment_id,
    account_id: z.int(),
    /** The collection request by which the goods were collected. */
    collection_request_id: z.int().optional(),
  }),
)

/**
 * Published in the transaction of a booking, before `shipmentBooked`, with all that its charge needs, so that nothing is
 * read again. `rate` and the values of the charges are in cents, including VAT; `from` and `to` are the names of places.
 */
export const bookingPriced = event(
  'bookingPriced',
  z.object({
    shipment_id,
    account_id: z.int(),
    reference: z.string(),
    service_level_name: z.string(),
    cost_center_id: z.int().nullable(),
    from: z.string(),
    to: z.string(),
    rate: z.int(),
    charges: z.array(z.object({ type: z.string(), value: z.int(), vat_type: z.enum(['standard', 'zero']) })),
  }),
)

/** Published when a shipment is booked that still has to be paid. No processing starts before the payment. */
export const paymentAwaited = event('paymentAwaited', z.object({ shipment_id }))

/**
 * Published when a shipment enters another status. `is_release`: it returned to the status before a hold, and the
 * status did not occur again. `by_driver`: a driver set the status. `is_new`: the shipment was booked in the same
 * transaction, so nothing refers to it yet.
 */
export const shipmentMoved = event(
  'shipmentMoved',
  z.object({
    shipment_id,
    from: status,
    to: status,
    is_release: z.boolean().optional(),
    by_driver: z.boolean().optional(),
    is_new: z.boolean().optional(),
    tracking_event_id: z.int().optional(),
  }),
)

/**
 * Published when a user or the receiver changes fields of a shipment; `fields` holds their names as in the
 * specification.
 */
export const shipmentEdited = event('shipmentEdited', z.object({ shipment_id, fields: z.array(z.string()) }))

/**
 * Published when a delivery is moved to another day (`YYYY-MM-DD`). `by_receiver`: the receiver changed it through
 * the link.
 */
export const deliveryRescheduled = event(
  'deliveryRescheduled',
  z.object({
    shipment_id,
    day: z.string(),
    by_receiver: z.boolean(),
    tracking_event_id: z.int().optional(),
  }),
)

/** Published when the price changes; both amounts in cents. */
export const shipmentRepriced = event(
  'shipmentRepriced',
  z.object({ shipment_id, from: z.int(), to: z.int(), reason: z.string() }),
)

/**
 * Published when a shipment is cancelled; `was_collected` decides whether charges remain
 * (docs/domain/statuses.md#changes-by-hand).
 */
export const shipmentCancelled = event(
  'shipmentCancelled',
  z.object({ shipment_id, from: status, was_collected: z.boolean(), message: z.string() }),
)

/**
 * Published when a cancelled shipment is restored: the charges that were reversed on cancelling are due again
 * (docs/domain/statuses.md#changes-by-hand).
 */
export const shipmentUncancelled = event('shipmentUncancelled', z.object({ shipment_id, to: status }))

/** Published when a note is added to a shipment. */
export const noteAdded = event(
  'noteAdded',
  z.object({
    note_id: z.int(),
    shipment_id,
    type: z.enum(['external', 'internal']),
    email_to: z.array(z.enum(note_readers)),
  }),
)

/** The day of a reminder on a note has come; its assignee is reminded. */
export const noteDue = event('noteDue', z.object({ note_id: z.int(), shipment_id, user_id: z.int() }))

/** Published when files of a shipment are added, changed, removed or restored. */
export const shipmentFilesChanged = event('shipmentFilesChanged', z.object({ shipment_id }))

/** Published when the measured size or weight of a parcel changes. */
export const parcelMeasured = event('parcelMeasured', z.object({ shipment_id, parcel_id: z.int() }))

/** Published when the account or staff are to be notified of a weight discrepancy. */
export const discrepancyChanged = event(
  'discrepancyChanged',
  z.object({ shipment_id, discrepancy_id: z.int(), notice: z.enum(discrepancy_notices) }),
)

/**
 * Published when a tracking event is stored, with or without a status change. Webhooks and public tracking subscribe
 * to it.
 */
export const trackingEventAdded = event(
  'trackingEventAdded',
  z.object({ shipment_id, tracking_event_id: z.int(), status: z.string(), is_public: z.boolean() }),
)

/**
 * Published when work joins, leaves or changes between the trip sheets of drivers: a shipment or collection request that
 * was assigned, moved to another day, place or window, held, finished, cancelled or undone. `day` is the planned day,
 * `YYYY-MM-DD`.
 */
export const tripWorkChanged = event(
  'tripWorkChanged',
  z.object({ usernames: z.array(z.string()), day: z.string() }),
)
