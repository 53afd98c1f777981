import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { dayDriversApi } from '@waybill/domain/maps/day-drivers-api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'
import { assignNightly } from './assign-areas.ts'

let p: TestProvider
let clerk: Caller
let usual: Caller
let other: Caller
let zoneId: number
const today = () => dayOf(new Date(p.runtime.runtime.clock()))

beforeEach(async () => {
  p = await newProvider()
  clerk = await p.staff()
  usual = await p.driver(undefined, 'JHB')
  other = await p.driver(undefined, 'JHB')
  const { zones } = await clerk.send(zonesApi.zones, { kind: 'drivers' })
  for (const zone of zones) await clerk.send(zonesApi.removeZone, { id: zone.id })
  const around: [number, number][] = [
    [27.9, -26.3],
    [28.2, -26.3],
    [28.2, -26],
    [27.9, -26],
    [27.9, -26.3],
  ]
  const zone = await clerk.send(zonesApi.createZone, {
    kind: 'drivers',
    name: 'Rosebank round',
    geometry: { type: 'MultiPolygon', coordinates: [[around]] },
    branch_id: p.map.branches.JHB,
    drivers: [usual.username],
    legs: 'both',
  })
  zoneId = zone.id
  await p.settle()
})

const give = (username: string, day: string, by = clerk) =>
  by.send(dayDriversApi.give, { zone_id: zoneId, day, username })
const areaOn = async (date: string) => (await clerk.send(dayDriversApi.list, { date })).areas[0]
/** A delivery at the branch in the area, and its driver after all jobs. */
async function arrived(): Promise<{ id: number; day: string; driver: () => Promise<string> }> {
  const { id } = await p.given.shipment({ status: 'in-transit' })
  const detail = async () => {
    await p.settle()
    return (await clerk.send(shipmentsApi.detail, { id })).shipment
  }
  return {
    id,
    day: (await detail()).delivery_min_date,
    driver: async () => (await detail()).delivery_agent_id,
  }
}
const eventsOf = async (id: number) =>
  (await clerk.send(hubApi.events, { shipment_id: id })).tracking_events.map(({ status }) => status)
const assign = (id: number, username: string) =>
  clerk.send(driversApi.assign, { shipment_ids: [id], leg: 'delivery', username, assign_anyway: true })

