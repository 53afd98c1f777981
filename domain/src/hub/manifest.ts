import { z } from 'zod'
import { neverSet, omitted } from '../kit/calls/optional-fields.ts'
import { instant, rand } from '../kit/calls/wire.ts'
import { shipment_statuses } from '../shipments/statuses/status.ts'

/**
 * The statuses of an interhub transfer; the phase shows how far a closed one is (HUB-001,
 * docs/domain/hub.md#interhub-manifests).
 */
export const manifest_statuses = ['open', 'closed'] as const
export type ManifestStatus = (typeof manifest_statuses)[number]

/** The phase of a manifest: derived from its status and the times at which it departed, arrived and was received. */
export const manifest_phases = ['open', 'closed', 'departed', 'arrived', 'received'] as const
export type ManifestPhase = (typeof manifest_phases)[number]

/** The statuses that loading can give a parcel (setting interhub_scan_status). */
export const load_statuses = ['manifested', 'ready-for-dispatch', 'in-transit'] as const
export type LoadStatus = (typeof load_statuses)[number]

/** The condition of a parcel when it was unloaded. */
export const parcel_conditions = ['good', 'damaged'] as const
export type ParcelCondition = (typeof parcel_conditions)[number]

/** Returns the reference of a manifest number, for example `IHM000012` (docs/domain/hub.md#interhub-manifests). */
export function manifestReference(number: number): string {
  return `IHM${String(number).padStart(6, '0')}`
}

/** Returns the number of a cleaned reference such as `IHM000012`; `null` when the text is not a manifest reference. */
export function manifestNumber(reference: string): number | null {
  const digits = /^IHM-?(\d{6,10})$/.exec(reference)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Totals of a manifest, in kg, volumetric kg and m³. */
export const ManifestTotals = z.object({
  parcel_count: z.int(),
  shipment_count: z.int(),
  total_weight_kg: z.number(),
  total_volumetric_kg: z.number(),
  total_volume_m3: z.number(),
})
export type ManifestTotals = z.output<typeof ManifestTotals>

/**
 * Differences between loaded and received parcels. Short parcels count once unloading is declared complete, or once
 * the branches have been notified of them.
 */
export const ManifestDifferences = z.object({
  received_count: z.int(),
  short_count: z.int(),
  over_count: z.int(),
  damaged_count: z.int(),
})
export type ManifestDifferences = z.output<typeof ManifestDifferences>

/**
 * A manifest between two branches (docs/domain/public-api.md#listing-manifests,
 * docs/domain/hub.md#interhub-manifests).
 */
export const InterhubTransfer = z.object({
  id: z.int(),
  provider_id: z.int(),
  /** `IHM` and six digits. */
  display_id: z.string(),
  status: z.enum(manifest_statuses),
  phase: z.enum(manifest_phases),
  from_branch_id: z.int(),
  from_branch_name: z.string(),
  to_branch_id: z.int(),
  to_branch_name: z.string(),
  /** Branches at which the vehicle stops on the route, in order. */
  via_branch_ids: z.array(z.int()),
  via_branch_names: z.array(z.string()),
  carrier: omitted(z.string()),
  /** The carrier’s tracking page for this manifest; `''` when there is none. */
  tracking_url: z.string(),
  service_level: omitted(z.string()),
  /** Username, when one of the company’s drivers drives. */
  driver: omitted(z.string()),
  driver_name: omitted(z.string()),
  vehicle_registration: omitted(z.string()),
  trailer: omitted(z.string()),
  seal_number: omitted(z.string()),
  /** Reference of the carrier’s document: air waybill, consignment note. */
  waybill_reference: omitted(z.string()),
  notes: z.string(),
  /** The status that loading gives a parcel. */
  scan_status: z.enum(load_statuses),
  planned_departure: instant.nullable(),
  departed_at: instant.nullable(),
  planned_arrival: instant.nullable(),
  arrived_at: instant.nullable(),
  /** When unloading was declared complete. */
  received_at: instant.nullable(),
  /** Username of the user who declared it; `''` until then. */
  received_by: z.string(),
  /**
   * The branch of the user who received it on behalf of the destination; `''` when it was received at the
   * destination.
   */
  received_from_branch_name: z.string(),
  time_closed: neverSet,
  /** Why it could not be closed at its time to close; `''` when it could, or has been closed since. */
  not_closed_reason: z.string(),
  /** Cost of the trip; `null` when unknown, and for users who may not see costs. */
  cost: rand.nullable(),
  /** Whether the daily configuration opened it. */
  is_daily: z.boolean(),
  ...ManifestTotals.shape,
  ...ManifestDifferences.shape,
  created_by: z.string(),
  /** Increases with every change; a change request names the version it is based on. */
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type InterhubTransfer = z.output<typeof InterhubTransfer>

/** State of a parcel on a manifest: waiting to be received, received, short, or received without having been loaded. */
export const manifest_parcel_states = ['loaded', 'received', 'short', 'over'] as const

/** A parcel on a manifest. Measures in kg and m³; `cost` is its share of the cost of the trip. */
export const ManifestParcel = z.object({
  parcel_id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  service_level_code: z.string(),
  delivery_suburb: z.string(),
  delivery_branch_name: z.string(),
  weight_kg: z.number(),
  volume_m3: z.number(),
  charged_weight_kg: z.number(),
  cost: rand.nullable(),
  state: z.enum(manifest_parcel_states),
  condition: z.enum(parcel_conditions).nullable(),
  condition_note: z.string(),
  added_at: instant,
  added_by: z.string(),
  received_at: instant.nullable(),
  received_by: z.string(),
})
export type ManifestParcel = z.output<typeof ManifestParcel>

/** The data of a manifest that a driver or scanner needs. */
export const ManifestStub = z.object({
  id: z.int(),
  display_id: z.string(),
  to_branch_name: z.string(),
  /** Number of parcels on it now; when unloading, number of parcels received so far. */
  done: z.int(),
  /** Number of parcels that were loaded; 0 while loading, because the final number is not known yet. */
  of: z.int(),
})
export type ManifestStub = z.output<typeof ManifestStub>
