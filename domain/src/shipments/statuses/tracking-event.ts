import { z } from 'zod'
import { FileLink } from '../../files/model.ts'
import { omitted } from '../../kit/calls/optional-fields.ts'
import { instant } from '../../kit/calls/wire.ts'

/** Events that never change a status (docs/domain/statuses.md#meanings-and-sentences, SHIP-109). */
export const event_codes = [
  'swad-dimensions',
  'swad-imaging',
  'rate-recalculation',
  'floor-check',
  'collection-rescheduled',
  'delivery-rescheduled',
  'address-changed',
  'booking-changed',
  'dropoff-pin-revealed',
  'pickup-pin-sent',
  'pod-pin-sent',
  'reservation-created',
  'reservation-released',
  'label-printed',
  'eta-updated',
  'note-added',
  'driver-arrived',
  'evidence-kept',
  'partner-news',
  'scan-undone',
  'receiver-refused',
  'attempt-disputed',
  'pickup-extended',
  'link-sent',
  'driver-message',
  'receiver-message',
  'masked-call',
  'exception-owner',
] as const
export type EventCode = (typeof event_codes)[number]

/** Details of the latest status (SHIP-022, SHIP-023). `message` and `location` are public. */
export const TrackingInfo = z.object({
  message: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  location: z.string(),
  bay: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
})
export type TrackingInfo = z.output<typeof TrackingInfo>

/** An image or document stored with a shipment. */
export const ShipmentFile = z.object({
  id: z.int(),
  file_name: z.string(),
  display_name: z.string(),
  /** Such as image, pdf or signature. */
  type: z.string(),
})
export type ShipmentFile = z.output<typeof ShipmentFile>

/**
 * One event of a shipment or parcel (docs/domain/public-api.md#tracking). For the public, `lat`, `lng` and `data` are
 * null and `source` is absent.
 */
export const TrackingEvent = z.object({
  id: z.int(),
  /** 0 if the event applies to the whole shipment. */
  parcel_id: z.int(),
  date: instant,
  /** A tracking status or an event code. */
  status: z.string(),
  message: z.string(),
  location: omitted(z.string()),
  source: omitted(z.string()),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  shipment_files: z.array(ShipmentFile),
})
export type TrackingEvent = z.output<typeof TrackingEvent>

/** A delivery event with its evidence (docs/domain/public-api.md#reading-proofs). File URLs are signed. */
export const PodEvent = TrackingEvent.extend({
  images: z.array(z.object({ file_name: z.string(), url: z.string() })),
  pdfs: z.array(z.object({ file_name: z.string(), display_name: z.string(), url: z.string() })),
  digital_pod: omitted(FileLink),
})
export type PodEvent = z.output<typeof PodEvent>
