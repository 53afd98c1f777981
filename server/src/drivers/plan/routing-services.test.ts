import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { driversApi } from '@waybill/domain/drivers/api'
import { planApi, type Visit } from '@waybill/domain/drivers/plan'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { settingsApi } from '@waybill/domain/settings/api'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { fakeIntegrations, type FakeIntegrations } from '../../../dev/fakes/services/index.ts'
import { listening } from '../../../dev/listening.ts'
import { address, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let there: FakeIntegrations
let clerk: Caller
let driver: Caller
beforeAll(async () => {
  there = await fakeIntegrations({ host: '127.0.0.1', http_port: 0 })
  p = await newProvider({ driver_must_scan_each_parcel: false })
  clerk = await p.staff()
})
afterAll(() => there.close())
beforeEach(async () => {
  driver = await p.driver(undefined, 'JHB')
})
afterEach(() => {
  for (const path of ['/osrm', '/valhalla', '/vroom']) there.answerWith(path, null)
})

const date = '2099-12-30'
let uses = 0
/** Sets up services. Each use has addresses of its own, because one that failed several times is left alone. */
async function useServices(services: {
  times?: 'osrm' | 'valhalla'
  vroom?: boolean | string
}): Promise<void> {
  uses += 1
  const { times = 'estimate', vroom = false } = services
  const settings = {
    travel_times_from: times,
    travel_times_url: `${there.url}/${times}?use=${uses}`,
    stops_ordered_by: vroom ? 'vroom' : 'built-in',
    vroom_url: typeof vroom === 'string' ? vroom : `${there.url}/vroom?use=${uses}`,
  }
  await clerk.send(settingsApi.save, {
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  })
}

/** A delivery some hundredths of a degree east of the branch in Johannesburg. */
async function delivery(east: number): Promise<number> {
  const place = {
    ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
    lat: -26.14,
    lng: 28.21 + east / 100,
  }
  const { id } = await p.given.shipment({ status: 'at-destination-hub', delivery_address: place })
  await clerk.send(driversApi.assign, {
    shipment_ids: [id],
    leg: 'delivery',
    username: driver.username,
    assign_anyway: true,
  })
  return id
}
const visitOf = (id: number): Visit => ({ leg: 'delivery', shipment_id: id })
const sequence = async (day = date) => {
  const { drivers } = await clerk.send(planApi.change, {
    date: day,
    changes: [{ kind: 'sequence', drivers: [driver.username] }],
  })
  return drivers[0]
}
const order = (ids: readonly number[], day = date) =>
  clerk.send(planApi.change, {
    date: day,
    changes: [{ kind: 'order', driver: driver.username, visits: ids.map(visitOf) }],
  })
const sheet = (day = date) => clerk.send(driversApi.tripSheet, { driver: driver.username, date: day })
const idsOf = async (day = date) =>
  (await sheet(day)).stops.map(({ shipments: [first] }) => first?.shipment_id)
/** The kilometres of the fake from one delivery to the next, which are on the same latitude. */
const kmBetween = (one: number, other: number) => (Math.abs(other - one) / 100) * 93

it.each(['osrm', 'valhalla'] as const)(
  '[OPS-002] takes travel times from %s and the order from VROOM, and says so on the dispatch board',
  async (times) => {
    const [far, near, middle] = [await delivery(30), await delivery(4), await delivery(12)]
    await useServices({ times, vroom: true })
    const sequenced = await sequence()
    expect(sequenced).toMatchObject({ source: 'vroom', times_from: times, routing_note: '' })
    expect(sequenced?.after.minutes).toBeLessThanOrEqual(sequenced?.before.minutes ?? 0)
    expect(await idsOf()).toEqual([near, middle, far])
    const { stops, plan } = await sheet()
    expect(plan).toMatchObject({ source: 'vroom', times_from: times, routing_note: '' })
    expect(stops[1]?.km).toBeCloseTo(kmBetween(4, 12), 1)
    expect(stops[1]?.minutes).toBe(Math.round((kmBetween(4, 12) * 1000) / 10 / 60))
    const { drivers } = await clerk.send(planApi.board, { date })
    const shown = drivers.find(({ username }) => username === driver.username)
    expect(shown?.figures).toEqual(sequenced?.after)
    expect(shown?.plan).toMatchObject({ source: 'vroom', times_from: times })
  },
)

it('[OPS-002] falls back to the built-in order and to estimates, loses no stop, and says why', async () => {
  const ids = [await delivery(30), await delivery(4), await delivery(12)]
  await useServices({ times: 'osrm', vroom: true })
  there.answerWith('/osrm', { status: 400, body: '{"code":"NoTable","message":"No table found"}' })
  there.answerWith('/vroom', { status: 200, body: '{"code":0,"unassigned":[{"id":1}],"routes":[]}' })
  const failed = await sequence()
  expect(failed).toMatchObject({
    source: 'built-in',
    times_from: 'estimate',
    routing_note:
      'VROOM did not order the stops. It found no order in which 1 of 3 stops are in time and fit into the vehicle. The built-in order is used. OSRM gave no travel times. It answered “NoTable: No table found”. Times are estimated.',
  })
  expect((await idsOf()).toSorted()).toEqual(ids.toSorted())
  expect(failed?.after.minutes).toBeLessThanOrEqual(failed?.before.minutes ?? 0)
  const { drivers } = await clerk.send(planApi.board, { date })
  const shown = drivers.find(({ username }) => username === driver.username)
  expect(shown?.plan?.routing_note).toBe(failed?.routing_note)
  // A service that works again is used again.
  there.answerWith('/osrm', null)
  there.answerWith('/vroom', null)
  expect(await sequence()).toMatchObject({ source: 'vroom', times_from: 'osrm', routing_note: '' })
})

it('[OPS-002] estimates arrivals with the travel times of the service when stops are moved by hand, and after the driver’s actions', async () => {
  const today = dayOf(new Date())
  await useServices({ times: 'osrm' })
  const [one, two, three] = [await delivery(3), await delivery(20), await delivery(10)]
  await driver.send(driversApi.actions, {
    actions: [one, two, three].map((shipmentId) => ({
      action_id: randomUUID(),
      type: 'load',
      shipment_id: shipmentId,
      occurred_at: new Date(),
      payload: {},
    })),
  })
  await p.settle()
  await order([one, two, three], today)
  const kmOf = async () =>
    (await sheet(today)).stops.filter(({ state }) => state === 'to-do').map(({ km }) => km)
  const before = await kmOf()
  expect(before[1]).toBeCloseTo(kmBetween(3, 20), 1)
  expect(before[2]).toBeCloseTo(kmBetween(20, 10), 1)
  // The driver makes the second stop first: its trips were not in the plan.
  await driver.send(driversApi.actions, {
    actions: [
      {
        action_id: randomUUID(),
        type: 'delivery-failed',
        shipment_id: two,
        occurred_at: new Date(),
        payload: { reason: 'Nobody there' },
      },
    ],
  })
  await p.settle()
  const after = await kmOf()
  expect(after[0]).toBeCloseTo(kmBetween(20, 3), 1)
  expect(after[1]).toBeCloseTo(kmBetween(3, 10), 1)
  expect((await sheet(today)).plan).toMatchObject({
    source: 'dispatcher',
    times_from: 'osrm',
    routing_note: '',
  })
})

it('[OPS-002] says how many trips have no road', async () => {
  await delivery(4)
  const place = {
    ...address('1 Murray Street', 'Robben Island', 'Cape Town', '7400', 'WC'),
    lat: -33.8,
    lng: 18.37,
  }
  const { id } = await p.given.shipment({ status: 'at-destination-hub', delivery_address: place })
  await clerk.send(driversApi.assign, {
    shipment_ids: [id],
    leg: 'delivery',
    username: driver.username,
    assign_anyway: true,
  })
  await useServices({ times: 'osrm' })
  expect(await sequence()).toMatchObject({
    times_from: 'osrm',
    routing_note: 'No road is known for 2 trips, which are estimated.',
  })
})

it('holds no lock while it waits for VROOM, and orders the stops itself when they change meanwhile', async () => {
  const [far, near, middle] = [await delivery(30), await delivery(4), await delivery(12)]
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const slow = http.createServer((_request, response) => {
    arrive()
    const steps = [2, 3, 1].map((id) => ({ type: 'job', id }))
    void released.then(() => response.end(JSON.stringify({ code: 0, unassigned: [], routes: [{ steps }] })))
  })
  const port = await listening(slow, '127.0.0.1', 0)
  await useServices({ vroom: `http://127.0.0.1:${port}` })
  const waiting = sequence()
  await arrived
  await order([middle, far, near])
  expect(await idsOf()).toEqual([middle, far, near])
  release()
  expect(await waiting).toMatchObject({
    source: 'built-in',
    routing_note:
      'VROOM did not order the stops. They changed at the same moment. The built-in order is used.',
  })
  expect((await idsOf()).toSorted()).toEqual([far, near, middle].toSorted())
  await new Promise<void>((resolve) => slow.close(() => resolve()))
})
