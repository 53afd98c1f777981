import { inflateSync } from 'node:zlib'
import type { Pdf } from './pdf.ts'

/** Size limit for decoded images, in pixels. */
const max_pixels = 24_000_000

type OpenImage = { width: number; height: number }
type Placing = { fit: [number, number]; align?: 'center' | 'right'; valign?: 'center' | 'bottom' }

/** Methods that the type declarations of the library leave out: opening an image separately from drawing it. */
type PictureDrawer = {
  openImage: (bytes: Buffer) => OpenImage
  image: (image: OpenImage, x: number, y: number, placing: Placing) => unknown
}
const opened = new WeakMap<Pdf, Map<Uint8Array, OpenImage | null>>()

/**
 * Opens a PNG or JPEG once per document, however often it is drawn. Returns `null` when the bytes are not a usable
 * image. The caller then prints text instead, so that a bad upload does not prevent a label from being printed.
 */
export function openImage(pdf: Pdf, bytes: Uint8Array | undefined): OpenImage | null {
  if (!bytes) return null
  const known = opened.get(pdf) ?? new Map<Uint8Array, OpenImage | null>()
  opened.set(pdf, known)
  if (!known.has(bytes)) known.set(bytes, readImage(pdf, bytes))
  return known.get(bytes) ?? null
}

function readImage(pdf: Pdf, bytes: Uint8Array): OpenImage | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const isPng = buffer.length > 33 && buffer.readUInt32BE(0) === 0x89504e47
    if (isPng && !isSoundPng(buffer)) return null
    const image = drawer(pdf).openImage(buffer)
    return image.width > 0 && image.height > 0 && image.width * image.height <= max_pixels ? image : null
  } catch {
    return null
  }
}

/**
 * Checks that a PNG can be decoded: decompresses its pixel data and checks the filter of each row. The PDF library
 * decompresses a PNG later, outside our calls, where an error would end the process.
 */
function isSoundPng(png: Buffer): boolean {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [bits = 0, colourType = 0] = [png[24], png[25]]
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType]
  if (!channels || width === 0 || height === 0 || width * height > max_pixels) return false
  const data: Buffer[] = []
  let hasTransparency = false
  for (let at = 8; at + 12 <= png.length; at += png.readUInt32BE(at) + 12) {
    const kind = png.toString('latin1', at + 4, at + 8)
    if (kind === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
    if (kind === 'tRNS') hasTransparency = true
  }
  const isInterlaced = png[28] === 1
  if (bits < 8 && (hasTransparency || isInterlaced)) return false
  const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: max_pixels * 8 })
  let at = 0
  for (const [x, y, dx, dy] of isInterlaced ? interlaced : straight) {
    const row = Math.ceil((Math.ceil((width - x) / dx) * bits * channels) / 8)
    const rows = row > 0 ? Math.ceil((height - y) / dy) : 0
    for (let n = 0; n < rows; n++, at += row + 1) if ((pixels[at] ?? 5) > 4) return false
  }
  return at <= pixels.length
}

const straight = [[0, 0, 1, 1]] as const
const interlaced = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const // prettier-ignore

/** A box in points and the alignment of the image in it (left and top by default). */
export type ImageBox = { x: number; y: number; width: number; height: number } & Omit<Placing, 'fit'>

/** Draws an image as large as the box allows without distortion. Returns false when it cannot be drawn. */
export function drawImage(pdf: Pdf, bytes: Uint8Array | undefined, box: ImageBox): boolean {
  const image = openImage(pdf, bytes)
  if (!image) return false
  const { x, y, width, height, align, valign } = box
  drawer(pdf).image(image, x, y, { fit: [width, height], align, valign })
  return true
}

function drawer(pdf: Pdf): PictureDrawer {
  return pdf as Pdf & PictureDrawer
}
