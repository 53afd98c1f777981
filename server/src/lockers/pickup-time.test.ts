import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { addressLine } from '@waybill/domain/accounts/address'
import { hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { hubApi } from '@waybill/domain/hub/api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { placeChanged } from '@waybill/domain/pickup-points/events'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { address, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { arrivedDate } from '../shipments/index.ts'
import { endPointTimes } from './deadlines.ts'
import { extendPickupTime } from './index.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider({ locker_pickup_expiry_hours: 36, locker_extension_hours: 24 })
  p.runtime.setNow(null)
  staff = await p.staff()
})

const doors = ['A1', 'A2'].map((name) => ({ name, is_out_of_order: false }))
const locker = {
  pickup_point_id: 'CT01',
  type: 'locker' as const,
  name: 'Sea Point locker',
  address: { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 },
  phone: '+27 21 555 0180',
  trading_hours: 'Monday to Friday 8:00 – 17:00',
  holiday_hours: 'closed',
  stock: [{ size: 'small', length: 60, width: 40, height: 40, weight: 20, doors }],
}

/** Books a shipment to the locker; returns it once it has entered the statuses. */
async function sentToLocker(...statuses: ShipmentStatus[]) {
  const shipment = await p.given.shipment({
    status: 'at-destination-hub',
    delivery_pickup_point_id: 'CT01',
    delivery_pickup_point_provider: 'own',
  })
  for (const status of statuses) await enter(shipment.id, status)
  return shipment
}
async function enter(id: number, status: ShipmentStatus) {
  await staff.send(hubApi.addEvent, { shipment_id: id, status, message: 'Moved by hand', force: true })
  await p.settle()
}
const read = async (id: number) => (await staff.send(shipmentsApi.detail, { id })).shipment
const placeOf = async (id: number, caller = staff) =>
  (await caller.send(pickupPointsApi.places, { shipment_id: id })).places[0]
/** Returns the deadline of a parcel that waits, as the shipment and as its place have it. */
async function deadlineOf(id: number): Promise<Date> {
  const [shipment, place] = [await read(id), await placeOf(id)]
  if (!place?.deadline) throw new Error('The parcel has no deadline.')
  expect(shipment.pickup_deadline).toEqual(place.deadline)
  return place.deadline
}

