import { black, contrast, ink, linearOf, luminance, mix, parseHex, white, type Rgb } from './contrast.ts'

/**
 * Colour arithmetic for white-label themes: parsing CSS colours, and lightness steps in OKLCH that preserve the hue
 * (docs/domain/interface.md#colours-of-a-company). Channels are 0–255; lightness is 0–1.
 */

/** The CSS named colours, packed as `name` + six hex digits. */
const named = new Map(
  (
    'aliceblueF0F8FF antiquewhiteFAEBD7 aqua00FFFF aquamarine7FFFD4 azureF0FFFF beigeF5F5DC bisqueFFE4C4 black000000 ' +
    'blanchedalmondFFEBCD blue0000FF blueviolet8A2BE2 brownA52A2A burlywoodDEB887 cadetblue5F9EA0 chartreuse7FFF00 ' +
    'chocolateD2691E coralFF7F50 cornflowerblue6495ED cornsilkFFF8DC crimsonDC143C cyan00FFFF darkblue00008B ' +
    'darkcyan008B8B darkgoldenrodB8860B darkgrayA9A9A9 darkgreyA9A9A9 darkgreen006400 darkkhakiBDB76B ' +
    'darkmagenta8B008B darkolivegreen556B2F darkorangeFF8C00 darkorchid9932CC darkred8B0000 darksalmonE9967A ' +
    'darkseagreen8FBC8F darkslateblue483D8B darkslategray2F4F4F darkslategrey2F4F4F darkturquoise00CED1 ' +
    'darkviolet9400D3 deeppinkFF1493 deepskyblue00BFFF dimgray696969 dimgrey696969 dodgerblue1E90FF firebrickB22222 ' +
    'floralwhiteFFFAF0 forestgreen228B22 fuchsiaFF00FF gainsboroDCDCDC ghostwhiteF8F8FF goldFFD700 goldenrodDAA520 ' +
    'gray808080 grey808080 green008000 greenyellowADFF2F honeydewF0FFF0 hotpinkFF69B4 indianredCD5C5C indigo4B0082 ' +
    'ivoryFFFFF0 khakiF0E68C lavenderE6E6FA lavenderblushFFF0F5 lawngreen7CFC00 lemonchiffonFFFACD lightblueADD8E6 ' +
    'lightcoralF08080 lightcyanE0FFFF lightgoldenrodyellowFAFAD2 lightgrayD3D3D3 lightgreyD3D3D3 lightgreen90EE90 ' +
    'lightpinkFFB6C1 lightsalmonFFA07A lightseagreen20B2AA lightskyblue87CEFA lightslategray778899 ' +
    'lightslategrey778899 lightsteelblueB0C4DE lightyellowFFFFE0 lime00FF00 limegreen32CD32 linenFAF0E6 ' +
    'magentaFF00FF maroon800000 mediumaquamarine66CDAA mediumblue0000CD mediumorchidBA55D3 mediumpurple9370DB ' +
    'mediumseagreen3CB371 mediumslateblue7B68EE mediumspringgreen00FA9A mediumturquoise48D1CC mediumvioletredC71585 ' +
    'midnightblue191970 mintcreamF5FFFA mistyroseFFE4E1 moccasinFFE4B5 navajowhiteFFDEAD navy000080 oldlaceFDF5E6 ' +
    'olive808000 olivedrab6B8E23 orangeFFA500 orangeredFF4500 orchidDA70D6 palegoldenrodEEE8AA palegreen98FB98 ' +
    'paleturquoiseAFEEEE palevioletredDB7093 papayawhipFFEFD5 peachpuffFFDAB9 peruCD853F pinkFFC0CB plumDDA0DD ' +
    'powderblueB0E0E6 purple800080 rebeccapurple663399 redFF0000 rosybrownBC8F8F royalblue4169E1 saddlebrown8B4513 ' +
    'salmonFA8072 sandybrownF4A460 seagreen2E8B57 seashellFFF5EE siennaA0522D silverC0C0C0 skyblue87CEEB ' +
    'slateblue6A5ACD slategray708090 slategrey708090 snowFFFAFA springgreen00FF7F steelblue4682B4 tanD2B48C ' +
    'teal008080 thistleD8BFD8 tomatoFF6347 turquoise40E0D0 violetEE82EE wheatF5DEB3 whiteFFFFFF whitesmokeF5F5F5 ' +
    'yellowFFFF00 yellowgreen9ACD32'
  )
    .split(' ')
    .map((packed) => [packed.slice(0, -6), packed.slice(-6)] as const),
)

/**
 * Parses a CSS colour: hex with 3, 4, 6 or 8 digits, `rgb()`, `hsl()` (comma or space form) or a name. Alpha is
 * blended with white. Returns `null` for anything else.
 */
