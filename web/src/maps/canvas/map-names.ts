/** Kinds of names, most important first. */
const kinds = ['zone', 'town', 'suburb'] as const

/** A name that can be placed on the map. */
export interface MapName {
  name: string
  lat: number
  lng: number
  kind: (typeof kinds)[number]
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** A name with its position in the frame, in px. */
export interface PlacedName extends MapName {
  x: number
  y: number
}

const [letter_px, high_px, max_names] = [6.4, 18, 90]

/** Returns the names that fit into a frame without overlapping; more important kinds are placed first. */
export function placeNames(
  names: readonly MapName[],
  project: (name: MapName) => { x: number; y: number },
  { width, height }: { width: number; height: number },
): PlacedName[] {
  const taken: Box[] = []
  const placed: PlacedName[] = []
  for (const name of names.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))) {
    if (placed.length >= max_names) break
    const { x, y } = project(name)
    if (x < 0 || y < 0 || x > width || y > height) continue
    const half = (name.name.length * letter_px) / 2 + 4
    const box = { left: x - half, right: x + half, top: y - high_px, bottom: y + 4 }
    const isOver = taken.some(
      (other) =>
        box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
    )
    if (isOver) continue
    taken.push(box)
    placed.push({ ...name, x: Math.round(x), y: Math.round(y) })
  }
  return placed
}
