import type { Route, RouteStop } from '@waybill/domain/drivers/sequencing/route'
import { routingApi, type RoutingService } from '@waybill/domain/drivers/routing-api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fakeIntegrations, type FakeIntegrations } from '../../../dev/fakes/services/index.ts'
import { errorOf, newProvider } from '../../../dev/test-kit/provider.ts'
import { outboundClient } from '../../kit/outbound/index.ts'
import { osrmTimes } from './osrm.ts'
import { valhallaTimes } from './valhalla.ts'
import { vroomSequencer } from './vroom.ts'

let there: FakeIntegrations
const outbound = outboundClient({ allow_private: true, own_hosts: [] })
beforeAll(async () => {
  there = await fakeIntegrations({ host: '127.0.0.1', http_port: 0 })
})
afterAll(() => there.close())
afterEach(() => {
  for (const path of ['/osrm', '/valhalla', '/vroom']) there.answerWith(path, null)
})

const answers = (path: string, body: unknown, status = 200) =>
  there.answerWith(path, { status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const reasonOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no failure',
    (error: Error) => error.message,
  )
const places = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({
    lat: -33.9 - (index % 20) / 500,
    lng: 18.4 + index / 400,
  }))
const island = { lat: -33.8, lng: 18.37 }

describe('OSRM', () => {
  const osrm = () => osrmTimes(outbound, `${there.url}/osrm/`)

  it('asks the table service for durations and distances, and turns seconds and metres into minutes and km', async () => {
    answers('/osrm', {
      code: 'Ok',
      durations: [
        [0, 180],
        [210.6, 0],
      ],
      distances: [
        [0, 1500],
        [1824.5, 0],
      ],
      sources: [],
      destinations: [],
    })
    const rows = await osrm().matrix([
      { lat: -33.92487, lng: 18.424055 },
      { lat: -33.9, lng: 18.5 },
    ])
    expect(rows[0]?.[1]).toEqual({ km: 1.5, minutes: 3 })
    expect(rows[1]?.[0]?.minutes).toBeCloseTo(3.51, 5)
    const url = new URL(there.calls()[0]?.path ?? '', there.url)
    expect(url.pathname).toMatch(/^\/osrm\/table\/v1\/driving\/18\.42405,-33\.92487;18\.50000,-33\.90000$/)
    expect(url.searchParams.get('annotations')).toBe('duration,distance')
  })

  it('asks for large tables in parts that fit into the limit of the server', async () => {
    const many = places(202)
    const before = there.calls().length
    const rows = await osrm().matrix(many)
    expect(there.calls().length - before).toBe(5)
    expect(rows).toHaveLength(202)
    const [from, to] = [many[3], many[180]]
    const [[, single] = []] = from && to ? await osrm().matrix([from, to]) : []
    expect(rows[3]?.[180]).toEqual(single)
    expect(rows.every((row) => row.length === 202 && row.every((trip) => trip !== null))).toBe(true)
  })

  it('returns null for trips without a road', async () => {
    const rows = await osrm().matrix([...places(2), island])
    expect(rows.map((row) => row.map((trip) => trip !== null))).toEqual([
      [true, true, false],
      [true, true, false],
      [false, false, true],
    ])
  })

  it.each([
    [400, { code: 'NoTable', message: 'No table found' }, 'It answered “NoTable: No table found”.'],
    [
      400,
      { code: 'TooBig', message: 'Too many table coordinates' },
      'It answered “TooBig: Too many table coordinates”.',
    ],
    [
      200,
      { code: 'Ok', durations: [[0, 1]], distances: [[0, 1]] },
      'It answered with a table of another size than was asked for.',
    ],
    [
      200,
      { code: 'Ok', durations: [[0]] },
      'Another service seems to be at this address: it answered 200 with unknown JSON.',
    ],
    [
      404,
      '<html>Not found</html>',
      'Another service seems to be at this address: it answered 404 with something that is not JSON.',
    ],
  ])('rejects an answer %i %j', async (status, body, reason) => {
    answers('/osrm', body, status)
    expect(await reasonOf(osrm().matrix(places(2)))).toBe(reason)
  })

  it('says that nothing answers at an address, and that an address is not complete', async () => {
    const gone = osrmTimes(outbound, 'http://127.0.0.1:9')
    expect(await reasonOf(gone.matrix(places(2)))).toBe('No server answers at this address.')
    expect(await reasonOf(osrmTimes(outbound, 'osrm').matrix(places(2)))).toMatch(
      /^Its address is not complete/,
    )
    const strict = outboundClient({ allow_private: false, own_hosts: [] })
    expect(await reasonOf(osrmTimes(strict, 'https://10.0.0.7/').matrix(places(2)))).toBe(
      'This address is not in a public network.',
    )
  })
})

