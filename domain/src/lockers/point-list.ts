/** A location of a list, as far as the check of the list needs it. */
export interface ListedPoint {
  pickup_point_id: string
  name: string
  lat: number
  lng: number
}

/** A rectangle around South Africa, Lesotho and Eswatini, in degrees. */
const country = { south: -35, north: -22, west: 16.3, east: 33 }

/** Networks with fewer known locations may close half of them at once. */
const small_network = 4

/** Why a list of locations is refused. `fewer` may be accepted by staff, anything else may not. */
export interface ListProblem {
  kind: 'fewer' | 'nonsense'
  message: string
}

/**
 * Returns why a network's list of locations makes no sense, so that nothing of it may be stored; `null` when it does.
 * `known` is the number of open locations that are stored (docs/domain/pickup-points.md#lists-of-the-networks).
 */
export function listProblem(points: readonly ListedPoint[], known: number): ListProblem | null {
  if (points.length === 0) return nonsense('It is empty.')
  const ids = new Set<string>()
  for (const { pickup_point_id: id, name, lat, lng } of points) {
    if (id.trim() === '' || name.trim() === '') return nonsense('A location has no code or no name.')
    if (ids.has(id)) return nonsense(`It has ${id} twice.`)
    ids.add(id)
    if (!(lat >= country.south && lat <= country.north && lng >= country.west && lng <= country.east))
      return nonsense(`${id} ${name} is outside of the country (${lat}, ${lng}).`)
  }
  if (known >= small_network && points.length * 2 <= known)
    return { kind: 'fewer', message: `It has ${points.length} locations. Before, there were ${known}.` }
  return null
}

const nonsense = (message: string): ListProblem => ({ kind: 'nonsense', message })
