import { randomUUID } from 'node:crypto'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi, type ActionPayload, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionType, Stop } from '@waybill/domain/drivers/model'
import { planApi, type PlanChange, type Visit } from '@waybill/domain/drivers/plan'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { identityApi } from '@waybill/domain/identity/api'
import { reportsApi } from '@waybill/domain/reports/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  address,
  errorOf,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { changeUserRow } from '../../identity/index.ts'
import { enterStatus, lockShipment, readShipmentRows, updateShipment } from '../../shipments/index.ts'
import { removeOldPlans } from './recompute.ts'

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

const date = '2099-12-30'
/** A delivery some hundredths of a degree east of the branch in Johannesburg. */
async function delivery(east: number, by: Caller | null = driver): Promise<number> {
  const place = {
    ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
    lat: -26.14,
    lng: 28.21 + east / 100,
  }
  const { id } = await p.given.shipment({ status: 'at-destination-hub', delivery_address: place })
  if (by)
    await clerk.send(driversApi.assign, {
      shipment_ids: [id],
      leg: 'delivery',
      username: by.username,
      assign_anyway: true,
    })
  return id
}
/** A collection request of a driver, or of nobody. */
async function requestOf(by: Caller | null): Promise<number> {
  const { id } = await clerk.send(collectionsApi.create, {
    account_id: (await p.given.account()).id,
    address: {
      ...address('1 Rivonia Road', 'Sandton', 'Johannesburg', '2196', 'GP'),
      lat: -26.1,
      lng: 28.3,
    },
    contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
    date: dayOf(new Date(Date.now() + 30 * 86_400_000)),
  })
  if (by) await clerk.send(collectionsApi.assign, { ids: [id], username: by.username, assign_anyway: true })
  return id
}
/** Has the driver report something about a shipment or collection request. */
const act = (
  type: ActionType,
  about: number | Pick<DriverAction, 'shipment_id' | 'collection_request_id'> = {},
  payload: ActionPayload = {},
) =>
  driver.send(driversApi.actions, {
    actions: [
      {
        action_id: randomUUID(),
        type,
        ...(typeof about === 'number' ? { shipment_id: about } : about),
        occurred_at: new Date(p.runtime.runtime.clock()),
        payload: type === 'delivery-failed' ? { reason: 'Nobody there' } : payload,
      },
    ],
  })
const visitOf = (id: number): Visit => ({ leg: 'delivery', shipment_id: id })
const change = (changes: PlanChange[], more: Partial<Input<typeof planApi.change>> = {}, by = clerk) =>
  by.send(planApi.change, { date, changes, ...more })
const sheetOf = (by: Caller, day = date) =>
  clerk.send(driversApi.tripSheet, { driver: by.username, date: day })
const idsOf = (stops: readonly Stop[]) =>
  stops.map(({ shipments, request }) => request?.collection_request_id ?? shipments[0]?.shipment_id)
const order = async (by: Caller = driver) => idsOf((await sheetOf(by)).stops)

