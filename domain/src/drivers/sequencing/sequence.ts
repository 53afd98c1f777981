import {
  breakAt,
  driveRoute,
  loadAtStart,
  matrixOf,
  priority_weight,
  type Route,
  type RouteFigures,
  type RouteStop,
} from './route.ts'
import { stop_minutes, type TravelMatrix } from './travel.ts'

/** How many visits a search evaluates in all, so that 200 stops take well below a second. */
const max_evaluated_visits = 3_000_000
/** A stop is tried beside this many of its nearest stops; one that is late, at every place. */
const near_places = 12
/** The most stops that move together. */
const segment_max = 3
/** Minutes and loads are compared in thousandths, so that rounding never looks like an improvement. */
const precision = 1000

/** The cost of an order, most important first: overload, late minutes by priority, minutes of the route. */
interface Cost {
  overload: number
  late: number
  minutes: number
}

/** An order of the stops of a route, as positions in the order given, and its figures. */
interface Sequence extends RouteFigures {
  order: number[]
  /** Stops whose position is not known; their trips are only guessed. */
  unplaced: number[]
  /** Number of visits that were evaluated. */
  evaluated_visits: number
}

/**
 * Returns an order of the stops in which the vehicle is overloaded least, then fewest late minutes are driven (weighted
 * by priority), then the route is shortest in minutes. The order is never worse than the one given. Fixed stops and
 * those before them stay where they are. Starts from the order given, nearest insertion and the ends of the windows; improves each by reversing parts (2-opt) and moving short
 * segments (or-opt). Yields after a few milliseconds of work, so that a server can answer others meanwhile.
 */
export function* sequenceInSteps(route: Route): Generator<undefined, Sequence> {
  const search = new Search(route, matrixOf(route))
  const order = yield* search.best()
  const { km, minutes, late, late_stops } = driveRoute(route, order)
  return {
    order,
    km,
    minutes,
    late,
    late_stops,
    unplaced: order.filter((position) => !route.stops[position]?.at),
    evaluated_visits: search.evaluated_visits,
  }
}

/** Returns the number of stops at the start of a route that keep their places: those up to the last fixed one. */
export function fixedStops(stops: readonly Pick<RouteStop, 'is_fixed'>[]): number {
  return stops.findLastIndex((stop) => stop.is_fixed) + 1
}

/** What is wrong with an order that another service proposes. */
export type OrderFault = 'incomplete' | 'moves fixed stops' | 'worse'

/**
 * Checks an order of the stops of a route: it has each stop once, leaves fixed stops and those before them where they
 * are, and is not worse than the order given. Returns `null` when it may be used.
 */
export function faultOf(route: Route, order: readonly number[]): OrderFault | null {
  const given = route.stops.map((_stop, position) => position)
  if (order.length !== given.length || !given.every((position) => order.includes(position)))
    return 'incomplete'
  if (given.slice(0, fixedStops(route.stops)).some((position) => order[position] !== position))
    return 'moves fixed stops'
  const search = new Search(route, matrixOf(route))
  return compare(search.costOf(order), search.costOf(given)) > 0 ? 'worse' : null
}

/** Compares two costs; below 0 when the first is better. */
function compare(one: Cost, other: Cost): number {
  return one.overload - other.overload || one.late - other.late || one.minutes - other.minutes
}

/** The state of a route before each place of an order, so that only the changed end of an order is evaluated. */
interface Progress {
  minute: Float64Array
  /** 1 while the break is still to be taken. */
  isBreakDue: Float64Array
  kg: Float64Array
  m3: Float64Array
  overload: Float64Array
  late: Float64Array
}

/** The search for a better order of one route. */
class Search {
  readonly #route: Route
  /** Minutes of driving between places, row by row. */
  readonly #drive: Float64Array
  readonly #places: number
  readonly #fixed: number
  readonly #near: readonly (readonly number[])[]
  readonly #state: Progress
  evaluated_visits = 0

  constructor(route: Route, { minutes }: TravelMatrix) {
    this.#route = route
    this.#places = route.stops.length + 2
    this.#drive = Float64Array.from(minutes.flat())
    this.#fixed = fixedStops(route.stops)
    this.#near = route.stops.map((_stop, position) => this.#nearestTo(position))
    const row = () => new Float64Array(route.stops.length + 1)
    this.#state = { minute: row(), isBreakDue: row(), kg: row(), m3: row(), overload: row(), late: row() }
    const { kg, m3 } = loadAtStart(route)
    this.#state.minute[0] = route.start.minute
    this.#state.isBreakDue[0] = route.break === null ? 0 : 1
    this.#state.kg[0] = kg
    this.#state.m3[0] = m3
  }

