import { z } from 'zod'

/**
 * A file ready to be fetched without headers, the answer of label and document calls
 * (docs/domain/public-api.md#waybills).
 */
export const FileLink = z.object({
  /** Absolute, signed. */
  url: z.string(),
  filename: z.string(),
  /** Name of the storage area; informative. */
  bucket: z.string(),
  /** Bytes. */
  file_size: z.int(),
  /** Readable: `7 days`, `24 hours` (docs/domain/public-api.md#how-long-links-work). */
  expiry_duration: z.string(),
})
export type FileLink = z.output<typeof FileLink>

/** Storage folders a caller may name (REP-010). */
export const file_folders = [
  'shipment-images',
  'account-attachments',
  'provider-assets',
  'imports',
  'exports',
] as const
export type FileFolder = (typeof file_folders)[number]

/** A file that belongs to something written, and an address at which whoever reads that opens it. */
export const AttachedFile = z.object({
  file_name: z.string(),
  /** What people call it; ends as the kind it is. */
  display_name: z.string(),
  content_type: z.string(),
  /** Bytes. */
  file_size: z.int(),
  /** Signed; works seven days, or a day for pages. */
  url: z.string(),
})
export type AttachedFile = z.output<typeof AttachedFile>
