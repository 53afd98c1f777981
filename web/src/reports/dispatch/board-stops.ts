import type { BoardDriver, BoardStop } from '@waybill/domain/drivers/plan'
import { isInRing, type Position } from '@waybill/domain/maps/geometry'

/** The number of colours of drivers, in `--map-driver-1` and so on. More drivers share them. */
const driver_colours = 12

/** A driver with their stops, or the stops that nobody has (`null`). */
export interface StopGroup {
  driver: BoardDriver | null
  /** `--map-driver-…`; 0 for the stops that nobody has. */
  colour: number
  stops: readonly BoardStop[]
}

/**
 * Returns the key of a stop: its first visit, which no other stop has; of one that was given away also the driver, because
 * who has it now has the same visit.
 */
export function keyOf({ visits: [first], is_given_away, driver_username }: BoardStop): string {
  if (!first) throw new RangeError('A stop has at least one visit.')
  const visit =
    'shipment_id' in first ? `${first.leg} ${first.shipment_id}` : `request ${first.collection_request_id}`
  return is_given_away ? `${visit} ${driver_username}` : visit
}

/** Returns the stops of a board by driver: first those that nobody has. */
export function groupsOf(board: {
  drivers: readonly BoardDriver[]
  stops: readonly BoardStop[]
}): StopGroup[] {
  const byDriver = byDriverOf(board.stops)
  const drivers = board.drivers.map((driver, index): StopGroup => ({
    driver,
    colour: (index % driver_colours) + 1,
    stops: byDriver.get(driver.username) ?? [],
  }))
  const waiting = byDriver.get('') ?? []
  return [{ driver: null, colour: 0, stops: waiting }, ...drivers]
}

/** Returns stops by username of their driver, `''` for those that nobody has. */
export function byDriverOf(stops: readonly BoardStop[]): ReadonlyMap<string, BoardStop[]> {
  const byDriver = new Map<string, BoardStop[]>()
  for (const stop of stops) {
    const own = byDriver.get(stop.driver_username)
    if (own) own.push(stop)
    else byDriver.set(stop.driver_username, [stop])
  }
  return byDriver
}

/** Whether a stop can be moved: it is not done, and its driver still has it. */
export function isMovable({ state, is_given_away }: BoardStop): boolean {
  return state !== 'done' && !is_given_away
}

/** Returns the position of a stop; `null` when it is not known. */
export function positionOf({ lat, lng }: BoardStop): Position | null {
  return lat === null || lng === null ? null : [lng, lat]
}

/** Returns the keys of the movable stops inside a lasso. */
export function keysInLasso(stops: readonly BoardStop[], ring: readonly Position[]): string[] {
  const west = Math.min(...ring.map(([lng]) => lng))
  const east = Math.max(...ring.map(([lng]) => lng))
  return stops.flatMap((stop) => {
    const at = positionOf(stop)
    const isInside = at !== null && at[0] >= west && at[0] <= east && isInRing(at, ring)
    return isInside && isMovable(stop) ? [keyOf(stop)] : []
  })
}

/** Returns the keys from one stop of a list to another, in either direction. */
export function keysBetween(stops: readonly BoardStop[], one: string, other: string): string[] {
  const keys = stops.map(keyOf)
  const ends = [keys.indexOf(one), keys.indexOf(other)].sort((a, b) => a - b)
  const [from = -1, to = -1] = ends
  return from < 0
    ? [other]
    : stops
        .slice(from, to + 1)
        .filter(isMovable)
        .map(keyOf)
}
