import type { ZoneGeometry } from '@waybill/domain/maps/model'

/** `[lng, lat]` in degrees, in GeoJSON order. */
export type Corner = [lng: number, lat: number]

/** Builds an area with one polygon from its corners in order, and closes the ring. */
export function area(...corners: Corner[]): ZoneGeometry {
  const [first] = corners
  return { type: 'MultiPolygon', coordinates: [[first ? [...corners, first] : []]] }
}

/** Merges the polygons of several areas into one area. */
export function mergeAreas(...areas: ZoneGeometry[]): ZoneGeometry {
  return { type: 'MultiPolygon', coordinates: areas.flatMap(({ coordinates }) => coordinates) }
}
