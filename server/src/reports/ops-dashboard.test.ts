import { randomUUID } from 'node:crypto'
import { empty_address } from '@waybill/domain/accounts/address'
import { driversApi } from '@waybill/domain/drivers/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { planApi } from '@waybill/domain/drivers/plan'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { reportsApi } from '@waybill/domain/reports/api'
import { isPendingView, type OpsDashboard, type PendingKind } from '@waybill/domain/reports/ops-dashboard'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { day_ms, hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'
import { updateShipment } from '../shipments/index.ts'

const far_day = '2099-12-31'
const parts = { local_area: 'Epping', city: 'Cape Town', code: '7460', zone: 'WC' }

let p: TestProvider
let clerk: Caller
beforeEach(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const board = (input: { branch_id?: number; date?: string } = {}, by = clerk) =>
  by.send(reportsApi.opsDashboard, input)
const countsOf = ({ figures }: OpsDashboard): Partial<Record<PendingKind, number>> =>
  Object.fromEntries(
    figures.flatMap(({ kind, count }) => (count > 0 && !isPendingView(kind) ? [[kind, count]] : [])),
  )
const pending = (kind: PendingKind, more: { branch_id?: number; limit?: number } = {}, by = clerk) =>
  by.send(reportsApi.pending, { kind, ...more })
const references = async (kind: PendingKind, more = {}, by = clerk) =>
  (await pending(kind, more, by)).shipments.map(({ tracking_reference }) => tracking_reference)
const assign = (shipments: readonly Shipment[], username: string) =>
  clerk.send(driversApi.assign, {
    shipment_ids: shipments.map(({ id }) => id),
    leg: 'delivery',
    username,
  })

describe('pending shipments', () => {
  it('[OPS-002] returns counts that match the lists, and rows sorted by waiting time with the last message and a suggestion', async () => {
    const accountId = (await p.given.account()).id
    const make = (status: NonNullable<Parameters<typeof p.given.shipment>[0]>['status']) =>
      p.given.shipment({ account_id: accountId, status })
    const failed = await make('delivery-failed-attempt')
    const held = await make('on-hold')
    const rejected = await make('delivery-rejected')
    await p.inTransaction((ctx) => updateShipment(ctx, rejected.id, { delivery_min_date: dayOf(new Date()) }))
    await make('delivered')
    const seen = await board()
    expect(countsOf(seen)).toMatchObject({ problem: 3, failed: 1, 'on-hold': 1, rejected: 1, unassigned: 1 })
    expect(seen.oldest_problem).toBeInstanceOf(Date)
    expect(await references('problem')).toEqual(
      [failed, held, rejected].map((one) => one.short_tracking_reference),
    )
    for (const { kind, count } of seen.figures) expect((await pending(kind)).count, kind).toBe(count)
    const [row] = (await pending('failed')).shipments
    expect(row).toMatchObject({
      shipment_id: failed.id,
      status: 'delivery-failed-attempt',
      suggestion: 'Plan another delivery',
      reason: 'given',
      delivery_place: 'Rosebank',
    })
    const first = await pending('problem', { limit: 1 })
    expect([first.shipments.length, first.count]).toEqual([1, 3])
  })

  it('[OPS-002] counts shipments as late or not moved by their time limits', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    expect(countsOf(await board())).toEqual({})
    const expected = new Date(shipment.estimated_delivery_to ?? '').getTime()
    p.runtime.setNow(new Date(expected + 14 * 60_000))
    expect(countsOf(await board()).late).toBeUndefined()
    p.runtime.setNow(new Date(expected + 16 * 60_000))
    expect(countsOf(await board())).toEqual({ problem: 1, late: 1, 'not-moved': 1 })
    p.runtime.setNow(new Date(expected + 8 * 24 * hour_ms))
    expect(countsOf(await board())).toEqual({ problem: 1, 'not-moved': 1 })
  })

  it('[OPS-002] counts a failed attempt only on the day of the attempt', async () => {
    await p.given.shipment({ status: 'collection-failed-attempt' })
    expect(countsOf(await board()).failed).toBe(1)
    p.runtime.setNow(new Date(Date.now() + 24 * hour_ms))
    expect(countsOf(await board())).toMatchObject({ problem: 1 })
    expect(countsOf(await board()).failed).toBeUndefined()
  })

  it('[OPS-002] counts a stop as unread 30 minutes after its present driver got it, and its wait from then', async () => {
    const start = startOfDay(dayOf(new Date(Date.now() + day_ms))).getTime() + 8 * hour_ms
    const at = (minutes: number) => new Date(start + minutes * minute_ms)
    const [first, second] = [await p.driver(), await p.driver()]
    const give = (shipment: Shipment, to: Caller) =>
      clerk.send(driversApi.assign, {
        shipment_ids: [shipment.id],
        leg: 'delivery',
        username: to.username,
        assign_anyway: true,
      })
    p.runtime.setNow(at(0))
    const early = await p.given.shipment({ status: 'at-destination-hub' })
    const late = await p.given.shipment({ status: 'at-destination-hub' })
    await give(early, first)
    p.runtime.setNow(at(60))
    await second.send(driversApi.actions, {
      actions: [{ action_id: randomUUID(), type: 'start-day', occurred_at: at(60) }],
    })
    p.runtime.setNow(at(120))
    await give(late, first)
    p.runtime.setNow(at(240))
    for (const shipment of [early, late]) await give(shipment, second)
    p.runtime.setNow(at(260))
    expect((await pending('unread')).shipments).toEqual([])
    p.runtime.setNow(at(280))
    expect((await pending('unread')).shipments).toMatchObject(
      [early, late].map(({ id }) => ({
        shipment_id: id,
        driver_username: second.username,
        since: at(240),
      })),
    )
  })

  it('[OPS-002] does not count a failed leg that is rescheduled to another day', async () => {
    const { id, version } = await p.given.shipment({ status: 'delivery-exception' })
    expect(countsOf(await board())).toEqual({ problem: 1, exception: 1 })
    await clerk.send(shipmentsApi.change, {
      id,
      version,
      delivery_min_date: dayOf(new Date(Date.now() + 24 * hour_ms)),
      delivery_rescheduled_reason: 'Receiver away',
    })
    expect(countsOf(await board())).toEqual({})
  })

  it('[OPS-002] counts as unassigned what the dispatch board of today shows without a driver, at the branch of the leg', async () => {
    const today = dayOf(new Date())
    const due = {
      collection_min_date: today,
      collection_agent_id: null,
      delivery_min_date: today,
      delivery_agent_id: null,
    }
    const toCollect = await p.given.shipment()
    const toDeliver = await p.given.shipment({ status: 'at-destination-hub' })
    const later = await p.given.shipment()
    await p.inTransaction(async (ctx) => {
      await updateShipment(ctx, toCollect.id, { ...due, status: 'collection-unassigned' })
      await updateShipment(ctx, toDeliver.id, due)
      await updateShipment(ctx, later.id, { ...due, status: 'submitted', collection_min_date: far_day })
    })
    const { CPT, JHB } = p.map.branches
    for (const [branch, expected] of [
      [undefined, [toCollect.id, toDeliver.id]],
      [CPT, [toCollect.id]],
      [JHB, [toDeliver.id]],
    ] as const) {
      const of = branch === undefined ? {} : { branch_id: branch }
      const { stops } = await clerk.send(planApi.board, of)
      const waiting = stops.flatMap(({ driver_username, visits }) => (driver_username === '' ? visits : []))
      const listed = (await pending('unassigned', of)).shipments
      const ids = listed.map(({ shipment_id }) => shipment_id)
      expect(ids.toSorted((one, other) => one - other)).toEqual(expected)
      expect(waiting.flatMap((visit) => ('shipment_id' in visit ? visit.shipment_id : []))).toEqual(expected)
      expect(countsOf(await board(of)).unassigned).toBe(expected.length)
      expect(new Set(listed.map(({ suggestion }) => suggestion))).toEqual(new Set(['Assign a driver']))
    }
    const problem = (await pending('problem')).shipments.find(
      ({ shipment_id }) => shipment_id === toDeliver.id,
    )
    expect(problem?.suggestion).toBe('Assign a driver')
  })

  it('[OPS-002] counts the collection requests up to today without a driver', async () => {
    const request = {
      account_id: (await p.given.account()).id,
      address: { ...empty_address, ...parts, street_address: '12 Bofors Circle' },
      contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
      date: dayOf(new Date(Date.now() + 60 * 24 * hour_ms)),
      expected_parcels: 4,
    }
    const { id } = await clerk.send(collectionsApi.create, request)
    const driver = await p.driver()
    await clerk.send(collectionsApi.assign, { ids: [id], username: '' })
    const early = (await board()).unassigned_requests
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('collection_request')
        .set({ date: dayOf(new Date()) })
        .where('id', '=', id)
        .execute(),
    )
    const before = (await board()).unassigned_requests
    await clerk.send(collectionsApi.assign, { ids: [id], username: driver.username })
    expect([early, before, (await board()).unassigned_requests]).toEqual([0, 1, 0])
  })
})

