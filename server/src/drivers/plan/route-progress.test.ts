import { randomUUID } from 'node:crypto'
import { driversApi, type ActionPayload, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import { usual_break } from '@waybill/domain/drivers/sequencing/route'
import { collectionsApi } from '@waybill/domain/collections/api'
import { hubApi } from '@waybill/domain/hub/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeEach, expect, it } from 'vitest'
import { address, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { findDriver } from '../find-driver.ts'
import { readDriverDay, routeOf } from './driver-day.ts'

let p: TestProvider
let clerk: Caller
let driver: Caller
beforeEach(async () => {
  p = await newProvider({ driver_must_scan_each_parcel: false })
  clerk = await p.staff()
  driver = await p.driver(undefined, 'CPT')
})

const now = () => new Date(p.runtime.runtime.clock())
const report = async (type: ActionType, about: Partial<DriverAction> = {}, payload: ActionPayload = {}) => {
  const action = { action_id: randomUUID(), type, occurred_at: now(), payload, ...about }
  expect(await driver.send(driversApi.actions, { actions: [action] })).toMatchObject({
    results: [{ result: 'applied' }],
  })
}
const assign = ({ id }: Shipment, leg: 'collection' | 'delivery') =>
  clerk.send(driversApi.assign, {
    shipment_ids: [id],
    leg,
    username: driver.username,
    assign_anyway: true,
  })
/** Returns the rest of the present day of the driver. */
const route = () =>
  p.inTransaction(async (ctx) => {
    const row = await findDriver(ctx, driver.username)
    if (!row) throw new Error('There is no such driver.')
    return routeOf(await readDriverDay(ctx, dayOf(now()), row, undefined))
  })

it('[DRV-008] starts the rest of a day when the driver has started the route, and takes reported breaks', async () => {
  const tomorrow = dayAfter(dayOf(now()), 1)
  const at = (utc: string) => p.runtime.setNow(new Date(`${tomorrow}T${utc}:00Z`))
  const progress = async () => {
    const { start, break: rest } = await route()
    return { minute: start.minute, rest }
  }
  at('04:30')
  await report('start-day')
  expect(await progress()).toEqual({ minute: 8 * 60, rest: usual_break })
  await report('start-route')
  expect(await progress()).toEqual({ minute: 6 * 60 + 30, rest: usual_break })
  at('08:00')
  await report('break-start')
  at('08:10')
  expect(await progress()).toEqual({ minute: 10 * 60 + 10, rest: { from: 0, minutes: 20 } })
  await report('break-end')
  expect((await progress()).rest).toEqual(usual_break)
  at('09:00')
  await report('break-start')
  at('09:30')
  await report('break-end')
  expect((await progress()).rest).toBeNull()
  p.runtime.setNow(null)
})

it('[DRV-008] does not count the route and the break of a day that the driver never ended as those of the next', async () => {
  const [day, next] = [dayAfter(dayOf(now()), 1), dayAfter(dayOf(now()), 2)]
  for (const [utc, type] of [
    ['05:00', 'start-day'],
    ['05:10', 'start-route'],
    ['10:00', 'break-start'],
    ['10:30', 'break-end'],
  ] as const) {
    p.runtime.setNow(new Date(`${day}T${utc}:00Z`))
    await report(type)
  }
  p.runtime.setNow(new Date(`${next}T04:30:00Z`))
  const { start, break: rest } = await route()
  expect({ minute: start.minute, rest }).toEqual({ minute: 8 * 60, rest: usual_break })
  p.runtime.setNow(null)
})

it('[OPS-002] has on board what the driver still has, and nothing twice', async () => {
  const kg = async () => (await route()).vehicle.kg
  const shipment = await p.given.shipment()
  await assign(shipment, 'collection')
  await report('collect', { shipment_id: shipment.id }, { name: 'Riaan' })
  expect(await kg()).toBe(3)
  await assign(shipment, 'delivery')
  await report('load', { shipment_id: shipment.id })
  expect(await kg()).toBe(0)
  await report('delivery-failed', { shipment_id: shipment.id }, { reason: 'Nobody there' })
  expect(await kg()).toBe(3)
  await clerk.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
    mode: 'arrive',
    branch_id: p.map.branches.JHB,
  })
  expect(await kg()).toBe(0)
  const { id } = await clerk.send(collectionsApi.create, {
    account_id: shipment.account_id,
    address: address('1 Rivonia Road', 'Sandton', 'Johannesburg', '2196', 'GP'),
    contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
    date: dayOf(now()),
    expected_parcels: 2,
    expected_kg: 7,
  })
  await clerk.send(collectionsApi.assign, { ids: [id], username: driver.username, assign_anyway: true })
  await report('collect', { collection_request_id: id }, { name: 'Riaan', parcel_count: 2 })
  expect(await kg()).toBe(7)
  await p.given.shipment({ account_id: shipment.account_id, collection_request_id: id })
  expect(await kg()).toBe(3)
})
