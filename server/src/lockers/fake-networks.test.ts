import { hubApi } from '@waybill/domain/hub/api'
import { hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { networksApi } from '@waybill/domain/pickup-points/networks-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeLockers, type FakeLockers } from '../../dev/fakes/lockers/index.ts'
import { usual_behaviour, type FakeName, type FakeNetwork } from '../../dev/fakes/lockers/network.ts'
import type { ReportCall } from '../../dev/fakes/lockers/reports.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { outboundClient } from '../kit/outbound/index.ts'
import { lockShipment } from '../shipments/index.ts'
import { pointNetworks, pointNetworksPort, type PointNetworks } from './networks/index.ts'
import { applyWaitingEvents } from './receive-events.ts'
import { retryPlaces } from './reserve-place.ts'
import { Scheduler } from '../jobs/schedule.ts'
import { lockerSchedules } from './index.ts'

const report_key = 'a key for reports'
const names = ['bob-box', 'tcg-locker', 'ram-counter'] as const

let fake: FakeLockers
let p: TestProvider
let staff: Caller
beforeAll(async () => {
  fake = await fakeLockers({ host: '127.0.0.1', http_port: 0, now: () => p.runtime.runtime.clock() })
})
afterAll(() => fake.close())

beforeEach(async () => {
  p = await newProvider({
    enable_bob_box: true,
    enable_tcg_locker: true,
    enable_ram_counters: true,
    pickup_point_credentials: names.map((provider) => ({
      provider,
      environment: 'sandbox',
      base_url: `${fake.url}/${provider}`,
      api_key: 'key',
      event_key: report_key,
    })),
  })
  p.runtime.setNow(null)
  staff = await p.staff()
  const outbound = outboundClient({ allow_private: true, own_hosts: [], timeout_ms: 500 })
  p.runtime.runtime.adapters.set(pointNetworksPort.name, pointNetworks(outbound))
  for (const network of Object.values(fake.networks)) {
    network.behaviour = usual_behaviour
    network.bookings.length = 0
    network.takeReports()
  }
  fake.reportTo(report_key, report)
})

async function report(network: FakeName, { headers, body }: ReportCall): Promise<number> {
  const { status } = await p.guest().http('POST', `/pickup-points/events/${network}`, body, headers)
  await p.settle()
  return status
}

const statusOf = async ({ id }: Shipment): Promise<ShipmentStatus> =>
  (await staff.send(shipmentsApi.detail, { id })).shipment.status
const subjects = async () => (await staff.send(inboxApi.messages, {})).messages.map(({ subject }) => subject)
/** Subjects of the inbox messages that a shipment has no place. */
const missingPlaces = async ({ id }: Shipment) =>
  (await staff.send(inboxApi.messages, {})).messages
    .filter(({ link }) => link === `/shipments/${id}`)
    .map(({ subject }) => subject)
function pass(ms: number): void {
  p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + ms))
}

/** Books a shipment to the first point of a network and sends it out. */
async function goesOut(
  network: FakeName,
  size = { length: 30, width: 20, height: 7 },
  [terminal] = fake.networks[network].terminals,
): Promise<Shipment> {
  const shipment = await p.given.shipment({
    status: 'at-destination-hub',
    delivery_pickup_point_id: terminal?.id ?? '',
    delivery_pickup_point_provider: network,
    parcels: [
      {
        submitted_length_cm: size.length,
        submitted_width_cm: size.width,
        submitted_height_cm: size.height,
        submitted_weight_kg: 1,
      },
    ],
  })
  await staff.send(hubApi.addEvent, {
    shipment_id: shipment.id,
    status: 'out-for-delivery',
    message: 'On the vehicle',
  })
  await p.settle()
  return shipment
}

function onlyBooking(network: FakeNetwork) {
  const open = network.bookings.filter(({ state }) => state !== 'cancelled')
  expect(open).toHaveLength(1)
  const [booking] = open
  if (!booking) throw new Error('nothing was booked')
  return booking
}

const synced = async (input: { network?: FakeName; accept_fewer?: boolean } = {}) =>
  (await staff.send(networksApi.sync, input)).networks
const points = async (network: FakeName) =>
  (await staff.send(pickupPointsApi.managed, { pickup_point_provider: network, include_closed: true })).points