describe('a day that is planned', () => {
  it('[OPS-002] estimates arrivals again when stops are given, moved, cancelled or booked in any other way', async () => {
    const [moved, gone] = [await delivery(10), await delivery(20)]
    await change([{ kind: 'sequence', drivers: [driver.username, other.username] }])
    const etas = async (by: Caller) => {
      await p.settle()
      return (await sheetOf(by)).stops.map(({ eta }) => eta !== null)
    }
    await requestOf(driver)
    expect(await etas(driver)).toEqual([true, true, true])
    await clerk.send(driversApi.assign, {
      shipment_ids: [moved],
      leg: 'delivery',
      username: other.username,
      assign_anyway: true,
    })
    expect(await etas(other)).toEqual([true])
    const lastOf = async () => (await sheetOf(driver)).stops.at(-1)?.eta
    const before = await lastOf()
    await clerk.send(shipmentsApi.cancel, { id: gone, message: 'The customer asked for it' })
    expect(await etas(driver)).toEqual([true])
    expect(await lastOf()).not.toEqual(before)
    const far = new Date('2100-12-31T10:00:00Z')
    p.runtime.setNow(far)
    await removeOldPlans(await jobOf(p))
    const left = await p.inTransaction((ctx) => ctx.db.selectFrom('trip_plan').select('day').execute())
    expect(left).toEqual([])
    p.runtime.setNow(null)
  })

  it('[OPS-002] [DRV-008] has its stops in the order of the plan, with arrivals, km and minutes', async () => {
    const [far, near, middle] = [await delivery(30), await delivery(2), await delivery(10)]
    const before = await sheetOf(driver)
    expect(before.plan).toBeNull()
    expect(before.stops.map(({ eta, km, is_locked }) => [eta, km, is_locked])).toEqual([
      [null, null, false],
      [null, null, false],
      [null, null, false],
    ])
    const visits = [middle, near, far].map(visitOf)
    const { drivers, results } = await change([{ kind: 'order', driver: driver.username, visits }])
    expect(results).toEqual([])
    expect(drivers).toMatchObject([{ username: driver.username, version: 1, after: { stops: 3 } }])
    const { stops, plan, load } = await sheetOf(driver)
    expect(idsOf(stops)).toEqual([middle, near, far])
    expect(plan).toMatchObject({ version: 1, source: 'dispatcher', locked_by_name: '' })
    expect(load).toMatchObject({ kg: 9 })
    expect(load?.m3).toBeGreaterThan(0)
    const [first, second] = stops
    expect(first?.km).toBeGreaterThan(5)
    expect(first?.eta?.getTime()).toBeGreaterThanOrEqual(startOfDay(date).getTime() + 8 * 3_600_000)
    expect(second?.eta?.getTime()).toBeGreaterThan(first?.eta?.getTime() ?? 0)
    const window = first?.receiver_window
    expect((window?.to.getTime() ?? 0) - (window?.from.getTime() ?? 0)).toBeLessThanOrEqual(3_600_000)
    const { drivers: progress } = await clerk.send(reportsApi.opsDashboard, { date })
    expect(progress.find(({ username }) => username === driver.username)?.next_eta).toEqual(first?.eta)
  })

  it('[OPS-002] is sequenced without moving locked stops, and no order gets longer', async () => {
    const ids = [await delivery(30), await delivery(2), await delivery(40), await delivery(12)]
    const [first = 0, ...others] = ids
    await change([
      { kind: 'order', driver: driver.username, visits: ids.map(visitOf) },
      { kind: 'lock', driver: driver.username, visits: [visitOf(first)] },
    ])
    const { drivers } = await change([{ kind: 'sequence', drivers: [driver.username] }])
    const [figures] = drivers
    expect(figures?.after.minutes).toBeLessThan(figures?.before.minutes ?? 0)
    expect(figures?.after.late_minutes).toBeLessThanOrEqual(figures?.before.late_minutes ?? 0)
    const { stops, plan } = await sheetOf(driver)
    expect(stops[0]).toMatchObject({ is_locked: true })
    expect(idsOf(stops)[0]).toBe(first)
    expect(idsOf(stops).slice(1).toSorted()).toEqual(others.toSorted())
    expect(plan?.source).toBe('built-in')
    expect(plan?.locked_by_name).not.toBe('')
    await change([{ kind: 'unlock', driver: driver.username }])
    expect((await sheetOf(driver)).plan?.locked_by_name).toBe('')
  })

  it('moves deliveries and collection requests to a place of another driver', async () => {
    const [one, two, theirs] = [await delivery(3), await delivery(9), await delivery(5, other)]
    const request = await requestOf(null)
    const moved: Visit[] = [visitOf(two), { collection_request_id: request }]
    const { results } = await change([{ kind: 'move', visits: moved, to: other.username, place: 1 }], {
      assign_anyway: true,
    })
    expect(results.map(({ applied, message }) => [applied, message])).toEqual([
      [true, ''],
      [true, ''],
    ])
    expect(await order(other)).toEqual([two, request, theirs])
    expect(await order()).toEqual([one])
    await change([{ kind: 'move', visits: [visitOf(two)], to: '' }])
    const { shipment } = await clerk.send(shipmentsApi.detail, { id: two })
    expect([shipment.delivery_agent_id, shipment.status]).toEqual(['', 'delivery-unassigned'])
  })

  it('returns on a dry run what the same change then does, and changes nothing', async () => {
    const [one, two] = [await delivery(20), await delivery(4)]
    await delivery(6, other)
    const changes: PlanChange[] = [
      { kind: 'move', visits: [visitOf(one)], to: other.username, place: 2 },
      { kind: 'sequence', drivers: [driver.username] },
    ]
    const before = [await sheetOf(driver), await sheetOf(other)]
    const preview = await change(changes, { dry_run: true })
    expect(preview.plan_change_id).toBeNull()
    expect([await sheetOf(driver), await sheetOf(other)]).toEqual(before)
    const { plan_change_id, ...real } = await change(changes)
    expect(plan_change_id).not.toBeNull()
    expect(real).toEqual({ results: preview.results, drivers: preview.drivers })
    expect(await order()).toEqual([two])
  })

  it('rejects a change of a plan that another user has changed, and names that user', async () => {
    const ids = [await delivery(3), await delivery(9)]
    const visits = ids.map(visitOf)
    await change([{ kind: 'order', driver: driver.username, visits }], { versions: { [driver.username]: 0 } })
    const stale = change([{ kind: 'order', driver: driver.username, visits: visits.toReversed() }], {
      versions: { [driver.username]: 0 },
    })
    await expect(stale).rejects.toMatchObject({
      status: 409,
      body: { current: { versions: { [driver.username]: 1 } } },
    })
    expect((await errorOf(stale)).message).toMatch(
      /^.+ changed the stops of .+ at \d\d:\d\d\. Look at them again, then repeat your change\.$/,
    )
    expect(await order()).toEqual(ids)
  })

  it('undoes a change once, with drivers, orders and locks, unless the stops were changed again', async () => {
    const ids = [await delivery(3), await delivery(9), await delivery(15)]
    const [one = 0, two = 0, three = 0] = ids
    await change([
      { kind: 'order', driver: driver.username, visits: ids.map(visitOf) },
      { kind: 'lock', driver: driver.username, visits: [visitOf(one)] },
    ])
    const { plan_change_id: id } = await change([
      { kind: 'move', visits: [visitOf(two)], to: other.username },
      { kind: 'order', driver: driver.username, visits: [visitOf(three), visitOf(one)] },
      { kind: 'unlock', driver: driver.username },
    ])
    const undo = () => change([{ kind: 'undo', plan_change_id: id ?? 0 }])
    const { plan_change_id: later } = await change([{ kind: 'lock', driver: other.username }])
    expect(await errorOf(undo())).toMatchObject({
      status: 409,
      message: expect.stringContaining('Undo that change first.'),
    })
    await change([{ kind: 'undo', plan_change_id: later ?? 0 }])
    expect((await undo()).results).toMatchObject([{ applied: true }])
    expect(await order()).toEqual(ids)
    expect((await sheetOf(driver)).stops.map(({ is_locked }) => is_locked)).toEqual([true, false, false])
    expect(await order(other)).toEqual([])
    expect(await errorOf(undo())).toMatchObject({
      status: 409,
      message: expect.stringMatching(/ undid this change at \d\d:\d\d already\.$/),
    })
  })

  it('[OPS-002] restores on undo the status that each stop had before, so that a waiting parcel is no problem and a failed attempt stays one', async () => {
    const [waiting, rejected] = [await delivery(70, null), await delivery(80)]
    const [failed, booked] = [(await p.given.shipment()).id, (await p.given.shipment()).id]
    await p.inTransaction(async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, booked), {
        to: 'submitted',
        changes: { collection_agent_id: null },
      })
    })
    const collection = { shipment_ids: [failed], leg: 'collection' as const, assign_anyway: true }
    await clerk.send(driversApi.assign, { ...collection, username: driver.username })
    const request = await requestOf(driver)
    const reason = { reason: 'Nobody there' }
    await act('reject', rejected, reason)
    await act('collection-failed', failed, reason)
    await act('collection-failed', { collection_request_id: request }, reason)
    const states = async () => {
      const rows = await p.inTransaction((ctx) => readShipmentRows(ctx, [waiting, rejected, failed, booked]))
      const { request: asked } = await clerk.send(collectionsApi.detail, { id: request })
      return [
        ...rows.map((row) => [row.status, row.collection_agent_id, row.delivery_agent_id]),
        ...rows.map((row) => row.failed_collection_attempts),
        [asked.status, asked.failed_collection_attempts],
      ]
    }
    const before = await states()
    expect(before.flat()).toEqual(
      expect.arrayContaining([
        'at-destination-hub',
        'delivery-rejected',
        'submitted',
        'collection-failed-attempt',
      ]),
    )
    const visits: Visit[] = [
      visitOf(waiting),
      visitOf(rejected),
      { leg: 'collection', shipment_id: failed },
      { leg: 'collection', shipment_id: booked },
      { collection_request_id: request },
    ]
    const { plan_change_id: id, results } = await change([{ kind: 'move', visits, to: other.username }], {
      assign_anyway: true,
    })
    expect(results.map(({ message }) => message)).toEqual(visits.map(() => ''))
    expect((await sheetOf(other)).totals.stops).toBe(5)
    const undone = await change([{ kind: 'undo', plan_change_id: id ?? 0 }])
    expect(undone.results.map(({ message }) => message)).toEqual(visits.map(() => ''))
    expect(await states()).toEqual(before)
    const { events } = await clerk.send(shipmentsApi.detail, { id: waiting })
    expect(events.map(({ status }) => status)).not.toContain('delivery-unassigned')
  })

  it('does not let an undo overwrite a change that is made at the same moment', async () => {
    const ids = [await delivery(3), await delivery(9)]
    const lock: PlanChange = { kind: 'lock', driver: driver.username }
    for (let round = 0; round < 5; round += 1) {
      const { plan_change_id: id } = await change([
        { kind: 'order', driver: driver.username, visits: ids.map(visitOf) },
      ])
      const [later, undone] = await Promise.all([
        change([lock]),
        errorOf(change([{ kind: 'undo', plan_change_id: id ?? 0 }])),
      ])
      expect(later.plan_change_id).not.toBeNull()
      expect((await sheetOf(driver)).stops.map(({ is_locked }) => is_locked)).toEqual([true, true])
      expect([200, 409]).toContain(undone.status)
      await change([{ kind: 'unlock', driver: driver.username }])
    }
  })

  it('lets staff of a branch undo a move from a driver of another branch, not an order of that driver', async () => {
    const foreign = await p.driver(undefined, 'CPT')
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.JHB,
      limit_user_to_branch: true,
    })
    const ids = [await delivery(3, foreign), await delivery(9, foreign)]
    const [first = 0] = ids
    const before = await order(foreign)
    const { plan_change_id: moved } = await change(
      [{ kind: 'move', visits: [visitOf(first)], to: driver.username }],
      { assign_anyway: true },
      limited,
    )
    expect(await order()).toEqual([first])
    const undo = (id: number | null) => change([{ kind: 'undo', plan_change_id: id ?? 0 }], {}, limited)
    expect((await undo(moved)).results).toMatchObject([{ applied: true }])
    expect([await order(), await order(foreign)]).toEqual([[], before])
    const { plan_change_id: ordered } = await change([
      { kind: 'order', driver: foreign.username, visits: ids.map(visitOf) },
      { kind: 'lock', driver: driver.username },
    ])
    const { changes } = await limited.send(planApi.changes, { date })
    const { message } = await errorOf(undo(ordered))
    expect(message).toContain('who drives for another branch. Ask that branch to undo it.')
    expect(changes.find(({ plan_change_id }) => plan_change_id === ordered)?.undo_rejection).toBe(message)
  })

  it('undoes a move from a user who is no driver any more without giving the stop back, and says so', async () => {
    const id = await delivery(3)
    const { plan_change_id } = await change([{ kind: 'move', visits: [visitOf(id)], to: other.username }])
    await clerk.send(identityApi.changeUser, { id: driver.user_id, role_id: role_ids.administrator })
    const { results } = await change([{ kind: 'undo', plan_change_id: plan_change_id ?? 0 }])
    expect(results).toEqual([
      {
        visit: visitOf(id),
        applied: false,
        message: `${driver.username} is not a driver any more. This stop stays where it is.`,
      },
    ])
    expect(await order(other)).toEqual([id])
  })

  it('[OPS-002] gives a stop that nobody has to one of two dispatchers who move it at once, and tells the other', async () => {
    const id = await delivery(3, null)
    const give = (to: Caller) =>
      change([{ kind: 'move', visits: [{ ...visitOf(id), from: '' }], to: to.username }])
    const answers = await Promise.all([give(driver), give(other)])
    expect(answers.map(({ results }) => results[0]?.applied).toSorted()).toEqual([false, true])
    const lost = answers.find(({ plan_change_id }) => plan_change_id === null)
    expect(lost?.results[0]?.message).toMatch(/^.+ gave this stop to .+ at \d\d:\d\d\.$/)
    expect([...(await order()), ...(await order(other))]).toEqual([id])
  })

  it('does not move a stop that was given to another driver since it was seen, or to nobody', async () => {
    const id = await delivery(60)
    const request = await requestOf(driver)
    const visits = [{ ...visitOf(id), from: other.username }]
    const move = (moved: Extract<PlanChange, { kind: 'move' }>['visits']) =>
      change([{ kind: 'move', visits: moved, to: other.username }], { assign_anyway: true })
    const messageOf = async (moved: typeof visits) => (await move(moved)).results[0]?.message
    expect(await messageOf([{ ...visitOf(id), from: '' }])).toContain(
      ` gave this stop to ${driver.username} at `,
    )
    const { results } = await move([{ collection_request_id: request, from: '' }])
    expect(results[0]?.message).toMatch(/ gave this stop to .+ at \d\d:\d\d\.$/)
    await change([{ kind: 'move', visits: [visitOf(id)], to: '' }])
    expect(await messageOf(visits)).toMatch(/ took this stop from its driver at \d\d:\d\d\.$/)
    expect(await order(other)).toEqual([])
  })

  it('[OPS-002] gives a collection, delivery or request that its driver rejected to another driver, as the board shows it', async () => {
    const rejected = [await p.given.shipment(), await p.given.shipment()].map(({ id }) => id)
    const [collected = 0, unseen = 0] = rejected
    await clerk.send(driversApi.assign, {
      shipment_ids: rejected,
      leg: 'collection',
      username: driver.username,
      assign_anyway: true,
    })
    const [delivered, request] = [await delivery(3), await requestOf(driver)]
    const reason = { reason: 'Vehicle full' }
    for (const about of [...rejected, delivered, { collection_request_id: request }])
      expect(await act('reject', about, reason)).toMatchObject({ results: [{ result: 'applied' }] })
    const visits = [
      { leg: 'collection' as const, shipment_id: collected, from: '' },
      { leg: 'collection' as const, shipment_id: unseen },
      { ...visitOf(delivered), from: '' },
      { collection_request_id: request, from: '' },
    ]
    const { results, plan_change_id } = await change([{ kind: 'move', visits, to: other.username }], {
      assign_anyway: true,
    })
    expect(results.map(({ message }) => message)).toEqual(['', '', '', ''])
    expect((await order(other)).toSorted()).toEqual([collected, delivered, request].toSorted())
    expect((await sheetOf(other)).totals.stops).toBe(4)
    const { changes } = await clerk.send(planApi.changes, { date })
    const made = changes.find((one) => one.plan_change_id === plan_change_id)
    expect(made?.what.join()).not.toContain(driver.username)
  })

  it('does not move what cannot be moved, and says why', async () => {
    const durban = await p.driver(undefined, 'DBN')
    const id = await delivery(3)
    const { results, plan_change_id } = await change([
      { kind: 'move', visits: [visitOf(id)], to: durban.username, place: 1 },
    ])
    expect(results).toMatchObject([
      { applied: false, message: expect.stringContaining('belongs to DBN. Choose another driver') },
    ])
    expect(plan_change_id).toBeNull()
    const { results: missing } = await change([
      { kind: 'order', driver: durban.username, visits: [visitOf(id)] },
    ])
    expect(missing).toMatchObject([
      { applied: false, message: expect.stringContaining('is not on the trip sheet') },
    ])
  })

  it('[OPS-002] leaves a parcel with its driver until it is scanned in or another driver takes it, and failures with who tried', async () => {
    const [out, failed] = [await delivery(3), await delivery(20)]
    await act('load', out)
    await act('load', failed)
    await act('delivery-failed', failed)
    const rejected = (to: string, message: string, visits: number[]) => ({
      to,
      results: visits.map((id) => ({
        visit: visitOf(id),
        applied: false,
        message: expect.stringContaining(message),
      })),
    })
    const moved = async (to: string, ids: number[]) => {
      const { results } = await change([{ kind: 'move', visits: ids.map(visitOf), to }], {
        dry_run: true,
        assign_anyway: true,
      })
      return { to, results }
    }
    const first = 'Scan it back in first'
    expect(await moved('', [out, failed])).toEqual(rejected('', first, [out, failed]))
    expect(await moved(other.username, [failed])).toEqual(rejected(other.username, first, [failed]))
    expect((await moved(other.username, [out])).results).toMatchObject([{ applied: true }])
    const byHand = (id: number, username: string, status?: 'returned-to-hub') =>
      clerk.send(shipmentsApi.change, { id, delivery_agent_id: username, ...(status ? { status } : {}) })
    for (const [id, username] of [
      [out, ''],
      [failed, ''],
      [failed, other.username],
    ] as const)
      expect(await errorOf(byHand(id, username))).toMatchObject({ message: expect.stringContaining(first) })
    expect((await byHand(failed, '', 'returned-to-hub')).delivery_agent_id).toBe('')
  })

  it('[DRV-008] has no locks of stops that are done, so that the driver may order the others', async () => {
    const today = dayOf(new Date())
    const ids = [await delivery(3), await delivery(20), await delivery(40)]
    const [one = 0, two = 0, three = 0] = ids
    for (const id of ids) await act('load', id)
    await change(
      [
        { kind: 'order', driver: driver.username, visits: ids.map(visitOf) },
        { kind: 'lock', driver: driver.username, visits: [visitOf(two)] },
      ],
      { date: today },
    )
    await act('delivery-failed', two)
    await driver.send(planApi.sequence, { date: today, visits: [three, one].map(visitOf) })
    await p.settle()
    const { stops, plan } = await sheetOf(driver, today)
    expect(idsOf(stops)).toEqual([three, two, one])
    expect(stops.map(({ is_locked }) => is_locked)).toEqual([false, false, false])
    expect(plan?.locked_by_name).toBe('')
  })

  it('names nobody who locked stops once the last locked stop was given to another driver', async () => {
    const [id] = [await delivery(3), await delivery(9)]
    await change([{ kind: 'lock', driver: driver.username, visits: [visitOf(id)] }])
    const lockedBy = async () => {
      await p.settle()
      return (await sheetOf(driver)).plan?.locked_by_name
    }
    expect(await lockedBy()).not.toBe('')
    const given = { shipment_ids: [id], leg: 'delivery' as const, username: other.username }
    await clerk.send(driversApi.assign, { ...given, assign_anyway: true })
    expect(await lockedBy()).toBe('')
  })

  it('estimates its arrivals again after each action of the driver', async () => {
    const today = dayOf(new Date())
    const ids = [await delivery(3), await delivery(20)]
    for (const id of ids) await act('load', id)
    await p.settle()
    await change([{ kind: 'order', driver: driver.username, visits: ids.map(visitOf) }], { date: today })
    const before = (await sheetOf(driver, today)).stops[1]
    await act('delivery-failed', ids[0])
    await p.settle()
    const { stops, plan } = await sheetOf(driver, today)
    expect(stops.map(({ state }) => state)).toEqual(['failed', 'to-do'])
    expect(stops[0]?.eta).toBeNull()
    expect(stops[1]?.eta?.getTime()).toBeLessThan(before?.eta?.getTime() ?? 0)
    expect(plan?.version).toBe(1)
  })
})

