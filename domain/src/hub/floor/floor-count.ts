import { z } from 'zod'
import { instant } from '../../kit/calls/wire.ts'
import { shipment_statuses } from '../../shipments/statuses/status.ts'
import { standsAt, standing_statuses, type CountedParcel } from '../counting.ts'

/** The maximum number of scans per request. */
export const floor_scans_max = 200

/**
 * How a floor count can differ from what the scans say: a parcel that should stand here was not counted; a counted
 * parcel should stand at another branch; it should stand at no branch; or no parcel has the barcode.
 */
export const floor_differences = ['not-counted', 'elsewhere', 'not-expected', 'unknown'] as const
export type FloorDifferenceKind = (typeof floor_differences)[number]

/** The result of one scan of a count; `agrees` is what the difference list does not contain. */
export const floor_results = ['agrees', 'elsewhere', 'not-expected', 'unknown'] as const
export type FloorResult = (typeof floor_results)[number]

/** Returns the message for the waybill of a shipment with more than one parcel. */
export function severalParcelsText(count: number): string {
  return `This shipment has ${count} parcels. Scan the label of each parcel.`
}

/** What decides the result of counting a parcel; `current_branch_id` is 0 while it is at no branch. */
export interface CountedFacts extends Pick<CountedParcel, 'status' | 'current_branch_id'> {
  /** Whether it is on a line-haul that has not departed, so that it should not stand on the floor. */
  is_waiting: boolean
  /** When it last moved; `null` when never. */
  moved_at: Date | null
}

/**
 * Returns what counting a parcel at a branch means. `null` stands for a barcode that belongs to no parcel. A parcel that
 * has moved since the scan agrees: what is known of it is newer than the scan.
 */
export function floorResult(parcel: CountedFacts | null, branchId: number, scannedAt: Date): FloorResult {
  if (!parcel) return 'unknown'
  if (parcel.moved_at !== null && parcel.moved_at > scannedAt) return 'agrees'
  if (standsAt(parcel, branchId)) return parcel.is_waiting ? 'not-expected' : 'agrees'
  return parcel.current_branch_id !== 0 && standing_statuses.includes(parcel.status)
    ? 'elsewhere'
    : 'not-expected'
}

/** A floor count of a branch. Several people may scan for one count. */
export const FloorCount = z.object({
  id: z.int(),
  branch_id: z.int(),
  branch_name: z.string(),
  /** Usernames; `closed_by` is empty while the count is open. */
  started_by: z.string(),
  time_started: instant,
  closed_by: z.string(),
  time_closed: instant.nullable(),
  /** Parcels that should stand here: now while the count is open, at its end afterwards. */
  expected: z.int(),
  /** Different barcodes that were scanned. */
  counted: z.int(),
})
export type FloorCount = z.output<typeof FloorCount>

/**
 * The response to one scan. A repeated `scan_id` returns the first response. `several-parcels` is a waybill of more than
 * one parcel, which is not stored, because it does not say which of them stands there.
 */
export const FloorScanAnswer = z.object({
  scan_id: z.string(),
  result: z.enum([...floor_results, 'several-parcels']),
  /** Whether the barcode was already counted by another scan of this count. */
  is_repeat: z.boolean(),
  /** Whether the scan came in after the count was closed: it is stored, a parcel that was not counted is found, and others are added to the differences. */
  is_late: z.boolean(),
  reference: z.string(),
  message: z.string(),
})
export type FloorScanAnswer = z.output<typeof FloorScanAnswer>

/** A difference between a closed count and the scans before it. */
export const FloorDifference = z.object({
  kind: z.enum(floor_differences),
  /** `null` for a barcode that belongs to no parcel. */
  parcel_id: z.int().nullable(),
  shipment_id: z.int().nullable(),
  reference: z.string(),
  status: z.enum(shipment_statuses).nullable(),
  /** Where the scans last saw it; `''` when nowhere. */
  last_branch_name: z.string(),
  last_scan: instant.nullable(),
  /** The bay that the scans, or those who counted, gave. */
  bay: z.string(),
  /** Whether it was counted after the count was closed, from a device that had no connection. */
  is_found: z.boolean(),
})
export type FloorDifference = z.output<typeof FloorDifference>
