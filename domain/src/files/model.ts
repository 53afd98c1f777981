import { z } from 'zod'

/** A file ready to be fetched without headers, the answer of label and document calls (partner API 5.1). */
export const FileLink = z.object({
  /** Absolute, signed. */
  url: z.string(),
  filename: z.string(),
  /** Name of the storage area; informative. */
  bucket: z.string(),
  /** Bytes. */
  file_size: z.int(),
  /** Readable: `7 days`, `24 hours` (ruling 16). */
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

/** A file named by a caller and how people should see it. */
export const Upload = z.object({ file_name: z.string(), display_name: z.string() })
export type Upload = z.output<typeof Upload>
