import { randomUUID } from 'node:crypto'
import { depotApi, type DepotRow } from '@waybill/domain/drivers/depot-api'
import { driversApi } from '@waybill/domain/drivers/api'
import { vehicle_check_items } from '@waybill/domain/drivers/vehicle-check'
import { hubApi } from '@waybill/domain/hub/api'
import { depot_columns } from '@waybill/domain/hub/floor/depot-column'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordRoundTrips } from '../../../dev/test-kit/database/round-trips.ts'
import { pushService } from '../../../dev/test-kit/fakes/push-service.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  booking,
  errorOf,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { watchDepots } from './watch-depots.ts'

const far_day = '2099-12-31'

let p: TestProvider
let clerk: Caller
beforeEach(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const board = (more: Partial<Input<typeof depotApi.board>> = {}, by = clerk) =>
  by.send(depotApi.board, { branch_id: p.map.branches.JHB, date: far_day, ...more })
const list = (more: Partial<Input<typeof depotApi.parcels>>) =>
  clerk.send(depotApi.parcels, { branch_id: p.map.branches.JHB, date: far_day, ...more })
const scan = (shipment: Shipment, more: Partial<Input<typeof hubApi.addEvent>> = {}, parcel = 0) =>
  clerk.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[parcel]?.tracking_reference ?? '',
    mode: 'arrive',
    branch_id: p.map.branches.JHB,
    ...more,
  })
const assign = (shipments: readonly Shipment[], username: string) =>
  clerk.send(driversApi.assign, {
    shipment_ids: shipments.map(({ id }) => id),
    leg: 'delivery',
    username,
    assign_anyway: true,
  })
const parcels = (number: number) =>
  Array.from({ length: number }, () => ({ ...(booking().parcels?.[0] as object) })) as never
const make = (more: Parameters<TestProvider['given']['shipment']>[0] = {}) =>
  p.given.shipment({ status: 'in-transit', ...more })
const columnsOf = (row: Pick<DepotRow, (typeof depot_columns)[number]> | undefined) =>
  depot_columns.map((column) => row?.[column] ?? Number.NaN)
const vanOf = async (username: string) => (await board()).vans.find((row) => row.username === username)

/** Every number of the board is the count of its list, and the totals are the sum of the rows that share them out. */
async function expectListsToAgree() {
  const seen = await board()
  const rows = [...seen.vans, ...seen.line_hauls, seen.not_planned]
  for (const row of rows)
    for (const column of depot_columns)
      expect((await list({ key: row.key, column })).count, `${row.key} ${column}`).toBe(row[column])
  const own = rows.filter(({ kind }) => kind !== 'incoming')
  for (const column of depot_columns)
    expect(
      own.reduce((sum, row) => sum + row[column], 0),
      column,
    ).toBe(seen.totals[column])
  expect((await list({})).count).toBe(seen.totals.parcels)
}