describe('Valhalla', () => {
  const valhalla = () => valhallaTimes(outbound, `${there.url}/valhalla`)

  it.each([
    [
      'concise',
      {
        durations: [
          [0, 120],
          [150, 0],
        ],
        distances: [
          [0, 1.25],
          [1.5, null],
        ],
      },
    ],
    [
      'verbose',
      [
        [
          { distance: 0, time: 0, from_index: 0, to_index: 0 },
          { distance: 1.25, time: 120, from_index: 0, to_index: 1 },
        ],
        [
          { distance: 1.5, time: 150, from_index: 1, to_index: 0 },
          { distance: null, time: null, from_index: 1, to_index: 1 },
        ],
      ],
    ],
  ])('reads %s answers in kilometres and seconds', async (_kind, table) => {
    answers('/valhalla', { algorithm: 'costmatrix', units: 'kilometers', sources_to_targets: table })
    expect(await valhalla().matrix(places(2))).toEqual([
      [
        { km: 0, minutes: 0 },
        { km: 1.25, minutes: 2 },
      ],
      [{ km: 1.5, minutes: 2.5 }, null],
    ])
    const { path, body } = there.calls()[0] ?? { path: '', body: '{}' }
    expect(path).toBe('/valhalla/sources_to_targets')
    expect(JSON.parse(body)).toMatchObject({
      sources: [{ lat: -33.9, lon: 18.4 }, {}],
      costing: 'auto',
      units: 'kilometers',
      verbose: false,
    })
  })

  it('asks for at most 2,500 pairs at once', async () => {
    const before = there.calls().length
    const rows = await valhalla().matrix(places(120))
    expect(there.calls().length - before).toBe(6)
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 120 }, () => 120))
  })

  it('names the error of the service', async () => {
    const far = [...places(1), { lat: -26.2, lng: 28.04 }]
    expect(await reasonOf(valhalla().matrix(far))).toBe(
      'It answered “154: Path distance exceeds the max distance limit: 400000 meters”.',
    )
    const elsewhere = valhallaTimes(outbound, `${there.url}/valhalla/tiles`)
    expect(await reasonOf(elsewhere.matrix(places(2)))).toMatch(/^It answered “106: Try any of/)
  })
})

