import { metresBetween, type Point } from '../kit/places/metres-between.ts'

/** Visits of the same driver and leg within this distance in metres form one stop (docs/domain/routing-and-drivers.md#trip-sheets). */
const same_stop_m = 30
/** A difference in latitude that is more than that, about 33 m. It is compared first, because distances take longer. */
const far_degrees = 0.0003

/** A place: the id of its address, and its position when it is known. */
export interface VisitPlace {
  id: number
  lat: number | null
  lng: number | null
}

/** Groups the visits of one driver and leg into stops: at the same address, or within 30 m of the first of the stop. */
export function groupByPlace<Visit extends { address: VisitPlace }>(visits: readonly Visit[]): Visit[][] {
  const groups: Visit[][] = []
  for (const visit of visits) {
    const group = groups.find(([first]) => first && isSamePlace(first.address, visit.address))
    if (group) group.push(visit)
    else groups.push([visit])
  }
  return groups
}

function isSamePlace(one: VisitPlace, other: VisitPlace): boolean {
  if (one.id === other.id) return true
  const [here, there] = [pointOf(one), pointOf(other)]
  if (here === null || there === null || Math.abs(here.lat - there.lat) > far_degrees) return false
  return metresBetween(here, there) <= same_stop_m
}

/** Returns the position of a place; `null` when it is not known. */
export function pointOf(place: Pick<VisitPlace, 'lat' | 'lng'>): Point | null {
  return place.lat === null || place.lng === null ? null : { lat: place.lat, lng: place.lng }
}
