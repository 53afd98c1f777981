/** A geographic position in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** Radius of the earth for distance calculations, in metres. */
const earth_radius_m = 6_371_000

/** Returns the great-circle distance between two points, in metres. */
export function metresBetween(a: Point, b: Point): number {
  const radians = Math.PI / 180
  const north = ((b.lat - a.lat) * radians) / 2
  const east = ((b.lng - a.lng) * radians) / 2
  const part =
    Math.sin(north) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(east) ** 2
  return 2 * earth_radius_m * Math.asin(Math.min(1, Math.sqrt(part)))
}
