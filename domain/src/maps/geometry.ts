import type { FieldProblem } from '../kit/problem.ts'
import type { ZoneGeometry } from './model.ts'

/** `[lng, lat]` in degrees, in GeoJSON order. */
export type Position = [lng: number, lat: number]
export type Ring = Position[]

/**
 * The accepted range of coordinates in degrees: Africa with its islands. South African couriers serve no addresses
 * outside it.
 */
const sensible = { south: -40, north: 40, west: -30, east: 65 }

/** Returns the ring with its last position equal to its first; closes it when it is open. */
export function closeRing(ring: readonly Position[]): Ring {
  const [first] = ring
  const last = ring.at(-1)
  const isOpen = first && last && (first[0] !== last[0] || first[1] !== last[1])
  return isOpen ? [...ring, first] : [...ring]
}

/** Returns the corners of a ring, without the closing position. */
export function cornersOf(ring: readonly Position[]): Ring {
  return closeRing(ring).slice(0, -1)
}

/** Whether a position is inside a ring. A position on the edge may count as inside or outside. */
export function isInRing([x, y]: Position, ring: readonly Position[]): boolean {
  let isInside = false
  const closed = closeRing(ring)
  for (const [at, [ax, ay]] of closed.entries()) {
    const next = closed[at + 1]
    if (!next) continue
    const [bx, by] = next
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}

/** Returns all rings of a geometry with the index of their polygon and their index (`at`) in it. */
function ringsOf({ coordinates }: ZoneGeometry): { ring: Ring; polygon: number; at: number }[] {
  return coordinates.flatMap((rings, polygon) => rings.map((ring, at) => ({ ring, polygon, at })))
}

/** Counts the points of an area without the closing point of each ring (MAP-007). */
export function nodeCount(geometry: ZoneGeometry): number {
  return ringsOf(geometry).reduce((sum, { ring }) => sum + cornersOf(ring).length, 0)
}

/** Returns the bounding box of the areas in degrees, or `null` when they have no points. */
export function boundsOf(
  geometries: readonly ZoneGeometry[],
): { west: number; south: number; east: number; north: number } | null {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const geometry of geometries)
    for (const { ring } of ringsOf(geometry))
      for (const [lng, lat] of ring) {
        box.west = Math.min(box.west, lng)
        box.east = Math.max(box.east, lng)
        box.south = Math.min(box.south, lat)
        box.north = Math.max(box.north, lat)
      }
  return box.west <= box.east ? box : null
}

const earth_radius_km = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Returns the area of the polygons on the sphere in km², without the holes. It is the second criterion of precedence,
 * after the priority (docs/domain/rating.md#zones-and-lanes).
 */
export function areaKm2(geometry: ZoneGeometry): number {
  let total = 0
  for (const [outer, ...holes] of geometry.coordinates) {
    if (!outer) continue
    total += ringKm2(outer) - holes.reduce((sum, hole) => sum + ringKm2(hole), 0)
  }
  return total
}

function ringKm2(ring: Ring): number {
  let twice = 0
  const closed = closeRing(ring)
  for (const [at, [lng, lat]] of closed.entries()) {
    const next = closed[at + 1]
    if (next) twice += radians(next[0] - lng) * (2 + Math.sin(radians(lat)) + Math.sin(radians(next[1])))
  }
  return Math.abs((twice * earth_radius_km ** 2) / 2)
}

/** An invalid meeting point of two sides of an area. */
export interface Crossing {
  place: Position
  /** The error message for the user. */
  message: string
}

interface Side {
  from: Position
  to: Position
  /** `ring` is the index of the ring among all rings, `at` the index of the side in the ring. */
  ring: number
  at: number
  length: number
  left: number
  right: number
  low: number
  high: number
}

function sidesOf(geometry: ZoneGeometry): Side[] {
  return ringsOf(geometry).flatMap(({ ring }, number) => {
    const corners = cornersOf(ring)
    return corners.flatMap((from, at): Side[] => {
      const to = corners[(at + 1) % corners.length]
      if (!to) return []
      const [left, right] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]]
      const [low, high] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]]
      return [{ from, to, ring: number, at, length: corners.length, left, right, low, high }]
    })
  })
}

const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

const liesOn = (side: Side, [x, y]: Position): boolean =>
  turn(side.from, side.to, [x, y]) === 0 &&
  x >= side.left &&
  x <= side.right &&
  y >= side.low &&
  y <= side.high

