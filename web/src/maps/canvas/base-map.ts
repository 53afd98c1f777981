import { fromDrawing, south_africa } from '../drawn-maps/south-africa.ts'

type Position = [number, number]

const tokens = /[Mlz]|-?\d*\.?\d+/g

/** Converts a drawn SVG path to outlines in degrees: `M` starts an outline, `l` adds relative steps, `z` closes it. */
export function outlinesOf(path: string): Position[][] {
  const lines: Position[][] = []
  let [x, y] = [0, 0]
  let isStart = false
  let first: number | null = null
  for (const [token] of path.matchAll(tokens)) {
    if (token === 'M') {
      lines.push([])
      isStart = true
    } else if (token === 'l' || token === 'z') isStart = false
    else if (first === null) first = Number(token)
    else {
      ;[x, y] = isStart ? [first, Number(token)] : [x + first, y + Number(token)]
      isStart = false
      first = null
      lines.at(-1)?.push(fromDrawing({ x, y }))
    }
  }
  return lines
}

const shape = (type: 'Polygon' | 'LineString', layer: string, line: Position[]) => ({
  type: 'Feature' as const,
  properties: { layer },
  geometry: type === 'Polygon' ? { type, coordinates: [line] } : { type, coordinates: line },
})

/** Returns the built-in base map: neighbouring countries, South Africa, enclaves and provinces. */
export function groundOf() {
  return {
    type: 'FeatureCollection' as const,
    features: [
      ...outlinesOf(south_africa.neighbours).map((line) => shape('Polygon', 'neighbour', line)),
      ...outlinesOf(south_africa.country)
        .slice(0, 1)
        .map((line) => shape('Polygon', 'land', line)),
      ...outlinesOf(south_africa.enclaves).map((line) => shape('Polygon', 'enclave', line)),
      ...outlinesOf(south_africa.provinces).map((line) => shape('LineString', 'province', line)),
    ],
  }
}
