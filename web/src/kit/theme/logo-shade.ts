import { parseHex, white } from '@waybill/domain/kit/contrast'
import { standsOutOn } from '@waybill/domain/kit/logo-contrast'

const side = 48

/**
 * Checks whether most of a logo is visible on its background colour, `#RRGGBB`. Pixels of an image from another host cannot be
 * read, so it counts as visible.
 */
export function standsOut(image: HTMLImageElement, background: string): boolean {
  const pixels = pixelsOf(image)
  return !pixels || standsOutOn(pixels, parseHex(background.toLowerCase()) ?? white)
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