describe('VROOM', () => {
  const vroom = () => vroomSequencer(outbound, `${there.url}/vroom/`)
  const stop = (east: number, more: Partial<RouteStop> = {}): RouteStop => ({
    at: { lat: -33.92, lng: 18.42 + east / 100 },
    from: null,
    to: null,
    priority: 0,
    kg: 0,
    m3: 0,
    is_fixed: false,
    ...more,
  })
  const routeOf = (stops: RouteStop[], more: Partial<Route> = {}): Route => ({
    start: { at: { lat: -33.92, lng: 18.42 }, minute: 480 },
    end: { lat: -33.92, lng: 18.42 },
    stops,
    vehicle: { max_kg: 0, max_m3: 0, kg: 0, m3: 0 },
    break: null,
    ...more,
  })
  const solution = (ids: readonly number[], unassigned: readonly number[] = []) => ({
    code: 0,
    summary: { cost: 1 },
    unassigned: unassigned.map((id) => ({ id, type: 'job' })),
    routes: [
      {
        vehicle: 1,
        steps: [{ type: 'start' }, ...ids.map((id) => ({ type: 'job', id })), { type: 'end' }],
      },
    ],
  })

  it('sends windows, loads, priorities, the break and a matrix, and leaves locked stops out', async () => {
    answers('/vroom', solution([3, 2]))
    const route = routeOf(
      [
        stop(1, { is_fixed: true, kg: -10 }),
        stop(9, { from: 600, to: 720, priority: 1, kg: -25.5 }),
        stop(4, { kg: 5, to: 470 }),
      ],
      { vehicle: { max_kg: 100, max_m3: 0, kg: 20, m3: 0 }, break: { from: 780, minutes: 30 } },
    )
    expect(await vroom().order(route)).toEqual([0, 2, 1])
    const sent = JSON.parse(there.calls()[0]?.body ?? '{}')
    expect(sent.vehicles).toMatchObject([
      {
        id: 1,
        start_index: 1,
        end_index: 4,
        // 20 kg stay on board until the end.
        capacity: [80_000],
        breaks: [{ id: 1, time_windows: [[46_800, 172_800]], service: 1800 }],
      },
    ])
    expect(sent.vehicles[0].time_window[0]).toBeGreaterThan(480 * 60)
    expect(sent.jobs).toMatchObject([
      {
        id: 2,
        location_index: 2,
        service: 240,
        priority: 1,
        time_windows: [[36_000, 43_200]],
        delivery: [25_500],
        pickup: [0],
      },
      // Nobody can be there at 07:50 any more.
      { id: 3, location_index: 3, time_windows: [[0, 172_800]], delivery: [0], pickup: [5000] },
    ])
    expect(sent.jobs).toHaveLength(2)
    const { durations } = sent.matrices.car
    expect(durations.map((row: number[]) => row.length)).toEqual([5, 5, 5, 5, 5])
    expect(durations.flat().every(Number.isInteger)).toBe(true)
  })

  it('orders the stops by what the service answers', async () => {
    expect(await vroom().order(routeOf([stop(8), stop(2), stop(5)]))).toEqual([1, 2, 0])
  })

  it.each([
    ['leaves stops out', solution([1]), 'Its order does not have every stop once.'],
    ['repeats a stop', solution([1, 1]), 'Its order does not have every stop once.'],
    ['is worse', solution([2, 1]), 'Its order is worse than the present one.'],
    [
      'has unassigned stops',
      solution([1], [2]),
      'It found no order in which 1 of 2 stops are in time and fit into the vehicle.',
    ],
    [
      'is an input error',
      { code: 2, error: 'Invalid time window.' },
      'It answered “code 2: Invalid time window.”.',
    ],
    [
      'is a routing error',
      { code: 3, error: 'Failed to connect to 0.0.0.0:5000' },
      'It answered “code 3: Failed to connect to 0.0.0.0:5000”.',
    ],
    [
      'is another service',
      { message: 'hello' },
      'Another service seems to be at this address: it answered 200 with unknown JSON.',
    ],
  ])('rejects an answer that %s', async (_what, body, reason) => {
    answers('/vroom', body)
    const route = routeOf([stop(2, { to: 500 }), stop(-30)])
    expect(await reasonOf(vroom().order(route))).toBe(reason)
  })
})

it('tests the connection to a routing service at an address that is not saved, and returns its real answer', async () => {
  const p = await newProvider()
  const test = async (service: RoutingService, url: string) =>
    (await p.staff()).send(routingApi.test, { service, url })
  expect(await test('osrm', `${there.url}/osrm`)).toMatchObject({
    works: true,
    message: expect.stringMatching(/^OSRM answered: about 3\.3 km and \d+ minutes for a sample trip\.$/),
  })
  expect(await test('valhalla', `${there.url}/valhalla`)).toMatchObject({ works: true })
  expect(await test('vroom', `${there.url}/vroom`)).toEqual({
    works: true,
    message: 'VROOM ordered 2 stops.',
  })
  expect(await test('valhalla', `${there.url}/osrm`)).toEqual({
    works: false,
    message:
      'Valhalla cannot be used. Another service seems to be at this address: it answered 400 with unknown JSON.',
  })
  expect(await test('vroom', 'http://127.0.0.1:9')).toEqual({
    works: false,
    message: 'VROOM cannot be used. No server answers at this address.',
  })
  const customer = await p.owner()
  expect((await errorOf(customer.send(routingApi.test, { service: 'osrm', url: there.url }))).status).toBe(
    403,
  )
})
