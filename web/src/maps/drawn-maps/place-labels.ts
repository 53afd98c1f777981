import { distance, type Frame, type Point } from './route-line.ts'

/** The position of a label: its anchor point, and which end of the text is anchored there. */
export interface LabelPlace {
  x: number
  y: number
  textAnchor: 'start' | 'middle' | 'end'
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Approximate letter width and line height of 11 px text, in units of the whole map. */
const letter_width = 6.1
const height = 10
/** Number of sample points on each section of the route. */
const samples = 24

function boxOf(place: LabelPlace, name: string, size: number): Box {
  const width = name.length * letter_width * size
  const left =
    place.textAnchor === 'start'
      ? place.x
      : place.textAnchor === 'end'
        ? place.x - width
        : place.x - width / 2
  return {
    left,
    right: left + width,
    top: place.y - height * 0.8 * size,
    bottom: place.y + height * 0.25 * size,
  }
}

/** Returns sample points on the straight lines between the points. */
function along(route: readonly Point[]): Point[] {
  return route.slice(1).flatMap((to, index) => {
    const from = route[index] ?? to
    return Array.from({ length: samples }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / samples,
      y: from.y + ((to.y - from.y) * step) / samples,
    }))
  })
}

/**
 * Chooses the side of each place on which its name covers the least of the route and of the names already placed, and
 * stays inside the frame.
 */
export class LabelPlacer {
  private readonly frame: Frame
  private readonly line: readonly Point[]
  private readonly taken: Box[] = []

  constructor(frame: Frame, route: readonly Point[]) {
    this.frame = frame
    this.line = along(route)
  }

  /** Returns the best position for a name. `gap` is the distance between point and name, in units of the whole map. */
  place(name: string, { x, y }: Point, gap: number): LabelPlace {
    const { size } = this.frame
    const away = gap * size
    const middle = y + 3.5 * size
    const candidates: LabelPlace[] = [
      { x: x - away, y: middle, textAnchor: 'end' },
      { x: x + away, y: middle, textAnchor: 'start' },
      { x, y: y + away + 7 * size, textAnchor: 'middle' },
      { x, y: y - away, textAnchor: 'middle' },
      { x: x - 4 * size, y: y + away + 7 * size, textAnchor: 'start' },
    ]
    const [best = { x, y, textAnchor: 'start' as const }] = candidates
      .map((candidate) => ({ candidate, cost: this.costOf(boxOf(candidate, name, size)) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ candidate }) => candidate)
    this.taken.push(boxOf(best, name, size))
    return best
  }

  private costOf(box: Box): number {
    const { x, y, width, height: high } = this.frame
    const margin = 2 * this.frame.size
    const outside =
      Math.max(0, x + margin - box.left) +
      Math.max(0, box.right - (x + width - margin)) +
      Math.max(0, y + margin - box.top) +
      Math.max(0, box.bottom - (y + high - margin))
    const covered = this.line.filter((point) => isWithin(point, box, 3 * this.frame.size)).length
    const overlapping = this.taken.filter((other) => isOver(box, other)).length
    return (outside / this.frame.size) * 4 + covered * 3 + overlapping * 60
  }
}

function isWithin({ x, y }: Point, box: Box, margin: number): boolean {
  return x > box.left - margin && x < box.right + margin && y > box.top - margin && y < box.bottom + margin
}

function isOver(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Whether a point is well inside the frame and at least `reach` from the others. */
export function isClear(point: Point, frame: Frame, others: readonly Point[], reach: number): boolean {
  const edge = 12 * frame.size
  const isInside =
    point.x > frame.x + edge &&
    point.x < frame.x + frame.width - edge &&
    point.y > frame.y + edge &&
    point.y < frame.y + frame.height - edge
  return isInside && others.every((other) => distance(other, point) > reach * frame.size)
}
