import { closeRing, cornersOf, isInRing, type Position } from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'

/**
 * An area while it is edited: polygons of open rings. The first ring of a polygon is its outer outline; the others
 * are holes.
 */
export type Outline = readonly (readonly (readonly Position[])[])[]

/** The position of a corner: the index of its polygon, of its ring in the polygon, and of the corner in the ring. */
export interface Corner {
  polygon: number
  ring: number
  at: number
}

export const outlineOf = ({ coordinates }: ZoneGeometry): Outline =>
  coordinates.map((polygon) => polygon.map(cornersOf))

export const geometryOf = (outline: Outline): ZoneGeometry => ({
  type: 'MultiPolygon',
  coordinates: outline.map((polygon) => polygon.map(closeRing)),
})

/** Returns all rings with their indices, in display order. */
export function ringsOf(outline: Outline): { polygon: number; ring: number; corners: readonly Position[] }[] {
  return outline.flatMap((rings, polygon) => rings.map((corners, ring) => ({ polygon, ring, corners })))
}

export const cornersIn = (outline: Outline): number =>
  ringsOf(outline).reduce((sum, { corners }) => sum + corners.length, 0)

function withRing(
  outline: Outline,
  { polygon, ring }: Pick<Corner, 'polygon' | 'ring'>,
  change: (corners: readonly Position[]) => readonly Position[],
): Outline {
  return outline.map((rings, p) =>
    p === polygon ? rings.map((corners, r) => (r === ring ? change(corners) : corners)) : rings,
  )
}

/** Moves a corner. */
export const moveCorner = (outline: Outline, corner: Corner, to: Position): Outline =>
  withRing(outline, corner, (corners) => corners.with(corner.at, to))

/** Adds a corner on the side that follows the corner `after`. */
export const addCorner = (outline: Outline, after: Corner, at: Position): Outline =>
  withRing(outline, after, (corners) => corners.toSpliced(after.at + 1, 0, at))

/** Removes a corner. Removes the whole ring when fewer than three corners would remain. */
export function removeCorner(outline: Outline, corner: Corner): Outline {
  const corners = outline[corner.polygon]?.[corner.ring] ?? []
  return corners.length > 3
    ? withRing(outline, corner, (known) => known.toSpliced(corner.at, 1))
    : removeRing(outline, corner)
}

/** Removes a ring. Removing the outer ring also removes its holes. */
export function removeRing(outline: Outline, { polygon, ring }: Pick<Corner, 'polygon' | 'ring'>): Outline {
  return ring === 0
    ? outline.toSpliced(polygon, 1)
    : outline.map((rings, at) => (at === polygon ? rings.toSpliced(ring, 1) : rings))
}

/**
 * Returns the index of the polygon whose outer outline contains a position, which would get a hole drawn there; -1
 * when there is none.
 */
export const polygonAround = (outline: Outline, position: Position): number =>
  outline.findIndex(([outer = []]) => isInRing(position, outer))

/**
 * Adds a ring: when `isHole` is true, as a hole of the polygon in which it starts; otherwise, and when it starts
 * outside all polygons, as a separate polygon.
 */
export function addRing(outline: Outline, corners: readonly Position[], isHole: boolean): Outline {
  const [first] = corners
  const around = isHole && first ? polygonAround(outline, first) : -1
  return around === -1
    ? [...outline, [corners]]
    : outline.map((rings, at) => (at === around ? [...rings, corners] : rings))
}

/** Returns the middle of the side that follows a corner. */
export function middleAfter(corners: readonly Position[], at: number): Position {
  const [from = [0, 0], to = [0, 0]] = [corners[at], corners[(at + 1) % corners.length]]
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
}

/** A typed place, latitude first: `-26.1076, 28.0567`. */
const typed_place = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/

/** Parses typed places, one per line. Returns `null` when a line is not a place. */
export function readPlaces(text: string): Position[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const places = lines.map((line): Position | null => {
    const [, lat, lng] = typed_place.exec(line) ?? []
    return lat === undefined || lng === undefined ? null : [Number(lng), Number(lat)]
  })
  return places.every((place) => place !== null) ? places : null
}
