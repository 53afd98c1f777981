/** Where pictures of Google Maps come from; pages of a company without a key never ask it for anything (SHELL-084). */
export const map_pictures_origin = 'https://maps.googleapis.com'

/** A place on the earth, in degrees. */
interface Place {
  lat: number
  lng: number
}

/** At most this many pixels on a side, before doubling for sharp screens. */
const max_pixels = 640

/**
 * The address of a picture of the way between two places, by the Maps Static API; `null` without the company's client
 * key, which comes from its settings and nowhere else (SHELL-084). Sizes in CSS pixels.
 */
export function mapPicture(
  clientKey: string,
  way: { from: Place; to: Place; stops: readonly Place[] },
  size: { width: number; height: number },
): string | null {
  const key = clientKey.trim()
  if (key === '') return null
  const point = ({ lat, lng }: Place): string => `${lat.toFixed(5)},${lng.toFixed(5)}`
  const sides = [size.width, size.height].map((side) => Math.round(Math.min(side, max_pixels)))
  const requested = [
    ['size', sides.join('x')],
    ['scale', '2'],
    ['markers', `size:mid|label:A|${point(way.from)}`],
    ['markers', `size:mid|label:B|${point(way.to)}`],
    ['path', ['color:0x1d4ed8ff', 'weight:3', ...[way.from, ...way.stops, way.to].map(point)].join('|')],
    ['key', key],
  ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
  return `${map_pictures_origin}/maps/api/staticmap?${requested.join('&')}`
}
