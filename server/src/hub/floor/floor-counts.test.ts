import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { depotApi } from '@waybill/domain/drivers/depot-api'
import { hubApi } from '@waybill/domain/hub/api'
import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeEach(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const referenceOf = (shipment: Shipment) => shipment.parcels[0]?.tracking_reference ?? ''
const arrive = async (branchId: number) => {
  const shipment = await p.given.shipment({ status: 'in-transit' })
  await clerk.send(hubApi.addEvent, {
    parcel_reference: referenceOf(shipment),
    mode: 'arrive',
    branch_id: branchId,
  })
  return shipment
}
const start = (by = clerk) => by.send(floorApi.start, { branch_id: p.map.branches.JHB })
const scanned = (reference: string, at?: Date, clockOffsetSeconds?: number) => ({
  scan_id: randomUUID(),
  parcel_reference: reference,
  bay: 'B2',
  scanned_at: at,
  clock_offset_seconds: clockOffsetSeconds,
})
const count = (id: number, scans: ReturnType<typeof scanned>[], by = clerk) =>
  by.send(floorApi.scan, { floor_count_id: id, scans })
const close = (id: number) => clerk.send(floorApi.close, { id })
const differences = (id: number) => clerk.send(floorApi.differences, { id })

describe('[HUB-003] floor count', () => {
  it('lists what was expected and not counted, what is elsewhere, not expected and unknown', async () => {
    const { JHB, CPT } = p.map.branches
    const here = await arrive(JHB)
    const gone = await arrive(JHB)
    const elsewhere = await arrive(CPT)
    const onTheRoad = await p.given.shipment({ status: 'in-transit' })
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    const { id, expected } = await start()
    expect([expected, (await start()).id]).toEqual([2, id])
    const { results } = await count(id, [
      scanned(referenceOf(here)),
      scanned(referenceOf(here)),
      scanned(referenceOf(elsewhere)),
      scanned(referenceOf(onTheRoad)),
      scanned('NOBODY-1'),
    ])
    expect(results.map((one) => [one.result, one.is_repeat])).toEqual([
      ['agrees', false],
      ['agrees', true],
      ['elsewhere', false],
      ['not-expected', false],
      ['unknown', false],
    ])
    expect(await errorOf(differences(id))).toMatchObject({ status: 400 })
    expect(await close(id)).toMatchObject({ expected: 2, counted: 4, closed_by: clerk.username })
    const seen = await differences(id)
    expect(seen.kinds).toEqual({ 'not-counted': 1, elsewhere: 1, 'not-expected': 1, unknown: 1 })
    expect(seen.differences.map((one) => [one.kind, one.reference])).toEqual([
      ['not-counted', referenceOf(gone)],
      ['elsewhere', referenceOf(elsewhere)],
      ['not-expected', referenceOf(onTheRoad)],
      ['unknown', 'NOBODY-1'],
    ])
    expect(seen.count).toBe(4)
    const board = await clerk.send(depotApi.board, { branch_id: JHB })
    expect(board.totals).toMatchObject({ on_floor: 3, missing: 1, parcels: 4 })
  })

  it('stores a repeated scan once with its first response, also after the end, when a late scan finds a parcel', async () => {
    const { JHB } = p.map.branches
    const here = await arrive(JHB)
    const late = await arrive(JHB)
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    const { id } = await start()
    const batch = [scanned(referenceOf(here)), scanned('NOBODY-2')]
    const [first, again] = [await count(id, batch), await count(id, batch)]
    expect(again).toEqual(first)
    await close(id)
    expect(await count(id, batch)).toEqual(first)
    expect(await close(id)).toMatchObject({ counted: 2 })
    const board = () => clerk.send(depotApi.board, { branch_id: JHB })
    expect((await board()).totals).toMatchObject({ on_floor: 1, missing: 1 })
    const found = await count(id, [scanned(referenceOf(late))])
    expect(found.results).toMatchObject([{ result: 'agrees', is_late: true }])
    expect((await differences(id)).differences.find(({ kind }) => kind === 'not-counted')).toMatchObject({
      is_found: true,
    })
    expect((await board()).totals).toMatchObject({ on_floor: 2, missing: 0 })
    expect((await start()).id).not.toBe(id)
  })

  it('shows a parcel as missing until the branch scans it, and a found one here until it moves, whatever changes at a desk', async () => {
    const { JHB, CPT } = p.map.branches
    const driver = await p.driver(undefined, 'JHB')
    const held = await arrive(JHB)
    const other = await arrive(JHB)
    const found = await p.given.shipment({ status: 'in-transit' })
    const giveToDriver = async (shipments: readonly Shipment[]) => {
      p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + 60_000))
      await clerk.send(driversApi.assign, {
        shipment_ids: shipments.map(({ id }) => id),
        leg: 'delivery',
        username: driver.username,
        assign_anyway: true,
      })
    }
    const hold = ({ id }: Shipment) =>
      clerk.send(hubApi.addEvent, { shipment_id: id, status: 'on-hold', message: 'Customs', force: true })
    const arriveAgain = (shipment: Shipment, branchId: number) =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: referenceOf(shipment),
        mode: 'arrive',
        branch_id: branchId,
      })
    const numbers = async () => {
      const {
        missing: away,
        on_floor,
        parcels,
      } = (await clerk.send(depotApi.board, { branch_id: JHB })).totals
      return [away, on_floor, parcels]
    }
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    const { id } = await start()
    await giveToDriver([held])
    await count(id, [scanned(referenceOf(found))])
    await close(id)
    expect(await numbers()).toEqual([2, 1, 3])
    await giveToDriver([held, other, found])
    await hold(held)
    expect(await numbers()).toEqual([2, 1, 3])
    expect((await arriveAgain(held, JHB)).verdict).toBe('refused')
    expect(await numbers()).toEqual([1, 2, 3])
    await clerk.send(hubApi.addEvent, {
      parcel_reference: referenceOf(other),
      mode: 'look-up',
      branch_id: JHB,
    })
    expect(await numbers()).toEqual([1, 2, 3])
    await arriveAgain(other, JHB)
    expect(await numbers()).toEqual([0, 3, 3])
    await arriveAgain(found, CPT)
    expect((await numbers())[1]).toBe(2)
  })

  it('judges scans by their time: a parcel that left after its scan is no difference, online, offline or late', async () => {
    const { JHB } = p.map.branches
    const driver = await p.driver(undefined, 'JHB')
    const [offline, late] = [await arrive(JHB), await arrive(JHB)]
    const unknown = await p.given.shipment({ status: 'in-transit' })
    const later = (minutes: number) =>
      p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + minutes * 60_000))
    later(60)
    const { id } = await start()
    const at = new Date(p.runtime.runtime.clock())
    later(10)
    const { results } = await count(id, [scanned(referenceOf(unknown), at)])
    expect(results.map(({ result }) => result)).toEqual(['not-expected'])
    for (const shipment of [unknown, offline, late]) {
      await clerk.send(hubApi.addEvent, {
        parcel_reference: referenceOf(shipment),
        mode: 'out-for-delivery',
        branch_id: JHB,
        driver: driver.username,
        assign_anyway: true,
      })
    }
    later(10)
    const after = await count(id, [scanned(referenceOf(offline), at)])
    expect(after.results.map(({ result }) => result)).toEqual(['agrees'])
    await close(id)
    expect((await count(id, [scanned(referenceOf(late), at)])).results).toMatchObject([
      { result: 'agrees', is_late: true },
    ])
    expect((await differences(id)).differences).toEqual([])
    const board = await clerk.send(depotApi.board, { branch_id: JHB, date: '2099-12-31' })
    expect(board.totals).toMatchObject({ on_floor: 0, loaded: 3 })
  })

  it('lists a parcel as not counted although an older scan comes in after the count began or ended', async () => {
    const { JHB } = p.map.branches
    const gone = await arrive(JHB)
    const began = new Date(Date.now() + hour_ms)
    p.runtime.setNow(began)
    const { id } = await start()
    const comeIn = () =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: referenceOf(gone),
        mode: 'arrive',
        branch_id: JHB,
        scanned_at: new Date(began.getTime() - hour_ms / 2),
      })
    await comeIn()
    await close(id)
    expect((await differences(id)).differences).toMatchObject([
      { kind: 'not-counted', reference: referenceOf(gone) },
    ])
    await comeIn()
    expect((await clerk.send(depotApi.board, { branch_id: JHB })).totals).toMatchObject({ missing: 1 })
  })

  it('judges scans of a device whose clock is wrong by the clock of the server', async () => {
    const { JHB } = p.map.branches
    const [early, late] = [await arrive(JHB), await arrive(JHB)]
    const driver = await p.driver(undefined, 'JHB')
    const { id } = await start()
    const takeOut = (shipment: Shipment) =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: referenceOf(shipment),
        mode: 'out-for-delivery',
        branch_id: JHB,
        driver: driver.username,
        assign_anyway: true,
      })
    const scanAfter = async (shipment: Shipment, minutes: number, offset: number) => {
      const scannedAt = new Date(p.runtime.runtime.clock().getTime() + minutes * 60_000 + offset * 1000)
      const { results } = await count(id, [scanned(referenceOf(shipment), scannedAt, offset)])
      return results.map(({ result }) => result)
    }
    await takeOut(early)
    await takeOut(late)
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    expect(await scanAfter(early, -30, -3 * 3600)).toEqual(['not-expected'])
    expect(await scanAfter(late, -90, 3 * 3600)).toEqual(['agrees'])
  })

  it('shows a cancelled parcel that was counted as over, in the row of parcels that are not planned', async () => {
    const { JHB } = p.map.branches
    const driver = await p.driver(undefined, 'JHB')
    const size = {
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 20,
      submitted_weight_kg: 2,
    }
    const shipment = await p.given.shipment({ status: 'in-transit', parcels: [size, size] })
    const [cancelled] = shipment.parcels
    await clerk.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('parcel')
        .set({ status: 'cancelled', current_branch_id: JHB })
        .where('id', '=', cancelled?.id ?? 0)
        .execute()
    })
    const { id } = await start()
    await count(id, [scanned(cancelled?.tracking_reference ?? '')])
    await close(id)
    const board = await clerk.send(depotApi.board, { branch_id: JHB, date: '2099-12-31' })
    expect(board.not_planned).toMatchObject({ parcels: 1, over: 1 })
    expect(board.vans).toMatchObject([{ parcels: 1, over: 0 }])
  })

  it('shows a parcel on the floor that was scanned onto a line-haul but not loaded, until it is scanned again', async () => {
    const { JHB, CPT } = p.map.branches
    const shipment = await p.given.shipment({ status: 'collected' })
    const manifest = await clerk.send(interhubApi.create, { from_branch_id: CPT, to_branch_id: JHB })
    const load = () =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: referenceOf(shipment),
        mode: 'load-manifest',
        branch_id: CPT,
        interhub_transfer_id: manifest.id,
      })
    await load()
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    const row = async () => {
      const { line_hauls } = await clerk.send(depotApi.board, { branch_id: CPT })
      return line_hauls.map(({ loaded, on_floor, is_ready }) => [loaded, on_floor, is_ready])
    }
    expect(await row()).toEqual([[1, 0, true]])
    const { id } = await clerk.send(floorApi.start, { branch_id: CPT })
    const { results } = await count(id, [scanned(referenceOf(shipment))])
    expect(results).toMatchObject([
      {
        result: 'not-expected',
        message: expect.stringMatching(/ is on IHM\d+ but still on the floor\. Load it\.$/),
      },
    ])
    await close(id)
    expect(await row()).toEqual([[0, 1, false]])
    p.runtime.setNow(new Date(Date.now() + 2 * hour_ms))
    await load()
    expect(await row()).toEqual([[1, 0, true]])
  })

  it('adds the differences of late scans to the list and the depot board, each once', async () => {
    const { JHB, CPT } = p.map.branches
    const elsewhere = await arrive(CPT)
    const onTheRoad = await p.given.shipment({ status: 'in-transit' })
    const { id } = await start()
    await count(id, [scanned('NOBODY-4')])
    await close(id)
    const late = () => [
      scanned(referenceOf(elsewhere)),
      scanned(referenceOf(onTheRoad)),
      scanned('NOBODY-4'),
      scanned('NOBODY-5'),
    ]
    const { results } = await count(id, late())
    expect(results[1]?.message).toMatch(/Put .+ aside/)
    await Promise.all(Array.from({ length: 6 }, () => count(id, late())))
    expect((await differences(id)).differences.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['elsewhere', referenceOf(elsewhere)],
      ['not-expected', referenceOf(onTheRoad)],
      ['unknown', 'NOBODY-4'],
      ['unknown', 'NOBODY-5'],
    ])
    const board = await clerk.send(depotApi.board, { branch_id: JHB })
    expect(board.totals).toMatchObject({ on_floor: 2 })
  })

  it('asks for the label of each parcel when the waybill of several parcels is scanned, and does not store it', async () => {
    const size = {
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 20,
      submitted_weight_kg: 2,
    }
    const { short_tracking_reference: waybill } = await p.given.shipment({ parcels: [size, size] })
    const { id } = await start()
    const { results } = await count(id, [scanned(waybill), scanned('NOBODY-6')])
    expect(results).toMatchObject([
      {
        result: 'several-parcels',
        message: 'This shipment has 2 parcels. Scan the label of each parcel.',
      },
      { result: 'unknown' },
    ])
    expect(await close(id)).toMatchObject({ counted: 1 })
    expect((await differences(id)).differences.map(({ reference }) => reference)).toEqual(['NOBODY-6'])
  })

  it('stores each scan once when two calls send the same batch at the same time', async () => {
    const here = await arrive(p.map.branches.JHB)
    const { id } = await start()
    const batch = [scanned(referenceOf(here)), scanned('NOBODY-3')]
    const answers = await Promise.all([count(id, batch), count(id, batch), count(id, batch)])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const stored = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('floor_count_scan').select('scan_id').where('floor_count_id', '=', id).execute(),
    )
    expect(stored).toHaveLength(2)
  })

  it('is limited to hub staff, their branch, and 200 scans per call', async () => {
    const { id } = await start()
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    expect(await errorOf(start(limited))).toMatchObject({ status: 404 })
    expect(await errorOf(count(id, [scanned('X')], limited))).toMatchObject({ status: 404 })
    expect(await errorOf(start(await p.driver()))).toMatchObject({ status: 403 })
    const many = Array.from({ length: 201 }, (_, number) => scanned(`X-${number}`))
    const refused = await clerk.http('POST', '/hub/floor-counts/scans', { floor_count_id: id, scans: many })
    expect(refused.status).toBe(400)
  })
})
