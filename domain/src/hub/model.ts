import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'
import { ManifestStub } from './manifest.ts'

/** What a hub scanner is set to do (docs/domain/hub.md#the-scanner). */
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

/** The traffic light of a scan: `refused` changes nothing, `duplicate` makes no event. */
export const scan_result_kinds = ['ok', 'duplicate', 'warning', 'refused'] as const
export type ScanResultKind = (typeof scan_result_kinds)[number]

/** Why a scan came out as it did (docs/domain/hub.md#the-scanner). */
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
  'driver_doubtful',
] as const
export type ScanResultCode = (typeof scan_result_codes)[number]

/** What the scanner shows of the shipment of a scan. */
export const ScannedShipment = z.object({
  id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  service_level_code: z.string(),
  service_level_name: z.string(),
  parcel_count: z.int(),
  /** Parcels of the shipment that stand at this branch, this scan included. */
  parcels_here: z.int(),
  delivery_name: z.string(),
  delivery_suburb: z.string(),
  delivery_city: z.string(),
  collection_branch_name: z.string(),
  delivery_branch_name: z.string(),
  special_instructions: z.string(),
})
export type ScannedShipment = z.output<typeof ScannedShipment>

/** What the scanner shows of the parcel itself. Sizes in cm, kg. */
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

/** Where the parcel goes now. */
export const NextStop = z.object({
  bay: z.string(),
  branch: z.string(),
  route: z.string(),
  routing_number: z.string(),
  driver: z.string(),
})
export type NextStop = z.output<typeof NextStop>

/**
 * The answer of one scan or of one event made by hand (docs/domain/hub.md#the-scanner,
 * docs/domain/hub.md#short-verdicts).
 */
export const ScanAnswer = z.object({
  verdict: z.enum(scan_result_kinds),
  code: z.enum(scan_result_codes),
  /** At most 18 characters, shown large. */
  short: z.string(),
  message: z.string(),
  shipment: ScannedShipment.nullable(),
  parcel: ScannedParcel.nullable(),
  next: NextStop.nullable(),
  /** The load, when loading or unloading one. */
  manifest: ManifestStub.nullish(),
  /** The tracking event made; 0 when none was. */
  event_id: z.int(),
})
export type ScanAnswer = z.output<typeof ScanAnswer>

/** What became of taking a scan back: `nothing` where the scan had changed nothing. */
export const UndoAnswer = z.object({
  scan_id: z.string(),
  code: z.enum(['undone', 'nothing']),
  /** At most 18 characters, shown large. */
  short: z.string(),
  message: z.string(),
  /** The parcel as it stands now; `null` where no parcel was found by the scan. */
  parcel: z
    .object({ id: z.int(), tracking_reference: z.string(), status: z.enum(shipment_statuses) })
    .nullable(),
  /** The tracking event that says so; 0 when none was made. */
  event_id: z.int(),
})
export type UndoAnswer = z.output<typeof UndoAnswer>

/** A parcel the hub expects, or misses while its siblings are here. */
export const ExpectedParcel = z.object({
  parcel_id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  service_level_code: z.string(),
  delivery_suburb: z.string(),
  delivery_branch_name: z.string(),
  /** Where it was last seen, and when. */
  last_branch_name: z.string(),
  last_scan: instant.nullable(),
  parcel_count: z.int(),
  parcels_here: z.int(),
  kind: z.enum(['expected', 'missing']),
})
export type ExpectedParcel = z.output<typeof ExpectedParcel>
