import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { lockersApi } from '@waybill/domain/lockers/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { shipment_statuses, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { actingDriver, own_locker, sea_point, small_parcel } from '../../dev/test-kit/own-locker.ts'
import { address, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { qrModules } from '../kit/documents/barcode.ts'
import { dropoffPin, lockShipment, updateShipment } from '../shipments/index.ts'
import { applyNetworkEvent } from './apply-event.ts'
import { endPointTimes } from './deadlines.ts'
import type { NetworkEvent } from './network.ts'
import { mayReport } from './places.ts'
import { lockOpenReservation, updateReservation } from './reservation-store.ts'
import { retryPlaces } from './reserve-place.ts'

const mail = caughtMail()
let p: TestProvider
let staff: Caller
let point: number
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(null)
  mail.take(p)
  staff = await p.staff()
  point = (await staff.send(pickupPointsApi.create, own_locker)).id
})

const shown = async (id: number, by = staff) => (await by.send(shipmentsApi.detail, { id })).shipment
const receiverPin = async (id: number) => (await shown(id)).proof_of_delivery_pin ?? ''
const statusOf = async (id: number) => (await shown(id)).status
const held = async () => {
  const { points } = await staff.send(pickupPointsApi.managed, { id: point })
  return points
    .flatMap(({ stock }) => stock.flatMap(({ doors }) => doors.filter((one) => one.is_held)))
    .map(({ name }) => name)
}
const to_locker = { delivery_pickup_point_id: 'CT01', delivery_pickup_point_provider: 'own' }
const from_locker = {
  collection_pickup_point_id: 'CT01',
  collection_pickup_point_provider: 'own',
  collection_address: undefined,
}
/** Returns the modules of the QR code of an e-mail, row by row. */
const darkIn = (page: string): boolean[] =>
  [...page.matchAll(/colspan="(\d+)"\s+width="\d+"\s+bgcolor="(#\w+)"/g)].flatMap(([, length, colour]) =>
    Array.from({ length: Number(length) }, () => colour === '#000000'),
  )
const after = (hours: number) =>
  p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + hours * hour_ms))
const mark = async (id: number, status: ShipmentStatus) => {
  await staff.send(hubApi.addEvent, { shipment_id: id, status, message: 'The receiver refused it' })
  await p.settle()
}
const alerts = async () => {
  const { messages } = await staff.send(inboxApi.messages, {})
  return messages.filter(({ subject }) => subject.includes('no place at'))
}

/** Makes a driver responsible for a leg; returns what the driver sees and reports. */
async function driverOf(shipment: Shipment, leg: 'collection' | 'delivery' = 'delivery') {
  const driver = await p.driver()
  const assigned = { shipment_ids: [shipment.id], leg, username: driver.username, assign_anyway: true }
  await staff.send(driversApi.assign, assigned)
  const act = actingDriver(p, driver, shipment)
  const stop = async () => {
    const { stops } = await driver.send(driversApi.tripSheet, { date: '2099-12-31' })
    return stops.find(({ shipments }) => shipments.some((one) => one.shipment_id === shipment.id))
  }
  return { driver, act, stop }
}

/** Books a parcel to the locker that has arrived at its last hub. */
const bookedTo = () =>
  p.given.shipment({ status: 'at-destination-hub', ...to_locker, parcels: [small_parcel()] })

/** Books a parcel to the locker and puts it on a vehicle. */
async function onVehicle() {
  const shipment = await bookedTo()
  const driving = await driverOf(shipment)
  await driving.act('load')
  return { shipment, ...driving }
}

/** Books a parcel to the locker and puts it into its door. */
async function inLocker() {
  const driving = await onVehicle()
  await driving.act('deposit-in-locker')
  return driving
}

