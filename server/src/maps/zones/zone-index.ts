import Flatbush from 'flatbush'
import pointInPolygon from 'point-in-polygon-hao'
import { areaKm2, closeRing } from '@waybill/domain/maps/geometry'
import type { Zone } from '@waybill/domain/maps/model'
import { type ZoneKind, zone_kinds } from '@waybill/domain/maps/map-kinds'

/** The fields of a zone that the index needs; other fields are passed through (docs/domain/maps.md). */
export type ZoneShape = Pick<Zone, 'id' | 'kind' | 'priority' | 'geometry'>

/** Finds the zones that contain a point. Coordinates are in degrees (WGS 84). */
export interface ZoneIndex<Z extends ZoneShape> {
  /** Returns the zone of this kind that decides at the point, or `null` when none contains it. */
  find(lat: number, lng: number, kind: ZoneKind): Z | null
  /** Returns every zone of this kind that contains the point, the deciding one first. */
  findAll(lat: number, lng: number, kind: ZoneKind): Z[]
}

type Polygon = ZoneShape['geometry']['coordinates'][number]

interface Ranked<Z> {
  zone: Z
  area: number
}

interface KindIndex<Z> {
  boxes: Flatbush
  parts: { polygon: Polygon; owner: Ranked<Z> }[]
}

/**
 * Builds an in-memory index of polygons with holes. The highest priority wins, then the smallest area, then the
 * lowest id. A point on an edge, including the edge of a hole, counts as inside
 * (docs/domain/rating.md#zones-and-lanes, docs/domain/routing-and-drivers.md#branches-and-routing,
 * docs/domain/maps.md). Open rings are closed; rings of fewer than three positions are ignored. Build a new index
 * after a map is published.
 */
export function buildZoneIndex<Z extends ZoneShape>(zones: readonly Z[]): ZoneIndex<Z> {
  const byKind = new Map<ZoneKind, KindIndex<Z>>()
  for (const kind of zone_kinds) {
    const index = indexKind(zones.filter((zone) => zone.kind === kind))
    if (index) byKind.set(kind, index)
  }
  const findAll = (lat: number, lng: number, kind: ZoneKind): Z[] => {
    const index = byKind.get(kind)
    if (!index || !Number.isFinite(lat) || !Number.isFinite(lng)) return []
    const found = new Set<Ranked<Z>>()
    for (const at of index.boxes.search(lng, lat, lng, lat)) {
      const part = index.parts[at]
      if (part && pointInPolygon([lng, lat], part.polygon) !== false) found.add(part.owner)
    }
    return [...found].sort(byRank).map(({ zone }) => zone)
  }
  return { findAll, find: (lat, lng, kind) => findAll(lat, lng, kind)[0] ?? null }
}

function byRank(one: Ranked<ZoneShape>, other: Ranked<ZoneShape>): number {
  return other.zone.priority - one.zone.priority || one.area - other.area || one.zone.id - other.zone.id
}

function indexKind<Z extends ZoneShape>(zones: readonly Z[]): KindIndex<Z> | null {
  const parts: KindIndex<Z>['parts'] = []
  for (const zone of zones) {
    const owner = { zone, area: areaKm2(zone.geometry) }
    for (const rings of zone.geometry.coordinates) {
      const polygon = rings.filter((ring) => ring.length >= 3).map((ring) => closeRing(ring))
      if (polygon.length > 0 && rings[0] && rings[0].length >= 3) parts.push({ polygon, owner })
    }
  }
  if (parts.length === 0) return null
  const boxes = new Flatbush(parts.length)
  for (const { polygon } of parts) {
    const corners = polygon.flat()
    const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
    boxes.add(Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats))
  }
  boxes.finish()
  return { boxes, parts }
}

const earth_radius_km = 6371.0088

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Coordinates in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** Returns the great-circle distance in km (haversine formula). */
export function greatCircleKm(from: Point, to: Point): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2)
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2)
  const chord = halfLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLng ** 2
  return 2 * earth_radius_km * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/**
 * Estimates the road distance in whole km when no routing engine is configured: 1.3 times the straight line, rounded
 * up (docs/domain/rating.md#base-prices).
 */
export function roadKm(from: Point, to: Point): number {
  return Math.ceil(greatCircleKm(from, to) * 1.3)
}
