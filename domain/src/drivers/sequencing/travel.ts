import { metresBetween, type Point } from '../../kit/places/metres-between.ts'

/** Roads between two places are longer than the straight line by this factor. */
const road_factor = 1.3
/** Speed in km/h in town: on the first `town_km` of each trip. */
const town_kmh = 35
/** Speed in km/h outside of town: on the rest of a longer trip. */
const open_road_kmh = 70
/** The road km of a trip that are driven at the speed of a town. */
const town_km = 10
/** Minutes that a driver spends at a stop. */
export const stop_minutes = 4
/** Minutes that are planned for a trip from or to a place whose position is not known. */
const unknown_trip_minutes = 10

/** A trip between two places: the distance by road in km, and the minutes of driving. */
export interface Trip {
  km: number
  minutes: number
}

/** Trips that a routing service has calculated, by `tripKey`. */
export type KnownTrips = ReadonlyMap<string, Trip>

/** Returns the key of a place. Places are the same to five decimals, about a metre. */
export function placeKey({ lat, lng }: Point): string {
  return `${lat.toFixed(5)},${lng.toFixed(5)}`
}

/** Returns the key of the trip from one place to another. */
export function tripKey(from: Point, to: Point): string {
  return `${placeKey(from)} ${placeKey(to)}`
}

/**
 * Distances and times between the places of a route, by position: the start is 0, its stops are 1, 2, 3 and so on in
 * the order given, and the end is last.
 */
export interface TravelMatrix {
  /** By road, in km. */
  km: readonly (readonly number[])[]
  /** Of driving. */
  minutes: readonly (readonly number[])[]
}

/**
 * Returns the trip between two places: as known, otherwise estimated as the great circle times `road_factor`, at the
 * speeds above. Without a position, a trip has no km and takes `unknown_trip_minutes`.
 */
export function tripBetween(from: Point | null, to: Point | null, known?: KnownTrips): Trip {
  if (!from || !to) return { km: 0, minutes: unknown_trip_minutes }
  const trip = known && known.size > 0 ? known.get(tripKey(from, to)) : undefined
  if (trip) return trip
  const km = (metresBetween(from, to) / 1000) * road_factor
  const inTown = Math.min(km, town_km)
  return { km, minutes: (inTown / town_kmh + (km - inTown) / open_road_kmh) * 60 }
}

/** Returns the distances and times between places, estimated where they are not known. */
export function travelMatrix(places: readonly (Point | null)[], known?: KnownTrips): TravelMatrix {
  const trips = places.map((from) => places.map((to) => tripBetween(from, to, known)))
  return {
    km: trips.map((row) => row.map((trip) => trip.km)),
    minutes: trips.map((row) => row.map((trip) => trip.minutes)),
  }
}
