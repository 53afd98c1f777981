import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { address, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { endPointTimes } from './deadlines.ts'
import { retryPlaces } from './reserve-place.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(null)
  staff = await p.staff()
})

const door = (name: string) => ({ name, is_out_of_order: false })
const sizes = {
  small: { size: 'small', length: 40, width: 30, height: 15, weight: 5 },
  large: { size: 'large', length: 60, width: 40, height: 40, weight: 20 },
}
const place = { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 }
const locker = {
  pickup_point_id: 'CT01',
  type: 'locker' as const,
  name: 'Sea Point locker',
  address: place,
  trading_hours: '24/7',
  holiday_hours: 'usual',
  stock: [
    { ...sizes.large, doors: [door('B1')] },
    { ...sizes.small, doors: [door('A1'), door('A2')] },
  ],
}

describe('own pickup points', () => {
  it('are made, listed for customers with free sizes, changed and closed', async () => {
    const made = await staff.send(pickupPointsApi.create, locker)
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
  const parcel = (height: number) => ({
    submitted_length_cm: 35,
    submitted_width_cm: 25,
    submitted_height_cm: height,
    submitted_weight_kg: 3,
  })
  let point: number
  beforeEach(async () => {
    point = (await staff.send(pickupPointsApi.create, locker)).id
  })

  /** Books a shipment to the locker that has arrived at its last hub. */
  const booked = (height = 10) =>
    p.given.shipment({
      status: 'at-destination-hub',
      delivery_pickup_point_id: 'CT01',
      delivery_pickup_point_provider: 'own',
      parcels: [parcel(height)],
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
    const [first, second, third, late] = [await booked(), await booked(), await booked(), await booked()]
    for (const { id } of [first, second, third]) await change(id, 'out-for-delivery')
    expect(await held()).toEqual(['A1', 'A2', 'B1'])
    await change(late.id, 'out-for-delivery')
    expect(await statusOf(late.id)).toBe('bob-box-reservation-failed')
    await change(first.id, 'returned-to-hub')
    expect(await held()).toEqual(['A2', 'B1'])
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    await retryPlaces(await jobOf(p))
    await p.settle()
    expect(await statusOf(late.id)).toBe('out-for-delivery')
    expect(await held()).toEqual(['A1', 'A2', 'B1'])
  })

  it('remind the receiver, and send the parcel back to the hub when it is not fetched in time', async () => {
    const parcel = await booked()
    const { id } = parcel
    const driver = await p.driver(undefined, 'JHB')
    await staff.send(driversApi.assign, {
      shipment_ids: [id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    const deposited = new Date()
    for (const type of ['load', 'deposit-in-locker'] as const) {
      const { results } = await driver.send(driversApi.actions, {
        actions: [
          {
            action_id: randomUUID(),
            type,
            shipment_id: id,
            scanned_references: parcel.parcels.map(({ tracking_reference }) => tracking_reference),
            occurred_at: deposited,
            payload: {},
          },
        ],
      })
      expect(results).toMatchObject([{ result: 'applied' }])
      await p.settle()
    }
    const { shipment } = await staff.send(shipmentsApi.detail, { id })
    expect(shipment.pickup_deadline?.getTime()).toBeCloseTo(deposited.getTime() + 36 * hour_ms, -5)
    const later = async (hours: number) => {
      p.runtime.setNow(new Date(deposited.getTime() + hours * hour_ms))
      await endPointTimes(await jobOf(p))
      await endPointTimes(await jobOf(p))
      await p.settle()
    }
    const reminders = async () =>
      (await staff.send(notificationsApi.log, { shipment_id: id })).messages.filter(
        ({ event, channel }) => event === 'pickup_reminder' && channel === 'email',
      ).length
    await later(23)
    expect(await reminders()).toBe(0)
    await later(25)
    expect(await reminders()).toBe(1)
    await later(35)
    expect(await reminders()).toBe(2)
    expect(await statusOf(id)).toBe('ready-for-pickup')
    await later(37)
    expect(await statusOf(id)).toBe('collect-and-return-to-hub')
    expect(await held()).toEqual(['A1'])
    await change(id, 'returned-to-hub')
    expect(await held()).toEqual([])
  })
})
