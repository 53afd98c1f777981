import { inDrawing, map_height, map_width } from './south-africa.ts'

export interface Coordinate {
  lat: number
  lng: number
}

export interface Point {
  x: number
  y: number
}

/** The visible part of the drawing. `size` is the scale of symbols and text: 1 for the whole country. */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
  size: number
}

/** A route that spans at most this share of the drawing is zoomed in. */
const near_share = 0.34
/** The smallest visible part, as a share of the drawing. */
const min_share = 0.1

/** The whole country with a little sea around it. */
const whole: Frame = { x: 22, y: 4, width: 216, height: 198, size: 1 }
/** How far beyond the drawing the neighbouring countries are drawn, in its units. */
const drawn_around = 80

/**
 * Returns the part of the drawing that shows points: the whole country, or only their surroundings if they are near each
 * other. `least`: the smallest part, as a share of the drawing.
 */
export function frameOf(all: readonly Point[], least = min_share): Frame {
  const points = drawable(all)
  if (points.length === 0) return whole
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const share = Math.max((right - left) / map_width, (bottom - top) / map_height)
  if (share > near_share) return whole
  const size = Math.max(least, Math.min(1, share * 1.9))
  const [width, height] = [whole.width * size, whole.height * size]
  const within = (middle: number, length: number, max: number): number =>
    Math.max(0, Math.min(middle - length / 2, max - length))
  return {
    x: within((left + right) / 2, width, map_width),
    y: within((top + bottom) / 2, height, map_height),
    width,
    height,
    size,
  }
}

/** Returns the points where land is drawn. Others, such as wrong coordinates, would show nothing but sea. */
export function drawable(points: readonly Point[]): Point[] {
  const isIn = (value: number, max: number): boolean => value > -drawn_around && value < max + drawn_around
  return points.filter(({ x, y }) => isIn(x, map_width) && isIn(y, map_height))
}

/** Returns a smooth line through the points, as SVG path data. */
export function smoothLine(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? first
  const text = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`
  return points.slice(1).reduce(
    (path, to, index) => {
      const [before, from, after] = [at(index - 1), at(index), at(index + 2)]
      const one = text(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6)
      const two = text(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6)
      return `${path}C${one} ${two} ${text(to.x, to.y)}`
    },
    `M${text(first.x, first.y)}`,
  )
}

/** Stops nearer than this to an end or another stop are not drawn; in drawing units (about 20 km). */
const min_distance = 3

/**
 * Returns the stops between two ends, ordered by their distance from the start, without stops that nearly coincide
 * with an end or another stop.
 */
export function stopsBetween<Stop extends Coordinate>(
  from: Coordinate,
  to: Coordinate,
  stops: readonly Stop[],
): Stop[] {
  const [start, end] = [inDrawing(from), inDrawing(to)]
  const length = distance(start, end)
  const drawn: Stop[] = []
  for (const stop of [...stops].sort(
    (a, b) => distance(start, inDrawing(a)) - distance(start, inDrawing(b)),
  )) {
    const point = inDrawing(stop)
    const others = [start, end, ...drawn.map(inDrawing)]
    if (others.every((other) => distance(point, other) > Math.max(length / 12, min_distance)))
      drawn.push(stop)
  }
  return drawn
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
