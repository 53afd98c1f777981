import { randomUUID } from 'node:crypto'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionType, Leg } from '@waybill/domain/drivers/model'
import { planApi } from '@waybill/domain/drivers/plan'
import { hubApi } from '@waybill/domain/hub/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { reportsApi } from '@waybill/domain/reports/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { address, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { updateShipment } from '../shipments/index.ts'
import { findPlannedDriver } from './plan/plan-store.ts'

let p: TestProvider
let clerk: Caller
let driver: Caller
let other: Caller
beforeAll(async () => {
  p = await newProvider({ driver_must_scan_each_parcel: false })
  clerk = await p.staff()
})
beforeEach(async () => {
  driver = await p.driver(undefined, 'JHB')
  other = await p.driver(undefined, 'JHB')
})
afterEach(() => p.runtime.setNow(null))

const far_day = '2099-12-31'

async function act(
  type: ActionType,
  about: { shipment_id?: number; collection_request_id?: number },
  by = driver,
) {
  const { results } = await by.send(driversApi.actions, {
    actions: [
      {
        action_id: randomUUID(),
        type,
        ...about,
        occurred_at: new Date(),
        payload: type === 'load' ? {} : { reason: 'Nobody there' },
      },
    ],
  })
  expect(results).toMatchObject([{ result: 'applied' }])
}
const give = (id: number, leg: Leg, to: Caller) =>
  clerk.send(driversApi.assign, { shipment_ids: [id], leg, username: to.username, assign_anyway: true })

/** Has the driver load a delivery and report that it failed, and scans its parcel in. */
async function failAndScanIn(id: number, [parcel]: readonly { tracking_reference: string }[]) {
  await give(id, 'delivery', driver)
  await act('load', { shipment_id: id })
  await act('delivery-failed', { shipment_id: id })
  await clerk.send(hubApi.addEvent, {
    parcel_reference: parcel?.tracking_reference ?? '',
    mode: 'arrive',
    branch_id: p.map.branches.JHB,
  })
}

/** Returns how many stops of a driver failed and are to do on a day, on every page that counts them. */
async function counts(by: Caller, date: string) {
  const ofDriver = ({ username }: { username: string }): boolean => username === by.username
  const { totals } = await clerk.send(driversApi.tripSheet, { driver: by.username, date })
  const listed = (await clerk.send(reportsApi.opsDashboard, { date })).drivers.find(ofDriver)
  const shown = (await clerk.send(planApi.board, { date })).drivers.find(ofDriver)
  return {
    sheet: [totals.failed, totals.remaining],
    dashboard: [listed?.failed, listed?.remaining],
    board: [shown?.failed, shown?.figures.stops],
  }
}
const everywhere = (failed: number, remaining: number) => ({
  sheet: [failed, remaining],
  dashboard: [failed, remaining],
  board: [failed, remaining],
})

describe('a visit that failed', () => {
  it('[OPS-002] [DRV-008] counts for the driver who tried and its day after the parcel was scanned in, and is to do once it is given again', async () => {
    const today = dayOf(new Date())
    const { id, parcels } = await p.given.shipment({ status: 'at-destination-hub' })
    await p.inTransaction((ctx) => updateShipment(ctx, id, { delivery_min_date: today }))
    await failAndScanIn(id, parcels)
    const { shipment } = await clerk.send(shipmentsApi.detail, { id })
    expect([shipment.status, shipment.delivery_agent_id]).toEqual(['returned-to-hub', driver.username])
    expect(await counts(driver, today)).toEqual(everywhere(1, 0))
    expect(await counts(driver, far_day)).toEqual(everywhere(0, 1))
    await give(id, 'delivery', driver)
    expect(await counts(driver, today)).toEqual(everywhere(0, 1))
    await give(id, 'delivery', other)
    expect(await counts(driver, today)).toEqual(everywhere(1, 0))
    expect(await counts(other, today)).toEqual(everywhere(0, 1))
    p.runtime.setNow(new Date(Date.now() + day_ms))
    expect(await counts(driver, today)).toEqual(everywhere(1, 0))
  })

  it('[OPS-002] [DRV-008] counts once for the driver who tried a collection that another driver has now, without its contact', async () => {
    const today = dayOf(new Date())
    const { id } = await p.given.shipment()
    await give(id, 'collection', driver)
    const request = await clerk.send(collectionsApi.create, {
      account_id: (await p.given.account()).id,
      address: address('1 Rivonia Road', 'Sandton', 'Johannesburg', '2196', 'GP'),
      contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
    })
    const giveRequest = (to: Caller) =>
      clerk.send(collectionsApi.assign, { ids: [request.id], username: to.username, assign_anyway: true })
    await giveRequest(driver)
    await act('collection-failed', { shipment_id: id })
    await act('collection-failed', { collection_request_id: request.id })
    const contacts = async () => {
      const { stops } = await driver.send(driversApi.tripSheet, { date: today })
      return stops.flatMap(({ request: asked, shipments }) =>
        [...(asked ? [asked] : []), ...shipments].map(({ contact_name }) => contact_name !== ''),
      )
    }
    expect(await counts(driver, today)).toEqual(everywhere(2, 0))
    expect(await contacts()).toEqual([true, true])
    await give(id, 'collection', other)
    await giveRequest(other)
    expect(await counts(driver, today)).toEqual(everywhere(2, 0))
    expect(await contacts()).toEqual([false, false])
    expect(await counts(other, far_day)).toEqual(everywhere(0, 2))
  })

  it('[TRACK-005] is not what the receiver is shown while another driver has the parcel, also at a stop with other parcels', async () => {
    const today = dayOf(new Date())
    const [failed, waiting] = [
      await p.given.shipment({ status: 'at-destination-hub' }),
      await p.given.shipment({ status: 'at-destination-hub' }),
    ]
    await give(waiting.id, 'delivery', driver)
    await act('load', { shipment_id: waiting.id })
    await failAndScanIn(failed.id, failed.parcels)
    await give(failed.id, 'delivery', other)
    await act('load', { shipment_id: failed.id }, other)
    await clerk.send(planApi.change, {
      date: today,
      changes: [{ kind: 'sequence', drivers: [driver.username] }],
    })
    await p.settle()
    const arrivalOf = async ({ id }: { id: number }) =>
      (await clerk.send(planApi.arrival, { shipment_id: id })).arrival
    expect(await arrivalOf(waiting)).toMatchObject({ stops_before: 0 })
    expect(await arrivalOf(failed)).toBeNull()
    const planned = await p.inTransaction((ctx) => findPlannedDriver(ctx, today, failed.id))
    expect(planned).toBeNull()
  })

  it('[OPS-002] is to do again after the board gave it to the same driver, and cannot be moved once another driver has it', async () => {
    const today = dayOf(new Date())
    const { id, parcels } = await p.given.shipment({ status: 'at-destination-hub' })
    await p.inTransaction((ctx) => updateShipment(ctx, id, { delivery_min_date: today }))
    await failAndScanIn(id, parcels)
    const stopsOf = async (by: Caller) =>
      (await clerk.send(planApi.board, {})).stops
        .filter(({ driver_username }) => driver_username === by.username)
        .map((stop) => [stop.state, stop.may_be_given_again, stop.is_given_away])
    expect(await stopsOf(driver)).toEqual([['failed', true, false]])
    const visit = { leg: 'delivery' as const, shipment_id: id, from: driver.username }
    const { results } = await clerk.send(planApi.change, {
      date: today,
      changes: [{ kind: 'move', visits: [visit], to: driver.username }],
    })
    expect(results).toMatchObject([{ applied: true }])
    expect(await stopsOf(driver)).toEqual([['to-do', false, false]])
    await give(id, 'delivery', other)
    expect(await stopsOf(driver)).toEqual([['failed', false, true]])
    expect(await stopsOf(other)).toEqual([['to-do', false, false]])
  })

  it('[DRV-008] has its parcels on the phone only while the driver can load them again that day, so that those of another driver are not to hand back', async () => {
    const parcelsOf = async (by: Caller) => {
      const { stops } = await by.send(driversApi.tripSheet, { date: dayOf(new Date()) })
      return stops.flatMap(({ shipments }) =>
        shipments.flatMap((shipment) => shipment.parcels.map(({ status }) => status)),
      )
    }
    const delivery = await p.given.shipment({ status: 'at-destination-hub' })
    const plan = (day: string) =>
      p.inTransaction((ctx) => updateShipment(ctx, delivery.id, { delivery_min_date: day }))
    await plan(dayOf(new Date()))
    await failAndScanIn(delivery.id, delivery.parcels)
    expect(await parcelsOf(driver)).toEqual(['returned-to-hub'])
    await plan(far_day)
    expect(await parcelsOf(driver)).toEqual([])
    await plan(dayOf(new Date()))
    await give(delivery.id, 'delivery', other)
    expect(await parcelsOf(driver)).toEqual([])
    await act('load', { shipment_id: delivery.id }, other)
    expect([await parcelsOf(driver), await parcelsOf(other)]).toEqual([[], ['out-for-delivery']])
    const collection = await p.given.shipment()
    await give(collection.id, 'collection', driver)
    await act('collection-failed', { shipment_id: collection.id })
    expect(await parcelsOf(driver)).toEqual(['collection-failed-attempt'])
    await give(collection.id, 'collection', other)
    expect(await parcelsOf(driver)).toEqual([])
  })
})
