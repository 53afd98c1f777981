import { distance, drawable, frameOf, type Frame, type Point } from './route-line.ts'

/** Width of the smallest visible part in drawing units: about 8 km. */
const min_width = 1.2
/** Width of the largest visible part: a little more than the whole country. */
const max_width = 300
/** Space around the outermost points, as a share of their extent. */
const margin = 0.24
/** Drawing units per px, relative to the visible width. Assumes that the map is about 300 px wide. */
const per_pixel = 1 / 300
/** Height of the visible part divided by its width. */
const shape = 1.4

function framed(middle: Point, width: number): Frame {
  const shown = Math.max(min_width, Math.min(width, max_width))
  const height = shown * shape
  return {
    x: middle.x - shown / 2,
    y: middle.y - height / 2,
    width: shown,
    height,
    size: shown * per_pixel,
  }
}

/**
 * Returns the smallest part of the drawing that shows all points with a margin; without points, the part around the
 * places of `area`, or the whole country.
 */
export function nearFrame(all: readonly Point[], area: readonly Point[]): Frame {
  const points = drawable(all)
  if (points.length === 0) return frameOf(area)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(right - left, (bottom - top) / shape) * (1 + 2 * margin)
  return framed({ x: (left + right) / 2, y: (top + bottom) / 2 }, width)
}

/** Returns the part of the drawing around one point: about 25 km. */
export function frameAround(point: Point): Frame {
  return framed(point, min_width * 3)
}

/** Returns a frame with the same centre and `times` the width. */
export function zoomed(frame: Frame, times: number): Frame {
  const width = Math.max(min_width, Math.min(frame.width * times, max_width))
  const by = width / frame.width
  const height = frame.height * by
  return {
    x: frame.x + (frame.width - width) / 2,
    y: frame.y + (frame.height - height) / 2,
    width,
    height,
    size: frame.size * by,
  }
}

/** Whether the distance between two points is less than `than`. */
export function isNear(one: Point, other: Point, than: number): boolean {
  return distance(one, other) < than
}
