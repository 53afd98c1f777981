import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from '../../kit/places/metres-between.ts'
import { receiverWindow } from './receiver-window.ts'
import { continueRoute, driveRoute, type Route, type RouteStop } from './route.ts'
import { faultOf, fixedStops, sequenceInSteps } from './sequence.ts'
import { travelMatrix, tripKey } from './travel.ts'

/** Runs the search to its end. */
function sequence(...about: Parameters<typeof sequenceInSteps>) {
  const steps = sequenceInSteps(...about)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const branch = { lat: -33.92, lng: 18.42 }
/** A place some km east (and north) of the branch, in straight lines. */
const placeAt = (east: number, north = 0): Point => ({
  lat: branch.lat + north / 111.2,
  lng: branch.lng + east / (111.2 * Math.cos((branch.lat * Math.PI) / 180)),
})
const tripBetween = (from: Point, to: Point) => {
  const { km, minutes } = travelMatrix([from, to])
  return { km: km[0]?.[1] ?? 0, minutes: minutes[0]?.[1] ?? 0 }
}
const stopAt = (at: Point | null, more: Partial<RouteStop> = {}): RouteStop => ({
  at,
  from: null,
  to: null,
  priority: 0,
  kg: 0,
  m3: 0,
  is_fixed: false,
  ...more,
})
const routeOf = (stops: readonly RouteStop[], more: Partial<Route> = {}): Route => ({
  start: { at: branch, minute: 480 },
  end: branch,
  stops,
  vehicle: { max_kg: 0, max_m3: 0, kg: 0, m3: 0 },
  break: null,
  ...more,
})

const point = fc.tuple(
  fc.double({ min: -30, max: 30, noNaN: true }),
  fc.double({ min: -30, max: 30, noNaN: true }),
)
const window = fc.option(fc.tuple(fc.integer({ min: 420, max: 900 }), fc.integer({ min: 15, max: 240 })), {
  freq: 2,
})
const anyStop = fc
  .record({
    place: fc.option(point, { freq: 9 }),
    window,
    priority: fc.constantFrom(0, 0, 0, 1),
    kg: fc.integer({ min: -80, max: 80 }),
    is_fixed: fc.boolean(),
  })
  .map(({ place, window: open, priority, kg, is_fixed }) =>
    stopAt(place && placeAt(...place), {
      from: open && open[0],
      to: open && open[0] + open[1],
      priority,
      kg,
      m3: kg / 200,
      is_fixed,
    }),
  )
const anyRoute = fc
  .record({
    stops: fc.array(anyStop, { maxLength: 14 }),
    fixed: fc.integer({ min: 0, max: 6 }),
    max_kg: fc.constantFrom(0, 150, 600),
    rest: fc.option(fc.record({ from: fc.integer({ min: 480, max: 720 }), minutes: fc.constant(30) })),
  })
  .map(({ stops, fixed, max_kg, rest }) =>
    routeOf(
      stops.map((stop, position) => ({ ...stop, is_fixed: position < fixed && stop.is_fixed })),
      { vehicle: { max_kg, max_m3: 0, kg: 0, m3: 0 }, break: rest },
    ),
  )

describe('sequence', () => {
  it('[DRV-008] keeps every stop once, and the fixed ones and those before them at their places', () => {
    fc.assert(
      fc.property(anyRoute, (route) => {
        const { order } = sequence(route)
        const given = route.stops.map((_stop, position) => position)
        const fixed = fixedStops(route.stops)
        expect(order.toSorted((one, other) => one - other)).toEqual(given)
        expect(order.slice(0, fixed)).toEqual(given.slice(0, fixed))
      }),
    )
  })

  it('is never worse than the order given: late minutes first, then minutes', () => {
    const plain = anyRoute.map((route) => ({
      ...route,
      vehicle: { max_kg: 0, max_m3: 0, kg: 0, m3: 0 },
      stops: route.stops.map((stop) => ({ ...stop, priority: 0 })),
    }))
    fc.assert(
      fc.property(plain, (route) => {
        const before = driveRoute(route)
        const after = sequence(route)
        expect(after.late).toBeLessThanOrEqual(before.late + 0.001)
        if (Math.abs(after.late - before.late) < 0.0005)
          expect(after.minutes).toBeLessThanOrEqual(before.minutes + 0.001)
      }),
    )
  })

  it('finds the shortest order of few stops', () => {
    const orders = (left: readonly number[]): number[][] =>
      left.length === 0
        ? [[]]
        : left.flatMap((one) => orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest]))
    const few = fc.array(
      point.map(([east, north]) => stopAt(placeAt(east, north))),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(few, (stops) => {
        const route = routeOf(stops)
        const minutes = orders(stops.map((_stop, position) => position)).map(
          (order) => driveRoute(route, order).minutes,
        )
        expect(sequence(route).minutes).toBeCloseTo(Math.min(...minutes), 1)
      }),
      { numRuns: 40 },
    )
  })

  it('visits a near stop later when the window of a far one ends first', () => {
    const far = stopAt(placeAt(20), { from: 480, to: 520 })
    const { order, late } = sequence(routeOf([stopAt(placeAt(2)), stopAt(placeAt(5)), far]))
    expect(order[0]).toBe(2)
    expect(late).toBe(0)
  })

  it('is late at the stop with the lower priority when only one can be in time', () => {
    const stops = [placeAt(15), placeAt(-15)].map((at) => stopAt(at, { to: 510 }))
    for (const important of [0, 1]) {
      const route = routeOf(
        stops.map((stop, position) => ({ ...stop, priority: Number(position === important) })),
      )
      expect(sequence(route).order[0]).toBe(important)
    }
  })

  it('delivers before it collects when the vehicle would be overloaded', () => {
    const stops = [stopAt(placeAt(1), { kg: 400 }), stopAt(placeAt(2), { kg: -500 })]
    const order = (maxKg: number) =>
      sequence(routeOf(stops, { end: placeAt(3), vehicle: { max_kg: maxKg, max_m3: 0, kg: 0, m3: 0 } })).order
    expect(order(0)).toEqual([0, 1])
    expect(order(600)).toEqual([1, 0])
    const bulky = stops.map((stop) => ({ ...stop, m3: stop.kg / 100 }))
    const vehicle = { max_kg: 0, max_m3: 6, kg: 0, m3: 0 }
    expect(sequence(routeOf(bulky, { end: placeAt(3), vehicle })).order).toEqual([1, 0])
  })

  it('uses the distances of a routing engine instead of its own', () => {
    const places = [branch, placeAt(1), placeAt(2), placeAt(3)]
    const rows = [
      [0, 9, 1, 9],
      [1, 0, 9, 9],
      [9, 9, 0, 1],
      [9, 1, 9, 0],
    ]
    const known = new Map(
      places.flatMap((from, row) =>
        places.map((to, column) => {
          const minutes = rows[row]?.[column] ?? 0
          return [tripKey(from, to), { km: minutes, minutes }] as const
        }),
      ),
    )
    const route = routeOf(places.slice(1).map((place) => stopAt(place)))
    expect(sequence({ ...route, known }).order).toEqual([1, 2, 0])
    expect(sequence({ ...route, known }).km).toBe(4)
    // Trips that are not known are estimated.
    const partly = new Map([...known].slice(0, 2))
    expect(driveRoute({ ...route, known: partly }).km).toBeGreaterThan(9)
  })

  it('rejects an order of another service that is incomplete, moves fixed stops or is worse', () => {
    const stops = [stopAt(placeAt(1), { is_fixed: true }), stopAt(placeAt(5)), stopAt(placeAt(3))]
    const route = routeOf(stops)
    expect(faultOf(route, [0, 2, 1])).toBeNull()
    expect(faultOf(route, [0, 1, 2])).toBeNull()
    for (const order of [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 2], []])
      expect(faultOf(route, order), String(order)).toBe('incomplete')
    expect(faultOf(route, [1, 0, 2])).toBe('moves fixed stops')
    const inTime = routeOf([stopAt(placeAt(3), { to: 490 }), stopAt(placeAt(-3))])
    expect(faultOf(inTime, [1, 0])).toBe('worse')
  })

  it('improves 200 stops with windows within a fixed amount of work', () => {
    const random = (seed: number) => ((seed * 9301 + 49_297) % 233_280) / 233_280
    const stops = Array.from({ length: 200 }, (_stop, index) => {
      const from = 480 + Math.floor(random(index * 3 + 1) * 5) * 60
      const place = placeAt(random(index * 7) * 40 - 20, random(index * 11 + 5) * 40 - 20)
      return stopAt(place, index % 3 === 0 ? { from, to: from + 240 } : {})
    })
    const route = routeOf(stops)
    const before = driveRoute(route)
    const after = sequence(route)
    expect(after.late).toBeLessThan(before.late)
    expect(after.minutes).toBeLessThan(before.minutes / 2)
    expect(after.evaluated_visits).toBeLessThan(3_010_000)
  })

  it('names the stops whose position is not known', () => {
    expect(sequence(routeOf([stopAt(placeAt(1)), stopAt(null)])).unplaced).toEqual([1])
  })
})