describe('[HUB-003] [OPS-002] depot board', () => {
  it('shows the parcels of a van as expected, on the floor, loaded and damaged, each once', async () => {
    const driver = await p.driver(undefined, 'JHB')
    const coming = await make()
    const here = await make({ parcels: parcels(2) })
    const out = await make()
    const broken = await make()
    for (const shipment of [here, out, broken]) await scan(shipment)
    await scan(here, {}, 1)
    await assign([coming, here, out, broken], driver.username)
    await scan(out, { mode: 'out-for-delivery', driver: driver.username, assign_anyway: true })
    await clerk.send(hubApi.addEvent, { shipment_id: broken.id, status: 'damaged', message: 'Crushed' })
    const van = await vanOf(driver.username)
    const sheet = await clerk.send(driversApi.tripSheet, { driver: driver.username, date: far_day })
    expect(columnsOf(van)).toEqual([1, 2, 1, 0, 0, 0])
    expect(van).toMatchObject({ parcels: 4, kg: 12, on_trip_sheet: sheet.totals.parcels, is_ready: false })
    expect(columnsOf((await board()).not_planned)).toEqual([0, 0, 0, 0, 0, 1])
    const [listed] = (await list({ key: `van:${driver.username}`, column: 'expected' })).parcels
    expect(listed).toMatchObject({ shipment_id: coming.id, column: 'expected', delivery_suburb: 'Rosebank' })
    await expectListsToAgree()
  })

  it('shows what comes and leaves by line-haul, and calls a parcel missing that its manifest did not bring', async () => {
    const { CPT, JHB } = p.map.branches
    const manifest = await clerk.send(interhubApi.create, {
      from_branch_id: CPT,
      to_branch_id: JHB,
      vehicle_registration: 'CA 123-456',
    })
    const loaded = await p.given.shipment({ status: 'collected' })
    const short = await p.given.shipment({ status: 'collected' })
    const left = await p.given.shipment({ status: 'collected' })
    for (const shipment of [loaded, short, left]) await scan(shipment, { branch_id: CPT })
    for (const shipment of [loaded, short])
      await clerk.send(interhubApi.addParcel, {
        interhub_transfer_id: manifest.id,
        parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
      })
    const atOrigin = await board({ branch_id: CPT })
    expect(atOrigin.line_hauls.map((row) => [row.kind, ...columnsOf(row)])).toEqual([
      ['outgoing', 0, 1, 2, 0, 0, 0],
    ])
    expect(atOrigin.line_hauls[0]?.blockers).toEqual(['on_floor'])
    await clerk.send(interhubApi.close, { id: manifest.id, accept_missing: true })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    const incoming = async () => (await board()).line_hauls.map((row) => [row.kind, ...columnsOf(row)])
    expect(await incoming()).toEqual([['incoming', 2, 0, 0, 0, 0, 0]])
    await scan(loaded, { mode: 'unload-manifest', interhub_transfer_id: manifest.id })
    expect(await incoming()).toEqual([['incoming', 1, 1, 0, 0, 0, 0]])
    await clerk.send(interhubApi.receive, { id: manifest.id })
    const today = await board({ date: dayOf(new Date(p.runtime.runtime.clock())) })
    expect(today.line_hauls.map((row) => [row.kind, ...columnsOf(row)])).toEqual([
      ['incoming', 0, 1, 0, 1, 0, 0],
    ])
    expect((await list({ column: 'missing' })).parcels.map(({ shipment_id }) => shipment_id)).toEqual([
      short.id,
    ])
    await expectListsToAgree()
  })

  it('lists a parcel that another stop of its line-haul received only there', async () => {
    const { CPT, JHB, DBN } = p.map.branches
    const manifest = await clerk.send(interhubApi.create, {
      from_branch_id: CPT,
      to_branch_id: DBN,
      via_branch_ids: [JHB],
      vehicle_registration: 'CA 123-456',
    })
    const shipment = await p.given.shipment({ status: 'collected' })
    await scan(shipment, { branch_id: CPT })
    await clerk.send(interhubApi.addParcel, {
      interhub_transfer_id: manifest.id,
      parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
    })
    await clerk.send(interhubApi.close, { id: manifest.id })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    await scan(shipment, { mode: 'unload-manifest', interhub_transfer_id: manifest.id })
    const incoming = async (branchId: number) =>
      (await board({ branch_id: branchId })).line_hauls.map((row) => [row.kind, ...columnsOf(row)])
    expect(await incoming(JHB)).toEqual([['incoming', 0, 1, 0, 0, 0, 0]])
    expect(await incoming(DBN)).toEqual([['incoming', 0, 0, 0, 0, 0, 0]])
  })

  it('expects a parcel on the road whose sibling is not collected, and one whose scan on the way was undone', async () => {
    const { CPT, JHB, DBN } = p.map.branches
    const shipment = await p.given.shipment({ status: 'submitted', parcels: parcels(2) })
    await scan(shipment, { branch_id: CPT })
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('shipment')
        .set({ transient_branch_ids: [DBN] })
        .where('id', '=', shipment.id)
        .execute()
    })
    const coming = async (branchId: number) => {
      const { parcels: expected } = await clerk.send(hubApi.expected, { branch_id: branchId, mode: 'arrive' })
      return [
        (await board({ branch_id: branchId })).totals.expected,
        ...expected.map(({ parcel_id }) => parcel_id),
      ]
    }
    const one = [1, shipment.parcels[0]?.id]
    expect([await coming(JHB), await coming(DBN)]).toEqual([one, one])
    const scanId = randomUUID()
    await scan(shipment, { branch_id: DBN, scan_id: scanId })
    expect(await coming(DBN)).toEqual([0])
    await clerk.send(hubApi.undoScan, { scan_id: scanId })
    expect(await coming(DBN)).toEqual(one)
  })

  it('calls a single parcel missing that a driver collected yesterday and nobody scanned in', async () => {
    const { CPT } = p.map.branches
    const shipment = await p.given.shipment({ status: 'collected' })
    const expected = () => clerk.send(hubApi.expected, { branch_id: CPT, kind: 'missing' })
    expect((await board({ branch_id: CPT })).totals).toMatchObject({ expected: 1, missing: 0 })
    expect((await expected()).parcels).toEqual([])
    p.runtime.setNow(new Date(Date.now() + 29 * hour_ms))
    expect((await board({ branch_id: CPT })).totals).toMatchObject({ expected: 0, missing: 1 })
    expect((await expected()).parcels.map(({ shipment_id }) => shipment_id)).toEqual([shipment.id])
  })

  it('calls parcels over that stand here and belong elsewhere', async () => {
    const stray = await p.given.shipment({ status: 'collected' })
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('parcel')
        .set({ status: 'at-hub', current_branch_id: p.map.branches.DBN })
        .where('shipment_id', '=', stray.id)
        .execute()
    })
    const seen = await board({ branch_id: p.map.branches.DBN })
    expect(columnsOf(seen.not_planned)).toEqual([0, 0, 0, 0, 1, 0])
  })

  it('reads as many statements for one van as for many', async () => {
    const statements = async () => {
      const [call] = await recordRoundTrips(p.runtime.runtime, () => board())
      return call?.flat().length
    }
    const give = async () => {
      const driver = await p.driver(undefined, 'JHB')
      const shipment = await make()
      await scan(shipment)
      await assign([shipment], driver.username)
    }
    await give()
    await board()
    const one = await statements()
    for (const _ of [1, 2, 3]) await give()
    expect((await board()).vans).toHaveLength(4)
    expect(await statements()).toBe(one)
  })

  it('[HUB-003] keeps a van at the depot until its vehicle was checked and is in order', async () => {
    const driver = await p.driver(undefined, 'JHB')
    await assign([await make()], driver.username)
    // The delivery is due by then.
    p.runtime.setNow(new Date(Date.now() + 96 * hour_ms))
    const vehicle = async () => {
      const { vans } = await board({ date: dayOf(new Date(p.runtime.runtime.clock())) })
      return vans.find(({ username }) => username === driver.username)?.blockers.includes('vehicle')
    }
    const check = (ok: boolean) =>
      driver.send(driversApi.actions, {
        actions: [
          {
            action_id: randomUUID(),
            type: 'vehicle-check',
            occurred_at: new Date(p.runtime.runtime.clock()),
            payload: {
              vehicle_check: vehicle_check_items.map(({ key }) => ({ key, ok })),
              ...(ok ? {} : { description: 'Worn' }),
            },
          },
        ],
      })
    expect(await vehicle()).toBe(false)
    await clerk.send(settingsApi.save, { settings: [{ key: 'driver_vehicle_check', value: true }] })
    expect(await vehicle()).toBe(true)
    await check(false)
    expect(await vehicle()).toBe(true)
    await check(true)
    expect(await vehicle()).toBe(false)
  })

  it('is limited to the branch of a user who is limited to it, and to office staff', async () => {
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    expect((await board({}, limited)).branch_id).toBe(p.map.branches.CPT)
    expect(await errorOf(board({}, await p.driver()))).toMatchObject({ status: 403 })
    expect(await errorOf(board({ date: '2020-01-01' }))).toMatchObject({ status: 400 })
    expect(await errorOf(board({ branch_id: 999_999 }))).toMatchObject({ status: 404 })
  })
})

