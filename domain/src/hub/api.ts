import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, flag, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { TrackingEvent } from '../shipments/statuses/tracking-event.ts'
import { receive_right } from './access.ts'
import { ExpectedParcel, ScanAnswer, scan_modes, UndoAnswer } from './model.ts'

/** Endpoints for hub scans, tracking events and the lists of the hub scanner (docs/domain/hub.md#the-scanner). */
export const hubApi = {
  events: endpoint('GET /tracking/shipment-events', {
    input: z.object({
      shipment_id: maybe(count),
      tracking_reference: maybe(text(80)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({ tracking_events: z.array(TrackingEvent), count: z.int() }),
    summary: 'Lists tracking events of a shipment, newest first.',
  }),
  /**
   * Records either a hub scan (`parcel_reference` with `mode` and `branch_id`) or a manual event (`shipment_id` or
   * `tracking_reference` with `status` or with `images`). A repeated `scan_id` returns the first response.
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
      /** When the event happened; defaults to now. */
      date: maybe(instant),
      /**
       * Pictures instead of a status, or photos on the scale in the re-measure mode: names of files that the caller has
       * uploaded before (SHIP-110).
       */
      images: maybe(list(text(255))),
      /** Allows a status outside the status menu, with a reason (INLINE_force_status). */
      force: maybe(flag),
      parcel_reference: maybe(text(300)),
      mode: maybe(z.enum(scan_modes)),
      branch_id: maybe(count),
      bay: maybe(text(60)),
      /**
       * The manifest for the two manifest modes. Without it, loading uses the open manifest on which the parcel
       * belongs.
       */
      interhub_transfer_id: maybe(count),
      /** Loads the parcel even when the manifest does not go to a branch on its route (INLINE_load_wrong_manifest). */
      load_anyway: maybe(flag),
      /** Username of the driver. */
      driver: maybe(text(120)),
      /** Assigns the driver despite a warning, for example when the driver belongs to another branch. */
      assign_anyway: maybe(flag),
      scanned_at: maybe(instant),
      /** How many seconds the clock of the device was ahead of the server clock at the last contact. */
      clock_offset_seconds: maybe(num),
      scan_id: maybe(z.uuid()),
      /** Measured size in cm and weight in kg, for the re-measure mode. */
      length_cm: maybe(num),
      width_cm: maybe(num),
      height_cm: maybe(num),
      weight_kg: maybe(num),
      /** Stores measures that differ greatly from the submitted ones, or that the service level does not accept. */
      confirm_measures: maybe(flag),
    }),
    output: ScanAnswer,
    or_right: receive_right,
    summary: 'Records a hub scan or a manual tracking event.',
  }),
  /** Undoes a scan that the caller made; a repeated call returns the first response. */
  undoScan: endpoint('POST /hub/scans/undo', {
    workload: 'field',
    input: z.object({
      scan_id: z.uuid(),
      /** When the user undid the scan at the station; defaults to now. */
      undone_at: maybe(instant),
      clock_offset_seconds: maybe(num),
    }),
    output: UndoAnswer,
    permission: 'API_/tracking/shipment-events:POST',
    or_right: receive_right,
    summary: 'Undoes the last hub scan.',
    published: false,
  }),
  expected: endpoint('GET /hub/expected', {
    workload: 'field',
    input: z.object({
      branch_id: count,
      /** Each mode expects different parcels; defaults to `arrive`. */
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
      /** Number of parcels that this branch has scanned in this mode today. */
      done: z.int(),
    }),
    permission: 'API_/tracking/shipment-events:POST',
    or_right: receive_right,
    summary: 'Lists parcels that a branch has not yet scanned, and parcels missing from their shipment.',
    published: false,
  }),
}