it('[PERM-050] numbers the stops of a branch on trip sheets as in the whole day of their driver', async () => {
  const foreign = await delivery(3)
  const [next, last] = [await delivery(20), await delivery(30)]
  await p.inTransaction((ctx) => updateShipment(ctx, foreign, { delivery_branch_id: p.map.branches.DBN }))
  await change([
    { kind: 'order', driver: driver.username, visits: [foreign, next, last].map(visitOf) },
    { kind: 'lock', driver: driver.username },
  ])
  const { stops: all } = await sheetOf(driver)
  const ofBranch = { date, branch_id: p.map.branches.JHB }
  const one = await clerk.send(driversApi.tripSheet, { ...ofBranch, driver: driver.username })
  const sheet = await clerk.send(driversApi.tripSheet, ofBranch)
  const own = sheet.stops.filter(({ driver_username }) => driver_username === driver.username)
  const placeOf = ({ driver_sequence, receiver_window }: Stop) => ({ driver_sequence, receiver_window })
  expect(one.stops.map(placeOf)).toEqual(all.slice(1).map(placeOf))
  expect(own.map(placeOf)).toEqual(all.slice(1).map(placeOf))
  expect(one.stops.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(one.totals).toMatchObject({ stops: 2, unique_stops: 2, parcels: 2, remaining: 2 })
})

describe('the changes of a day', () => {
  it('[OPS-002] are listed for the branches of their drivers, the newest first, with who may undo them', async () => {
    const ids = [await delivery(3), await delivery(9)]
    await change([{ kind: 'move', visits: ids.map(visitOf), to: other.username }])
    await other.send(planApi.sequence, { date, visits: ids.toReversed().map(visitOf) })
    const { plan_change_id: undone } = await change([{ kind: 'lock', driver: other.username }])
    await change([{ kind: 'undo', plan_change_id: undone ?? 0 }])
    const listed = (branch: number) => clerk.send(planApi.changes, { date, branch_id: branch, limit: 3 })
    const there = await listed(p.map.branches.JHB)
    const names = there.changes.map(({ made_by_name, undone_by_name }) => [made_by_name, undone_by_name])
    expect(names).toEqual([
      [clerk.username, clerk.username],
      [other.username, ''],
      [clerk.username, ''],
    ])
    expect(there.changes.map(({ what }) => what)).toEqual([
      [`Locked all stops of ${other.username}`],
      [`Changed the order of ${other.username}`],
      [`Moved 2 shipments from ${driver.username} to ${other.username}`],
    ])
    expect(there.changes.map(({ undo_rejection }) => undo_rejection)).toEqual([
      expect.stringMatching(/ undid this change at .+ already\.$/),
      null,
      expect.stringContaining(`${other.username} changed the same stops again at `),
    ])
    expect(there.count).toBeGreaterThanOrEqual(3)
    const stranger = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.DBN,
      limit_user_to_branch: true,
    })
    expect(await stranger.send(planApi.changes, { date })).toEqual({ changes: [], count: 0 })
    expect(await errorOf(driver.send(planApi.changes, { date }))).toMatchObject({ status: 403 })
  })
})

