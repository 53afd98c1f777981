import type { ZoneGeometry } from '../maps/model.ts'

/**
 * Reads the outline of an area: points of latitude and longitude separated by semicolons, or `POLYGON ((lng lat, …))`
 * as map programs write it. Returns `null` when it is neither.
 */
export function readOutline(text: string): ZoneGeometry | null {
  const polygon = /^\s*POLYGON\s*\(\((.*?)\)/is.exec(text)?.[1]
  const points = (polygon === undefined ? text.split(';') : polygon.split(','))
    .map((point) => point.trim())
    .filter(Boolean)
    .map((point) => point.split(/[\s,]+/).map(Number))
  if (points.length < 3 || points.some((point) => point.length !== 2 || point.some(Number.isNaN))) return null
  const ring = points.map(([one = 0, other = 0]): [number, number] =>
    polygon === undefined ? [other, one] : [one, other],
  )
  const [first, last] = [ring[0], ring.at(-1)]
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push([...first])
  return { type: 'MultiPolygon', coordinates: [[ring]] }
}
