import { contrast, ink, luminance, mix, parseHex, type Rgb } from './contrast.ts'

/**
 * A logo pixel counts as visible from this contrast ratio. With less than this share of visible pixels the logo
 * counts as unreadable.
 */
const min_contrast = 2
const min_share = 0.85
/** Pixels with less alpha than this, of 255, are not drawn. */
const min_alpha = 64
/** Pixels with at least this alpha, of 255, hide what is behind them. */
const opaque_alpha = 250

/** Maximum luminance of a background that counts as dark. */
export const dark_navigation = 0.18

/** Whether a navigation of this colour, `#RRGGBB`, is dark and needs light content. */
export function isDarkNavigation(navBg: string): boolean {
  return luminance(parseHex(navBg.toLowerCase()) ?? ink) <= dark_navigation
}

/** Checks whether most of a logo is visible on a background colour. `pixels`: four bytes each, RGBA. */
export function standsOutOn(pixels: Uint8Array | Uint8ClampedArray, ground: Rgb): boolean {
  let [drawn, found] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < min_alpha) continue
    const colour: Rgb = mix({ r, g, b }, ground, alpha / 255)
    drawn += 1
    if (contrast(colour, ground) >= min_contrast) found += 1
  }
  return drawn === 0 || found / drawn >= min_share
}

/** Whether a picture has no transparent part. `pixels`: four bytes each, RGBA. */
export function isOpaque(pixels: Uint8Array | Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < opaque_alpha) return false
  return true
}