describe('driver progress', () => {
  it('[OPS-002] counts stops like the trip sheet, and none on a past day without stops', async () => {
    const driver = await p.driver()
    const accountId = (await p.given.account()).id
    const at = (street: string) => ({
      ...booking().delivery_address,
      street_address: street,
      lat: -26.14,
      lng: street === '1 First Road' ? 28.04 : 28.06,
    })
    const made: Shipment[] = []
    for (const street of ['1 First Road', '1 First Road', '9 Last Road'])
      made.push(
        await p.given.shipment({
          account_id: accountId,
          status: 'at-destination-hub',
          delivery_address: at(street) as never,
        }),
      )
    await assign(made, driver.username)
    const sheet = await clerk.send(driversApi.tripSheet, { driver: driver.username, date: far_day })
    const progress = async (date: string) =>
      (await board({ date })).drivers.find(({ username }) => username === driver.username)
    const { totals } = sheet
    expect(totals).toMatchObject({ unique_stops: 2, remaining: 2 })
    expect(await progress(far_day)).toMatchObject({
      planned: totals.unique_stops,
      done: totals.done,
      failed: totals.failed,
      remaining: totals.remaining,
    })
    expect(await progress('2020-01-01')).toMatchObject({ planned: 0, remaining: 0 })
  })

  it('[OPS-002] returns the time of the driver’s last activity after the session has ended', async () => {
    const driver = await p.driver()
    const seen = async () =>
      (await board()).drivers.find(({ username }) => username === driver.username)?.last_seen
    await driver.send(driversApi.actions, {
      actions: [{ action_id: randomUUID(), type: 'start-day', occurred_at: new Date() }],
    })
    await p.inTransaction((ctx) =>
      ctx.db
        .deleteFrom('session')
        .where('user_id', '=', (eb) =>
          eb.selectFrom('app_user').select('id').where('username', '=', driver.username),
        )
        .execute(),
    )
    expect(await seen()).toBeInstanceOf(Date)
  })
})