describe('the list of locations of a network', () => {
  it('is stored with new, changed, closed and reopened locations', async () => {
    expect(await synced()).toMatchObject(names.map((network) => ({ network, result: 'updated', added: 12 })))
    expect(await synced({ network: 'tcg-locker' })).toMatchObject([{ added: 0, changed: 0, closed: 0 }])
    const { terminals } = fake.networks['tcg-locker']
    const [first] = terminals.splice(0, 1)
    const [second] = terminals
    if (!first || !second) throw new Error('the fake has no terminals')
    const { name } = second
    second.name = 'Rosebank Mall'
    expect(await synced({ network: 'tcg-locker' })).toMatchObject([{ added: 0, changed: 1, closed: 1 }])
    const known = new Map((await points('tcg-locker')).map((one) => [one.pickup_point_id, one]))
    expect(known.get(first.id)?.closed_date).toBeInstanceOf(Date)
    expect(known.get(second.id)).toMatchObject({ name: 'Rosebank Mall', closed_date: null })
    second.name = name
    terminals.unshift(first)
    expect(await synced({ network: 'tcg-locker' })).toMatchObject([{ added: 0, changed: 2, closed: 0 }])
    expect((await points('tcg-locker')).filter(({ closed_date }) => closed_date !== null)).toEqual([])
  })

  it.each([
    ['empty', 'It is empty.'],
    ['half', 'It has 6 locations. Before, there were 12.'],
    ['abroad', 'outside of the country'],
    ['twice', 'twice'],
  ] as const)('is refused whole with a message to staff when it is %s', async (list, message) => {
    await synced({ network: 'bob-box' })
    const before = await points('bob-box')
    fake.networks['bob-box'].behaviour = { ...usual_behaviour, list }
    const [result] = await synced({ network: 'bob-box' })
    expect(result).toMatchObject({ result: 'refused', closed: 0, is_short: list === 'half' })
    expect(result?.message).toContain(message)
    expect(await points('bob-box')).toEqual(before)
    expect(await subjects()).toContain('Bob Box: the list of locations was refused')
  })

  it('is stored with half as many locations when staff accept that', async () => {
    await synced({ network: 'bob-box' })
    fake.networks['bob-box'].behaviour = { ...usual_behaviour, list: 'half' }
    expect(await synced({ network: 'bob-box', accept_fewer: true })).toMatchObject([
      { result: 'updated', closed: 6 },
    ])
    fake.networks['bob-box'].behaviour = { ...usual_behaviour, list: 'empty' }
    expect(await synced({ network: 'bob-box', accept_fewer: true })).toMatchObject([{ result: 'refused' }])
  })

  it('is read once a day, also when nothing ran in the night, and staff are informed when it cannot be read', async () => {
    const readAt = async (time: string) => {
      p.runtime.setNow(new Date(time))
      const daily = lockerSchedules.filter(({ name }) => name === 'sync-points')
      const ofCompany = daily.map((schedule) => ({
        ...schedule,
        name: `sync-points ${p.provider_id}`,
        providers: async () => [p.provider_id],
      }))
      await new Scheduler(p.runtime.runtime, ofCompany).runDue()
    }
    await readAt('2026-03-11T02:00:00+02:00')
    expect(await points('ram-counter')).toHaveLength(12)
    fake.networks['ram-counter'].behaviour = { ...usual_behaviour, answers: 'down' }
    await readAt('2026-03-12T01:59:00+02:00')
    expect(await subjects()).toEqual([])
    await readAt('2026-03-12T09:30:00+02:00')
    expect(await points('tcg-locker')).toHaveLength(12)
    expect(await subjects()).toEqual(['RAM counters: the list of locations could not be read'])
  })

  it('informs staff of closed locations that hold parcels', async () => {
    await synced()
    await goesOut('tcg-locker')
    const { terminals } = fake.networks['tcg-locker']
    const removed = terminals.splice(0, 1)
    await synced({ network: 'tcg-locker' })
    terminals.unshift(...removed)
    expect(await subjects()).toContain('The Courier Guy lockers: a location with parcels closed')
  })
})