describe('the order of a driver', () => {
  const reorder = (visits: readonly number[], by = driver, version?: number) =>
    by.send(planApi.sequence, {
      date,
      visits: visits.map(visitOf),
      ...(version === undefined ? {} : { version }),
    })

  it('[DRV-008] is the driver’s own where the company allows it', async () => {
    const [one, two, three] = [await delivery(3), await delivery(9), await delivery(15)]
    expect(await reorder([three, one, two])).toEqual({ version: 1 })
    expect(await order()).toEqual([three, one, two])
    expect((await sheetOf(driver)).plan?.source).toBe('driver')
    expect((await errorOf(reorder([one], driver, 0))).status).toBe(409)
    await change([{ kind: 'lock', driver: driver.username, visits: [visitOf(one)] }])
    expect(await errorOf(reorder([two, one, three]))).toMatchObject({
      status: 400,
      message: 'The office has locked the first stops of your day. Change the order of the others.',
    })
    const allow = (value: boolean) =>
      clerk.send(settingsApi.save, { settings: [{ key: 'driver_can_change_sequence', value }] })
    await allow(false)
    expect(await errorOf(reorder([three, one, two]))).toEqual({
      status: 403,
      message: 'The office decides the order of your stops.',
    })
    await allow(true)
    expect((await errorOf(change([{ kind: 'lock', driver: driver.username }], {}, driver))).status).toBe(403)
  })
})