describe('a parcel that its sender drops off', () => {
  const booked = () => p.given.shipment({ ...from_locker, parcels: [small_parcel()] })
  const pinOf = (id: number) => p.inTransaction(async (ctx) => dropoffPin(ctx, await lockShipment(ctx, id)))

  it('has no driver until then, and the sender is sent the PIN with the name of the point', async () => {
    const { id } = await booked()
    await p.settle()
    expect(await shown(id)).toMatchObject({ status: 'awaiting-dropoff', collection_agent_id: '' })
    const sent = mail
      .messages()
      .find(({ to, subject }) => to.includes('riaan@example.com') && subject.includes('drop-off'))
    expect(sent?.text).toContain('Please drop the parcel off at Sea Point locker.')
    expect(sent?.text).toContain(`PIN to drop it off: ${await pinOf(id)}`)
    const { short_tracking_reference: reference } = await shown(id)
    expect(darkIn(sent?.html ?? '')).toEqual(qrModules(`${reference}:${await pinOf(id)}`).dark)
  })

  it('gets the smallest door that fits for the right PIN at the right point, and a driver collects it there', async () => {
    const shipment = await booked()
    const { id } = shipment
    const at = (point: string, pin: string) =>
      staff.send(lockersApi.dropOff, {
        pickup_point_id: point,
        tracking_reference: shipment.short_tracking_reference,
        pin,
      })
    const pin = await pinOf(id)
    await staff.send(pickupPointsApi.create, { ...own_locker, pickup_point_id: 'CT02', name: 'Green Point' })
    expect(await errorOf(at('CT02', pin))).toMatchObject({
      message: expect.stringContaining('Sea Point locker'),
    })
    expect(await errorOf(at('CT01', pin === '0000' ? '1111' : '0000'))).toMatchObject({ status: 400 })
    expect(await at('CT01', pin)).toMatchObject({ door: 'A1' })
    expect(await held()).toEqual(['A1'])
    expect(await statusOf(id)).toMatch(/^collection-(un)?assigned$/)
    const { act, stop } = await driverOf(shipment, 'collection')
    expect((await stop())?.shipments).toMatchObject([{ pickup_door: 'A1' }])
    expect(await act('collect')).toMatchObject([{ result: 'applied' }])
    expect(await held()).toEqual([])
    expect(await errorOf(at('CT01', pin))).toMatchObject({ status: 400 })
  })

  it('is cancelled with a message to the sender when it does not come in time', async () => {
    const { id } = await booked()
    const expire = async (days: number) => {
      after(days * 24)
      await endPointTimes(await jobOf(p))
      await p.settle()
    }
    await expire(6)
    expect(await statusOf(id)).toBe('awaiting-dropoff')
    await expire(2)
    const { shipment, events } = await staff.send(shipmentsApi.detail, { id })
    expect(shipment.status).toBe('cancelled')
    expect(events).toContainEqual(
      expect.objectContaining({ status: 'cancelled', message: 'Not dropped off in time' }),
    )
    const { messages } = await staff.send(notificationsApi.log, { shipment_id: id })
    expect(messages.map(({ event }) => event)).toContain('cancelled')
  })
})

describe('PINs', () => {
  it.each([
    [
      'PP-027',
      shipmentsApi.resendPodPin,
      ['out-for-delivery', 'delivery-failed-attempt'],
      ['door', 'drop-off'],
    ],
    ['PP-028', shipmentsApi.resendPickupPin, ['ready-for-pickup', 'collect-and-return-to-hub'], ['locker']],
    ['PP-029', shipmentsApi.resendDropoffPin, ['awaiting-dropoff'], ['drop-off']],
  ] as const)(
    '[PP-027] [PP-028] [PP-029] are sent again only in the statuses that need them, of all statuses, to a door, to a locker and from a locker: %s',
    async (_, endpoint, statuses, ends) => {
      const points = { door: {}, locker: to_locker, 'drop-off': from_locker }
      for (const [end, point] of Object.entries(points)) {
        const { id } = await p.given.shipment({ ...point, parcels: [small_parcel()] })
        const sentAgain: ShipmentStatus[] = []
        for (const status of shipment_statuses) {
          await p.inTransaction((ctx) => updateShipment(ctx, id, { status }))
          if ((await errorOf(staff.send(endpoint, { id }))).status === 200) sentAgain.push(status)
        }
        const expected = ends.some((one) => one === end) ? statuses : []
        expect(sentAgain.toSorted(), end).toEqual(expected.toSorted())
      }
    },
  )
})

