import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import {
  actingDriver,
  door_sizes,
  own_locker,
  sea_point,
  small_parcel,
} from '../../dev/test-kit/own-locker.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { endPointTimes } from './deadlines.ts'
import { retryPlaces } from './reserve-place.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(null)
  staff = await p.staff()
})

describe('own pickup points', () => {
  it('are made, listed for customers with free sizes, changed and closed', async () => {
    const made = await staff.send(pickupPointsApi.create, own_locker)
    expect(made.stock.map(({ size, doors }) => [size, doors.map(({ name }) => name)])).toEqual([
      ['small', ['A1', 'A2']],
      ['large', ['B1']],
    ])
    const guest = p.guest()
    const { pickup_points } = await guest.send(pickupPointsApi.list, { pickup_point_id: 'CT01' })
    expect(pickup_points).toMatchObject([
      {
        pickup_point_provider: 'own',
        name: 'Sea Point locker',
        status: 'online',
        compartments: [
          { name: 'small', available: true },
          { name: 'large', available: true },
        ],
      },
    ])
    const change = { id: made.id, version: made.version, out_of_order_reason: 'Screen broken' }
    const changed = await staff.send(pickupPointsApi.change, change)
    expect(changed).toMatchObject({ status: 'offline', version: made.version + 1 })
    await expect(staff.send(pickupPointsApi.change, change)).rejects.toMatchObject({ status: 409 })
    await staff.send(pickupPointsApi.close, { id: made.id })
    expect((await guest.send(pickupPointsApi.list, { pickup_point_id: 'CT01' })).count).toBe(0)
    const { points } = await staff.send(pickupPointsApi.managed, { include_closed: true })
    expect(points).toMatchObject([{ pickup_point_id: 'CT01', closed_date: expect.any(Date) }])
  })
})

