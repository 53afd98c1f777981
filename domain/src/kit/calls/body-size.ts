/** How large a body a call takes: its bytes, and for JSON how many items one list or object may have and how many values all together. */
export interface BodySize {
  bytes: number
  items: number
  values: number
}

const kb = 1024
const mb = 1024 * kb

/** The sizes of bodies. A call that says nothing takes the usual one. */
export const body_sizes = {
  /** A few fields: notices, reports of crashes. */
  small: { bytes: 64 * kb, items: 200, values: 2_000 },
  usual: { bytes: 256 * kb, items: 1_000, values: 20_000 },
  /** Many parcels, shipments, settings or rates at once. */
  many: { bytes: mb, items: 10_000, values: 100_000 },
  /** The outline of an area, with as many points as any company may allow. */
  outline: { bytes: 4 * mb, items: 50_000, values: 200_000 },
  /** A text file inside JSON, such as a table or areas of a map. */
  text_file: { bytes: 12 * mb, items: 1_000, values: 20_000 },
  /** Photos and documents inside JSON, as base64 or as lists of bytes. */
  pictures: { bytes: 32 * mb, items: 12 * mb, values: 33 * mb },
  /** The bytes of one file. */
  upload: { bytes: 21 * mb, items: 0, values: 0 },
} as const satisfies Record<string, BodySize>

export type BodySizeName = keyof typeof body_sizes

/** Bodies that hold a file or an outline: they are read before a transaction begins, in a thread. */
export type FileBodyName = 'outline' | 'text_file' | 'pictures' | 'upload'
