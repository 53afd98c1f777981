import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** Drawing options of a home screen icon. */
export interface AppIconStyle {
  /** Width and height in pixels. */
  size: number
  /** Share of the width that remains visible when a device crops the icon to its own shape. */
  safe_share: number
  /** The provider's picture as PNG or JPEG; `null` draws a parcel in the provider's colours. */
  picture: Uint8Array | null
  /** Provider colour (`#rrggbb`); `ink` is a readable colour on it. */
  colour: string
  ink: string
}

/** Draws a square PNG without transparency, as required for home screens. */
export async function drawAppIcon({ size, safe_share, picture, colour, ink }: AppIconStyle): Promise<Buffer> {
  const inner = Math.round(size * safe_share)
  const drawn = picture
    ? await sharp(picture)
        .resize(inner, inner, { fit: 'contain', background: '#ffffff' })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer()
    : await parcel(inner, ink)
  return sharp({
    create: { width: size, height: size, channels: 3, background: picture ? '#ffffff' : colour },
  })
    .composite([{ input: drawn, gravity: 'centre' }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/**
 * Draws the product's symbol in a colour. Its shape is a PNG, because the threads also check uploads and therefore
 * cannot read SVG.
 */
async function parcel(size: number, ink: string): Promise<Buffer> {
  const shape = await sharp(fs.readFileSync(path.join(import.meta.dirname, 'app-icon-parcel.png')))
    .resize(size, size)
    .ensureAlpha()
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: ink } })
    .composite([{ input: shape, blend: 'dest-in' }])
    .png()
    .toBuffer()
}
