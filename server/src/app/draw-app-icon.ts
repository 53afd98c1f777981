import sharp from 'sharp'

/** How an icon of the product on a device's home screen is drawn. */
export interface AppIconLook {
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
export async function drawAppIcon({ size, safe_share, picture, colour, ink }: AppIconLook): Promise<Buffer> {
  const inner = Math.round(size * safe_share)
  const drawn = picture
    ? await sharp(picture)
        .resize(inner, inner, { fit: 'contain', background: '#ffffff' })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer()
    : await sharp(Buffer.from(parcel(inner, ink)))
        .png()
        .toBuffer()
  return sharp({
    create: { width: size, height: size, channels: 3, background: picture ? '#ffffff' : colour },
  })
    .composite([{ input: drawn, gravity: 'centre' }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

function parcel(size: number, ink: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 11 44 44" width="${size}" height="${size}"><path d="M14 24l18-9 18 9v18l-18 9-18-9zM14 24l18 9 18-9M32 33v18" fill="none" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/></svg>`
}