describe('arrival times', () => {
  it('drives 35 km/h in town and 70 outside, 1.3 times the straight line', () => {
    const near = tripBetween(branch, placeAt(5))
    expect(near.km).toBeCloseTo(6.5, 1)
    expect(near.minutes).toBeCloseTo((6.5 / 35) * 60, 0)
    const far = tripBetween(branch, placeAt(100))
    expect(far.km).toBeCloseTo(130, 0)
    expect(far.minutes).toBeCloseTo((10 / 35 + 120 / 70) * 60, 0)
  })

  it('[DRV-008] counts from the last stop of a driver and from now', () => {
    const { start: _start, ...route } = routeOf([stopAt(placeAt(7)), stopAt(placeAt(9))])
    const progress = { at: placeAt(5), has_started: true, is_break_taken: false }
    const { arrivals } = driveRoute(continueRoute(route, progress, 600))
    const drive = tripBetween(placeAt(5), placeAt(7)).minutes
    expect(arrivals[0]?.eta).toBeCloseTo(600 + drive, 5)
    expect(arrivals[1]?.eta).toBeCloseTo(600 + drive + 4 + tripBetween(placeAt(7), placeAt(9)).minutes, 5)
  })

  it('starts a day at 08:00, or now when that is later', () => {
    const { start: _start, ...route } = routeOf([stopAt(branch)])
    const progress = { at: branch, has_started: false, is_break_taken: false }
    const first = (now: number | null) => driveRoute(continueRoute(route, progress, now)).arrivals[0]?.eta
    expect([first(null), first(300), first(555)]).toEqual([480, 480, 555])
  })

  it('waits for a window, counts late minutes and takes the break once', () => {
    const route = routeOf(
      [stopAt(branch, { from: 500 }), stopAt(branch, { to: 520 }), stopAt(branch, { to: 600 })],
      { break: { from: 500, minutes: 30 } },
    )
    const { arrivals, late, late_stops } = driveRoute(route)
    expect(arrivals.map(({ eta }) => eta)).toEqual([500, 534, 538])
    expect([late, late_stops]).toEqual([14, 1])
  })
})