describe('places at own lockers', () => {
  let point: number
  beforeEach(async () => {
    point = (await staff.send(pickupPointsApi.create, own_locker)).id
  })

  /** Books a shipment to the locker that has arrived at its last hub. */
  const booked = (height = 10) =>
    p.given.shipment({
      status: 'at-destination-hub',
      delivery_pickup_point_id: 'CT01',
      delivery_pickup_point_provider: 'own',
      parcels: [small_parcel(height)],
    })
  async function change(id: number, status: ShipmentStatus) {
    await staff.send(hubApi.addEvent, { shipment_id: id, status, message: 'Moved by hand' })
    await p.settle()
  }
  const statusOf = async (id: number) => (await staff.send(shipmentsApi.detail, { id })).shipment.status
  const held = async () => {
    const { points } = await staff.send(pickupPointsApi.managed, { id: point })
    return points
      .flatMap(({ stock }) => stock.flatMap(({ doors }) => doors.filter((one) => one.is_held)))
      .map(({ name }) => name)
      .toSorted()
  }

  it('are the smallest free door that fits; without one the shipment waits and is tried again', async () => {
    const { first, late } = await fullLocker()
    expect(await held()).toEqual(['A1', 'A2', 'B1'])
    await change(first.id, 'returned-to-hub')
    expect(await held()).toEqual(['A2', 'B1'])
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    await retryPlaces(await jobOf(p))
    await p.settle()
    expect(await statusOf(late.id)).toBe('out-for-delivery')
    expect(await held()).toEqual(['A1', 'A2', 'B1'])
  })

  /** Makes a driver responsible for the delivery; returns a function that reports what the driver did with it. */
  async function withDriver(shipment: Shipment, branch?: 'JHB') {
    const driver = await p.driver(undefined, branch)
    const assigned = { shipment_ids: [shipment.id], leg: 'delivery' as const, assign_anyway: true }
    await staff.send(driversApi.assign, { ...assigned, username: driver.username })
    const report = actingDriver(p, driver, shipment)
    const act = async (...action: Parameters<typeof report>) => {
      expect(await report(...action)).toMatchObject([{ result: 'applied', message: '' }])
    }
    return { driver, act }
  }

  /** Fills all doors. Returns the first shipment that has one, and another that waits for a place. */
  async function fullLocker() {
    const [first, second, third, late] = [await booked(), await booked(), await booked(), await booked()]
    for (const { id } of [first, second, third, late]) await change(id, 'out-for-delivery')
    expect(await statusOf(late.id)).toBe('bob-box-reservation-failed')
    return { first, late }
  }
  const deliverTo = async (id: number, sent: Partial<Input<typeof shipmentsApi.change>>) => {
    await staff.send(shipmentsApi.change, { id, ...sent })
    await p.settle()
  }

  it('are no longer waited for when the shipment goes to the door instead', async () => {
    const { id } = (await fullLocker()).late
    await deliverTo(id, { delivery_address: sea_point })
    expect(await statusOf(id)).toBe('out-for-delivery')
    expect(await held()).toEqual(['A1', 'A2', 'B1'])
  })

  it('are taken at another point when staff choose it', async () => {
    const other = { ...own_locker, pickup_point_id: 'CT02', name: 'Green Point locker' }
    const { id: otherId } = await staff.send(pickupPointsApi.create, other)
    const { id } = (await fullLocker()).late
    await deliverTo(id, { delivery_pickup_point_id: 'CT02', delivery_pickup_point_provider: 'own' })
    expect(await statusOf(id)).toBe('out-for-delivery')
    point = otherId
    expect(await held()).toEqual(['A1'])
  })

  it('are asked for again when a shipment that waited goes out again', async () => {
    const { id } = (await fullLocker()).late
    p.runtime.setNow(new Date(Date.now() + 5 * hour_ms))
    await retryPlaces(await jobOf(p))
    await p.settle()
    expect(await statusOf(id)).toBe('bob-box-reservation-failed')
    await staff.send(pickupPointsApi.change, {
      ...own_locker,
      id: point,
      version: 1,
      stock: [
        ...own_locker.stock,
        { ...door_sizes.large, size: 'extra', doors: [{ name: 'C1', is_out_of_order: false }] },
      ],
    })
    await staff.send(shipmentsApi.change, {
      id,
      status: 'out-for-delivery',
      metadata: { tracking_info: { message: 'A door was added' } },
    })
    await p.settle()
    expect(await statusOf(id)).toBe('out-for-delivery')
    expect(await held()).toEqual(['A1', 'A2', 'B1', 'C1'])
  })

  it('are taken by a driver who finds a door free although none was reserved', async () => {
    const { first, late } = await fullLocker()
    const { driver, act } = await withDriver(late)
    const { stops } = await driver.send(driversApi.tripSheet, { date: '2099-12-31' })
    expect(stops.flatMap(({ state }) => state)).toEqual(['to-do'])
    await change(first.id, 'returned-to-hub')
    await act('deposit-in-locker', { compartment: 'A1' })
    expect(await statusOf(late.id)).toBe('ready-for-pickup')
  })

  it('are kept with reminders until the deadline, and emptied by a driver afterwards', async () => {
    const waiting = await booked()
    const { id } = waiting
    const { act } = await withDriver(waiting, 'JHB')
    await act('load')
    await act('deposit-in-locker')
    const deposited = p.runtime.runtime.clock()
    const { shipment } = await staff.send(shipmentsApi.detail, { id })
    expect(shipment.pickup_deadline?.getTime()).toBeCloseTo(deposited.getTime() + 36 * hour_ms, -5)
    const later = async (hours: number) => {
      p.runtime.setNow(new Date(deposited.getTime() + hours * hour_ms))
      await endPointTimes(await jobOf(p))
      await endPointTimes(await jobOf(p))
      await p.settle()
      const { messages } = await staff.send(notificationsApi.log, { shipment_id: id })
      return messages.filter(({ event, channel }) => event === 'pickup_reminder' && channel === 'email')
        .length
    }
    expect(await later(23)).toBe(0)
    expect(await later(25)).toBe(1)
    expect(await later(35)).toBe(2)
    expect(await statusOf(id)).toBe('ready-for-pickup')
    await later(37)
    expect(await statusOf(id)).toBe('collect-and-return-to-hub')
    expect(await held()).toEqual(['A1'])
    await act('collect-expired')
    expect(await statusOf(id)).toBe('collected-from-locker')
    expect(await held()).toEqual([])
  })
})