describe('ops dashboard access', () => {
  it('[NAV-053] [PERM-050] filters by the requested branch, shows staff limited to a branch only that branch, and shows other companies nothing', async () => {
    const shipment = await p.given.shipment({ status: 'delivery-failed-attempt' })
    const own = shipment.delivery_branch_id
    const here = [shipment.collection_branch_id, own, shipment.current_branch_id]
    const other = Object.values(p.map.branches).find((id) => !here.includes(id)) ?? 0
    const limited = (branchId: number) =>
      p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    expect(countsOf(await board({ branch_id: own })).problem).toBe(1)
    expect(countsOf(await board({ branch_id: other }))).toEqual({})
    expect((await board({ branch_id: other }, await limited(own))).branch_id).toBe(own)
    expect(await references('problem', { branch_id: own }, await limited(other))).toEqual([])
    const driver = await p.driver()
    const parcel = await p.given.shipment({ status: 'at-destination-hub' })
    await assign([parcel], driver.username)
    const stops = async (by: Caller) =>
      (await by.send(driversApi.tripSheet, { date: far_day, branch_id: own })).stops.length
    expect([await stops(clerk), await stops(await limited(own)), await stops(await limited(other))]).toEqual([
      1, 1, 0,
    ])
    const stranger = await (await newProvider()).staff()
    expect(countsOf(await board({}, stranger))).toEqual({})
  })

  it('[NAV-053] rejects drivers and customers with 403 and guests with 401', async () => {
    expect(await errorOf(board({}, await p.driver()))).toEqual({
      status: 403,
      message: 'Only our office may see the ops dashboard.',
    })
    expect(await errorOf(pending('late', {}, await p.owner()))).toMatchObject({ status: 403 })
    expect(await errorOf(board({}, p.guest()))).toMatchObject({ status: 401 })
  })
})