describe('a parcel at a network', () => {
  beforeEach(() => synced())

  it.runIf(process.env.TEST_DATABASE_URL)(
    'is not lost when its network reports while a person changes its shipment',
    async () => {
      const network = fake.networks['tcg-locker']
      const shipment = await goesOut('tcg-locker')
      const booking = onlyBooking(network)
      network.deposit(booking, booking.courier_code)
      let call: ReportCall = { headers: {}, body: '' }
      fake.reportTo(report_key, (_, sent) => {
        call = sent
        return Promise.resolve()
      })
      await fake.sendReports('tcg-locker')
      const answer = await p.inTransaction(async (ctx) => {
        await lockShipment(ctx, shipment.id)
        return report('tcg-locker', call)
      })
      expect(answer).toBe(409)
      expect(await report('tcg-locker', call)).toBe(200)
      expect(await statusOf(shipment)).toBe('ready-for-pickup')
    },
  )

  it.each(names)('of %s is reserved, deposited and fetched, as the network reports', async (name) => {
    const network = fake.networks[name]
    const shipment = await goesOut(name)
    const booking = onlyBooking(network)
    expect(await statusOf(shipment)).toBe('out-for-delivery')
    network.deposit(booking, booking.courier_code)
    await fake.sendReports(name)
    expect(await statusOf(shipment)).toBe('ready-for-pickup')
    network.collect(booking, booking.pin)
    await fake.sendReports(name)
    expect(await statusOf(shipment)).toBe('delivered')
    expect(await subjects()).toEqual([])
  })

  it.each([
    ['CG0000', 'default_locker_id', 'lockers'],
    ['K0000', 'default_kiosk_id', 'kiosks'],
  ] as const)(
    '[PP-019] [PP-020] [PP-022] of The Courier Guy is booked as handed in at %s, or at the %s of the settings, for %s',
    async (usual, key, kind) => {
      const { terminals } = fake.networks['tcg-locker']
      const there = terminals.filter(({ doors }) => Object.keys(doors).length > 0 === (kind === 'lockers'))
      const handedInAt = async () => {
        await goesOut('tcg-locker', undefined, there)
        return fake.networks['tcg-locker'].bookings.at(-1)?.handed_in_at
      }
      expect(await handedInAt()).toBe(usual)
      await staff.send(settingsApi.save, { settings: [{ key, value: 'CG77' }] })
      expect(await handedInAt()).toBe('CG77')
    },
  )

  it('is delivered once when every report comes twice', async () => {
    const network = fake.networks['tcg-locker']
    network.behaviour = { ...usual_behaviour, reports: 'twice' }
    const shipment = await goesOut('tcg-locker')
    const booking = onlyBooking(network)
    network.deposit(booking, booking.courier_code)
    network.collect(booking, booking.pin)
    await fake.sendReports('tcg-locker')
    expect(await statusOf(shipment)).toBe('delivered')
    const { tracking_events } = await staff.send(hubApi.events, { shipment_id: shipment.id })
    expect(tracking_events.filter(({ status }) => status === 'delivered')).toHaveLength(1)
    const [point] = (await points('tcg-locker')).filter(
      ({ pickup_point_id }) => pickup_point_id === booking.terminal_id,
    )
    expect(point?.parcels_held).toBe(0)
  })

  it('is delivered when the report of the receiver comes before that of the courier', async () => {
    const network = fake.networks['ram-counter']
    network.behaviour = { ...usual_behaviour, reports: 'reversed' }
    const shipment = await goesOut('ram-counter')
    const booking = onlyBooking(network)
    network.deposit(booking, booking.courier_code)
    pass(minute_ms)
    network.collect(booking, booking.pin)
    await fake.sendReports('ram-counter')
    expect(await statusOf(shipment)).toBe('delivered')
  })

  it('is reported to staff when the deposit of a fetched parcel is missing for an hour', async () => {
    const network = fake.networks['bob-box']
    const shipment = await goesOut('bob-box')
    const booking = onlyBooking(network)
    network.deposit(booking, booking.courier_code)
    const held = network.takeReports()
    network.collect(booking, booking.pin)
    await fake.sendReports('bob-box')
    await applyWaitingEvents(await jobOf(p))
    expect(await subjects()).toEqual([])
    pass(2 * hour_ms)
    await applyWaitingEvents(await jobOf(p))
    await applyWaitingEvents(await jobOf(p))
    expect(await subjects()).toEqual(['Bob Box: a report fits no parcel'])
    expect(await statusOf(shipment)).toBe('out-for-delivery')
    network.unsent.push(...held)
    await fake.sendReports('bob-box')
    expect(await statusOf(shipment)).toBe('delivered')
  })

  it('is not changed by a late report', async () => {
    const network = fake.networks['tcg-locker']
    const shipment = await goesOut('tcg-locker')
    const booking = onlyBooking(network)
    network.deposit(booking, booking.courier_code)
    network.expire(booking)
    const [, expired] = network.unsent.splice(0)
    network.deposit(booking, booking.courier_code)
    network.collect(booking, booking.pin)
    await fake.sendReports('tcg-locker')
    if (expired) network.unsent.push(expired)
    await fake.sendReports('tcg-locker')
    expect(await statusOf(shipment)).toBe('delivered')
  })

  it('waits for a place at a full locker, and gets one later', async () => {
    const network = fake.networks['tcg-locker']
    network.behaviour = { ...usual_behaviour, doors: 'full' }
    const shipment = await goesOut('tcg-locker')
    expect(await statusOf(shipment)).toBe('bob-box-reservation-failed')
    network.behaviour = usual_behaviour
    pass(20 * minute_ms)
    await retryPlaces(await jobOf(p))
    await p.settle()
    expect(await statusOf(shipment)).toBe('out-for-delivery')
    onlyBooking(network)
  })

  it.each(['down', 'slow', 'nonsense'] as const)(
    'is booked once at a network that was %s, and staff choose when that takes too long',
    async (answers) => {
      const network = fake.networks['tcg-locker']
      network.behaviour = { ...usual_behaviour, answers }
      const shipment = await goesOut('tcg-locker')
      expect(await statusOf(shipment)).toBe('bob-box-reservation-failed')
      expect(await missingPlaces(shipment)).toEqual([])
      pass(20 * minute_ms)
      network.behaviour = usual_behaviour
      await retryPlaces(await jobOf(p))
      await p.settle()
      expect(await statusOf(shipment)).toBe('out-for-delivery')
      onlyBooking(network)

      network.behaviour = { ...usual_behaviour, answers: 'down' }
      const other = await goesOut('tcg-locker')
      pass(5 * hour_ms)
      await retryPlaces(await jobOf(p))
      await retryPlaces(await jobOf(p))
      await p.settle()
      expect(await statusOf(other)).toBe('bob-box-reservation-failed')
      expect(await missingPlaces(other)).toHaveLength(1)
    },
  )

  it.each(names)('leaves nothing booked at %s when it goes elsewhere after a lost answer', async (name) => {
    const network = fake.networks[name]
    network.behaviour = { ...usual_behaviour, answers: 'lost' }
    const shipment = await goesOut(name)
    expect(await statusOf(shipment)).toBe('bob-box-reservation-failed')
    expect(network.bookings.map(({ state }) => state)).toEqual(['booked'])
    network.behaviour = usual_behaviour
    await staff.send(hubApi.addEvent, {
      shipment_id: shipment.id,
      status: 'returned-to-hub',
      message: 'Back at the hub',
      force: true,
    })
    await p.settle()
    expect(network.bookings.map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('leaves nothing booked when it goes elsewhere while the network is asked', async () => {
    const network = fake.networks['tcg-locker']
    const shipment = await p.given.shipment({
      status: 'at-destination-hub',
      delivery_pickup_point_id: network.terminals[0]?.id ?? '',
      delivery_pickup_point_provider: 'tcg-locker',
    })
    const move = (status: ShipmentStatus) =>
      staff.send(hubApi.addEvent, { shipment_id: shipment.id, status, message: 'Moved by hand' })
    const adapters = p.runtime.runtime.adapters.get(pointNetworksPort.name) as PointNetworks
    const tcg = adapters['tcg-locker']
    p.runtime.runtime.adapters.set(pointNetworksPort.name, {
      ...adapters,
      'tcg-locker': {
        ...tcg,
        async reserve(...about: Parameters<typeof tcg.reserve>) {
          const answer = await tcg.reserve(...about)
          await move('returned-to-hub')
          return answer
        },
      },
    })
    await move('out-for-delivery')
    await p.settle()
    expect(network.bookings.map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('gives a door back that is too small for it', async () => {
    const network = fake.networks['bob-box']
    network.behaviour = { ...usual_behaviour, doors: 'wrong size' }
    const shipment = await goesOut('bob-box', { length: 50, width: 30, height: 25 })
    expect(await statusOf(shipment)).toBe('bob-box-reservation-failed')
    expect(network.bookings.map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('waits for another place when the network gives its place away', async () => {
    const network = fake.networks['tcg-locker']
    const shipment = await goesOut('tcg-locker')
    network.giveAway(onlyBooking(network))
    await fake.sendReports('tcg-locker')
    expect(await statusOf(shipment)).toBe('bob-box-reservation-failed')
    pass(20 * minute_ms)
    await retryPlaces(await jobOf(p))
    await p.settle()
    expect(await statusOf(shipment)).toBe('out-for-delivery')
    expect(network.bookings.map(({ state }) => state)).toEqual(['cancelled', 'booked'])
  })

  it('gives its place back when it is not delivered there', async () => {
    const network = fake.networks['ram-counter']
    const shipment = await goesOut('ram-counter')
    await staff.send(hubApi.addEvent, {
      shipment_id: shipment.id,
      status: 'returned-to-hub',
      message: 'Back at the hub',
    })
    await p.settle()
    expect(network.bookings.map(({ state }) => state)).toEqual(['cancelled'])
    const [booking] = network.bookings
    if (!booking) throw new Error('nothing was booked')
    network.deposit(booking, booking.courier_code)
    await fake.sendReports('ram-counter')
    expect(await statusOf(shipment)).toBe('returned-to-hub')
    const [subject] = await subjects()
    expect(subject).toMatch(/^RAM counters: a report about \S+ could not be applied$/)
  })
})

describe('reports of a network', () => {
  const body = JSON.stringify({ events: [] })
  const send = (headers: Record<string, string>, sent = body) =>
    p.guest().http('POST', '/pickup-points/events/ram-counter', sent, headers)
  /** Returns a report that was signed `age` ms ago. */
  async function signed(key = report_key, age = 0): Promise<ReportCall> {
    let sent: ReportCall = { headers: {}, body: '' }
    const network = fake.networks['ram-counter']
    fake.reportTo(key, (_, call) => {
      sent = call
      return Promise.resolve()
    })
    const booking = network.book({ reference: 'x', terminal_id: network.terminals[0]?.id ?? '', size: '' })
    if (typeof booking === 'string') throw new Error('the counter is full')
    network.deposit(booking, booking.courier_code)
    await fake.sendReports('ram-counter')
    pass(age)
    return sent
  }
  const sendSigned = async ({ headers, body: sent }: ReportCall) => (await send(headers, sent)).status

  it('are accepted only when they are signed with the key of the reports, at most five minutes ago', async () => {
    expect((await send({})).status).toBe(403)
    expect(await sendSigned(await signed('another key'))).toBe(403)
    expect(await sendSigned(await signed(report_key, 6 * minute_ms))).toBe(403)
    const call = await signed()
    expect(await sendSigned({ ...call, body: call.body.replace('deposit', 'collect') })).toBe(403)
    expect(await sendSigned(call)).toBe(200)
  })

  it('about unknown reservations are kept and shown to staff once', async () => {
    expect(await sendSigned(await signed())).toBe(200)
    pass(2 * hour_ms)
    await applyWaitingEvents(await jobOf(p))
    await applyWaitingEvents(await jobOf(p))
    expect(await subjects()).toEqual(['RAM counters: a report fits no parcel'])
  })

  it('are not accepted from unknown networks, or without a key of the company', async () => {
    expect((await p.guest().http('POST', '/pickup-points/events/nobody', body)).status).toBe(400)
    const other = await newProvider()
    const { status } = await other.guest().http('POST', '/pickup-points/events/ram-counter', body)
    expect(status).toBe(403)
  })
})

it('lists of locations are read on demand only by staff of the company', async () => {
  const customer = await p.owner()
  expect((await errorOf(customer.send(networksApi.sync, {}))).status).toBe(403)
})

it('keys of networks are displayed as ***, and stay when their rows are saved unchanged', async () => {
  const admin = await p.user(role_ids.administrator)
  const key = 'pickup_point_credentials'
  const read = async () => {
    const { settings } = await admin.send(settingsApi.list, { setting: key })
    return JSON.parse(settings[0]?.value ?? '[]') as Record<string, string>[]
  }
  const rows = await read()
  expect(rows.map(({ provider, api_key, event_key }) => [provider, api_key, event_key])).toEqual(
    names.map((name) => [name, '***', '***']),
  )
  await admin.send(settingsApi.save, { settings: [{ key, value: rows }] })
  expect(await synced()).toMatchObject(names.map(() => ({ result: 'updated' })))
  const elsewhere = rows.map((row) => ({ ...row, base_url: 'https://elsewhere.example' }))
  expect(await errorOf(admin.send(settingsApi.save, { settings: [{ key, value: elsewhere }] }))).toEqual({
    status: 400,
    message: 'Access to the networks: enter the keys of a changed row again.',
  })
})
