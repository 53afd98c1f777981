import { randomUUID } from 'node:crypto'
import { driversApi, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import { positionsApi } from '@waybill/domain/drivers/positions-api'
import { vehicle_check_items } from '@waybill/domain/drivers/vehicle-check'
import { role_ids } from '@waybill/domain/kit/actor'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { reportsApi } from '@waybill/domain/reports/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushService, type Browser, type PushService } from '../../../dev/test-kit/fakes/push-service.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { removeOldPositions } from '../positions/store-positions.ts'

const noon = new Date('2026-11-23T10:00:00Z')
const minutes = (count: number): Date => new Date(noon.getTime() + count * minute_ms)

let service: PushService
let p: TestProvider
let clerk: Caller
let driver: Caller
beforeAll(async () => {
  service = await pushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  p = await newProvider({ driver_vehicle_check: true })
  p.runtime.setNow(noon)
  service.answerWith(null)
  service.pushes.length = 0
  clerk = await p.staff()
  driver = await p.driver(undefined, 'JHB')
})
afterEach(() => p.runtime.setNow(null))

const action = (type: ActionType, more: Partial<DriverAction> = {}): DriverAction => ({
  action_id: randomUUID(),
  type,
  occurred_at: noon,
  ...more,
})
async function send(...actions: DriverAction[]): Promise<ActionResult[]> {
  return (await driver.send(driversApi.actions, { actions })).results
}
const results = async (...actions: DriverAction[]) =>
  (await send(...actions)).map(({ result, message }) => (message ? `${result}: ${message}` : result))
const checked = (more: { tyres: boolean; description?: string } = { tyres: true }) =>
  action('vehicle-check', {
    payload: {
      vehicle_check: vehicle_check_items.map(({ key }) => ({ key, ok: key !== 'tyres' || more.tyres })),
      ...(more.description ? { description: more.description } : {}),
    },
  })
const place = (at: Date, more = {}) => ({ at, lat: -33.92, lng: 18.42, accuracy: 12, battery: 71, ...more })
const report = (positions: ReturnType<typeof place>[], by = driver) =>
  by.send(positionsApi.report, { positions })
const shown = async (input: { branch_id?: number } = {}, by = clerk) =>
  (await by.send(positionsApi.list, input)).drivers.filter(({ username }) => username === driver.username)
/** The day as the driver's own phone gets it. */
const ownDay = async () => (await driver.send(driversApi.tripSheet, {})).day
const inbox = async (by = clerk) =>
  (await by.send(inboxApi.messages, {})).messages.map(({ subject }) => subject)

async function loaded(): Promise<Shipment> {
  const shipment = await p.given.shipment({ status: 'at-destination-hub' })
  const ids = { shipment_ids: [shipment.id], leg: 'delivery' as const, username: driver.username }
  await clerk.send(driversApi.assign, { ...ids, assign_anyway: true })
  const scanned = shipment.parcels.map((parcel) => parcel.tracking_reference)
  await send(action('load', { shipment_id: shipment.id, scanned_references: scanned }))
  return shipment
}

describe('duty of a driver', () => {
  it('[DRV-008] allows a route after the start of the day and a vehicle check, and one break at a time', async () => {
    await send(action('end-day'))
    expect(await results(action('start-route'))).toEqual(['conflict: Start your day first.'])
    expect(await results(action('start-day'), action('start-route', { occurred_at: minutes(1) }))).toEqual([
      'applied',
      'conflict: Check your vehicle before you start the route.',
    ])
    expect(await results(action('vehicle-check', { payload: { vehicle_check: [] } }))).toEqual([
      expect.stringContaining('conflict: Check these too: Tyres, Brakes'),
    ])
    expect(await results(checked(), action('start-route'), action('break-end'))).toEqual([
      'applied',
      'applied',
      'conflict: You are not on a break.',
    ])
    expect(await results(action('break-start'), action('break-start'), action('start-route'))).toEqual([
      'applied',
      'conflict: You are on a break already.',
      'conflict: End your break first.',
    ])
    expect(await shown()).toMatchObject([
      { duty: 'on-break', duty_since: noon, route_started: noon, vehicle_check: { at: noon, failed: [] } },
    ])
    const change = { day_started: noon, route_started: noon, vehicle_check: { at: noon, failed: [] } }
    expect(await ownDay()).toMatchObject({ ...change, duty: 'on-break', duty_since: noon })
    expect((await clerk.send(driversApi.tripSheet, { driver: driver.username })).day).toBeUndefined()
    const { drivers } = await clerk.send(reportsApi.opsDashboard, {})
    expect(drivers).toMatchObject([{ username: driver.username, duty: 'on-break', route_started: noon }])
    await send(action('break-end'), action('end-day', { occurred_at: minutes(1) }))
    expect(await shown()).toEqual([])
  })

  it('[DRV-008] requires a new check and a new start of the route from a driver who did not end the day before', async () => {
    await send(action('start-day'), checked(), action('start-route'))
    const next = minutes(18.5 * 60)
    p.runtime.setNow(next)
    const none = { duty: 'on-duty', route_started: null, vehicle_check: null }
    expect(await ownDay()).toMatchObject({ ...none, day_started: null })
    expect(await shown()).toMatchObject([none])
    const { drivers } = await clerk.send(reportsApi.opsDashboard, {})
    expect(drivers).toMatchObject([{ username: driver.username, route_started: null }])
    const start = () => action('start-route', { occurred_at: next })
    expect(await results(start())).toEqual(['conflict: Check your vehicle before you start the route.'])
    expect(await results({ ...checked(), occurred_at: next }, start())).toEqual(['applied', 'applied'])
    expect(await ownDay()).toMatchObject({ route_started: next, vehicle_check: { at: next, failed: [] } })
  })

  it('accepts a whole shift that a phone without signal sends two days later', async () => {
    p.runtime.setNow(minutes(2 * 24 * 60))
    const day = ['start-day', 'vehicle-check', 'start-route', 'break-start', 'break-end', 'end-day'] as const
    const shift = day.map((type, at) => ({
      ...(type === 'vehicle-check' ? checked() : action(type)),
      occurred_at: minutes(at),
    }))
    expect(await results(...shift)).toEqual(day.map(() => 'applied'))
  })

  it('[DRV-008] reports a vehicle that is not in order to the office', async () => {
    expect(await results(checked({ tyres: false }))).toEqual(['conflict: Describe what is not in order.'])
    expect(await results(checked({ tyres: false, description: 'Smooth' }))).toEqual(['applied'])
    expect(await inbox()).toContain(`Vehicle of ${driver.username} is not in order`)
  })

  it('[DRV-008] [OPS-002] lists parcels to hand back at the end of the day, and shows them as not returned', async () => {
    const shipment = await loaded()
    const count = async () => {
      const { figures } = await clerk.send(reportsApi.opsDashboard, {})
      return figures.find(({ kind }) => kind === 'not-returned')?.count
    }
    expect(await count()).toBe(0)
    const end = action('end-day')
    const [answer] = await send(end)
    const parcel = {
      shipment_id: shipment.id,
      tracking_reference: shipment.short_tracking_reference,
      parcel_reference: shipment.parcels[0]?.tracking_reference,
      status: 'out-for-delivery',
    }
    expect(answer).toMatchObject({ message: 'Hand 1 parcel back at your branch.', hand_back: [parcel] })
    expect(await send(end)).toEqual([{ ...answer, result: 'duplicate' }])
    expect(await count()).toBe(1)
    expect(await ownDay()).toMatchObject({ duty: 'off-duty', day_ended: noon, hand_back: [parcel] })
    const { shipments } = await clerk.send(reportsApi.pending, { kind: 'not-returned' })
    expect(shipments).toMatchObject([
      {
        shipment_id: shipment.id,
        driver_name: driver.username,
        suggestion: 'Ask the driver to hand it back',
      },
    ])
    await clerk.send(shipmentsApi.change, { id: shipment.id, status: 'returned-to-hub' })
    expect(await count()).toBe(0)
    expect((await send(action('end-day')))[0]).toMatchObject({ message: '', hand_back: [] })
  })

  it('[OPS-002] shows parcels of an earlier day as not returned, unless drivers need not close their day', async () => {
    await loaded()
    p.runtime.setNow(minutes(24 * 60))
    const count = async () => (await clerk.send(reportsApi.pending, { kind: 'not-returned' })).count
    expect(await count()).toBe(1)
    await clerk.send(settingsApi.save, { settings: [{ key: 'driver_end_of_day_required', value: false }] })
    expect(await count()).toBe(0)
    expect((await send(action('end-day')))[0]?.hand_back).toBeUndefined()
  })

  it('[DRV-008] stores when the driver first opened a leg, until another driver gets it', async () => {
    const shipment = await loaded()
    const seen = (at: Date, by = driver) =>
      by.send(driversApi.actions, { actions: [], seen: [{ shipment_id: shipment.id, leg: 'delivery', at }] })
    const read = async () =>
      (await clerk.send(shipmentsApi.detail, { id: shipment.id })).shipment.delivery_read_by_driver_time
    const other = await p.driver(undefined, 'JHB')
    p.runtime.setNow(minutes(9))
    await seen(minutes(1), other)
    expect(await read()).toBeNull()
    await seen(minutes(2))
    await seen(minutes(3))
    expect(await read()).toEqual(minutes(2))
    const change = (username: string) =>
      clerk.send(driversApi.assign, {
        shipment_ids: [shipment.id],
        leg: 'delivery',
        username,
        assign_anyway: true,
      })
    await change(other.username)
    expect(await read()).toBeNull()
  })
})

describe('panic button', () => {
  const subscribed = async (who: Caller, topics: ('panic' | 'depot')[]): Promise<Browser> => {
    const { public_key } = await who.send(driversApi.pushKey, {})
    const browser = service.browser(public_key)
    await who.send(driversApi.subscribePush, { ...browser.subscription, topics })
    return browser
  }

  it('[DRV-006] [DRV-008] alerts the office by inbox and push at any hour, once, whatever else fails', async () => {
    p.runtime.setNow(new Date('2026-11-23T22:30:00Z'))
    const office = await subscribed(clerk, ['panic'])
    const other = await subscribed(await p.user(role_ids.administrator), ['depot'])
    const far = await subscribed(
      await p.user(role_ids.administrator, { branch_id: p.map.branches.CPT, limit_user_to_branch: true }),
      ['panic'],
    )
    const panic = action('panic', {
      occurred_at: new Date('2026-11-23T22:29:00Z'),
      lat: -26.1,
      lng: 28.1,
      payload: { description: 'Followed by a white car' },
    })
    const early = action('start-route', { occurred_at: new Date('2026-11-23T20:00:00Z') })
    expect(await results(early, panic)).toEqual([expect.stringContaining('conflict'), 'applied'])
    expect(await results(panic)).toEqual(['duplicate'])
    await p.settle()
    expect((await inbox()).filter((subject) => subject.startsWith('ALARM'))).toEqual([
      `ALARM: ${driver.username} pressed the panic button`,
    ])
    expect(office.messages).toEqual([
      {
        title: `ALARM: ${driver.username}`,
        body: expect.stringMatching(/^Panic button at 00:29/),
        url: `/ops-dashboard?mode=driver-tripsheet&driver=${driver.username}`,
      },
    ])
    expect([other.messages, far.messages]).toEqual([[], []])
  })

  it('requires a topic from staff and gives customers no push messages', async () => {
    expect(await errorOf(subscribed(clerk, []))).toEqual({
      status: 400,
      message: 'Choose what you want to be notified of.',
    })
    expect((await errorOf(subscribed(await p.owner(), ['panic']))).status).toBe(403)
  })
})

describe('positions', () => {
  it('[DRV-008] are stored once and only while on duty, with the clock of the phone corrected', async () => {
    await send(action('end-day', { occurred_at: minutes(-60) }))
    expect(await report([place(minutes(-10))])).toEqual({
      stored: 0,
      repeated: 0,
      ignored: [{ at: minutes(-10), reason: 'off-duty' }],
    })
    await send(action('start-day', { occurred_at: minutes(-5) }))
    const batch = [
      place(minutes(-6)),
      place(minutes(-4)),
      place(minutes(-2), { battery: 64 }),
      place(minutes(-1), { lat: 91 }),
    ]
    const ignored = [
      { at: minutes(-6), reason: 'off-duty' },
      { at: minutes(-1), reason: 'not-a-position' },
    ]
    expect(await report(batch)).toEqual({ stored: 2, repeated: 0, ignored })
    expect(await report(batch)).toEqual({ stored: 0, repeated: 2, ignored })
    const position = { lat: -33.92, lng: 18.42, accuracy_m: 12, at: minutes(-2) }
    expect(await shown()).toMatchObject([{ position, battery: 64, last_heard: noon }])
    // A phone that is three hours ahead.
    const ahead = place(minutes(180), { clock_offset_seconds: 180 * 60, battery: 50 })
    expect(await report([ahead, place(minutes(500))])).toMatchObject({ stored: 2 })
    expect((await shown())[0]?.position?.at).toEqual(noon)
    await send(action('break-start'))
    expect((await report([place(noon)])).ignored).toEqual([{ at: noon, reason: 'on-break' }])
  })

  it('[DRV-008] are shown to the office of the branch only, and reported by drivers only', async () => {
    await send(action('start-day', { occurred_at: minutes(-5) }))
    await report([place(minutes(-1))])
    const at = (branchId: number) =>
      p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    const { CPT, JHB } = p.map.branches
    expect(await shown({ branch_id: JHB })).toHaveLength(1)
    expect(await shown({ branch_id: CPT })).toEqual([])
    expect(await shown({}, await at(JHB))).toHaveLength(1)
    expect(await shown({ branch_id: JHB }, await at(CPT))).toEqual([])
    expect((await errorOf(shown({}, driver))).status).toBe(403)
    expect((await errorOf(report([place(noon)], clerk))).status).toBe(403)
  })

  it('[DRV-008] are deleted after the retention of the company', async () => {
    await send(action('start-day', { occurred_at: minutes(-5) }))
    await report([place(minutes(-2)), place(minutes(-1))])
    const stored = () => p.inTransaction((ctx) => ctx.db.selectFrom('driver_position').select('at').execute())
    p.runtime.setNow(minutes(90 * 24 * 60 - 2))
    await removeOldPositions(await jobOf(p))
    expect(await stored()).toHaveLength(2)
    p.runtime.setNow(minutes(90 * 24 * 60))
    await removeOldPositions(await jobOf(p))
    expect(await stored()).toEqual([])
    expect((await report([place(minutes(-2))])).ignored).toMatchObject([{ reason: 'too-old' }])
  })
})
