import { file_kinds, max_pixels, type FileExtension } from '@waybill/domain/files/kinds'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import type { Sharp, SharpOptions } from 'sharp'

/** A re-encoded picture: upright pixels only, without metadata or appended data. */
export interface CleanPicture {
  bytes: Buffer
  width: number
  height: number
}

/** Quality of JPEG and WebP pictures, from 1 to 100. */
const picture_quality = 88

type Open = (bytes: Buffer, options: SharpOptions) => Sharp
let opened: Promise<Open> | null = null

/** Loads the decoder on first use. All formats except JPEG, PNG and WebP are disabled. */
function decoder(): Promise<Open> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    return sharp
  })
  return opened
}

/**
 * Decodes a picture and re-encodes it as the type of its extension. The number of pixels is checked before decoding.
 * A picture that does not decode completely is rejected.
 */
export async function redraw(
  fileName: string,
  extension: FileExtension,
  bytes: Buffer,
): Promise<CleanPicture> {
  const open = await decoder().catch(() => {
    throw new Problem('unavailable', 'Pictures cannot be checked on this server, so none can be stored.')
  })
  const options: SharpOptions = { failOn: 'error', limitInputPixels: false, pages: 1 }
  const broken = () =>
    invalid(`${fileName} is damaged and cannot be opened. Save it again as a picture and send that.`)
  const about = await open(bytes, options)
    .metadata()
    .catch(() => {
      throw broken()
    })
  const wanted = file_kinds[extension].type.replace('image/', '')
  if (about.format !== wanted)
    throw invalid(`${fileName} is not a ${extension} file. Correct its name and send it again.`)
  const pixels = about.width * about.height
  if (pixels > max_pixels)
    throw invalid(
      `${fileName} has ${about.width} × ${about.height} pixels; at most ${max_pixels / 1_000_000} million fit. Send a smaller one.`,
    )
  const upright = open(bytes, { ...options, limitInputPixels: max_pixels })
    .autoOrient()
    .toColourspace('srgb')
  const { data, info } = await encoded(upright, wanted)
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw broken()
    })
  return { bytes: data, width: info.width, height: info.height }
}

function encoded(picture: Sharp, format: string): Sharp {
  if (format === 'png') return picture.png({ compressionLevel: 8 })
  return format === 'webp'
    ? picture.webp({ quality: picture_quality })
    : picture.jpeg({ quality: picture_quality })
}

/**
 * Returns a picture as `width` by `height` pixels of four bytes, RGBA; `null` if it cannot be decoded. Only for
 * measuring: the picture is stretched.
 */
export async function samplePixels(bytes: Buffer, width: number, height: number): Promise<Buffer | null> {
  try {
    const open = await decoder()
    return await open(bytes, { failOn: 'error', limitInputPixels: max_pixels, pages: 1 })
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
  } catch {
    return null
  }
}
