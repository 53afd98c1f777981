import type { ZoneGeometry } from '@waybill/domain/maps/model'

/** `[lng, lat]` in degrees, as GeoJSON has it. */
export type Corner = [lng: number, lat: number]

/** An area of one piece from its corners in order; the ring is closed here. */
export function area(...corners: Corner[]): ZoneGeometry {
  const [first] = corners
  return { type: 'MultiPolygon', coordinates: [[first ? [...corners, first] : []]] }
}

/** One area of all pieces of several. */
export function mergeAreas(...areas: ZoneGeometry[]): ZoneGeometry {
  return { type: 'MultiPolygon', coordinates: areas.flatMap(({ coordinates }) => coordinates) }
}
