import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** How an icon of the product on a device's home screen is drawn. */
export interface AppIconStyle {
  /** Width and height in pixels. */
  size: number
  /** What must stay inside when a device cuts the icon to its own shape: a share of the width. */
  safe_share: number
  /** The company's picture as PNG or JPEG; without one a parcel in its colours. */
  picture: Uint8Array | null
  /** `#rrggbb`: of the company, and what is readable on it. */
  colour: string
  ink: string
}

/** A square PNG without transparent parts, as home screens want it. */
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

/** The product's own sign in a colour. Its shape is a PNG, because the threads, which also look at uploads, read no SVG. */
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