describe('a parcel that is taken back', () => {
  it('stays with its driver, at the locker and until the hub scan, although it is to go to the door', async () => {
    const { shipment, driver, act, stop } = await inLocker()
    const { id } = shipment
    const elsewhere = {
      id,
      delivery_address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
    }
    expect(await errorOf(staff.send(shipmentsApi.change, elsewhere))).toMatchObject({
      message: expect.stringContaining('Have it taken back to the hub first'),
    })
    await mark(id, 'collect-and-return-to-hub')
    await staff.send(shipmentsApi.change, elsewhere)
    expect((await shown(id)).delivery_agent_id).toBe(driver.username)
    expect(await stop()).toMatchObject({
      state: 'to-do',
      address: { type: 'locker', street_address: '1 Main Road' },
      shipments: [{ pickup_door: 'A1', status: 'collect-and-return-to-hub' }],
    })
    expect(await act('collect-expired')).toMatchObject([
      { result: 'applied', shipment_status: 'collected-from-locker' },
    ])
    expect(await held()).toEqual([])
    expect((await shown(id)).delivery_agent_id).toBe(driver.username)
  })

  it('is still on its way back for the account once the driver has taken it out, until the hub scans it', async () => {
    const { shipment, act } = await inLocker()
    const { id } = shipment
    const owner = await p.owner(shipment.account_id)
    await mark(id, 'collect-and-return-to-hub')
    await act('collect-expired')
    expect(await statusOf(id)).toBe('collected-from-locker')
    const seen = await owner.send(shipmentsApi.detail, { id })
    expect(seen.shipment.status).toBe('collect-and-return-to-hub')
    expect(seen.shipment.parcels.map(({ status }) => status)).toEqual(['collect-and-return-to-hub'])
    expect(seen.events.filter(({ status }) => status === 'collect-and-return-to-hub')).toHaveLength(1)
    const counted = async (by: Caller, status: ShipmentStatus) =>
      (await by.send(shipmentsApi.list, { status: [status] })).count
    expect(await counted(owner, 'collect-and-return-to-hub')).toBe(1)
    expect(await counted(owner, 'collected-from-locker')).toBe(0)
    expect(await counted(staff, 'collected-from-locker')).toBe(1)
    const scan = {
      parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
      mode: 'arrive' as const,
      branch_id: p.map.branches.CPT,
    }
    await staff.send(hubApi.addEvent, scan)
    expect((await shown(id, owner)).status).toBe('returned-to-hub')
  })
})

describe('a parcel for a locker whose measures are corrected', () => {
  it('must still fit there when its booked measures change, and keeps its measured ones in any case', async () => {
    const { id, parcels } = await bookedTo()
    const change = (measures: object) =>
      staff.send(shipmentsApi.changeParcels, { id, parcels: [{ id: parcels[0]?.id, ...measures }] })
    expect((await errorOf(change({ submitted_height_cm: 150 }))).message).toContain(
      'This parcel does not fit into any compartment of this locker.',
    )
    await change({ actual_height_cm: 150, confirm_measures: true })
    expect((await shown(id)).parcels).toMatchObject([{ actual_height_cm: 150 }])
  })
})

