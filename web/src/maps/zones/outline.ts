import { closeRing, cornersOf, isInRing, type Position } from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'

/** An area as it is edited: polygons of outlines, the first of each around it and the others holes, none closed. */
export type Outline = readonly (readonly (readonly Position[])[])[]

/** A corner, or with `isMiddle` the middle of the side after it. */
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

/** The outlines with their places, in the order in which lists show them. */
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

/** Adds a corner on the side after a corner. */
export const addCorner = (outline: Outline, after: Corner, at: Position): Outline =>
  withRing(outline, after, (corners) => corners.toSpliced(after.at + 1, 0, at))

/** Takes a corner away; an outline that would have no area left goes with it. */
export function removeCorner(outline: Outline, corner: Corner): Outline {
  const corners = outline[corner.polygon]?.[corner.ring] ?? []
  return corners.length > 3
    ? withRing(outline, corner, (known) => known.toSpliced(corner.at, 1))
    : removeRing(outline, corner)
}

/** Takes an outline away: a hole is closed, the outer one takes its holes with it. */
export function removeRing(outline: Outline, { polygon, ring }: Pick<Corner, 'polygon' | 'ring'>): Outline {
  return ring === 0
    ? outline.toSpliced(polygon, 1)
    : outline.map((rings, at) => (at === polygon ? rings.toSpliced(ring, 1) : rings))
}

/** The polygon that would get a hole at a position; -1 for none. */
export const polygonAround = (outline: Outline, position: Position): number =>
  outline.findIndex(([outer = []]) => isInRing(position, outer))

/** Adds an outline: a hole of the polygon it begins in when `isHole`, else a polygon of its own. */
export function addRing(outline: Outline, corners: readonly Position[], isHole: boolean): Outline {
  const [first] = corners
  const around = isHole && first ? polygonAround(outline, first) : -1
  return around === -1
    ? [...outline, [corners]]
    : outline.map((rings, at) => (at === around ? [...rings, corners] : rings))
}

/** The middle of the side after a corner. */
export function middleAfter(corners: readonly Position[], at: number): Position {
  const [from = [0, 0], to = [0, 0]] = [corners[at], corners[(at + 1) % corners.length]]
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
}

/** A place as people type it, latitude first: `-26.1076, 28.0567`. */
const typed_place = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/

/** Places typed line by line; `null` when a line is none. */
export function readPlaces(text: string): Position[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const places = lines.map((line): Position | null => {
    const [, lat, lng] = typed_place.exec(line) ?? []
    return lat === undefined || lng === undefined ? null : [Number(lng), Number(lat)]
  })
  return places.every((place) => place !== null) ? places : null
}