  /** Returns the cost of an order. */
  costOf(order: readonly number[]): Cost {
    return this.#costOf(order, 0, null)
  }

  /** Returns the best order found. */
  *best(): Generator<undefined, number[]> {
    const given = this.#route.stops.map((_stop, position) => position)
    if (given.length - this.#fixed < 2) return given
    const starts = [given, this.#byInsertion(given), this.#byWindow(given)]
      .map((order) => ({ order, cost: this.#costOf(order, 0, null) }))
      .sort((one, other) => compare(one.cost, other.cost))
    const found: { order: number[]; cost: Cost }[] = []
    for (const { order } of starts) found.push(yield* this.#improved(order))
    const unchanged = { order: given, cost: this.#costOf(given, 0, null) }
    return [unchanged, ...found].reduce((one, other) => (compare(other.cost, one.cost) < 0 ? other : one))
      .order
  }

  #driveTo(from: number, to: number): number {
    return this.#drive[from * this.#places + to] ?? 0
  }

  #nearestTo(position: number): number[] {
    const far = (other: number) =>
      this.#driveTo(position + 1, other + 1) + this.#driveTo(other + 1, position + 1)
    return this.#route.stops
      .map((_stop, other) => other)
      .filter((other) => other !== position)
      .sort((one, other) => far(one) - far(other))
      .slice(0, near_places)
  }

  /** Nearest insertion: adds the stop that is nearest to the route at the place where it adds the least driving. */
  #byInsertion(given: readonly number[]): number[] {
    const order = given.slice(0, this.#fixed)
    const nearest = new Map(given.slice(this.#fixed).map((stop) => [stop, Infinity]))
    const follow = (place: number) => {
      for (const [stop, minutes] of nearest)
        nearest.set(stop, Math.min(minutes, this.#driveTo(place, stop + 1)))
    }
    for (const place of [0, ...order.map((stop) => stop + 1)]) follow(place)
    while (nearest.size > 0) {
      const [next] = [...nearest].reduce((one, other) => (other[1] < one[1] ? other : one))
      nearest.delete(next)
      order.splice(this.#cheapestPlace(order, next), 0, next)
      follow(next + 1)
    }
    return order
  }

  #cheapestPlace(order: readonly number[], stop: number): number {
    const end = this.#places - 1
    let best = { place: order.length, added: Infinity }
    for (let place = this.#fixed; place <= order.length; place += 1) {
      const before = place === 0 ? 0 : (order[place - 1] ?? 0) + 1
      const after = place === order.length ? end : (order[place] ?? 0) + 1
      const added =
        this.#driveTo(before, stop + 1) + this.#driveTo(stop + 1, after) - this.#driveTo(before, after)
      if (added < best.added) best = { place, added }
    }
    return best.place
  }

  /** Sorts the free stops by the end of their windows, then by the start. */
  #byWindow(given: readonly number[]): number[] {
    const key = (position: number): readonly [number, number] => {
      const stop = this.#route.stops[position]
      return [stop?.to ?? Number.MAX_SAFE_INTEGER, stop?.from ?? 0]
    }
    const free = given.slice(this.#fixed).sort((one, other) => {
      const [[to, from], [otherTo, otherFrom]] = [key(one), key(other)]
      return to - otherTo || from - otherFrom
    })
    return [...given.slice(0, this.#fixed), ...free]
  }

  /**
   * Returns the cost of an order that is like the remembered one before the place `from`. With `limit`, stops as soon as
   * the order costs more; without, remembers it.
   */
  #costOf(order: readonly number[], from: number, limit: Cost | null): Cost {
    const { stops, vehicle, break: rest } = this.#route
    const { state, places, drive } = { state: this.#state, places: this.#places, drive: this.#drive }
    let minute = state.minute[from] ?? 0
    let isBreakDue = state.isBreakDue[from] === 1
    let kg = state.kg[from] ?? 0
    let m3 = state.m3[from] ?? 0
    let overload = state.overload[from] ?? 0
    let late = state.late[from] ?? 0
    let place = from === 0 ? 0 : (order[from - 1] ?? 0) + 1
    let index = from
    for (; index < order.length; index += 1) {
      const position = order[index] ?? 0
      const stop = stops[position]
      if (!stop) throw new RangeError(`The route has no stop ${position}.`)
      const pause = isBreakDue ? breakAt(minute, rest) : 0
      if (pause > 0) isBreakDue = false
      minute = Math.max(minute + pause + (drive[place * places + position + 1] ?? 0), stop.from ?? 0)
      if (stop.to !== null && minute > stop.to)
        late += (minute - stop.to) * (1 + priority_weight * stop.priority)
      overload += excess(kg, vehicle.max_kg) + excess(m3, vehicle.max_m3)
      // Neither can become less again.
      if (
        limit &&
        (overload * precision > limit.overload + 1 ||
          (limit.overload === 0 && late * precision > limit.late + 1))
      )
        break
      minute += stop_minutes
      kg += stop.kg
      m3 += stop.m3
      place = position + 1
      if (limit) continue
      state.minute[index + 1] = minute
      state.isBreakDue[index + 1] = isBreakDue ? 1 : 0
      state.kg[index + 1] = kg
      state.m3[index + 1] = m3
      state.overload[index + 1] = overload
      state.late[index + 1] = late
    }
    this.evaluated_visits += index - from
    return {
      overload: Math.round(overload * precision),
      late: Math.round(late * precision),
      minutes: Math.round((minute + this.#driveTo(place, places - 1)) * precision),
    }
  }

  /** Returns the order after improving it until no move helps or enough visits were evaluated. */
  *#improved(start: readonly number[]): Generator<undefined, { order: number[]; cost: Cost }> {
    let order = [...start]
    let cost = this.#costOf(order, 0, null)
    let isImproved = true
    while (isImproved) {
      isImproved = false
      for (const stop of start.slice(this.#fixed)) {
        yield
        for (const [moved, first] of this.#moves(order, stop)) {
          if (this.evaluated_visits >= max_evaluated_visits) return { order, cost }
          const tried = this.#costOf(moved, first, cost)
          if (compare(tried, cost) >= 0) continue
          order = moved
          cost = this.#costOf(order, first, null)
          isImproved = true
          break
        }
      }
    }
    return { order, cost }
  }

  /**
   * Yields the orders in which a stop, or a segment that starts with it, is beside another stop; each with the first place
   * that differs.
   */
  *#moves(order: readonly number[], stop: number): Generator<[number[], number]> {
    const at = order.indexOf(stop)
    const isLate = (this.#state.late[at + 1] ?? 0) > (this.#state.late[at] ?? 0)
    const places = isLate
      ? order.map((_one, place) => place)
      : (this.#near[stop] ?? []).map((near) => order.indexOf(near))
    for (const place of places) {
      if (place < this.#fixed || place === at) continue
      const [low, high] = place < at ? [place, at] : [at, place]
      if (high - low > 1) {
        yield [reversed(order, low + 1, high), low + 1]
        yield [reversed(order, low, high - 1), low]
      }
      for (let length = 1; length <= segment_max && at + length <= order.length; length += 1) {
        if (place >= at && place < at + length) break
        for (const moved of withSegment(order, at, length, place)) yield [moved, Math.min(at, place)]
      }
    }
  }
}

/** The share of a load above the maximum: 0.1 for 1,100 kg in a vehicle for 1,000 kg; 0 without a maximum. */
function excess(load: number, max: number): number {
  return max > 0 && load > max ? (load - max) / max : 0
}

function reversed(order: readonly number[], from: number, to: number): number[] {
  return [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)]
}

/** Yields the orders with a segment moved before and after the stop at `place`, in both directions. */
function* withSegment(
  order: readonly number[],
  at: number,
  length: number,
  place: number,
): Generator<number[]> {
  const segment = order.slice(at, at + length)
  const rest = [...order.slice(0, at), ...order.slice(at + length)]
  const target = place > at ? place - length : place
  const ways = length === 1 ? [segment] : [segment, segment.toReversed()]
  for (const to of [target, target + 1])
    for (const way of ways) yield [...rest.slice(0, to), ...way, ...rest.slice(to)]
}
