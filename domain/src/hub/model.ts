import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { ManifestStub } from './manifest.ts'

/** The modes of the hub scanner (docs/domain/hub.md#the-scanner). */
export const scan_modes = [
  'arrive',
  'assign-bay',
  'load-manifest',
  'unload-manifest',
  'out-for-delivery',
  'return-to-hub',
  're-measure',
  'look-up',
] as const
export type ScanMode = (typeof scan_modes)[number]

/** The traffic-light result of a scan: `refused` does not change the status, `duplicate` writes no event. */
export const scan_result_kinds = ['ok', 'duplicate', 'warning', 'refused'] as const
export type ScanResultKind = (typeof scan_result_kinds)[number]

/** The reason for the result of a scan (docs/domain/hub.md#the-scanner). */
export const scan_result_codes = [
  'ok',
  'duplicate',
  'last_parcel',
  'missing_siblings',
  'wrong_service_first',
  'address_incomplete',
  'has_action_note',
  'was_in_transit',
  'not_found',
  'cancelled',
  'invalid',
  'on_hold',
  'wrong_branch',
  'wrong_manifest',
  'already_delivered',
  'account_on_hold',
  'damaged',
  'measures_doubtful',
  'photo_needed',
  'driver_doubtful',
] as const
export type ScanResultCode = (typeof scan_result_codes)[number]

/** The shipment data that the scanner displays after a scan. */
export const ScannedShipment = z.object({
  id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  service_level_code: z.string(),
  service_level_name: z.string(),
  parcel_count: z.int(),
  /** Number of parcels of the shipment that are at this branch, this scan included. */
  parcels_here: z.int(),
  delivery_name: z.string(),
  delivery_suburb: z.string(),
  delivery_city: z.string(),
  collection_branch_name: z.string(),
  delivery_branch_name: z.string(),
  special_instructions: z.string(),
})
export type ScannedShipment = z.output<typeof ScannedShipment>

/** The parcel data that the scanner displays after a scan. Size in cm, weight in kg. */
export const ScannedParcel = z.object({
  id: z.int(),
  tracking_reference: z.string(),
  number: z.int(),
  status: z.enum(shipment_statuses),
  length_cm: z.number(),
  width_cm: z.number(),
  height_cm: z.number(),
  weight_kg: z.number(),
  has_been_dimensioned: z.boolean(),
})
export type ScannedParcel = z.output<typeof ScannedParcel>

/** Where the parcel goes next. */
export const NextStop = z.object({
  bay: z.string(),
  branch: z.string(),
  route: z.string(),
  routing_number: z.string(),
  driver: z.string(),
})
export type NextStop = z.output<typeof NextStop>

/** The response to a scan or to a manual event (docs/domain/hub.md#the-scanner, docs/domain/hub.md#short-verdicts). */
export const ScanAnswer = z.object({
  verdict: z.enum(scan_result_kinds),
  code: z.enum(scan_result_codes),
  /** At most 18 characters, displayed large. */
  short: z.string(),
  message: z.string(),
  shipment: ScannedShipment.nullable(),
  parcel: ScannedParcel.nullable(),
  next: NextStop.nullable(),
  /** The manifest, when loading or unloading one. */
  manifest: ManifestStub.nullish(),
  /** Id of the tracking event that was written; 0 when none was. */
  event_id: z.int(),
})
export type ScanAnswer = z.output<typeof ScanAnswer>

/** The result of undoing a scan: `nothing` when the scan had changed nothing. */
export const UndoAnswer = z.object({
  scan_id: z.string(),
  code: z.enum(['undone', 'nothing']),
  /** At most 18 characters, displayed large. */
  short: z.string(),
  message: z.string(),
  /** The parcel as it is now; `null` when the scan found no parcel. */
  parcel: z
    .object({ id: z.int(), tracking_reference: z.string(), status: z.enum(shipment_statuses) })
    .nullable(),
  /** Id of the tracking event that records the undo; 0 when none was written. */
  event_id: z.int(),
})
export type UndoAnswer = z.output<typeof UndoAnswer>

/** A parcel that the hub expects, or that is missing while its siblings are at the hub. */
export const ExpectedParcel = z.object({
  parcel_id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  service_level_code: z.string(),
  delivery_suburb: z.string(),
  delivery_branch_name: z.string(),
  /** The branch and time of its last scan. */
  last_branch_name: z.string(),
  last_scan: instant.nullable(),
  parcel_count: z.int(),
  parcels_here: z.int(),
  kind: z.enum(['expected', 'missing']),
})
export type ExpectedParcel = z.output<typeof ExpectedParcel>
