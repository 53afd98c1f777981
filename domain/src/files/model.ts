import { z } from 'zod'

/**
 * A file that can be downloaded without headers. Returned by label and document endpoints
 * (docs/domain/public-api.md#waybills).
 */
export const FileLink = z.object({
  /** Absolute signed URL. */
  url: z.string(),
  filename: z.string(),
  /** Name of the storage area; for information only. */
  bucket: z.string(),
  /** Size in bytes. */
  file_size: z.int(),
  /** Human-readable duration: `7 days`, `24 hours` (docs/domain/public-api.md#how-long-links-work). */
  expiry_duration: z.string(),
})
export type FileLink = z.output<typeof FileLink>

/** Storage folders that a request may name (REP-010). */
export const file_folders = [
  'shipment-images',
  'shipment-files',
  'account-attachments',
  'provider-assets',
  'imports',
  'exports',
] as const
export type FileFolder = (typeof file_folders)[number]

/** The folder of files attached to shipments themselves, which can be removed and restored. */
export const shipment_file_folder = 'shipment-files'

/** An uploaded file as stored with the record that it belongs to. */
export interface NamedUpload {
  file_name: string
  display_name: string
}

/** A file attached to a record, with a URL at which readers of the record can open it. */
export const AttachedFile = z.object({
  file_name: z.string(),
  /** Display name; its extension matches the stored file type. */
  display_name: z.string(),
  content_type: z.string(),
  /** Size in bytes. */
  file_size: z.int(),
  /** Signed URL. Valid for seven days, or for one day on pages. */
  url: z.string(),
})
export type AttachedFile = z.output<typeof AttachedFile>
