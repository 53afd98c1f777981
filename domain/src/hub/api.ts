import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, flag, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { TrackingEvent } from '../shipments/statuses/tracking-event.ts'
import { receive_right } from './scanner-access.ts'
import { ExpectedParcel, ScanAnswer, scan_modes, UndoAnswer } from './model.ts'

/** Scans, tracking events and the hub's own views (docs/domain/hub.md#the-scanner). */
export const hubApi = {
  events: endpoint('GET /tracking/shipment-events', {
    input: z.object({
      shipment_id: maybe(count),
      tracking_reference: maybe(text(80)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({ tracking_events: z.array(TrackingEvent), count: z.int() }),
    summary: 'Events of a shipment, newest first.',
  }),
  /**
   * Either a hub scan (`parcel_reference` with `mode` and `branch_id`; a repeated `scan_id` gives the first answer)
   * or an event made by hand (`shipment_id` or `tracking_reference` with `status` or with `images`).
   */
  addEvent: endpoint('POST /tracking/shipment-events', {
    workload: 'field',
    input: z.object({
      shipment_id: maybe(count),
      tracking_reference: maybe(text(80)),
      status: maybe(z.enum(shipment_statuses)),
      message: maybe(text(2000, { lines: true })),
      location: maybe(text(255)),
      lat: maybe(num),
      lng: maybe(num),
      /** When it happened; default now. */
      date: maybe(instant),
      /** Pictures instead of a status: names of files of one's own, uploaded before (SHIP-110). */
      images: maybe(list(text(255))),
      /** Any status, with a reason (INLINE_force_status). */
      force: maybe(flag),
      parcel_reference: maybe(text(300)),
      mode: maybe(z.enum(scan_modes)),
      branch_id: maybe(count),
      bay: maybe(text(60)),
      /**
       * The load of the two manifest modes; without one, loading takes the open manifest on which the parcel belongs.
       */
      interhub_transfer_id: maybe(count),
      /** Loads a parcel on a manifest that does not go its way (INLINE_load_wrong_manifest). */
      load_anyway: maybe(flag),
      /** Username. */
      driver: maybe(text(120)),
      /** Also a driver of whom something is doubtful, such as one of another branch. */
      assign_anyway: maybe(flag),
      scanned_at: maybe(instant),
      scan_id: maybe(z.uuid()),
      /** Measured sizes in cm and kg, for re-measure. */
      length_cm: maybe(num),
      width_cm: maybe(num),
      height_cm: maybe(num),
      weight_kg: maybe(num),
      /** Keeps measures that are far from what was submitted, or that the service does not take. */
      confirm_measures: maybe(flag),
    }),
    output: ScanAnswer,
    or_right: receive_right,
    summary: 'A hub scan, or a tracking event made by hand.',
  }),
  /** Takes back a scan of one's own; a repeated call gives the first answer. */
  undoScan: endpoint('POST /hub/scans/undo', {
    workload: 'field',
    input: z.object({
      scan_id: z.uuid(),
      /** When it was taken back at the station; default now. */
      undone_at: maybe(instant),
    }),
    output: UndoAnswer,
    permission: 'API_/tracking/shipment-events:POST',
    or_right: receive_right,
    summary: 'Takes back the last hub scan.',
    published: false,
  }),
  expected: endpoint('GET /hub/expected', {
    workload: 'field',
    input: z.object({
      branch_id: count,
      /** Each mode waits for other parcels; default `arrive`. */
      mode: maybe(z.enum(scan_modes)),
      kind: maybe(z.enum(['expected', 'missing'])),
      search: maybe(text(80)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({
      parcels: z.array(ExpectedParcel),
      count: z.int(),
      expected: z.int(),
      missing: z.int(),
      /** Parcels that this branch has scanned in this mode today. */
      done: z.int(),
    }),
    permission: 'API_/tracking/shipment-events:POST',
    or_right: receive_right,
    summary: 'Parcels that a branch still waits to scan, and parcels missing beside their siblings.',
    published: false,
  }),
}