describe('the window of a receiver', () => {
  it('[OPS-002] contains the arrival, is two hours or one, and ends with the booked window unless late', () => {
    const clock = fc.integer({ min: 480, max: 1080 })
    fc.assert(
      fc.property(clock, fc.nat(12), clock, fc.integer({ min: 0, max: 300 }), (eta, before, from, width) => {
        const booked = { from: Math.min(from, eta), to: from + width }
        const shown = receiverWindow(eta, before, booked)
        expect(shown.is_late).toBe(eta > booked.to)
        expect(shown.from).toBeLessThanOrEqual(eta)
        expect(shown.to).toBeGreaterThanOrEqual(eta)
        expect(shown.to - shown.from).toBeLessThanOrEqual(before <= 3 ? 60 : 120)
        if (!shown.is_late) expect(shown.to).toBeLessThanOrEqual(booked.to)
      }),
    )
  })

  it('has full hours around the arrival', () => {
    const booked = { from: null, to: null }
    expect(receiverWindow(600, 8, booked)).toEqual({ from: 540, to: 660, is_late: false })
    expect(receiverWindow(607, 3, booked)).toEqual({ from: 570, to: 630, is_late: false })
    expect(receiverWindow(1000, 8, { from: 540, to: 1020 })).toEqual({ from: 930, to: 1020, is_late: false })
    expect(receiverWindow(1030, 1, { from: 540, to: 1020 })).toEqual({ from: 990, to: 1050, is_late: true })
  })
})
