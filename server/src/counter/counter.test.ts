import { randomUUID } from 'node:crypto'
import { counterApi, type CounterAction } from '@waybill/domain/counter/api'
import { hubApi } from '@waybill/domain/hub/api'
import { hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { dropoffPin } from '../shipments/index.ts'
import { address, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { lockerSchedules } from '../lockers/index.ts'

let p: TestProvider
let staff: Caller
let clerk: Caller
let point: number
let other: number
const counter_clerk = 18
const hub_operator = 12

const place = { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 }
const counter = (code: string, name: string) => ({
  pickup_point_id: code,
  type: 'counter' as const,
  name,
  address: place,
  trading_hours: '24/7',
})
beforeEach(async () => {
  p = await newProvider()
  p.runtime.setNow(null)
  staff = await p.staff()
  clerk = await p.user(counter_clerk)
  point = (await staff.send(pickupPointsApi.create, counter('SP01', 'Sea Point counter'))).id
  other = (await staff.send(pickupPointsApi.create, counter('GW01', 'Gateway counter'))).id
})

const pinOfSender = (shipment: Shipment) => p.inTransaction(async (ctx) => dropoffPin(ctx, shipment))
const here = { delivery_pickup_point_id: 'SP01', delivery_pickup_point_provider: 'own' }
const from_here = { collection_pickup_point_id: 'SP01', collection_pickup_point_provider: 'own' }
const document = { document: 'id-card', name: 'N Mokoena', number_end: '9087' } as const

/** Sends one action at a counter; every call is a new action unless it names an id. */
async function act(
  type: CounterAction['type'],
  more: Partial<CounterAction> = {},
  { by = clerk, at = point } = {},
) {
  const action = { action_id: randomUUID(), type, occurred_at: p.runtime.runtime.clock(), ...more }
  const { results } = await by.send(counterApi.handOver, { point_id: at, actions: [action] })
  await p.settle()
  const [result] = results
  if (!result) throw new Error('The action has no result.')
  return result
}
async function stock(by = clerk, at = point) {
  const answer = await by.send(counterApi.stock, { point_id: at })
  return answer.stock?.parcels.map(({ reference, state }) => [reference, state]) ?? []
}
const detail = async (id: number) => (await staff.send(shipmentsApi.detail, { id })).shipment
const statusOf = async (id: number) => (await detail(id)).status
const nameOf = (shipment: Shipment) => shipment.short_tracking_reference
const eventsOf = async (id: number) => (await staff.send(hubApi.events, { shipment_id: id })).tracking_events

/** Books a shipment to the counter that a driver has brought and the clerk has taken in. */
async function taken() {
  const shipment = await p.given.shipment({ ...here, status: 'at-destination-hub' })
  await staff.send(hubApi.addEvent, { shipment_id: shipment.id, status: 'out-for-delivery', message: 'Left' })
  await p.settle()
  expect(await act('take-in', { reference: nameOf(shipment) })).toMatchObject({ result: 'applied' })
  return shipment
}

describe('taking in at a counter', () => {
  it('collects a parcel of a sender by its label, and by its drop-off PIN', async () => {
    const [one, two] = [await p.given.shipment(from_here), await p.given.shipment(from_here)]
    expect(await statusOf(one.id)).toBe('awaiting-dropoff')
    expect(await stock()).toEqual([
      [nameOf(one), 'expected'],
      [nameOf(two), 'expected'],
    ])
    const label = one.parcels[0]?.tracking_reference ?? ''
    expect(await act('take-in', { reference: label })).toMatchObject({
      result: 'applied',
      message: 'Taken in from the sender.',
      shipment_id: one.id,
    })
    const pin = await pinOfSender(two)
    expect(await act('take-in', { pin })).toMatchObject({ result: 'applied', shipment_id: two.id })
    expect(await statusOf(one.id)).toBe('collected')
    expect(await eventsOf(one.id)).toContainEqual(
      expect.objectContaining({ status: 'collected', location: 'Sea Point counter' }),
    )
    expect(await stock()).toEqual([
      [nameOf(one), 'for-driver'],
      [nameOf(two), 'for-driver'],
    ])
  })

  it('locks drop-off PINs for the clerk after five that no expected parcel has', async () => {
    const shipment = await p.given.shipment(from_here)
    const pin = await pinOfSender(shipment)
    const wrong = pin === '0000' ? '1111' : '0000'
    for (let tries = 0; tries < 5; tries += 1)
      expect(await act('take-in', { pin: wrong })).toMatchObject({
        message: /^No parcel that is expected here/,
      })
    expect(await act('take-in', { pin })).toMatchObject({
      result: 'conflict',
      message: /^Too many wrong PINs/,
    })
    p.runtime.setNow(new Date(Date.now() + 16 * minute_ms))
    expect(await act('take-in', { pin })).toMatchObject({ result: 'applied' })
  })

  it('refuses the PIN of the receiver from a sender', async () => {
    const shipment = await p.given.shipment(from_here)
    const pin = (await detail(shipment.id)).proof_of_delivery_pin ?? ''
    expect(pin).not.toBe(await pinOfSender(shipment))
    expect(await act('take-in', { pin })).toMatchObject({ result: 'conflict', shipment_id: null })
    expect(await statusOf(shipment.id)).toBe('awaiting-dropoff')
  })

  it('has the PIN that its account and staff who may view PINs see until it is dropped off', async () => {
    const shipment = await p.given.shipment(from_here)
    const pinFor = async (by: Caller) =>
      (await by.send(pickupPointsApi.places, { shipment_id: shipment.id })).places[0]?.dropoff_pin
    const owner = await p.owner(shipment.account_id)
    const pin = await pinOfSender(shipment)
    expect([await pinFor(owner), await pinFor(staff)]).toEqual([pin, pin])
    expect(await pinFor(await p.user(hub_operator))).toBeUndefined()
    expect(await act('take-in', { pin })).toMatchObject({ result: 'applied', shipment_id: shipment.id })
    expect(await pinFor(owner)).toBeUndefined()
  })

  it('makes a parcel of a driver ready for its receiver, with a deadline', async () => {
    const shipment = await taken()
    expect(await statusOf(shipment.id)).toBe('ready-for-pickup')
    const { stock: found } = await clerk.send(counterApi.stock, { point_id: point })
    expect(found?.parcels).toMatchObject([
      { state: 'waiting', receiver: 'Naledi Mokoena', has_come_today: true, deadline: expect.any(Date) },
    ])
    expect(await act('take-in', { reference: nameOf(shipment) })).toMatchObject({
      result: 'applied',
      message: `${nameOf(shipment)} is already here.`,
    })
  })

  it('refuses unknown parcels, those of other points, and everything while out of order', async () => {
    const shipment = await p.given.shipment({ ...here, status: 'out-for-delivery' })
    expect(await act('take-in', { reference: 'NOSUCH' })).toMatchObject({
      result: 'conflict',
      message: 'No parcel has the reference NOSUCH.',
    })
    expect(await act('take-in', { reference: nameOf(shipment) }, { at: other })).toMatchObject({
      result: 'conflict',
      message: `${nameOf(shipment)} belongs to Sea Point counter, not to Gateway counter.`,
    })
    const { points } = await staff.send(pickupPointsApi.managed, { id: point })
    const version = points[0]?.version ?? 0
    await staff.send(pickupPointsApi.change, { id: point, version, out_of_order_reason: 'Flooded' })
    expect(await act('take-in', { reference: nameOf(shipment) })).toMatchObject({ message: /: Flooded\./ })
    expect(await statusOf(shipment.id)).toBe('out-for-delivery')
  })
})

describe('handing out at a counter', () => {
  it('delivers with the PIN in one transaction, and stores it as proof', async () => {
    const { id, ...shipment } = await taken()
    const { proof_of_delivery_pin: pin = '' } = await detail(id)
    const handed = { reference: shipment.short_tracking_reference, pin: pin ?? '' }
    expect(await act('hand-out', handed)).toMatchObject({
      result: 'applied',
      message: 'Handed out for Naledi Mokoena.',
    })
    expect(await statusOf(id)).toBe('delivered')
    const statuses = (await eventsOf(id)).map(({ status }) => status)
    expect(statuses).toEqual(expect.arrayContaining(['collected-from-counter', 'delivered']))
    const events = await eventsOf(id)
    expect(events.find(({ status }) => status === 'delivered')).toMatchObject({
      message: 'PIN entered successfully',
      data: { type: 'proof-of-delivery-pin', pin_used: true },
    })
    expect(await stock()).toEqual([[shipment.short_tracking_reference, 'left']])
    expect(await act('hand-out', handed)).toMatchObject({
      result: 'conflict',
      message: /already been handed out/,
    })
  })

  it('delivers with a document, and keeps its kind and last four digits only for staff', async () => {
    const { id, ...shipment } = await taken()
    await act('hand-out', { reference: shipment.short_tracking_reference, identity: document })
    const delivered = (await eventsOf(id)).find(({ status }) => status === 'delivered')
    expect(delivered).toMatchObject({
      message: 'Identity checked: ID card ending in 9087, the name matches.',
      data: { name: 'N Mokoena', pin_used: false },
    })
    const owner = await p.owner(shipment.account_id)
    const { tracking_events } = await owner.send(hubApi.events, { shipment_id: id })
    expect(tracking_events.find(({ status }) => status === 'delivered')).toMatchObject({
      message: 'Recipient details entered',
    })
    expect(JSON.stringify(tracking_events)).not.toContain('9087')
  })

  it('counts wrong PINs, locks them after five, and still takes a document under the same id', async () => {
    const { id, ...shipment } = await taken()
    const { proof_of_delivery_pin: pin } = await detail(id)
    const reference = shipment.short_tracking_reference
    const actionId = randomUUID()
    const wrong = pin === '0000' ? '1111' : '0000'
    expect(await act('hand-out', { action_id: actionId, reference, pin: wrong })).toMatchObject({
      result: 'conflict',
      message: 'This PIN is incorrect. 4 tries left.',
    })
    for (let tries = 0; tries < 4; tries += 1) await act('hand-out', { reference, pin: wrong })
    expect(await act('hand-out', { reference, pin: pin ?? '' })).toMatchObject({
      message: /^Too many wrong PINs/,
    })
    expect(await statusOf(id)).toBe('ready-for-pickup')
    expect(await act('hand-out', { action_id: actionId, reference, identity: document })).toMatchObject({
      result: 'applied',
    })
    expect(await statusOf(id)).toBe('delivered')
  })

  it('delivers once when two clerks hand out the same parcel at the same time', async () => {
    const { id, ...shipment } = await taken()
    const second = await p.user(counter_clerk)
    const reference = shipment.short_tracking_reference
    const results = await Promise.all(
      [clerk, second].map((by) => act('hand-out', { reference, identity: document }, { by })),
    )
    expect(results.map(({ result }) => result).toSorted()).toEqual(['applied', 'conflict'])
    expect((await eventsOf(id)).filter(({ status }) => status === 'delivered')).toHaveLength(1)
  })
})

describe('actions of a counter', () => {
  it('are applied once, and a repeat gets the first result', async () => {
    const { id, ...shipment } = await taken()
    const action = {
      action_id: randomUUID(),
      reference: shipment.short_tracking_reference,
      identity: document,
    }
    const first = await act('hand-out', action)
    const repeats = await Promise.all([act('hand-out', action), act('hand-out', action)])
    expect(repeats).toEqual([first, first])
    expect((await eventsOf(id)).filter(({ status }) => status === 'delivered')).toHaveLength(1)
  })

  it('that arrive an hour late have their own time, and are applied in their order', async () => {
    const shipment = await p.given.shipment({ ...here, status: 'out-for-delivery' })
    const reference = nameOf(shipment)
    const now = p.runtime.runtime.clock().getTime()
    p.runtime.setNow(new Date(now + 2 * hour_ms))
    const late = (type: CounterAction['type'], minutes: number, more: object = {}) => ({
      action_id: randomUUID(),
      type,
      reference,
      occurred_at: new Date(now + minutes * minute_ms),
      ...more,
    })
    const { results } = await clerk.send(counterApi.handOver, {
      point_id: point,
      actions: [late('hand-out', 50, { identity: document }), late('take-in', 10)],
    })
    expect(results.map(({ result }) => result)).toEqual(['applied', 'applied'])
    const delivered = (await eventsOf(shipment.id)).find(({ status }) => status === 'delivered')
    expect(delivered?.date).toEqual(new Date(now + 50 * minute_ms))
  })
})

describe('giving parcels to a driver', () => {
  it('makes the chosen driver responsible for a dropped-off parcel', async () => {
    const { id, ...shipment } = await p.given.shipment(from_here)
    const reference = shipment.short_tracking_reference
    await act('take-in', { reference })
    expect(await act('give-to-driver', { reference })).toMatchObject({ message: /^Choose the driver/ })
    const driver = await p.driver()
    expect(await act('give-to-driver', { reference, driver: driver.username })).toMatchObject({
      result: 'applied',
    })
    expect(await detail(id)).toMatchObject({ status: 'collected', collection_agent_id: driver.username })
    expect(await stock()).toEqual([[reference, 'left']])
  })

  it('no longer lists a dropped-off parcel that a hub has scanned in', async () => {
    const { id, ...shipment } = await p.given.shipment(from_here)
    await act('take-in', { reference: shipment.short_tracking_reference })
    await staff.send(hubApi.addEvent, { shipment_id: id, status: 'at-hub', message: 'Arrived' })
    expect(await stock()).toEqual([[shipment.short_tracking_reference, 'left']])
  })

  it('gives a parcel that was not fetched in time to the driver who returns it to the hub', async () => {
    const { id, ...shipment } = await taken()
    const reference = shipment.short_tracking_reference
    const driver = await p.driver()
    expect(await act('give-to-driver', { reference, driver: driver.username })).toMatchObject({
      message: `${reference} still waits for its receiver.`,
    })
    p.runtime.setNow(new Date(Date.now() + 40 * hour_ms))
    for (const { run } of lockerSchedules) await run(await jobOf(p))
    expect(await stock()).toEqual([[reference, 'for-driver']])
    await act('give-to-driver', { reference, driver: driver.username })
    expect(await statusOf(id)).toBe('collected-from-counter')
  })
})

describe('the end of the day at a counter', () => {
  it('lists what is missing and what should not be there, and closes the day', async () => {
    const [one, two] = [await taken(), await taken()]
    const left = await taken()
    await act('hand-out', { reference: nameOf(left), identity: document })
    const label = one.parcels[0]?.tracking_reference ?? ''
    expect(await act('close-day', { counted: [label, nameOf(left)] })).toMatchObject({
      result: 'applied',
      difference: { missing: [nameOf(two)], unexpected: [nameOf(left)] },
    })
    const { stock: found } = await clerk.send(counterApi.stock, { point_id: point })
    expect(found?.closed).toMatchObject({ by: clerk.username, difference: { missing: [nameOf(two)] } })
  })
})

describe('who works at a counter', () => {
  it('is limited to one point by an administrator', async () => {
    const points = async () => (await clerk.send(counterApi.stock, {})).points.map(({ name }) => name)
    expect(await points()).toEqual(['Gateway counter', 'Sea Point counter'])
    await staff.send(counterApi.limitClerk, { username: clerk.username, point_id: other })
    expect(await points()).toEqual(['Gateway counter'])
    expect(await errorOf(clerk.send(counterApi.stock, { point_id: point }))).toMatchObject({ status: 403 })
    const call = { point_id: point, actions: [] }
    expect(await errorOf(clerk.send(counterApi.handOver, call))).toMatchObject({ status: 403 })
    const { clerks } = await staff.send(counterApi.clerks, {})
    expect(clerks).toContainEqual(expect.objectContaining({ username: clerk.username, point_id: other }))
    expect(await errorOf(clerk.send(counterApi.clerks, {}))).toMatchObject({ status: 403 })
    await staff.send(counterApi.limitClerk, { username: clerk.username, point_id: null })
    expect(await points()).toHaveLength(2)
  })

  it('is neither a driver nor a customer, and nobody works at a point that is closed for good', async () => {
    const [driver, owner] = [await p.driver(), await p.owner()]
    for (const by of [driver, owner])
      expect(await errorOf(by.send(counterApi.stock, { point_id: point }))).toMatchObject({ status: 403 })
    await staff.send(pickupPointsApi.close, { id: point })
    expect(await errorOf(clerk.send(counterApi.stock, { point_id: point }))).toMatchObject({
      status: 404,
      message: /closed for good/,
    })
  })
})
