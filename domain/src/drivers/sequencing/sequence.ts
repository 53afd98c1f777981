import {
  driveRoute,
  loadAtStart,
  matrixOf,
  priority_weight,
  serveAt,
  type Moment,
  type Route,
  type RouteFigures,
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
type Cost = readonly [overload: number, late: number, minutes: number]

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
 * those before them stay where they are. `matrix` replaces the estimated distances and times. Starts from the order
 * given, nearest insertion and the ends of the windows; improves each by reversing parts (2-opt) and moving short
 * segments (or-opt).
 */
export function sequence(route: Route, matrix: TravelMatrix = matrixOf(route)): Sequence {
  const search = new Search(route, matrix)
  const order = search.best()
  const { km, minutes, late, late_stops } = driveRoute(route, order, matrix)
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
export function fixedStops(stops: Route['stops']): number {
  return stops.findLastIndex((stop) => stop.is_fixed) + 1
}

function isBetter(one: Cost, other: Cost): boolean {
  const first = one.findIndex((part, index) => part !== other[index])
  return first >= 0 && (one[first] ?? 0) < (other[first] ?? 0)
}

/** The state of the route before one of its places. */
interface Leaving extends Moment {
  place: number
  kg: number
  m3: number
  overload: number
  late: number
}

/** The search for a better order of one route. */
class Search {
  readonly #route: Route
  readonly #minutes: TravelMatrix['minutes']
  readonly #fixed: number
  readonly #near: readonly (readonly number[])[]
  evaluated_visits = 0

  constructor(route: Route, { minutes }: TravelMatrix) {
    this.#route = route
    this.#minutes = minutes
    this.#fixed = fixedStops(route.stops)
    this.#near = route.stops.map((_stop, position) => this.#nearestTo(position))
  }

  /** Returns the best order found. */
  best(): number[] {
    const given = this.#route.stops.map((_stop, position) => position)
    if (given.length - this.#fixed < 2) return given
    const starts = [given, this.#byInsertion(given), this.#byWindow(given)]
    let best = { order: given, cost: this.#costOf(given) }
    for (const [index, start] of starts.entries()) {
      const share = ((index + 1) / starts.length) * max_evaluated_visits
      const found = this.#improved(start, share)
      if (isBetter(found.cost, best.cost)) best = found
    }
    return best.order
  }

  #drive(from: number, to: number): number {
    return this.#minutes[from]?.[to] ?? 0
  }

  #nearestTo(position: number): number[] {
    const far = (other: number) => this.#drive(position + 1, other + 1) + this.#drive(other + 1, position + 1)
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
        nearest.set(stop, Math.min(minutes, this.#drive(place, stop + 1)))
    }
    for (const place of [0, ...order.map((stop) => stop + 1)]) follow(place)
    while (nearest.size > 0) {
      let [next] = nearest.keys()
      for (const [stop, minutes] of nearest) if (minutes < (nearest.get(next ?? 0) ?? 0)) next = stop
      if (next === undefined) break
      nearest.delete(next)
      order.splice(this.#cheapestPlace(order, next), 0, next)
      follow(next + 1)
    }
    return order
  }

  #cheapestPlace(order: readonly number[], stop: number): number {
    const end = this.#route.stops.length + 1
    let best = { place: order.length, added: Infinity }
    for (let place = this.#fixed; place <= order.length; place += 1) {
      const before = place === 0 ? 0 : (order[place - 1] ?? 0) + 1
      const after = place === order.length ? end : (order[place] ?? 0) + 1
      const added = this.#drive(before, stop + 1) + this.#drive(stop + 1, after) - this.#drive(before, after)
      if (added < best.added) best = { place, added }
    }
    return best.place
  }

  /** Sorts the free stops by the end of their windows, then by the start. */
  #byWindow(given: readonly number[]): number[] {
    const key = (position: number): readonly [number, number] => {
      const stop = this.#route.stops[position]
      return [stop?.to ?? Infinity, stop?.from ?? 0]
    }
    const free = given.slice(this.#fixed).sort((one, other) => {
      const [[to, from], [otherTo, otherFrom]] = [key(one), key(other)]
      return to === otherTo ? from - otherFrom : to - otherTo
    })
    return [...given.slice(0, this.#fixed), ...free]
  }

  #costOf(order: readonly number[]): Cost {
    return this.#costAfter(order, 0, this.#start())
  }

  #start(): Leaving {
    const { start, vehicle, stops } = this.#route
    return {
      minute: start.minute,
      isBreakDue: this.#route.break !== null,
      place: 0,
      overload: 0,
      late: 0,
      ...loadAtStart({ vehicle, stops }),
    }
  }

  /** Returns the cost of an order whose part before `from` leaves the route in the state `leaving`. */
  #costAfter(order: readonly number[], from: number, leaving: Leaving): Cost {
    let state = leaving
    for (let index = from; index < order.length; index += 1) state = this.#visit(state, order[index] ?? 0)
    this.evaluated_visits += order.length - from
    const back = this.#drive(state.place, this.#route.stops.length + 1)
    return [
      Math.round(state.overload * precision),
      Math.round(state.late * precision),
      Math.round((state.minute + back) * precision),
    ]
  }

  #visit(state: Leaving, position: number): Leaving {
    const stop = this.#route.stops[position]
    if (!stop) throw new RangeError(`The route has no stop ${position}.`)
    const { max_kg, max_m3 } = this.#route.vehicle
    const { minute, isBreakDue } = serveAt(
      state,
      this.#drive(state.place, position + 1),
      stop,
      this.#route.break,
    )
    const late = stop.to === null ? 0 : Math.max(0, minute - stop.to)
    return {
      minute: minute + stop_minutes,
      isBreakDue,
      place: position + 1,
      kg: state.kg + stop.kg,
      m3: state.m3 + stop.m3,
      overload: state.overload + excess(state.kg, max_kg) + excess(state.m3, max_m3),
      late: state.late + late * (1 + priority_weight * stop.priority),
    }
  }

  /** Returns the order after improving it until no move helps or `max_visits` visits were evaluated in all. */
  #improved(start: readonly number[], maxVisits: number): { order: number[]; cost: Cost } {
    let order = [...start]
    let cost = this.#costOf(order)
    let isImproved = true
    while (isImproved) {
      isImproved = false
      for (const stop of start.slice(this.#fixed)) {
        const before = this.#statesOf(order)
        for (const moved of this.#moves(order, stop, before)) {
          if (this.evaluated_visits >= maxVisits) return { order, cost }
          const first = moved.findIndex((one, index) => one !== order[index])
          if (first < 0) continue
          const tried = this.#costAfter(moved, first, before[first] ?? this.#start())
          if (!isBetter(tried, cost)) continue
          order = moved
          cost = tried
          isImproved = true
          break
        }
      }
    }
    return { order, cost }
  }

  /** Returns the state before each place of an order, and after the last. */
  #statesOf(order: readonly number[]): Leaving[] {
    const states = [this.#start()]
    for (const position of order) states.push(this.#visit(states.at(-1) ?? this.#start(), position))
    return states
  }

  /** Yields the orders in which a stop, or a segment that starts with it, is beside another stop. */
  *#moves(order: readonly number[], stop: number, states: readonly Leaving[]): Generator<number[]> {
    const at = order.indexOf(stop)
    const isLate = (states[at + 1]?.late ?? 0) > (states[at]?.late ?? 0)
    const places = isLate
      ? order.map((_one, place) => place)
      : (this.#near[stop] ?? []).map((near) => order.indexOf(near))
    for (const place of places) {
      if (place < this.#fixed || place === at) continue
      const [low, high] = place < at ? [place, at] : [at, place]
      yield reversed(order, low + 1, high)
      yield reversed(order, low, high - 1)
      for (let length = 1; length <= segment_max && at + length <= order.length; length += 1) {
        if (place >= at && place < at + length) break
        yield* withSegment(order, at, length, place)
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
