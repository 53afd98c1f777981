import { invalid } from '@waybill/domain/kit/problem'

const kinds = {
  jpg: { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff], most: 10 },
  jpeg: { type: 'image/jpeg', begins: [0xff, 0xd8, 0xff], most: 10 },
  png: { type: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47], most: 10 },
  pdf: { type: 'application/pdf', begins: [0x25, 0x50, 0x44, 0x46], most: 10 },
  csv: { type: 'text/csv', begins: [], most: 20 },
  kml: { type: 'application/vnd.google-earth.kml+xml', begins: [], most: 10 },
} as const

/** The kind a file name announces; 400 when it is none that may be stored (FMT-027). */
export function kindOf(file_name: string): {
  type: string
  extension: string
  begins: readonly number[]
  most_bytes: number
} {
  const extension = file_name.split('.').at(-1)?.toLowerCase() ?? ''
  const kind = kinds[extension as keyof typeof kinds] as (typeof kinds)[keyof typeof kinds] | undefined
  if (!kind)
    throw invalid(`Files of this kind cannot be stored: ${file_name}. Use jpg, jpeg, png, pdf, csv or kml.`)
  return { type: kind.type, extension, begins: kind.begins, most_bytes: kind.most * 1024 * 1024 }
}

/** Whether the bytes are what the name says: by leading bytes and size. */
export function checkBytes(file_name: string, bytes: Buffer): void {
  const kind = kindOf(file_name)
  if (bytes.length > kind.most_bytes)
    throw invalid(`${file_name} is larger than ${kind.most_bytes / 1024 / 1024} MB. Send a smaller one.`)
  if (bytes.length === 0) throw invalid(`${file_name} is empty.`)
  if (!kind.begins.every((byte, index) => bytes[index] === byte))
    throw invalid(`${file_name} is not a ${kind.extension} file.`)
}
