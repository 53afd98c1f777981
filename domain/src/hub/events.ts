import { z } from 'zod'
import { event } from '../kit/event.ts'

/** A parcel was scanned in a hub and the scan had an effect. */
export const parcelScanned = event(
  'parcelScanned',
  z.object({
    shipment_id: z.int(),
    parcel_id: z.int(),
    branch_id: z.int(),
    mode: z.string(),
    bay: z.string(),
  }),
)

/** Parcels of a shipment were found damaged. */
export const damageFound = event(
  'damageFound',
  z.object({
    shipment_id: z.int(),
    branch_id: z.int().nullable(),
    parcel_count: z.int(),
    note: z.string(),
  }),
)

/** A parcel was loaded on a manifest to another branch. */
export const parcelLoaded = event(
  'parcelLoaded',
  z.object({ shipment_id: z.int(), interhub_transfer_id: z.int(), to_branch_id: z.int() }),
)

/** A manifest could not be closed at its time to close; emitted once per manifest. */
export const manifestNotClosed = event(
  'manifestNotClosed',
  z.object({
    interhub_transfer_id: z.int(),
    display_id: z.string(),
    from_branch_id: z.int(),
    to_branch_name: z.string(),
    reason: z.string(),
  }),
)

/**
 * Parcels of a manifest were not received within the time that the company allows (setting
 * interhub_short_alert_hours).
 */
export const manifestShort = event(
  'manifestShort',
  z.object({
    interhub_transfer_id: z.int(),
    display_id: z.string(),
    from_branch_id: z.int(),
    from_branch_name: z.string(),
    to_branch_id: z.int(),
    to_branch_name: z.string(),
    short_count: z.int(),
    parcel_count: z.int(),
  }),
)
