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

/**
 * Distances and times between the places of a route, by position: the start is 0, its stops are 1, 2, 3 and so on in
 * the order given, and the end is last. A routing engine fills it instead of `travelMatrix`.
 */
export interface TravelMatrix {
  /** By road, in km. */
  km: readonly (readonly number[])[]
  /** Of driving. */
  minutes: readonly (readonly number[])[]
}

/**
 * Returns the estimated trip between two places: the great circle times `road_factor`, at the speeds above. Without a
 * position, a trip has no km and takes `unknown_trip_minutes`.
 */
export function tripBetween(from: Point | null, to: Point | null): Trip {
  if (!from || !to) return { km: 0, minutes: unknown_trip_minutes }
  const km = (metresBetween(from, to) / 1000) * road_factor
  const inTown = Math.min(km, town_km)
  return { km, minutes: (inTown / town_kmh + (km - inTown) / open_road_kmh) * 60 }
}

/** Returns the estimated distances and times between places. */
export function travelMatrix(places: readonly (Point | null)[]): TravelMatrix {
  const trips = places.map((from) => places.map((to) => tripBetween(from, to)))
  return {
    km: trips.map((row) => row.map((trip) => trip.km)),
    minutes: trips.map((row) => row.map((trip) => trip.minutes)),
  }
}
