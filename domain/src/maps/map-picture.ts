/** Origin of the Google Maps pictures. Pages of a company without a key never send requests to it (SHELL-084). */
export const map_pictures_origin = 'https://maps.googleapis.com'

/** Coordinates in degrees. */
interface Place {
  lat: number
  lng: number
}

/** Maximum pixels per side that the service accepts, before doubling for high-density screens. */
const max_pixels = 640

/**
 * Returns the Maps Static API URL of a picture of the route between two places, or `null` without the company's
 * client key. The key comes only from the company's settings (SHELL-084). `size` is in CSS pixels.
 */
export function mapPicture(
  clientKey: string,
  route: { from: Place; to: Place; stops: readonly Place[] },
  size: { width: number; height: number },
): string | null {
  const key = clientKey.trim()
  if (key === '') return null
  const point = ({ lat, lng }: Place): string => `${lat.toFixed(5)},${lng.toFixed(5)}`
  const sides = [size.width, size.height].map((side) => Math.round(Math.min(side, max_pixels)))
  const requested = [
    ['size', sides.join('x')],
    ['scale', '2'],
    ['markers', `size:mid|label:A|${point(route.from)}`],
    ['markers', `size:mid|label:B|${point(route.to)}`],
    [
      'path',
      ['color:0x1d4ed8ff', 'weight:3', ...[route.from, ...route.stops, route.to].map(point)].join('|'),
    ],
    ['key', key],
  ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
  return `${map_pictures_origin}/maps/api/staticmap?${requested.join('&')}`
}