describe('areas by day', () => {
  it('[OPS-002] give work that is not dispatched to another driver for a day, and back, and leave what someone chose', async () => {
    const third = await p.driver(undefined, 'JHB')
    const [follows, stays] = [await arrived(), await arrived()]
    expect(await follows.driver()).toBe(usual.username)
    await assign(stays.id, third.username)
    const given = await give(other.username, follows.day)
    expect(given).toMatchObject({ driver: { username: other.username }, given: { day: follows.day } })
    expect(await follows.driver()).toBe(other.username)
    expect(await stays.driver()).toBe(third.username)
    expect((await areaOn(dayAfter(follows.day, 1)))?.driver?.username).toBe(usual.username)
    const booked = await arrived()
    expect(await booked.driver()).toBe(other.username)
    await give('', follows.day)
    expect(await follows.driver()).toBe(usual.username)
    expect((await areaOn(follows.day))?.given).toBeNull()
    const entries = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('audit_event').selectAll().where('object_type', '=', 'zone').execute(),
    )
    expect(JSON.stringify(entries)).toContain(other.username)
  })

  it('[OPS-002] give the work of a usual driver who is off duty to the driver of the day, and leave what someone chose', async () => {
    const work = await arrived()
    const foreign = await p.driver(undefined, 'JHB')
    const stays = await arrived()
    await assign(stays.id, foreign.username)
    await usual.send(driversApi.actions, {
      actions: [
        { action_id: randomUUID(), type: 'end-day', occurred_at: new Date(p.runtime.runtime.clock()) },
      ],
    })
    expect(await work.driver()).toBe(usual.username)
    await give(other.username, work.day)
    expect(await work.driver()).toBe(other.username)
    expect(await stays.driver()).toBe(foreign.username)
  })

  it('[OPS-002] follow a changed list of drivers', async () => {
    const moved = await arrived()
    const { zones } = await clerk.send(zonesApi.zones, { kind: 'drivers' })
    await clerk.send(zonesApi.changeZone, {
      id: zoneId,
      version: zones[0]?.version ?? 0,
      drivers: [other.username],
    })
    expect(await moved.driver()).toBe(other.username)
  })

  it('[OPS-002] assign the work of each day that nobody has, once: at 04:00, or when a process runs again after it', async () => {
    const work = await arrived()
    const run = async (day: string, utc: string) => {
      p.runtime.setNow(new Date(`${day}T${utc}:00Z`))
      await assignNightly(await jobOf(p))
    }
    const free = async () => {
      await assign(work.id, '')
      expect(await work.driver()).toBe('')
    }
    await run(dayAfter(work.day, -1), '08:00')
    await free()
    await run(work.day, '01:30')
    expect(await work.driver()).toBe('')
    await run(work.day, '09:20')
    expect(await work.driver()).toBe(usual.username)
    await free()
    await run(work.day, '10:20')
    expect(await work.driver()).toBe('')
    p.runtime.setNow(new Date(`${dayAfter(work.day, 1)}T02:00:00Z`))
    const assigned = async () =>
      (await eventsOf(work.id)).filter((status) => status === 'delivery-assigned').length
    const before = await assigned()
    await Promise.all([assignNightly(await jobOf(p)), assignNightly(await jobOf(p))])
    expect(await work.driver()).toBe(usual.username)
    expect(await assigned()).toBe(before + 1)
    p.runtime.setNow(null)
  })

  it('[OPS-002] pass work of today on when the driver goes off duty, and give free work to who comes on duty', async () => {
    const { zones } = await clerk.send(zonesApi.zones, { kind: 'drivers' })
    await clerk.send(zonesApi.changeZone, {
      id: zoneId,
      version: zones[0]?.version ?? 0,
      drivers: [usual.username, other.username],
    })
    const work = await arrived()
    p.runtime.setNow(new Date(`${work.day}T08:00:00Z`))
    const report = (type: 'start-day' | 'end-day', by: Caller) =>
      by.send(driversApi.actions, {
        actions: [{ action_id: randomUUID(), type, occurred_at: new Date(p.runtime.runtime.clock()) }],
      })
    await report('end-day', usual)
    expect(await work.driver()).toBe(other.username)
    await assign(work.id, '')
    await report('start-day', usual)
    expect(await work.driver()).toBe(usual.username)
    p.runtime.setNow(null)
  })

  it('[OPS-002] get the open work of a driver who leaves, who may not have parcels', async () => {
    const { zones } = await clerk.send(zonesApi.zones, { kind: 'drivers' })
    await clerk.send(zonesApi.changeZone, {
      id: zoneId,
      version: zones[0]?.version ?? 0,
      drivers: [usual.username, other.username],
    })
    const [out, open] = [await arrived(), await arrived()]
    expect(await open.driver()).toBe(usual.username)
    await p.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, out.id), { to: 'out-for-delivery' }),
    )
    const leaves = () =>
      clerk.send(identityApi.changeUser, { id: usual.user_id, role_id: role_ids.administrator })
    const hasParcel = { message: expect.stringMatching(/ still has the parcel .*\. Scan it back in first/) }
    expect(await errorOf(leaves())).toMatchObject(hasParcel)
    expect(await errorOf(clerk.send(usersApi.remove, { id: usual.user_id }))).toMatchObject(hasParcel)
    expect(await open.driver()).toBe(usual.username)
    await assign(out.id, other.username)
    await leaves()
    expect(await open.driver()).toBe(other.username)
    await p.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, out.id), { to: 'returned-to-hub' }),
    )
    await clerk.send(usersApi.remove, { id: other.user_id })
    expect([await out.driver(), await open.driver()]).toEqual(['', ''])
  })

  it('reject a day that is over, a customer, a driver and an unknown driver', async () => {
    expect(await errorOf(give(other.username, dayAfter(today(), -1)))).toMatchObject({ status: 400 })
    expect(await errorOf(give('nobody', today()))).toMatchObject({ status: 404 })
    expect(await errorOf(give(other.username, today(), other))).toMatchObject({ status: 403 })
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    expect(await errorOf(give(other.username, today(), limited))).toMatchObject({ status: 404 })
    expect((await limited.send(dayDriversApi.list, {})).areas).toEqual([])
  })
})