describe('[HUB-003] ready gate of a route', () => {
  const release = (driver: string, reason = '', by = clerk, date = far_day) =>
    by.send(depotApi.release, { driver, branch_id: p.map.branches.JHB, date, reason })

  it('releases a loaded route, and a route that is not ready only with the right and a reason', async () => {
    const driver = await p.driver(undefined, 'JHB')
    const shipment = await make()
    await scan(shipment)
    await assign([shipment], driver.username)
    const office = await p.user(role_ids.finance_manager)
    expect(await errorOf(release(driver.username, 'Late', office))).toMatchObject({ status: 403 })
    const refused = await errorOf(release(driver.username))
    expect(refused.status).toBe(400)
    expect(refused.message).toContain('1 parcel is on the floor and not loaded.')
    const released = await release(driver.username, 'The second van takes it')
    expect(released).toMatchObject({
      is_ready: true,
      blockers: ['on_floor'],
      released_by: clerk.username,
      release_reason: 'The second van takes it',
    })
    expect(await release(driver.username, 'Another reason')).toEqual(released)
    const entries = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('audit_event').selectAll().where('object_type', '=', 'user').execute(),
    )
    expect(JSON.stringify(entries)).toContain('The second van takes it')
  })

  it('is green without a reason when everything is loaded', async () => {
    const driver = await p.driver(undefined, 'JHB')
    const shipment = await make()
    await scan(shipment)
    await scan(shipment, { mode: 'out-for-delivery', driver: driver.username, assign_anyway: true })
    expect(await release(driver.username)).toMatchObject({ is_ready: true, blockers: [], release_reason: '' })
    expect(await errorOf(release('nobody'))).toMatchObject({ status: 404 })
  })

  it('[DRV-008] keeps a driver from starting the route until it is loaded or released, and keeps the time', async () => {
    const driver = await p.driver(undefined, 'JHB')
    const shipment = await make()
    await scan(shipment)
    await assign([shipment], driver.username)
    p.runtime.setNow(new Date(Date.now() + 240 * hour_ms))
    const now = () => new Date(p.runtime.runtime.clock())
    const report = async (type: 'start-day' | 'end-day' | 'start-route', occurredAt = now()) => {
      const { results } = await driver.send(driversApi.actions, {
        actions: [{ action_id: randomUUID(), type, occurred_at: occurredAt }],
      })
      return results.map(({ result, message }) => `${result}: ${message}`)
    }
    const gate = async () => (await driver.send(driversApi.tripSheet, {})).day?.gate
    const today = () => board({ date: dayOf(now()) })
    await report('start-day')
    expect(await gate()).toBeUndefined()
    await clerk.send(settingsApi.save, { settings: [{ key: 'driver_route_needs_ready_gate', value: true }] })
    const shown = await gate()
    expect(shown).toMatchObject({
      is_ready: false,
      blockers: ['1 parcel is on the floor and not loaded.'],
    })
    const [van] = (await today()).vans
    expect(van?.blockers).toEqual(['on_floor'])
    const started = new Date(now().getTime() - hour_ms)
    const [refused] = await report('start-route', started)
    expect(refused).toContain(
      `conflict: Your route did not start at ${clockOf(started)}. 1 parcel is on the floor`,
    )
    expect(refused).toContain('may release the route.')
    expect((await today()).vans).toMatchObject([{ start_rejected_at: started }])
    await release(driver.username, 'The second van takes it', clerk, dayOf(now()))
    expect((await gate())?.is_ready).toBe(true)
    expect(await report('start-route')).toEqual(['applied: '])
    expect((await today()).vans).toMatchObject([{ start_rejected_at: null }])
    expect(await gate()).toBeUndefined()
  })

  it('[DRV-008] keeps a driver of another branch from starting until the depot of the deliveries is ready', async () => {
    const driver = await p.driver(undefined, 'DBN')
    const shipment = await make()
    await scan(shipment)
    await assign([shipment], driver.username)
    await clerk.send(settingsApi.save, { settings: [{ key: 'driver_route_needs_ready_gate', value: true }] })
    p.runtime.setNow(new Date(Date.now() + 240 * hour_ms))
    const now = () => new Date(p.runtime.runtime.clock())
    const report = async (type: 'start-day' | 'start-route') => {
      const { results } = await driver.send(driversApi.actions, {
        actions: [{ action_id: randomUUID(), type, occurred_at: now() }],
      })
      return results[0]?.result
    }
    await report('start-day')
    expect(await report('start-route')).toBe('conflict')
    await release(driver.username, 'The second van takes it', clerk, dayOf(now()))
    expect(await report('start-route')).toBe('applied')
  })

  it('informs staff once, within the hour before the first window, of a van that cannot carry its parcels, also when the route of the day before was never ended', async () => {
    const driver = await p.driver(undefined, 'JHB')
    const shipment = await make({ parcels: parcels(2) })
    await scan(shipment)
    await scan(shipment, {}, 1)
    await assign([shipment], driver.username)
    const { version } = (await clerk.send(shipmentsApi.detail, { id: shipment.id })).shipment
    const day = dayOf(new Date(Date.now() + 72 * hour_ms))
    await clerk.send(shipmentsApi.change, {
      id: shipment.id,
      version,
      delivery_min_date: day,
      delivery_after: '09:00',
      delivery_before: '17:00',
      delivery_rescheduled_reason: 'Receiver away',
    })
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('app_user')
        .set({ vehicle_max_kg: 1 })
        .where('username', '=', driver.username)
        .execute()
    })
    const messages = async () =>
      (await clerk.send(inboxApi.messages, {})).messages.filter(({ subject }) =>
        subject.includes('is not ready'),
      )
    const service = await pushService()
    const { public_key } = await clerk.send(driversApi.pushKey, {})
    const browser = service.browser(public_key)
    await clerk.send(driversApi.subscribePush, { ...browser.subscription, topics: ['depot'] })
    const startRoute = (of: Caller) =>
      of.send(driversApi.actions, {
        actions: (['start-day', 'start-route'] as const).map((type) => ({
          action_id: randomUUID(),
          type,
          occurred_at: new Date(p.runtime.runtime.clock()),
        })),
      })
    p.runtime.setNow(new Date(new Date(`${day}T13:00:00+02:00`).getTime() - 24 * hour_ms))
    await startRoute(driver)
    for (const time of ['07:55', '08:30', '08:35']) {
      p.runtime.setNow(new Date(`${day}T${time}:00+02:00`))
      await watchDepots(await jobOf(p))
      expect(await messages(), time).toHaveLength(time === '07:55' ? 0 : 1)
    }
    expect((await messages())[0]?.subject).toContain('starts at 09:00 and is not ready')
    const away = await p.driver(undefined, 'JHB')
    await assign([shipment], away.username)
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('app_user')
        .set({ vehicle_max_kg: 1 })
        .where('username', '=', away.username)
        .execute()
    })
    await startRoute(away)
    await watchDepots(await jobOf(p))
    expect(await messages(), 'a van that has started').toHaveLength(1)
    await p.settle()
    await service.close()
    expect(browser.messages).toEqual([
      {
        title: expect.stringMatching(/ is not ready$/),
        body: expect.stringContaining('Starts at 09:00'),
        url: expect.stringContaining('mode=depot'),
        hidden_while_open: true,
      },
    ])
  })
})
