/**
 * Limits of a request body: its bytes, and for JSON the maximum number of items in one list or object and of values
 * in total.
 */
export interface BodySize {
  bytes: number
  items: number
  values: number
}

const kb = 1024
const mb = 1024 * kb

/** The body size limits by name. An endpoint that names none uses `usual`. */
export const body_sizes = {
  /** A few fields: notifications, crash reports. */
  small: { bytes: 64 * kb, items: 200, values: 2_000 },
  usual: { bytes: 256 * kb, items: 1_000, values: 20_000 },
  /** Many parcels, shipments, settings or rates in one request. */
  many: { bytes: mb, items: 10_000, values: 100_000 },
  /** The outline of an area, up to the highest number of points that a company may allow. */
  outline: { bytes: 4 * mb, items: 50_000, values: 200_000 },
  /** A text file inside JSON, such as a table or map areas. */
  text_file: { bytes: 12 * mb, items: 1_000, values: 20_000 },
  /** Photos and documents inside JSON, as base64 or as lists of bytes. */
  pictures: { bytes: 32 * mb, items: 12 * mb, values: 33 * mb },
  /** The raw bytes of one file. */
  upload: { bytes: 21 * mb, items: 0, values: 0 },
} as const satisfies Record<string, BodySize>

export type BodySizeName = keyof typeof body_sizes

/** Bodies that hold a file or an outline. They are parsed in a worker thread before a transaction starts. */
export type FileBodyName = 'outline' | 'text_file' | 'pictures' | 'upload'