/** Returns the point where two crossing sides intersect. */
function crossingOf({ from: a, to: b }: Side, { from: c, to: d }: Side): Position {
  const across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
  const share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/** Whether two sides cross at a point that is not an end of either. */
function isProperCrossing(one: Side, other: Side): boolean {
  return (
    turn(one.from, one.to, other.from) * turn(one.from, one.to, other.to) < 0 &&
    turn(other.from, other.to, one.from) * turn(other.from, other.to, one.to) < 0
  )
}

/**
 * Returns the place where two sides meet in a way that is not allowed, or `null`. Sides of one ring may touch only
 * their neighbours. Sides of different rings may touch but not cross.
 */
function meeting(one: Side, other: Side): Position | null {
  const isOneRing = one.ring === other.ring
  const gap = Math.abs(one.at - other.at)
  if (isOneRing && (gap === 1 || gap === one.length - 1)) return runsBack(one, other)
  if (isProperCrossing(one, other)) return crossingOf(one, other)
  if (!isOneRing) return null
  return (
    [other.from, other.to].find((end) => liesOn(one, end)) ??
    [one.from, one.to].find((end) => liesOn(other, end)) ??
    null
  )
}

/** Returns the end of a side when the next side runs back over it, which makes a spike without area; `null` otherwise. */
function runsBack(one: Side, other: Side): Position | null {
  if (one.length < 3) return null
  const [first, second] = (one.at + 1) % one.length === other.at ? [one, other] : [other, one]
  if (turn(first.from, first.to, second.to) !== 0) return null
  const isBack =
    (first.to[0] - first.from[0]) * (second.to[0] - second.from[0]) +
      (first.to[1] - first.from[1]) * (second.to[1] - second.from[1]) <
    0
  return isBack ? first.to : null
}

/** Formats a position as `-26.1042, 28.0567`: latitude first, as people write coordinates. */
export function placeText([lng, lat]: Position): string {
  return `${lat.toFixed(4)}, ${lng.toFixed(4)}`
}

/**
 * Returns the first place where an outline crosses itself or another outline of the same area, or `null` when the
 * outline is valid.
 */
export function findCrossing(geometry: ZoneGeometry): Crossing | null {
  const sides = sidesOf(geometry).sort((a, b) => a.left - b.left)
  for (const [index, one] of sides.entries())
    for (let next = index + 1; next < sides.length; next += 1) {
      const other = sides[next]
      if (!other || other.left > one.right) break
      if (other.low > one.high || other.high < one.low) continue
      const place = meeting(one, other)
      if (!place) continue
      const [first, second] = one.at < other.at ? [one, other] : [other, one]
      const numbers =
        one.ring === other.ring
          ? ` between the sides after points ${first.at + 1} and ${second.at + 1}`
          : ' where two outlines of the area meet'
      return {
        place,
        message: `The outline crosses itself near ${placeText(place)},${numbers}. Move one of the points.`,
      }
    }
  return null
}

/** Whether two areas share ground. A shared border alone does not count. */
export function overlaps(one: ZoneGeometry, other: ZoneGeometry): boolean {
  const [box, around] = [boundsOf([one]), boundsOf([other])]
  if (!box || !around) return false
  const isApart =
    box.west >= around.east ||
    box.east <= around.west ||
    box.south >= around.north ||
    box.north <= around.south
  if (isApart) return false
  const sides = sidesOf(one)
  const isCrossed = sidesOf(other).some((side) => sides.some((own) => isProperCrossing(own, side)))
  return isCrossed || holdsInside(one, other) || holdsInside(other, one)
}

/** Whether `area` contains a corner of `other`, or a sample position inside `other`. */
function holdsInside(area: ZoneGeometry, other: ZoneGeometry): boolean {
  const sides = sidesOf(area)
  return other.coordinates.some(([outer = []]) => {
    const corners = cornersOf(outer)
    const within = corners.map((corner, at): Position => {
      const [before = corner, after = corner] = [corners.at(at - 1), corners[(at + 1) % corners.length]]
      return [(before[0] + corner[0] + after[0]) / 3, (before[1] + corner[1] + after[1]) / 3]
    })
    const inner = within.find((place) => isInRing(place, outer))
    return [...corners, ...(inner ? [inner] : [])].some(
      (place) => isInArea(place, area) && !sides.some((side) => liesOn(side, place)),
    )
  })
}

function isInArea(place: Position, { coordinates }: ZoneGeometry): boolean {
  return coordinates.some(
    ([outer = [], ...holes]) => isInRing(place, outer) && !holes.some((hole) => isInRing(place, hole)),
  )
}

/** Returns the error message for an area with too many points (MAP-008). */
export function tooManyNodes(points: number, maxPoints: number): string {
  return `This area has ${points} points. The maximum is ${maxPoints}.`
}

/** Returns the problems of an outline, which may have at most `most` points (MAP-007, MAP-008, docs/domain/maps.md). */
export function checkGeometry(geometry: ZoneGeometry, maxPoints: number): FieldProblem[] {
  const outlineProblem = (message: string): FieldProblem[] => [{ field: 'geometry', message }]
  const rings = ringsOf(geometry)
  if (rings.length === 0 || geometry.coordinates.some((polygon) => polygon.length === 0))
    return outlineProblem('Draw the area on the map, or enter at least three points.')
  for (const { ring } of rings) {
    if (cornersOf(ring).length < 3)
      return outlineProblem('Every outline needs at least three points. Add points, or remove the outline.')
    const at = ring.findIndex(
      ([lng, lat]) =>
        !(lat >= sensible.south && lat <= sensible.north && lng >= sensible.west && lng <= sensible.east),
    )
    const outside = ring[at]
    if (outside)
      return outlineProblem(
        `Point ${at + 1} (${placeText(outside)}) is outside Africa. Check it: latitude comes first and is negative in the south.`,
      )
  }
  const points = nodeCount(geometry)
  if (points > maxPoints) return outlineProblem(tooManyNodes(points, maxPoints))
  const crossing = findCrossing(geometry)
  if (crossing) return outlineProblem(crossing.message)
  const outsideIndex = geometry.coordinates.findIndex(([outer = [], ...holes]) =>
    holes.some((hole) => hole[0] && !cornersOf(hole).every((corner) => isInOrOn(corner, outer))),
  )
  if (outsideIndex !== -1) return outlineProblem('A hole is outside its area. Move it inside, or remove it.')
  return []
}

function isInOrOn(corner: Position, outer: Ring): boolean {
  if (isInRing(corner, outer)) return true
  return sidesOf({ type: 'MultiPolygon', coordinates: [[outer]] }).some((side) => liesOn(side, corner))
}

/**
 * Rounds coordinates to about a centimetre, removes repeated points and closes the rings. Areas are stored in this
 * form.
 */
export function normaliseGeometry({ coordinates }: ZoneGeometry): ZoneGeometry {
  const exact = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
  return {
    type: 'MultiPolygon',
    coordinates: coordinates.map((polygon) =>
      polygon.map((ring) => {
        const rounded = ring.map(([lng, lat]): Position => [exact(lng), exact(lat)])
        const apart = rounded.filter(([lng, lat], at) => {
          const before = rounded[at - 1]
          return !before || before[0] !== lng || before[1] !== lat
        })
        return closeRing(apart)
      }),
    ),
  }
}

/**
 * Returns the distance of a position from a side, in degrees of latitude. `narrowing` is the length of a degree of
 * longitude divided by that of a degree of latitude.
 */
function distanceTo(position: Position, from: Position, to: Position, narrowing: number): number {
  const flat = ([lng, lat]: Position): Position => [lng * narrowing, lat]
  const [p, a, b] = [flat(position), flat(from), flat(to)]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const share =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
  return Math.hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)
}

