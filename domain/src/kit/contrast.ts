/**
 * Colours and their WCAG 2 contrast: all that the navigation of every page needs. Channels are 0–255; luminance is 0–1.
 */
export interface Rgb {
  r: number
  g: number
  b: number
}

export const white: Rgb = { r: 255, g: 255, b: 255 }
export const ink: Rgb = { r: 0x16, g: 0x19, b: 0x1d }
export const black: Rgb = { r: 0, g: 0, b: 0 }

/** Parses `#` with 3, 4, 6 or 8 hex digits in lower case. Alpha is blended with white. `null` for anything else. */
export function parseHex(plain: string): Rgb | null {
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(plain)?.[1]
  if (!digits) return null
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [r = 0, g = 0, b = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16))
  return mix({ r, g, b }, white, alpha / 255)
}

/**
 * Blends `share` (0–1) of `over` onto `under`. Channels are rounded, so that the measured colour is the displayed
 * colour.
 */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const blend = (a: number, b: number): number => Math.round(a * share + b * (1 - share))
  return { r: blend(over.r, under.r), g: blend(over.g, under.g), b: blend(over.b, under.b) }
}

const linear = Array.from({ length: 256 }, (_, channel) => {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** Returns the linear light of a channel, 0–1. */
export const linearOf = (channel: number): number => linear[Math.round(channel)] ?? 0

/** Returns the WCAG 2 relative luminance, 0–1. */
export function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linearOf(r) + 0.7152 * linearOf(g) + 0.0722 * linearOf(b)
}

/** Returns the WCAG 2 contrast ratio, 1–21. */
export function contrast(a: Rgb, b: Rgb): number {
  const first = luminance(a) + 0.05
  const second = luminance(b) + 0.05
  return first > second ? first / second : second / first
}
