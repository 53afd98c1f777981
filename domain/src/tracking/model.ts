import { z } from 'zod'
import { omitted } from '../kit/calls/optional-fields.ts'
import { instant, rand } from '../kit/calls/wire.ts'
import { TrackingEvent } from '../shipments/statuses/tracking-event.ts'
import { shipment_statuses, tracking_steps } from '../shipments/statuses/status.ts'

export const step_progress = ['complete', 'current', 'pending'] as const

/** One of the five tracking steps of a shipment (docs/domain/public-api.md#tracking). */
export const Step = z.object({
  /** Starts at 1. */
  step_number: z.int(),
  label: z.enum(tracking_steps),
  progress: z.enum(step_progress),
})
export type Step = z.output<typeof Step>

/**
 * A shipment for tracking; fields that the public may not see are absent or null
 * (docs/domain/public-api.md#tracking).
 */
export const TrackedShipment = z.object({
  provider_id: z.int(),
  shipment_id: z.int(),
  short_tracking_reference: z.string(),
  custom_tracking_reference: omitted(z.string()),
  customer_reference: omitted(z.string()),
  parcel_tracking_references: z.array(z.string()),
  /** Number of parcels that are not cancelled. */
  parcel_count: z.int(),
  /** The status, as the viewer may see it. */
  status: z.enum(shipment_statuses),
  /** Customer text for that status (docs/domain/statuses.md#meanings-and-sentences). */
  status_sentence: z.string(),
  shipment_time_created: instant,
  shipment_time_modified: instant,
  shipment_collected_date: instant.nullable(),
  shipment_delivered_date: instant.nullable(),
  shipment_estimated_collection: instant.nullable(),
  shipment_estimated_delivery_from: instant.nullable(),
  shipment_estimated_delivery_to: instant.nullable(),
  /** Company of the sender, or else the contact name. */
  collection_from: z.string(),
  collection_hub: z.string(),
  delivery_hub: z.string(),
  service_level_code: z.string(),
  service_level_name: z.string(),
  /** What the receiver still has to pay at the delivery, in cents. */
  cod_due: rand,
  /** Newest first, never empty. */
  tracking_events: z.array(TrackingEvent),
})
export type TrackedShipment = z.output<typeof TrackedShipment>

/** Response of public and signed-in tracking; the steps belong to the first shipment. */
export const TrackingAnswer = z.object({
  shipments: z.array(TrackedShipment),
  tracking_steps: z.array(Step),
})
export type TrackingAnswer = z.output<typeof TrackingAnswer>