/**
 * Simplifies a line with the Douglas–Peucker algorithm: drops points that are within `tolerance` of the simplified
 * line.
 */
function thin(line: readonly Position[], tolerance: number, narrowing: number): Position[] {
  const retained = new Set([0, line.length - 1])
  const open: [number, number][] = [[0, line.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part
    const [from, to] = [line[first], line[last]]
    if (!from || !to) continue
    let [farthest, maxDistance] = [-1, tolerance]
    for (let at = first + 1; at < last; at += 1) {
      const position = line[at]
      const away = position ? distanceTo(position, from, to, narrowing) : 0
      if (away > maxDistance) [farthest, maxDistance] = [at, away]
    }
    if (farthest === -1) continue
    retained.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return line.filter((_, at) => retained.has(at))
}

function thinRing(ring: Ring, tolerance: number): Ring {
  const corners = cornersOf(ring)
  const [first] = corners
  if (!first || corners.length <= 4) return closeRing(corners)
  const narrowing = Math.cos(radians(first[1]))
  let [opposite, maxDistance] = [0, -1]
  for (const [at, corner] of corners.entries()) {
    const away = distanceTo(corner, first, first, narrowing)
    if (away > maxDistance) [opposite, maxDistance] = [at, away]
  }
  const out = thin(corners.slice(0, opposite + 1), tolerance, narrowing)
  const back = thin([...corners.slice(opposite), first], tolerance, narrowing)
  const thinned = [...out, ...back.slice(1)]
  // Leave a ring unchanged when it would lose its area.
  return thinned.length >= 4 ? thinned : closeRing(corners)
}

const thinned = ({ coordinates }: ZoneGeometry, tolerance: number): ZoneGeometry => ({
  type: 'MultiPolygon',
  coordinates: coordinates.map((polygon) => polygon.map((ring) => thinRing(ring, tolerance))),
})

const finest_degrees = 1e-6
const coarsest_degrees = 2
const max_halvings = 24

/**
 * Returns an area with at most `most` points that follows the given one as closely as possible. Returns the given
 * area when it has no more points than that, and `null` when no simpler outline is valid.
 */
export function simplify(geometry: ZoneGeometry, maxPoints: number): ZoneGeometry | null {
  if (nodeCount(geometry) <= maxPoints) return geometry
  let [fine, coarse] = [finest_degrees, coarsest_degrees]
  for (let tries = 0; tries < max_halvings; tries += 1) {
    const middle = Math.sqrt(fine * coarse)
    if (nodeCount(thinned(geometry, middle)) > maxPoints) fine = middle
    else coarse = middle
  }
  for (let tolerance = coarse; tolerance <= coarsest_degrees; tolerance *= 1.25) {
    const simpler = thinned(geometry, tolerance)
    if (nodeCount(simpler) <= maxPoints && checkGeometry(simpler, maxPoints).length === 0) return simpler
  }
  return null
}