describe('time to fetch a parcel', () => {
  beforeEach(async () => {
    await staff.send(pickupPointsApi.create, locker)
  })

  it('is the same for shipment and place, also when the status was set by hand without a reserved door', async () => {
    const { id } = await sentToLocker('out-for-delivery', 'in-locker')
    const deadline = await deadlineOf(id)
    const { events } = await staff.send(shipmentsApi.detail, { id })
    const deposited = events.find(({ status }) => status === 'in-locker')?.date
    expect(deadline.getTime() - (deposited?.getTime() ?? 0)).toBe(36 * hour_ms)
    await enter(id, 'ready-for-pickup')
    expect(await deadlineOf(id)).toEqual(deadline)
    const byHand = await sentToLocker('ready-for-pickup')
    await deadlineOf(byHand.id)
    expect((await placeOf(byHand.id))?.door).toBeUndefined()
  })

  it('is kept while the shipment is on hold and released', async () => {
    const { id } = await sentToLocker('out-for-delivery', 'ready-for-pickup')
    const deadline = await deadlineOf(id)
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    await staff.send(shipmentsApi.hold, { id, reason: 'Customer asked' })
    await staff.send(shipmentsApi.release, { id })
    expect((await read(id)).status).toBe('ready-for-pickup')
    expect(await deadlineOf(id)).toEqual(deadline)
  })

  it('sends a parcel back that is released after its deadline', async () => {
    const { id } = await sentToLocker('out-for-delivery', 'ready-for-pickup')
    const deadline = await deadlineOf(id)
    await staff.send(shipmentsApi.hold, { id, reason: 'Customer asked' })
    p.runtime.setNow(new Date(deadline.getTime() + minute_ms))
    await endPointTimes(await jobOf(p))
    expect((await read(id)).status).toBe('on-hold')
    await staff.send(shipmentsApi.release, { id })
    await p.settle()
    expect((await read(id)).status).toBe('collect-and-return-to-hub')
  })

  it('brings reminders before each deadline once, also before one that was extended', async () => {
    p.runtime.setNow(new Date('2026-03-11T10:00:00+02:00'))
    const { id } = await sentToLocker('out-for-delivery', 'ready-for-pickup')
    const deadline = await deadlineOf(id)
    const remindedAt = async (hoursBefore: number, of: Date) => {
      p.runtime.setNow(new Date(of.getTime() - hoursBefore * hour_ms))
      await endPointTimes(await jobOf(p))
      await endPointTimes(await jobOf(p))
      await p.settle()
      const { messages } = await staff.send(notificationsApi.log, { shipment_id: id })
      return messages.filter(({ event, channel }) => event === 'pickup_reminder' && channel === 'email')
        .length
    }
    expect(await remindedAt(1, deadline)).toBe(1)
    const { deadline: until } = await staff.send(pickupPointsApi.extendPlace, { shipment_id: id, deadline })
    expect(await remindedAt(13, until)).toBe(1)
    expect(await remindedAt(11, until)).toBe(2)
    expect(await remindedAt(1, until)).toBe(3)
  })

  it('is extended by staff, once for a button that is pressed twice, and the parcel expires only after it', async () => {
    p.runtime.setNow(new Date('2026-03-11T10:00:00.345+02:00'))
    const { id } = await sentToLocker('out-for-delivery', 'ready-for-pickup')
    const deadline = await deadlineOf(id)
    const until = new Date(deadline.getTime() + 24 * hour_ms)
    expect((await placeOf(id))?.extends_to).toEqual(until)
    const shown = new Date(deadline.getTime() - (deadline.getTime() % 1_000))
    const press = () => staff.send(pickupPointsApi.extendPlace, { shipment_id: id, deadline: shown })
    expect(await Promise.all([press(), press()])).toEqual([{ deadline: until }, { deadline: until }])
    expect(await deadlineOf(id)).toEqual(until)
    const { events } = await staff.send(shipmentsApi.detail, { id })
    expect(events.filter(({ status }) => status === 'pickup-extended')).toMatchObject([
      { message: `The parcel can be collected until ${formatDateTime(until)}.` },
    ])
    const statusAt = async (now: Date) => {
      p.runtime.setNow(now)
      await endPointTimes(await jobOf(p))
      return (await read(id)).status
    }
    expect(await statusAt(new Date(until.getTime() - minute_ms))).toBe('ready-for-pickup')
    expect(await statusAt(new Date(until.getTime() + minute_ms))).toBe('collect-and-return-to-hub')
    expect(await errorOf(press())).toMatchObject({ status: 200 })
    const late = staff.send(pickupPointsApi.extendPlace, { shipment_id: id, deadline: until })
    expect(await errorOf(late)).toMatchObject({
      status: 400,
      message: 'This parcel is no longer waiting to be fetched.',
    })
  })

  it('is not extended by customers, nor where the company gives no more time', async () => {
    const { id } = await sentToLocker('out-for-delivery', 'ready-for-pickup')
    const { account_id } = await read(id)
    const owner = await p.owner(account_id)
    const deadline = await deadlineOf(id)
    const press = (caller: Caller) =>
      errorOf(caller.send(pickupPointsApi.extendPlace, { shipment_id: id, deadline }))
    expect(await press(owner)).toMatchObject({ status: 403 })
    expect((await placeOf(id, owner))?.extends_to).toBeNull()
    await staff.send(settingsApi.save, { settings: [{ key: 'locker_extension_hours', value: 0 }] })
    expect((await placeOf(id))?.extends_to).toBeNull()
    expect(await press(staff)).toMatchObject({ message: 'The time at this point cannot be extended.' })
  })

  it('is published for the network that keeps the place', async () => {
    const { id } = await sentToLocker('out-for-delivery', 'ready-for-pickup')
    const deadline = await deadlineOf(id)
    const published = await p.inTransaction(async (ctx) => {
      const emitted: unknown[] = []
      await ctx.db
        .updateTable('locker_reservation')
        .set({ network_reference: 'R-1' })
        .where('shipment_id', '=', id)
        .execute()
      const emit: typeof ctx.emit = async (event, payload) => {
        if (event.name === placeChanged.name) emitted.push(payload)
        await ctx.emit(event, payload)
      }
      await extendPickupTime({ ...ctx, emit }, id, { deadline, by: 'receiver', source: 'receiver' })
      return emitted
    })
    const until = new Date(deadline.getTime() + 24 * hour_ms).toISOString()
    expect(published).toMatchObject([{ shipment_id: id, until }])
  })
})

describe('pickup points of a shipment', () => {
  it('are shown with address, hours of weekdays and holidays, phone and deadline, and the door to staff only', async () => {
    await staff.send(pickupPointsApi.create, locker)
    const { id } = await sentToLocker()
    const before = await placeOf(id)
    expect(before).toMatchObject({
      leg: 'delivery',
      pickup_point_id: 'CT01',
      type: 'locker',
      name: 'Sea Point locker',
      hours: 'Mon-Fri 08:00-17:00, closed on public holidays',
      is_open: true,
      phone: '+27 21 555 0180',
      deadline: null,
      extends_to: null,
    })
    expect(before && addressLine(before.address)).toContain('1 Main Road, Sea Point')
    await enter(id, 'out-for-delivery')
    await enter(id, 'ready-for-pickup')
    expect((await placeOf(id))?.door).toBe('A1')
    const theirs = await placeOf(id, await p.owner((await read(id)).account_id))
    expect(theirs).toMatchObject({ name: 'Sea Point locker', deadline: await deadlineOf(id) })
    expect(theirs?.door).toBeUndefined()
  })

  it('are closed on a public holiday', async () => {
    await staff.send(pickupPointsApi.create, locker)
    const { id } = await sentToLocker()
    // 27 April 2026 is Freedom Day, a Monday.
    p.runtime.setNow(new Date('2026-04-27T10:00:00+02:00'))
    expect((await placeOf(id))?.is_open).toBe(false)
  })
})

describe('arrival of a parcel', () => {
  it('is its first deposit at a pickup point, not the moment when the receiver fetches it', async () => {
    await staff.send(pickupPointsApi.create, locker)
    const { id } = await sentToLocker('out-for-delivery')
    const arrived = () => p.inTransaction((ctx) => arrivedDate(ctx, id))
    expect(await arrived()).toBeNull()
    await enter(id, 'ready-for-pickup')
    const deposited = await arrived()
    p.runtime.setNow(new Date(Date.now() + 30 * hour_ms))
    await enter(id, 'delivered')
    expect(await arrived()).toEqual(deposited)
    expect((await read(id)).delivered_date).not.toEqual(deposited)
  })
})