export function parseColour(css: unknown): Rgb | null {
  if (typeof css !== 'string') return null
  const plain = css.trim().toLowerCase()
  if (plain === 'transparent') return white
  const name = named.get(plain)
  return parseHex(name ? `#${name}` : plain) ?? parseFunction(plain)
}

function parseFunction(plain: string): Rgb | null {
  const match = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(plain)
  const parts = match?.[2]?.split(/[\s,/]+/).filter(Boolean) ?? []
  if (!match || parts.length < 3 || parts.length > 4) return null
  if (!parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)(%|deg|turn|rad)?$/.test(part))) return null
  const [one = '', two = '', three = '', four = '1'] = parts
  const alpha = clamp(Number.parseFloat(four) / (four.endsWith('%') ? 100 : 1), 0, 1)
  const colour =
    match[1] === 'rgb'
      ? { r: channelOf(one), g: channelOf(two), b: channelOf(three) }
      : fromHsl(degreesOf(one), Number.parseFloat(two) / 100, Number.parseFloat(three) / 100)
  return mix(colour, white, alpha)
}

function channelOf(part: string): number {
  return clamp(Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1), 0, 255)
}

function degreesOf(part: string): number {
  const value = Number.parseFloat(part)
  if (part.endsWith('turn')) return value * 360
  return part.endsWith('rad') ? (value * 180) / Math.PI : value
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const s = clamp(saturation, 0, 1)
  const l = clamp(lightness, 0, 1)
  const channel = (offset: number): number => {
    const k = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { r: channel(0), g: channel(8), b: channel(4) }
}

/** Formats a colour as `#RRGGBB`, upper case. */
export function toHex({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

interface Oklch {
  l: number
  c: number
  h: number
}

function toOklch(colour: Rgb): Oklch {
  const [r, g, b] = [linearOf(colour.r), linearOf(colour.g), linearOf(colour.b)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

function linearRgb({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

const isInGamut = (channels: readonly number[]): boolean =>
  channels.every((channel) => channel >= -0.0005 && channel <= 1.0005)

/** Returns the nearest colour in the sRGB gamut: reduces chroma, preserves lightness and hue. */
function fromOklch(shade: Oklch): Rgb {
  let channels = linearRgb(shade)
  if (!isInGamut(channels)) {
    let [low, high] = [0, shade.c]
    for (let step = 0; step < 8; step += 1) {
      const middle = (low + high) / 2
      if (isInGamut(linearRgb({ ...shade, c: middle }))) low = middle
      else high = middle
    }
    channels = linearRgb({ ...shade, c: low })
  }
  const [r, g, b] = channels.map((channel) => {
    const value = clamp(channel, 0, 1)
    return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
  }) as [number, number, number]
  return { r, g, b }
}

/** Returns the same hue, lighter (positive `by`) or darker (negative) by a share of full lightness. */
export function shift(colour: Rgb, by: number): Rgb {
  const shade = toOklch(colour)
  return fromOklch({ ...shade, l: clamp(shade.l + by, 0, 1) })
}

/**
 * Returns the first of the preferred colours, then white, ink, black, that reaches a contrast of 4.5 : 1 on the
 * background; black when none does.
 */
export function readableOn(background: Rgb, ...prefer: readonly Rgb[]): Rgb {
  return [...prefer, white, ink, black].find((colour) => contrast(colour, background) >= 4.5) ?? black
}

/**
 * Returns the colour itself when its contrast reaches `min` against every background; otherwise the nearest lightness
 * of the same hue that does; otherwise the one of ink, black and white with the highest contrast.
 */
export function adjustForContrast(colour: Rgb, backgrounds: readonly Rgb[], min: number): Rgb {
  const levels = backgrounds.map((background) => luminance(background) + 0.05)
  const worst = (candidate: Rgb): number => {
    const level = luminance(candidate) + 0.05
    return Math.min(...levels.map((other) => (level > other ? level / other : other / level)))
  }
  if (worst(colour) >= min) return colour
  const shade = toOklch(colour)
  const isOnLight = levels.reduce((sum, level) => sum + level, 0) / levels.length > 0.23
  for (let step = 0.01; step <= 1; step += 0.01)
    for (const direction of isOnLight ? [-1, 1] : [1, -1]) {
      const l = shade.l + direction * step
      if (l < 0 || l > 1) continue
      const candidate = fromOklch({ ...shade, l })
      if (worst(candidate) >= min) return candidate
    }
  return [ink, black, white].reduce((best, candidate) => (worst(candidate) > worst(best) ? candidate : best))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
