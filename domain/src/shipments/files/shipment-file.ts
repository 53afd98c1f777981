import { z } from 'zod'
import { AttachedFile } from '../../files/model.ts'
import { instant } from '../../kit/calls/wire.ts'

export const shipment_file_kinds = ['photo', 'invoice', 'customs', 'damage', 'other'] as const
export type ShipmentFileKind = (typeof shipment_file_kinds)[number]

/**
 * Who may read a file: `staff` only, `account`: staff and the users of the account, or `public`: everyone with a
 * reference, on the tracking page too.
 */
export const file_visibilities = ['staff', 'account', 'public'] as const
export type FileVisibility = (typeof file_visibilities)[number]

/**
 * Where a file comes from: attached to the shipment itself (`upload`), or belonging to a note, a proof of delivery or
 * another tracking event.
 */
export const file_origins = ['upload', 'note', 'proof-of-delivery', 'tracking-event'] as const
export type FileOrigin = (typeof file_origins)[number]

/** Maximum number of files attached to one shipment, how many of them are public, and how many one call adds. */
export const max_shipment_files = 100
export const max_public_files = 20
export const max_added_files = 20

/** A file of a shipment, as it is listed for one reader (docs/domain/shipments.md#files). */
export const ListedShipmentFile = AttachedFile.extend({
  /** `null` for files of notes and events, which are changed with their note or event. */
  id: z.int().nullable(),
  shipment_id: z.int(),
  origin: z.enum(file_origins),
  kind: z.enum(shipment_file_kinds),
  visibility: z.enum(file_visibilities),
  created_by: z.string(),
  time_created: instant,
})
export type ListedShipmentFile = z.output<typeof ListedShipmentFile>