it('[OPS-002] counts the stops of a driver in selection lists as on the trip sheet', async () => {
  for (const east of [3, 3.01, 3.02, 9]) await delivery(east)
  const { totals } = await sheetOf(driver)
  expect([totals.stops, totals.remaining]).toEqual([4, 2])
  const { drivers } = await clerk.send(shipmentsApi.drivers, { day: date })
  expect(drivers.find(({ username }) => username === driver.username)?.stops).toBe(2)
})

describe('the dispatch board', () => {
  const boardOf = (branch?: number) => clerk.send(planApi.board, { date, branch_id: branch })

  it('[OPS-002] has each stop of each driver with the figures of a dry run, and the work that nobody has', async () => {
    const [one, two] = [await delivery(3), await delivery(9)]
    const { drivers: planned } = await change([
      { kind: 'order', driver: driver.username, visits: [two, one].map(visitOf) },
      { kind: 'lock', driver: driver.username, visits: [visitOf(two)] },
    ])
    const { shipment } = await clerk.send(shipmentsApi.detail, { id: one })
    await change([{ kind: 'move', visits: [visitOf(one)], to: '' }])
    const seen = await boardOf()
    const own = seen.stops.filter(({ driver_username }) => driver_username === driver.username)
    expect(own).toMatchObject([
      { visits: [visitOf(two)], driver_sequence: 1, is_locked: true, state: 'to-do', parcels: 1, kg: 3 },
    ])
    expect(own[0]?.eta).toBeInstanceOf(Date)
    const reference = shipment.short_tracking_reference
    const waiting = seen.stops.filter(({ references }) => references.includes(reference))
    expect(waiting).toMatchObject([
      {
        driver_username: '',
        driver_sequence: 0,
        references: [reference],
        parcels: 1,
        kg: 3,
      },
    ])
    const { drivers } = await change([{ kind: 'sequence', drivers: [driver.username] }], { dry_run: true })
    const row = seen.drivers.find(({ username }) => username === driver.username)
    expect(row).toMatchObject({
      figures: drivers[0]?.before,
      version: (planned[0]?.version ?? 0) + 1,
      other_stops: 0,
    })
    expect(row?.plan).toMatchObject({ version: row?.version })
  })

  it('[OPS-002] lists a parcel without a driver in every status in which a driver would have it to do', async () => {
    const statuses = [
      'collection-assigned',
      'delivery-assigned',
      'out-for-delivery',
      'bob-box-reservation-failed',
      'collect-and-return-to-hub',
    ] as const
    const shipments = await Promise.all(statuses.map((status) => p.given.shipment({ status })))
    await p.inTransaction(async (ctx) => {
      for (const { id } of shipments)
        await updateShipment(ctx, id, { collection_agent_id: null, delivery_agent_id: null })
    })
    const { stops } = await boardOf()
    const waiting = stops.flatMap(({ driver_username, visits }) => (driver_username === '' ? visits : []))
    expect(waiting).toEqual(
      expect.arrayContaining(
        shipments.map(({ id }, index) => ({
          leg: index === 0 ? 'collection' : 'delivery',
          shipment_id: id,
        })),
      ),
    )
  })

  it('[OPS-002] shows the work of staff who are no longer drivers like the driver list and the trip sheet, and moves it', async () => {
    const id = await delivery(3)
    await p.inTransaction((ctx) =>
      changeUserRow(ctx, driver.user_id, undefined, { role_id: role_ids.administrator }),
    )
    const stops = async () =>
      (await boardOf()).stops.filter(({ driver_username }) => driver_username === driver.username)
    const { drivers } = await boardOf()
    const shown = { username: driver.username, name: expect.stringContaining('(no longer a driver)') }
    expect(drivers).toContainEqual(expect.objectContaining({ ...shown, is_driver: false }))
    expect(drivers).toContainEqual(expect.objectContaining({ username: other.username, is_driver: true }))
    expect((await clerk.send(reportsApi.opsDashboard, { date })).drivers).toContainEqual(
      expect.objectContaining(shown),
    )
    expect((await sheetOf(driver)).driver).toMatchObject(shown)
    expect(await stops()).toMatchObject([{ visits: [visitOf(id)] }])
    const move = { kind: 'move' as const, visits: [visitOf(id)], to: other.username }
    expect((await change([move], { assign_anyway: true })).results).toMatchObject([{ applied: true }])
    expect(await stops()).toEqual([])
  })

  it('lists for a branch only its stops, and only for the office', async () => {
    await delivery(3)
    const { JHB, CPT } = p.map.branches
    const there = await boardOf(JHB)
    expect(there.drivers.map(({ username }) => username)).toContain(driver.username)
    const elsewhere = await boardOf(CPT)
    expect(elsewhere.stops.filter(({ driver_username }) => driver_username === driver.username)).toEqual([])
    expect(await errorOf(driver.send(planApi.board, { date }))).toMatchObject({ status: 403 })
  })
})