describe('a parcel that its driver cannot put into the locker', () => {
  it('alerts staff once, frees the door, and goes with the same driver where staff choose, price first', async () => {
    const { shipment, driver, act, stop } = await onVehicle()
    const { id } = shipment
    expect((await stop())?.shipments).toMatchObject([{ pickup_door: 'A1' }])
    expect(await act('does-not-fit')).toMatchObject([{ result: 'conflict', message: 'Choose a reason.' }])
    const reported = await act('does-not-fit', { reason: 'The parcel is too large' })
    expect(reported).toMatchObject([{ result: 'applied', shipment_status: 'bob-box-reservation-failed' }])
    await act('does-not-fit', { reason: 'No door is free' })
    expect(await held()).toEqual([])
    after(5)
    await retryPlaces(await jobOf(p))
    await p.settle()
    expect(await held()).toEqual([])
    const [alert, ...others] = await alerts()
    expect(others).toEqual([])
    expect(alert).toMatchObject({ kind: 'shipment', link: `/shipments/${id}` })
    expect(alert?.text).toContain('The parcel is too large.')
    expect(alert?.text).toContain('another locker or counter, or the receiver’s door')

    const toDoor = { id, delivery_address: { ...sea_point, street_address: '10 Beach Road' } }
    const { before, after: previewed } = await staff.send(shipmentsApi.previewChange, toDoor)
    expect([before.rate, previewed.rate]).toEqual([expect.any(Number), expect.any(Number)])
    expect(await statusOf(id)).toBe('bob-box-reservation-failed')
    const changed = await staff.send(shipmentsApi.change, toDoor)
    await p.settle()
    expect(changed.rate).toBe(previewed.rate)
    expect(await shown(id)).toMatchObject({ status: 'out-for-delivery', delivery_agent_id: driver.username })
    expect(await stop()).toMatchObject({ state: 'to-do', address: { street_address: '10 Beach Road' } })
  })

  it('alerts staff once when four hours of attempts found no place', async () => {
    const booked = [await bookedTo(), await bookedTo(), await bookedTo(), await bookedTo()]
    for (const one of booked) await (await driverOf(one)).act('load')
    const [, , , shipment] = booked
    if (!shipment) throw new Error('Nothing was booked.')
    expect(await statusOf(shipment.id)).toBe('bob-box-reservation-failed')
    expect(await alerts()).toEqual([])
    for (const hours of [2, 2, 1]) {
      after(hours)
      await retryPlaces(await jobOf(p))
      await p.settle()
    }
    const found = await alerts()
    expect(found.map(({ subject }) => subject)).toEqual([
      `${shipment.short_tracking_reference}: no place at Sea Point locker`,
    ])
    expect(found[0]?.text).toContain('No door of Sea Point locker that fits is free.')
  })
})

describe('a receiver at an own locker', () => {
  it('opens the door by its name with the PIN, which delivers the parcel with proof', async () => {
    const { shipment } = await inLocker()
    const { id } = shipment
    const pin = await receiverPin(id)
    const open = (door: string, typed: string) =>
      staff.send(lockersApi.openDoor, { pickup_point_id: 'CT01', door, pin: typed })
    expect(await open('A2', pin)).toEqual({ is_open: false, message: 'No parcel is behind door A2.' })
    expect(await open('A1', pin === '0000' ? '1111' : '0000')).toEqual({
      is_open: false,
      message: 'This PIN is incorrect. 4 tries left.',
    })
    expect(await statusOf(id)).toBe('ready-for-pickup')
    expect(await open('a1', pin)).toEqual({ is_open: true, message: shipment.short_tracking_reference })
    expect(await held()).toEqual([])
    const { shipment: delivered, events } = await staff.send(shipmentsApi.detail, { id })
    expect(delivered.status).toBe('delivered')
    const [last, before] = events
    expect([before?.status, last?.status]).toEqual(['collected-from-locker', 'delivered'])
    expect(last?.data).toMatchObject({ type: 'proof-of-delivery-pin', pin_used: true })
    const owner = await p.owner(shipment.account_id)
    const seen = (await owner.send(shipmentsApi.detail, { id })).events.map(({ status }) => status)
    expect(seen).toContain('delivered')
    expect(seen).not.toContain('collected-from-locker')
    expect(await open('A1', pin)).toMatchObject({ is_open: false })
  })

  it('[DRV-001] leaves the stop of the driver on the day of the deposit, not on that of the fetching', async () => {
    const { shipment, driver } = await inLocker()
    const deposited = dayOf(p.runtime.runtime.clock())
    after(24)
    const pin = await receiverPin(shipment.id)
    const opened = await staff.send(lockersApi.openDoor, { pickup_point_id: 'CT01', door: 'A1', pin })
    expect(opened.is_open).toBe(true)
    const statesOn = async (date: string) => {
      const { stops } = await staff.send(driversApi.tripSheet, { driver: driver.username, date })
      return stops.map(({ state }) => state)
    }
    expect(await statesOn(dayAfter(deposited, 1))).toEqual([])
    expect(await statesOn(deposited)).toEqual(['done'])
  })

  it('is locked out after five wrong PINs', async () => {
    const { shipment } = await inLocker()
    const pin = await receiverPin(shipment.id)
    const open = (typed: string) =>
      staff.send(lockersApi.openDoor, { pickup_point_id: 'CT01', door: 'A1', pin: typed })
    for (const _ of [1, 2, 3, 4, 5]) await open(pin === '0000' ? '1111' : '0000')
    expect(await open(pin)).toEqual({
      is_open: false,
      message: 'Too many wrong PINs. Try again in 15 minutes.',
    })
  })
})

