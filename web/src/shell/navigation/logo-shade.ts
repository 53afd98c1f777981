import { contrast, mix, parseColour, white, type Rgb } from '@waybill/domain/kit/colour'

const side = 48
/**
 * A logo pixel counts as visible from this contrast ratio. With less than this share of visible pixels the logo
 * counts as unreadable.
 */
const min_contrast = 2
const min_share = 0.85

/**
 * Checks whether most of a logo is visible on its background colour. Pixels of an image from another host cannot be
 * read, so it counts as visible.
 */
export function standsOut(image: HTMLImageElement, background: string): boolean {
  const ground = parseColour(background) ?? white
  const pixels = pixelsOf(image)
  if (!pixels) return true
  let [drawn, found] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 64) continue
    const colour: Rgb = mix({ r, g, b }, ground, alpha / 255)
    drawn += 1
    if (contrast(colour, ground) >= min_contrast) found += 1
  }
  return drawn === 0 || found / drawn >= min_share
}

function pixelsOf(image: HTMLImageElement): Uint8ClampedArray | null {
  const canvas = document.createElement('canvas')
  canvas.width = side * 2
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  try {
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height).data
  } catch {
    return null
  }
}
