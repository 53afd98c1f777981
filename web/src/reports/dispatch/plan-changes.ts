import type { BoardDriver, BoardStop, PlanChange, Visit } from '@waybill/domain/drivers/plan'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { byDriverOf, keyOf } from './board-stops.ts'

/** Changes that the user wants, with what they are called before and after they are made. */
export interface Wish {
  changes: PlanChange[]
  /** `Move 3 stops to Sipho Dlamini`. */
  title: string
  /** `3 stops moved to Sipho Dlamini`. */
  done: string
}

/** Why the user cannot have what they want, in a sentence. */
export interface Rejection {
  refused: string
}

/** Returns why a driver can be given nothing; `null` when there is no reason. */
const rejectionOf = ({ name, is_driver }: Pick<BoardDriver, 'name' | 'is_driver'>): Rejection | null =>
  is_driver ? null : { refused: `${name} cannot be given stops. Choose another driver.` }

/** Whether a driver (`''`: nobody) can be given a stop: what the driver does not have, or is to try again. */
export function mayGet(to: string, { driver_username, may_be_given_again }: BoardStop): boolean {
  return driver_username !== to || may_be_given_again
}

/** Returns all visits of stops, each with the driver whom the board shows. */
const visitsOf = (stops: readonly BoardStop[]): (Visit & { from: string })[] =>
  stops.flatMap(({ visits, driver_username: from }) => visits.map((visit) => ({ ...visit, from })))
/** Names a stop by one of its visits, where that is enough. */
const firstVisits = (stops: readonly BoardStop[]): Visit[] =>
  stops.flatMap(({ visits }) => visits.slice(0, 1))
const stopsText = (count: number): string => (count === 1 ? '1 stop' : `${formatCount(count)} stops`)
const isOpen = ({ state }: BoardStop): boolean => state === 'to-do'
/** Whether the order of a stop may change. */
const isFree = (stop: BoardStop): boolean => isOpen(stop) && !stop.is_locked

/**
 * Gives stops to a driver, last or before one of the driver's stops; `null`: to nobody. `null` when there is nothing to
 * move.
 */
export function moveTo(
  stops: readonly BoardStop[],
  driver: Pick<BoardDriver, 'username' | 'name' | 'is_driver'> | null,
  before?: BoardStop,
): Wish | Rejection | null {
  const rejection = driver && rejectionOf(driver)
  if (rejection) return rejection
  const to = driver?.username ?? ''
  const moved = before ? stops : stops.filter((stop) => mayGet(to, stop))
  if (moved.length === 0) return null
  const passed = (next: BoardStop): number =>
    moved.filter((stop) => stop.driver_username === to && stop.driver_sequence < next.driver_sequence).length
  const place = before && { place: before.driver_sequence - passed(before) }
  const count = stopsText(moved.length)
  return {
    changes: [{ kind: 'move', visits: visitsOf(moved), to, ...place }],
    title: driver ? `Move ${count} to ${driver.name}` : `Take ${count} from the driver`,
    done: driver ? `${count} moved to ${driver.name}` : `${count} without a driver now`,
  }
}

/**
 * Puts some stops of a driver before another one of the driver's stops (`null`: last). Locked stops stay on their
 * places. `null` when the order stays the same.
 */
export function reorder(
  driver: Pick<BoardDriver, 'username' | 'name' | 'is_driver'>,
  stops: readonly BoardStop[],
  moving: ReadonlySet<string>,
  before: string | null,
): Wish | Rejection | null {
  const rejection = rejectionOf(driver)
  if (rejection) return rejection
  const { username, name } = driver
  const free = stops.filter(isFree)
  const isMoving = (stop: BoardStop): boolean => moving.has(keyOf(stop))
  const target = stops.findIndex((stop) => keyOf(stop) === before)
  const later = target < 0 ? [] : stops.slice(target).filter((stop) => isFree(stop) && !isMoving(stop))
  const rest = free.filter((stop) => !isMoving(stop))
  const at = rest.length - later.length
  const ordered = [...rest.slice(0, at), ...free.filter(isMoving), ...rest.slice(at)]
  if (ordered.every((stop, index) => stop === free[index])) return null
  return {
    changes: [{ kind: 'order', driver: username, visits: firstVisits(ordered) }],
    title: `Change the order of ${name}`,
    done: `Order of ${name} changed`,
  }
}

/** Moves some stops of a driver one place earlier (`-1`) or later (`1`); `null` when they are at the end already. */
export function step(
  driver: Pick<BoardDriver, 'username' | 'name' | 'is_driver'>,
  stops: readonly BoardStop[],
  moving: ReadonlySet<string>,
  by: -1 | 1,
): Wish | Rejection | null {
  const free = stops.filter(isFree).map(keyOf)
  const places = free.flatMap((key, index) => (moving.has(key) ? [index] : []))
  const [first = 0, last = -1] = [places[0], places.at(-1)]
  if (by === -1) return first > 0 ? reorder(driver, stops, moving, free[first - 1] ?? null) : null
  const rest = free.slice(last + 1)
  return rest.length > 0 ? reorder(driver, stops, moving, rest[1] ?? null) : null
}

/** Locks or unlocks stops on their places; `null` when none of them can be. */
export function lockStops(stops: readonly BoardStop[], isLocking: boolean): Wish | null {
  const wanted = stops.filter(
    (stop) => isOpen(stop) && stop.driver_username !== '' && stop.is_locked !== isLocking,
  )
  if (wanted.length === 0) return null
  const count = stopsText(wanted.length)
  return {
    changes: [...byDriverOf(wanted)].map(([driver, own]) => ({
      kind: isLocking ? ('lock' as const) : ('unlock' as const),
      driver,
      visits: firstVisits(own),
    })),
    title: `${isLocking ? 'Lock' : 'Unlock'} ${count}`,
    done: `${count} ${isLocking ? 'locked' : 'unlocked'}`,
  }
}

/** Puts the stops of drivers in a better order. */
export function orderStopsOf(drivers: readonly Pick<BoardDriver, 'username' | 'name'>[]): Wish {
  const [first] = drivers
  const whose = drivers.length === 1 && first ? first.name : `${formatCount(drivers.length)} drivers`
  return {
    changes: [{ kind: 'sequence', drivers: drivers.map(({ username }) => username) }],
    title: `Order the stops of ${whose}`,
    done: `Stops of ${whose} ordered`,
  }
}

/** Returns the versions of the plans that changes depend on: those of the drivers that they name and take stops from. */
export function versionsFor(
  changes: readonly PlanChange[],
  drivers: readonly BoardDriver[],
): Record<string, number> {
  const named = new Set(
    changes.flatMap((change) => {
      switch (change.kind) {
        case 'move':
          return [change.to, ...change.visits.map(({ from = '' }) => from)]
        case 'sequence':
          return change.drivers
        case 'undo':
          return []
        default:
          return [change.driver]
      }
    }),
  )
  return Object.fromEntries(
    drivers.flatMap(({ username, version }) => (named.has(username) ? [[username, version]] : [])),
  )
}