describe('reports about a parcel in a locker', () => {
  /** Gives the place of a parcel the number and the code of a network. */
  const ofNetwork = (id: number) =>
    p.inTransaction(async (ctx) => {
      const reservation = await lockOpenReservation(ctx, id, 'delivery')
      await updateReservation(ctx, reservation?.id ?? 0, {
        network: 'bob-box',
        network_reference: 'BB-1',
        courier_code_sealed: ctx.sealer.seal('7788'),
      })
    })
  let number = 0
  const report = (kind: NetworkEvent['kind'], by: NetworkEvent['by']) =>
    p.inTransaction((ctx) =>
      applyNetworkEvent(ctx, 'bob-box', {
        event_id: `event-${(number += 1)}`,
        network_reference: 'BB-1',
        kind,
        by,
        occurred_at: ctx.now,
        door: 'A1',
      }),
    )

  it('of its network deliver it when the receiver fetched it, once', async () => {
    const { shipment } = await inLocker()
    await ofNetwork(shipment.id)
    expect(await report('collect', 'receiver')).toBe('applied')
    expect(await statusOf(shipment.id)).toBe('delivered')
    for (const kind of ['deposit', 'expire', 'collect', 'fail'] as const)
      expect(await report(kind, 'courier')).toBe('late')
    expect(await statusOf(shipment.id)).toBe('delivered')
  })

  it('of its network ask for it to be taken back, and its driver reads the code of the door until it is out', async () => {
    const { shipment, stop } = await inLocker()
    await ofNetwork(shipment.id)
    expect(await report('expire', 'courier')).toBe('applied')
    expect((await stop())?.shipments).toMatchObject([{ courier_code: '7788', pickup_door: 'A1' }])
    expect(await report('collect', 'courier')).toBe('applied')
    expect(await statusOf(shipment.id)).toBe('collected-from-locker')
    const owner = await p.owner(shipment.account_id)
    expect((await shown(shipment.id, owner)).status).toBe('collect-and-return-to-hub')
    expect((await stop())?.shipments.map(({ courier_code }) => courier_code) ?? ['']).toEqual([''])
  })

  it('of its network are confirmed by the actions that its driver sends later, and the status stays', async () => {
    const { shipment, act } = await onVehicle()
    await ofNetwork(shipment.id)
    await report('deposit', 'courier')
    expect(await act('deposit-in-locker', { compartment: 'A1' })).toMatchObject([
      { result: 'applied', shipment_status: 'ready-for-pickup' },
    ])
    await report('expire', 'courier')
    await report('collect', 'courier')
    expect(await act('collect-expired')).toMatchObject([
      { result: 'applied', shipment_status: 'collected-from-locker' },
    ])
    const { tracking_events } = await staff.send(hubApi.events, { shipment_id: shipment.id })
    const times = (code: string) => tracking_events.filter(({ status }) => status === code).length
    expect([times('in-locker'), times('collected-from-locker'), times('evidence-kept')]).toEqual([1, 1, 2])
  })

  it('of another courier count only when they take it out after it was put in', async () => {
    const { shipment } = await inLocker()
    const may = (to: ShipmentStatus, minutes: number) =>
      p.inTransaction((ctx) =>
        mayReport(ctx, shipment.id, { to, date: new Date(ctx.now.getTime() + minutes * 60_000) }),
      )
    expect(await may('returned-to-hub', 5)).toBe(true)
    expect(await may('returned-to-hub', -5)).toBe(false)
    expect(await may('out-for-delivery', 5)).toBe(false)
    expect(await may('on-hold', -5)).toBe(true)
  })
})
