import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { mapsApi } from '@waybill/domain/maps/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { searchApi } from '@waybill/domain/search/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pagesOf, textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { uploadShipmentFile } from '../../../dev/test-kit/shipment-files.ts'
import { watchManifests } from './daily-manifests.ts'
import { renderManifest } from '../documents/manifest-sheet.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const parcels = (number: number) =>
  Array.from({ length: number }, () => ({ ...(booking().parcels?.[0] as object) })) as never

/** Opens a manifest from Cape Town, where test shipments are collected, to Johannesburg, where they go. */
const open = (more: Partial<Input<typeof interhubApi.create>> = {}, by = clerk, of = p) =>
  by.send(interhubApi.create, {
    from_branch_id: of.map.branches.CPT,
    to_branch_id: of.map.branches.JHB,
    vehicle_registration: 'CA 123-456',
    ...more,
  })
/** Creates a shipment whose parcels have arrived at the hub in Cape Town. */
const atHub = async (more: Parameters<TestProvider['given']['shipment']>[0] = {}, of = p) => {
  const shipment = await of.given.shipment({ status: 'collected', ...more })
  for (const { tracking_reference } of shipment.parcels)
    await (
      await of.staff()
    ).send(hubApi.addEvent, {
      parcel_reference: tracking_reference,
      mode: 'arrive',
      branch_id: of.map.branches.CPT,
    })
  return shipment
}
const scan = (shipment: Shipment, more: Partial<Input<typeof hubApi.addEvent>>, by = clerk) =>
  by.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
    mode: 'load-manifest',
    branch_id: p.map.branches.CPT,
    ...more,
  })
const load = (manifest: InterhubTransfer, shipment: Shipment, parcel = 0, by = clerk) =>
  by.send(interhubApi.addParcel, {
    interhub_transfer_id: manifest.id,
    parcel_reference: shipment.parcels[parcel]?.tracking_reference ?? '',
  })
const unload = (manifest: InterhubTransfer, shipment: Shipment, parcel = 0) =>
  scan(shipment, {
    parcel_reference: shipment.parcels[parcel]?.tracking_reference ?? '',
    mode: 'unload-manifest',
    branch_id: p.map.branches.JHB,
    interhub_transfer_id: manifest.id,
  })
const detail = (shipment: Shipment, by = clerk) => by.send(shipmentsApi.detail, { id: shipment.id })
const see = ({ id }: { id: number }, by = clerk) => by.send(interhubApi.detail, { id })
const statuses = async (shipment: Shipment) =>
  (await detail(shipment)).events.map((event) => event.status).reverse()

describe('[HUB-001] [HUB-002] manifest from one hub to another', () => {
  it('moves parcels from the first hub to the second with one event per step', async () => {
    const manifest = await open({ cost: 100_000 })
    const one = await atHub()
    const two = await atHub({ parcels: parcels(2) })
    await load(manifest, one)
    await load(manifest, two)
    await load(manifest, two, 1)
    expect(await see(manifest)).toMatchObject({
      interhub_transfer: {
        status: 'open',
        phase: 'open',
        parcel_count: 3,
        shipment_count: 2,
        total_weight_kg: 9,
      },
    })
    expect((await detail(one)).shipment.status).toBe('manifested')
    const closed = await clerk.send(interhubApi.close, { id: manifest.id, version: manifest.version })
    expect(closed).toMatchObject({ status: 'closed', phase: 'closed', departed_at: null })
    expect((await detail(two)).shipment.status).toBe('ready-for-dispatch')
    const departed = await clerk.send(interhubApi.depart, { id: manifest.id })
    expect(departed).toMatchObject({ status: 'closed', phase: 'departed' })
    expect((await detail(two)).shipment).toMatchObject({ status: 'in-transit', current_branch_id: 0 })
    expect(await unload(manifest, one)).toMatchObject({
      verdict: 'ok',
      parcel: { status: 'at-destination-hub' },
      manifest: { done: 1, of: 3 },
    })
    await unload(manifest, two)
    await unload(manifest, two, 1)
    const received = await clerk.send(interhubApi.receive, { id: manifest.id })
    expect(received).toMatchObject({
      status: 'closed',
      phase: 'received',
      received_count: 3,
      short_count: 0,
      over_count: 0,
    })
    const travelled = (by: Caller) =>
      detail(one, by).then(({ events }) => events.map(({ data }) => data?.['interhub_transfer']))
    expect(await travelled(clerk)).toContain(manifest.display_id)
    expect(new Set(await travelled(await p.owner(one.account_id)))).toEqual(new Set([undefined]))
    expect((await statuses(one)).slice(-4)).toEqual([
      'manifested',
      'ready-for-dispatch',
      'in-transit',
      'at-destination-hub',
    ])
    expect((await statuses(two)).filter((status) => status === 'in-transit')).toHaveLength(1)
    const { parcels: rows } = await see(manifest)
    expect(rows.map(({ state }) => state)).toEqual(['received', 'received', 'received'])
    expect(rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBe(100_000)
  })

  it('reports short, over and damaged parcels', async () => {
    const manifest = await open()
    const here = await atHub()
    const lost = await atHub()
    const stray = await atHub()
    await load(manifest, here)
    await load(manifest, lost)
    await clerk.send(interhubApi.close, { id: manifest.id })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    await unload(manifest, here)
    expect(await unload(manifest, stray)).toMatchObject({ verdict: 'warning', code: 'wrong_manifest' })
    expect((await see(manifest)).interhub_transfer).toMatchObject({ phase: 'arrived', short_count: 0 })
    const parcelId = here.parcels[0]?.id ?? 0
    const note = { interhub_transfer_id: manifest.id, parcel_id: parcelId, condition: 'damaged' } as const
    expect(await errorOf(clerk.send(interhubApi.noteCondition, note))).toEqual({
      status: 400,
      message: 'Describe the damage in a few words.',
    })
    expect(await errorOf(clerk.send(interhubApi.noteCondition, { ...note, note: 'Corner crushed' }))).toEqual(
      { status: 400, message: 'Take a photo of the damage.' },
    )
    const photos = [await uploadShipmentFile(p, clerk, 'corner.jpg', undefined, 'shipment-images')]
    await clerk.send(interhubApi.noteCondition, { ...note, note: 'Corner crushed', photos })
    expect(
      await errorOf(
        clerk.send(interhubApi.noteCondition, { ...note, parcel_id: lost.parcels[0]?.id ?? 0, note: 'Wet' }),
      ),
    ).toMatchObject({
      message: 'This parcel has not been unloaded from this manifest yet. Scan it in first.',
    })
    await clerk.send(interhubApi.receive, { id: manifest.id })
    const { interhub_transfer, parcels: rows } = await see(manifest)
    expect(interhub_transfer).toMatchObject({
      received_count: 1,
      short_count: 1,
      over_count: 1,
      damaged_count: 1,
    })
    expect(rows.map(({ state, condition }) => [state, condition])).toEqual([
      ['received', 'damaged'],
      ['short', null],
      ['over', 'good'],
    ])
    const differing = await clerk.send(interhubApi.list, { has_differences: true })
    expect(differing.interhub_transfers.map(({ id }) => id)).toContain(manifest.id)
    // A short parcel that arrives later counts as received.
    await scan(lost, { mode: 'arrive', branch_id: p.map.branches.JHB })
    expect((await see(manifest)).interhub_transfer.short_count).toBe(0)
  })

  it('can be reopened until it departs, by users with the permission', async () => {
    const manifest = await open()
    const shipment = await atHub()
    await load(manifest, shipment)
    await clerk.send(interhubApi.close, { id: manifest.id })
    const operator = await p.user(12, { branch_id: p.map.branches.CPT })
    expect(await errorOf(operator.send(interhubApi.reopen, { id: manifest.id }))).toEqual({
      status: 403,
      message: `You may not reopen ${manifest.display_id}. Ask someone with this permission.`,
    })
    expect(await clerk.send(interhubApi.reopen, { id: manifest.id })).toMatchObject({ status: 'open' })
    expect((await detail(shipment)).shipment.status).toBe('manifested')
    await clerk.send(interhubApi.close, { id: manifest.id })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    expect(await errorOf(clerk.send(interhubApi.reopen, { id: manifest.id }))).toEqual({
      status: 400,
      message: `${manifest.display_id} has departed and cannot be reopened.`,
    })
  })

  it('returns removed parcels to the hub, and rejects removal after closing', async () => {
    const manifest = await open()
    const shipment = await atHub()
    await load(manifest, shipment)
    const off = { interhub_transfer_id: manifest.id, parcels_ids: [shipment.parcels[0]?.id ?? 0] }
    await clerk.send(interhubApi.removeParcels, off)
    await clerk.send(interhubApi.removeParcels, off)
    expect((await detail(shipment)).shipment).toMatchObject({
      status: 'at-hub',
      current_branch_id: p.map.branches.CPT,
    })
    expect((await see(manifest)).parcels).toEqual([])
    expect(
      await errorOf(clerk.send(interhubApi.removeParcels, { ...off, parcels_ids: [999_999] })),
    ).toMatchObject({ status: 404 })
    await load(manifest, shipment)
    expect((await see(manifest)).parcels).toHaveLength(1)
    await clerk.send(interhubApi.close, { id: manifest.id })
    expect(await errorOf(clerk.send(interhubApi.removeParcels, off))).toMatchObject({
      status: 400,
      message: `${manifest.display_id} is closed. Reopen it to change its parcels.`,
    })
  })

  it('departs automatically when a closed manifest is unloaded', async () => {
    const manifest = await open()
    const shipment = await atHub()
    await load(manifest, shipment)
    await clerk.send(interhubApi.close, { id: manifest.id })
    await unload(manifest, shipment)
    expect((await see(manifest)).interhub_transfer).toMatchObject({ phase: 'arrived' })
    expect((await statuses(shipment)).slice(-2)).toEqual(['in-transit', 'at-destination-hub'])
  })
})

describe('loading with the scanner', () => {
  it('finds the open manifest on which a parcel belongs', async () => {
    const shipment = await atHub()
    const other = await newProvider()
    expect(
      await (
        await other.staff()
      ).send(hubApi.addEvent, {
        parcel_reference: (await atHub({}, other)).parcels[0]?.tracking_reference ?? '',
        mode: 'load-manifest',
        branch_id: other.map.branches.CPT,
      }),
    ).toMatchObject({
      short: 'NO MANIFEST',
      message: 'No manifest to Johannesburg is open here. Open one, or choose another.',
    })
    const sooner = await open({ planned_departure: new Date(Date.now() + hour_ms) })
    expect(await scan(shipment, {})).toMatchObject({
      verdict: 'ok',
      short: 'LOADED',
      manifest: { display_id: sooner.display_id, done: 1 },
    })
    expect(await scan(shipment, {})).toMatchObject({ verdict: 'duplicate' })
    expect((await see(sooner)).parcels).toHaveLength(1)
  })

  it('refuses a manifest that does not go to the parcel’s branch, names the right one, and lets users with the permission load it anyway', async () => {
    const right = await open({ planned_departure: new Date(Date.now() + 60_000) })
    const wrong = await open({ to_branch_id: p.map.branches.DBN })
    const shipment = await atHub()
    const how = { interhub_transfer_id: wrong.id }
    expect(await scan(shipment, how)).toMatchObject({
      code: 'wrong_manifest',
      message: `This parcel goes to Johannesburg, the manifest to Durban. Load it on ${right.display_id}.`,
    })
    expect(await errorOf(load(wrong, shipment))).toMatchObject({ status: 400 })
    const operator = await p.user(12, { branch_id: p.map.branches.CPT })
    expect((await scan(shipment, { ...how, load_anyway: true }, operator)).verdict).toBe('refused')
    expect((await scan(shipment, { ...how, load_anyway: true })).verdict).toBe('ok')
    expect(await scan(shipment, { interhub_transfer_id: right.id })).toMatchObject({
      code: 'wrong_manifest',
      message: `This parcel is already on ${wrong.display_id}.`,
    })
  })

  it('processes an offline scan once when it is sent six times concurrently', async () => {
    const manifest = await open()
    const shipment = await atHub()
    const scanId = randomUUID()
    const how = { interhub_transfer_id: manifest.id, scan_id: scanId, scanned_at: new Date() }
    const before = (await statuses(shipment)).length
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    const answers = await Promise.all(Array.from({ length: 6 }, () => scan(shipment, how)))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await statuses(shipment)).toHaveLength(before + 1)
    expect((await see(manifest)).parcels).toHaveLength(1)
  })

  it('[HUB-001] refuses a scan from before the latest event of the parcel, and shows nobody that it was loaded', async () => {
    const manifest = await open()
    const shipment = await atHub()
    const before = await statuses(shipment)
    const early = new Date(p.runtime.runtime.clock().getTime() - 10 * 60_000)
    p.runtime.setNow(new Date(Date.now() + 20 * 60_000))
    await scan(shipment, { mode: 'arrive', bay: 'B2' })
    const answer = await scan(shipment, { interhub_transfer_id: manifest.id, scanned_at: early })
    expect(answer).toMatchObject({ verdict: 'refused', code: 'wrong_manifest', short: 'NOT LOADED' })
    expect(await see(manifest)).toMatchObject({ interhub_transfer: { parcel_count: 0 } })
    expect(await statuses(shipment)).not.toContain('manifested')
    expect((await statuses(shipment)).length).toBeGreaterThan(before.length)
  })

  it('[HUB-001] takes a parcel that is scanned in elsewhere off the manifest that has not departed', async () => {
    const manifest = await open()
    const [astray, brought, whole] = [await atHub(), await atHub(), await atHub()]
    for (const one of [astray, brought, whole]) await load(manifest, one)
    const { JHB } = p.map.branches
    expect(await scan(astray, { mode: 'arrive', branch_id: JHB })).toMatchObject({
      verdict: 'warning',
      short: `OFF ${manifest.display_id}`,
    })
    const closed = await clerk.send(interhubApi.close, { id: manifest.id })
    expect(closed).toMatchObject({ parcel_count: 2 })
    const received = await scan(brought, { mode: 'arrive', branch_id: JHB })
    expect(received).toMatchObject({ verdict: 'ok', message: '' })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    const placed = await Promise.all([astray, brought, whole].map((one) => detail(one)))
    expect(placed.map(({ shipment }) => [shipment.status, shipment.current_branch_id])).toEqual([
      ['at-destination-hub', JHB],
      ['at-destination-hub', JHB],
      ['in-transit', 0],
    ])
    expect(await see(manifest)).toMatchObject({ interhub_transfer: { parcel_count: 2, received_count: 1 } })
  })

  it('[HUB-001] takes a parcel that is put into a bay at the start off the closed manifest', async () => {
    const manifest = await open()
    const [off, stays] = [await atHub(), await atHub()]
    for (const one of [off, stays]) await load(manifest, one)
    await clerk.send(interhubApi.close, { id: manifest.id })
    const answer = await scan(off, { mode: 'assign-bay', bay: 'B2' })
    expect(answer).toMatchObject({ verdict: 'warning', short: `OFF ${manifest.display_id}` })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    expect((await detail(off)).shipment.status).toBe('at-hub')
    expect(await see(manifest)).toMatchObject({ interhub_transfer: { parcel_count: 1 } })
  })

  it('spreads the cost of the trip over the parcels that are left when a scan takes one off the closed manifest', async () => {
    const manifest = await open({ cost: 10_00 })
    const [off, ...stay] = [await atHub(), await atHub(), await atHub()]
    for (const one of [off, ...stay]) await load(manifest, one)
    await clerk.send(interhubApi.close, { id: manifest.id })
    const shares = async () => (await see(manifest)).parcels.map(({ cost }) => cost)
    expect(await shares()).toEqual([3_34, 3_33, 3_33])
    await scan(off, { mode: 'assign-bay', bay: 'B2' })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    expect(await shares()).toEqual([5_00, 5_00])
  })

  it('[HUB-001] leaves a parcel at the hub that is scanned off the manifest while it departs', async () => {
    const manifest = await open({ cost: 10_00 })
    const all = []
    for (let count = 0; count < 12; count += 1) all.push(await atHub())
    for (const one of all) await load(manifest, one)
    await clerk.send(interhubApi.close, { id: manifest.id })
    const scanned = all.slice(4)
    const [, ...answers] = await Promise.all([
      clerk.send(interhubApi.depart, { id: manifest.id }),
      ...scanned.map((one) => scan(one, { mode: 'assign-bay', bay: 'B2' })),
    ])
    const off = scanned.filter((_, at) => answers[at]?.short === `OFF ${manifest.display_id}`)
    const placed = await Promise.all(off.map(async (one) => (await detail(one)).shipment.status))
    expect(placed).toEqual(off.map(() => 'at-hub'))
    expect(await see(manifest)).toMatchObject({
      interhub_transfer: { parcel_count: all.length - off.length },
    })
    const { parcels: left } = await see(manifest)
    expect(left.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBe(10_00)
  })

  it('loads a parcel on only one of two manifests when the scans are concurrent', async () => {
    const manifests = [await open(), await open()]
    const shipment = await atHub()
    const answers = await Promise.all(manifests.map(({ id }) => scan(shipment, { interhub_transfer_id: id })))
    expect(answers.map((one) => one.verdict).sort()).toEqual(['ok', 'refused'])
    const loads = await Promise.all(manifests.map((one) => see(one)))
    expect(loads.flatMap((one) => one.parcels)).toHaveLength(1)
  })

  it('loads a parcel before a concurrent close or refuses it', async () => {
    const manifest = await open()
    const first = await atHub()
    await load(manifest, first)
    const others = await Promise.all([atHub(), atHub(), atHub(), atHub()])
    const [, ...answers] = await Promise.all([
      clerk.send(interhubApi.close, { id: manifest.id }),
      ...others.map((one) => scan(one, { interhub_transfer_id: manifest.id })),
    ])
    const { parcels: rows } = await see(manifest)
    expect(rows).toHaveLength(1 + answers.filter((one) => one.verdict !== 'refused').length)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['ready-for-dispatch']))
  })

  it.each(['on-hold', 'cancelled', 'delivered'] as const)('refuses a parcel that is %s', async (status) => {
    const manifest = await open()
    const shipment = await p.given.shipment({ status })
    expect((await scan(shipment, { interhub_transfer_id: manifest.id })).verdict).toBe('refused')
    expect((await see(manifest)).parcels).toEqual([])
  })

  it('refuses a parcel at another branch, and warns about one that was never scanned in', async () => {
    const manifest = await open()
    const elsewhere = await p.given.shipment({ status: 'collected' })
    await scan(elsewhere, { mode: 'arrive', branch_id: p.map.branches.JHB })
    const refused = await scan(elsewhere, { interhub_transfer_id: manifest.id })
    expect(refused).toMatchObject({
      code: 'wrong_branch',
      message: 'This parcel was last scanned in at Johannesburg. Scan it in here first.',
    })
    const unseen = await p.given.shipment({ status: 'collected' })
    expect(await scan(unseen, { interhub_transfer_id: manifest.id })).toMatchObject({
      verdict: 'warning',
      short: 'NOT SCANNED IN',
    })
  })
})

describe('closing a manifest', () => {
  it('rejects an empty manifest, a missing vehicle, held parcels and incomplete shipments', async () => {
    const manifest = await open({ vehicle_registration: '' })
    expect(await errorOf(clerk.send(interhubApi.close, { id: manifest.id }))).toMatchObject({
      message: `There is no parcel on ${manifest.display_id} yet. Scan parcels in first.`,
    })
    const held = await atHub()
    const torn = await atHub({ parcels: parcels(2) })
    await load(manifest, held)
    await load(manifest, torn)
    const close = (more: object = {}, by = clerk) =>
      errorOf(by.send(interhubApi.close, { id: manifest.id, ...more }))
    expect((await close()).message).toBe('Enter the vehicle before you close the manifest.')
    const vehicle = { vehicle_registration: 'CA 1' }
    await p.inTransaction(async (ctx) => {
      const { enterStatus, lockShipment } = await import('../../shipments/index.ts')
      await enterStatus(ctx, await lockShipment(ctx, held.id), { to: 'on-hold', message: 'Customs' })
    })
    expect((await close(vehicle)).message).toMatch(/ is on hold\. Take it off the manifest first\.$/)
    await clerk.send(interhubApi.removeParcels, {
      interhub_transfer_id: manifest.id,
      parcel_ids: [held.parcels[0]?.id ?? 0],
    })
    expect((await detail(held)).shipment.status).toBe('on-hold')
    const tornApart = `Some parcels are missing: ${torn.tracking_reference} (1 of 2). Load the rest, or close the manifest with parcels missing.`
    expect((await close(vehicle)).message).toBe(tornApart)
    expect((await see(manifest)).incomplete).toEqual([
      { reference: torn.tracking_reference, loaded: 1, parcel_count: 2 },
    ])
    const operator = await p.user(12, { branch_id: p.map.branches.CPT })
    expect((await close({ ...vehicle, accept_missing: true }, operator)).status).toBe(403)
    expect((await close({ ...vehicle, accept_missing: true })).status).toBe(200)
    expect((await see(manifest)).interhub_transfer.vehicle_registration).toBe('CA 1')
  })

  it('[SET-032] applies the settings for scan status, seal number, vehicle and departure on closing', async () => {
    const other = await newProvider({
      interhub_scan_status: 'in-transit',
      interhub_require_vehicle: false,
      interhub_require_seal: true,
    })
    const staff = await other.staff()
    const manifest = await open({ vehicle_registration: '' }, staff, other)
    const shipment = await atHub({}, other)
    await load(manifest, shipment, 0, staff)
    expect((await detail(shipment, staff)).shipment.status).toBe('in-transit')
    expect((await errorOf(staff.send(interhubApi.close, { id: manifest.id }))).message).toBe(
      'Enter the seal number before you close the manifest.',
    )
    const closed = await staff.send(interhubApi.close, { id: manifest.id, seal_number: 'S-1' })
    expect(closed).toMatchObject({ phase: 'departed', seal_number: 'S-1' })
    const events = (await detail(shipment, staff)).events.filter(({ status }) => status === 'in-transit')
    expect(events).toHaveLength(1)
    const auto = await newProvider({ interhub_auto_depart_on_close: true })
    const boss = await auto.staff()
    const second = await open({}, boss, auto)
    await load(second, await atHub({}, auto), 0, boss)
    expect(await boss.send(interhubApi.close, { id: second.id })).toMatchObject({ phase: 'departed' })
  })

  it('closes once when four close requests are concurrent', async () => {
    const manifest = await open()
    const shipment = await atHub()
    await load(manifest, shipment)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => errorOf(clerk.send(interhubApi.close, { id: manifest.id }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect((await statuses(shipment)).filter((one) => one === 'ready-for-dispatch')).toHaveLength(1)
  })
})

describe('creating, changing and finding manifests', () => {
  it('assigns numbers without gaps, also for concurrent and rejected requests', async () => {
    const other = await newProvider()
    const staff = await other.staff()
    const made = await Promise.all(Array.from({ length: 8 }, () => open({}, staff, other)))
    await errorOf(open({ to_branch_id: other.map.branches.CPT }, staff, other))
    made.push(await open({}, staff, other))
    expect(made.map((one) => one.display_id).sort()).toEqual(
      Array.from({ length: 9 }, (_, index) => `IHM00000${index + 1}`),
    )
  })

  it.each<[string, object, string]>([
    ['the same branch twice', { to_branch_id: 'CPT' }, 'Choose a different destination branch.'],
    ['an unknown branch', { to_branch_id: 999_999 }, 'There is no branch 999999. Choose another one.'],
    ['an unknown carrier', { carrier: 'Nobody' }, 'There is no carrier Nobody. Choose one from the list.'],
    [
      'an unknown service level',
      { service_level: 'Rocket' },
      'There is no service level Rocket. Choose one from the list.',
    ],
    ['an unknown driver', { driver: 'nobody' }, 'There is no driver nobody. Choose another one.'],
    ['a negative cost', { cost: -1 }, 'The cost must not be negative.'],
  ])('rejects %s with 400', async (_, more, message) => {
    const { to_branch_id } = more as { to_branch_id?: unknown }
    const fixed = to_branch_id === 'CPT' ? { to_branch_id: p.map.branches.CPT } : more
    expect(await errorOf(open(fixed))).toEqual({ status: 400, message })
  })

  it('rejects a stale version with 409, and rejects a new destination after closing', async () => {
    const manifest = await open()
    const driver = await p.driver()
    const changed = await clerk.send(interhubApi.change, {
      id: manifest.id,
      version: manifest.version,
      seal_number: 'S-9',
      driver: driver.username,
      carrier: 'Own line-haul',
    })
    expect(changed).toMatchObject({
      seal_number: 'S-9',
      driver: driver.username,
      driver_name: driver.username,
    })
    const stale = clerk.send(interhubApi.change, { id: manifest.id, version: manifest.version, notes: 'x' })
    await expect(stale).rejects.toMatchObject({ status: 409, body: { current: { seal_number: 'S-9' } } })
    await load(manifest, await atHub())
    const closed = await clerk.send(interhubApi.close, { id: manifest.id })
    const later = (more: object, version: number) =>
      clerk.send(interhubApi.change, { id: manifest.id, version, ...more })
    expect((await errorOf(later({ to_branch_id: p.map.branches.DBN }, closed.version))).message).toBe(
      `${manifest.display_id} is closed. Reopen it to change where it goes.`,
    )
    const priced = await later({ cost: 5_001 }, closed.version)
    expect((await see(manifest)).parcels[0]?.cost).toBe(5_001)
    expect(priced.seal_number).toBe('S-9')
  })

  it('can be removed only while empty, and its number is not reused', async () => {
    const manifest = await open()
    await clerk.send(interhubApi.remove, { id: manifest.id })
    expect(await errorOf(see(manifest))).toEqual({ status: 404, message: 'Could not find this manifest.' })
    const next = await open()
    expect(next.display_id > manifest.display_id).toBe(true)
    await load(next, await atHub())
    expect((await errorOf(clerk.send(interhubApi.remove, { id: next.id }))).message).toBe(
      `There are parcels on ${next.display_id}. Take them off first.`,
    )
  })

  it('blocks the removal of its destination branch until the manifest is removed', async () => {
    const branch = await clerk.send(mapsApi.createBranch, {
      name: `T${randomUUID().slice(0, 5).toUpperCase()}`,
      public_name: 'Tzaneen',
      address: { ...booking().delivery_address, local_area: 'Tzaneen', city: 'Tzaneen' } as never,
    })
    const manifest = await open({ to_branch_id: branch.id })
    expect(await errorOf(clerk.send(mapsApi.removeBranch, { id: branch.id }))).toEqual({
      status: 400,
      message: `Manifests of ${branch.name} are still active. Receive them or remove the empty ones, then remove ${branch.name}.`,
    })
    await clerk.send(interhubApi.remove, { id: manifest.id })
    expect((await errorOf(clerk.send(mapsApi.removeBranch, { id: branch.id }))).status).toBe(200)
  })

  it('is found by status, destination branch, phase, number, carrier reference and parcel', async () => {
    const other = await newProvider()
    const staff = await other.staff()
    const first = await open({ waybill_reference: '018-5512' }, staff, other)
    const second = await open({ to_branch_id: other.map.branches.DBN }, staff, other)
    const shipment = await atHub({}, other)
    await load(first, shipment, 0, staff)
    await staff.send(interhubApi.close, { id: first.id })
    const ids = async (filter: Partial<Input<typeof interhubApi.list>>) =>
      (await staff.send(interhubApi.list, filter)).interhub_transfers.map(({ id }) => id)
    expect(await ids({})).toEqual([second.id, first.id])
    expect(await ids({ status: 'closed' })).toEqual([first.id])
    expect(await ids({ phase: ['open', 'departed'] })).toEqual([second.id])
    expect(await ids({ to_branch_id: [other.map.branches.DBN] })).toEqual([second.id])
    expect(await ids({ search: first.display_id })).toEqual([first.id])
    expect(await ids({ search: '018-55' })).toEqual([first.id])
    expect(await ids({ search: shipment.parcels[0]?.tracking_reference })).toEqual([first.id])
    expect(await ids({ has_differences: true })).toEqual([])
    expect((await staff.send(interhubApi.list, { limit: 1 })).count).toBe(2)
    const { shipments, count } = await staff.send(interhubApi.parcels, { interhub_transfer_id: first.id })
    expect([count, shipments[0]?.parcels[0]?.scan_status]).toEqual([1, 'not-scanned'])
  })

  it('is found in the reference search by staff and not by customers', async () => {
    const manifest = await open()
    const find = (by: Caller) => by.send(searchApi.navSearch, { search_query: manifest.display_id })
    expect(await find(clerk)).toMatchObject({ type: 'interhub-transfer', data: { id: manifest.id } })
    expect((await errorOf(find(await p.owner()))).status).toBe(404)
  })

  it('assigns arriving parcels to the bay of the carrier of the open manifest', async () => {
    const q = await newProvider({
      hub_bays: [{ code: 'L1', branch: 'CPT', bound_to: 'manifest', value: 'Own line-haul', colour: '' }],
    })
    const staff = await q.staff()
    const arrive = async () =>
      staff.send(hubApi.addEvent, {
        parcel_reference:
          (await q.given.shipment({ status: 'collected' })).parcels[0]?.tracking_reference ?? '',
        mode: 'arrive',
        branch_id: q.map.branches.CPT,
      })
    expect((await arrive()).next?.bay).toBe('Unsorted')
    await open({ carrier: 'Own line-haul' }, staff, q)
    expect((await arrive()).next?.bay).toBe('L1')
  })

  it('downloads a PDF named after its number, and a CSV with its parcel', async () => {
    const manifest = await open({ notes: 'Fragile on top' })
    const shipment = await atHub()
    await load(manifest, shipment)
    const pdf = await clerk.send(interhubApi.download, { id: manifest.id })
    expect(pdf.filename).toBe(`Manifest_${manifest.display_id}.pdf`)
    const csv = await clerk.send(interhubApi.download, { id: manifest.id, format: 'csv' })
    const { pathname, search } = new URL(csv.url)
    const { body } = await clerk.http('GET', pathname + search)
    const text = String(body)
    expect(text.split('\r\n')).toHaveLength(3)
    expect(text).toContain(shipment.parcels[0]?.tracking_reference)
  })

  it('continues the PDF on more pages when there are many parcels', async () => {
    const { interhub_transfer: manifest } = await see(await open())
    const line = (index: number) => ({
      tracking_reference: `K7M2QX/${index}`,
      account_name: 'Karoo Books',
      service_level_code: 'ECO',
      destination: 'Rosebank, Johannesburg',
      weight_kg: 3,
      mark: '',
    })
    const lines = Array.from({ length: 120 }, (_, index) => line(index))
    const bytes = await renderManifest({
      ...manifest,
      brand: { title: 'Fynbos Couriers' },
      printed_at: new Date('2026-03-03T16:00:00Z'),
      carrier: 'Own line-haul',
      service_level: 'Road',
      driver_name: 'Sipho',
      vehicle_registration: 'CA 1',
      trailer: '',
      seal_number: '',
      waybill_reference: '',
      lines,
    })
    const text = textOf(bytes)
    expect(pagesOf(bytes).count).toBeGreaterThan(1)
    for (const word of [manifest.display_id, 'K7M2QX/119', 'Cape Town – Johannesburg'])
      expect(text).toContain(word)
  })
})

describe('[NAV-057] [PERM-050] access to manifests', () => {
  it('rejects customers, guests, drivers and API keys of accounts', async () => {
    const manifest = await open()
    for (const caller of [
      await p.owner(),
      p.guest(),
      await p.driver(),
      await p.apiKey((await p.given.account()).id),
    ])
      expect((await errorOf(see(manifest, caller))).status).toBeGreaterThanOrEqual(401)
    expect((await see(manifest, await p.apiKey())).interhub_transfer.id).toBe(manifest.id)
  })

  it('returns 404 to staff of another company', async () => {
    const manifest = await open()
    const stranger = await (await newProvider()).staff()
    const calls = [
      () => see(manifest, stranger),
      () => stranger.send(interhubApi.close, { id: manifest.id }),
      () =>
        stranger.send(interhubApi.addParcel, {
          interhub_transfer_id: manifest.id,
          parcel_reference: 'K7M2QX/1',
        }),
      () => stranger.send(interhubApi.download, { id: manifest.id }),
    ]
    for (const call of calls)
      expect(await errorOf(call())).toEqual({ status: 404, message: 'Could not find this manifest.' })
  })

  it('limits branch staff to the actions at their end of the manifest', async () => {
    const at = (branchId: number) => p.user(12, { branch_id: branchId, limit_user_to_branch: true })
    const { CPT, JHB, DBN } = p.map.branches
    const [loader, receiver, stranger] = await Promise.all([at(CPT), at(JHB), at(DBN)])
    const manifest = await open({}, loader)
    const shipment = await atHub()
    await load(manifest, shipment, 0, loader)
    expect((await errorOf(see(manifest, stranger))).status).toBe(404)
    expect(await errorOf(receiver.send(interhubApi.close, { id: manifest.id }))).toEqual({
      status: 403,
      message: `${manifest.display_id} is loaded at Cape Town. Only that branch can do this.`,
    })
    await loader.send(interhubApi.close, { id: manifest.id })
    await loader.send(interhubApi.depart, { id: manifest.id })
    expect((await errorOf(loader.send(interhubApi.receive, { id: manifest.id }))).status).toBe(403)
    // Not limited to a branch, but working at another one: `branch_id` is required.
    const elsewhere = await p.user(12, { branch_id: DBN })
    expect(await errorOf(elsewhere.send(interhubApi.receive, { id: manifest.id }))).toEqual({
      status: 403,
      message: `${manifest.display_id} goes to Johannesburg. Only that branch can do this.`,
    })
    expect(await receiver.send(interhubApi.receive, { id: manifest.id })).toMatchObject({
      short_count: 1,
      received_by: receiver.username,
      received_from_branch_name: '',
    })
    expect((await errorOf(open({}, receiver))).message).toBe(
      'You may open manifests only at your own branch.',
    )
  })

  it('[HUB-002] stores the branch of a receiver from another branch, for every role', async () => {
    const { JHB, DBN } = p.map.branches
    for (const roleId of [3, 12]) {
      const manifest = await open()
      await load(manifest, await atHub())
      await clerk.send(interhubApi.close, { id: manifest.id })
      await clerk.send(interhubApi.depart, { id: manifest.id })
      const elsewhere = await p.user(roleId, { branch_id: DBN })
      expect((await errorOf(elsewhere.send(interhubApi.receive, { id: manifest.id }))).status).toBe(403)
      expect(await elsewhere.send(interhubApi.receive, { id: manifest.id, branch_id: JHB })).toMatchObject({
        phase: 'received',
        received_by: elsewhere.username,
        received_from_branch_name: 'Durban',
      })
    }
  })

  it('shows and accepts costs only with the permission', async () => {
    const manifest = await open({ cost: 9_900 })
    const operator = await p.user(12, { branch_id: p.map.branches.CPT })
    expect((await see(manifest)).interhub_transfer.cost).toBe(9_900)
    expect((await see(manifest, operator)).interhub_transfer.cost).toBeNull()
    expect((await errorOf(open({ cost: 1 }, operator))).status).toBe(403)
  })
})

describe('[HUB-003] scheduled processing of manifests', () => {
  const daily = {
    from_branch: 'CPT',
    to_branch: 'Johannesburg',
    carrier: 'Own line-haul',
    service_level: 'Road',
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    opens: '05:00',
    closes: '17:30',
    departs: '18:00',
    driver: '',
    vehicle: 'CA 77',
  }
  /** A Tuesday that is not a holiday, at a South African time. */
  const tuesday = (time: string) => new Date(`2027-03-02T${time}:00+02:00`)

  it('opens a daily manifest once, closes it at its closing time and departs it at its departure time', async () => {
    const q = await newProvider({ interhub_daily_configs: [daily] })
    const staff = await q.staff()
    const run = async (time: string) => {
      q.runtime.setNow(tuesday(time))
      await watchManifests(await jobOf(q))
    }
    await run('04:50')
    expect((await staff.send(interhubApi.list, {})).count).toBe(0)
    await run('05:00')
    await Promise.all([run('05:05'), run('05:05')])
    const { interhub_transfers } = await staff.send(interhubApi.list, {})
    expect(interhub_transfers).toMatchObject([
      { status: 'open', is_daily: true, vehicle_registration: 'CA 77', planned_departure: tuesday('18:00') },
    ])
    const [manifest] = interhub_transfers
    if (!manifest) throw new Error('No manifest was opened.')
    const shipment = await atHub({}, q)
    await load(manifest, shipment, 0, staff)
    await run('17:30')
    expect((await see(manifest, staff)).interhub_transfer.phase).toBe('closed')
    await run('18:00')
    expect((await see(manifest, staff)).interhub_transfer.phase).toBe('departed')
    await run('18:05')
    expect(
      (await detail(shipment, staff)).events.filter(({ status }) => status === 'in-transit'),
    ).toHaveLength(1)
    q.runtime.setNow(null)
  })

  it('[HUB-003] notifies the first branch once of a daily manifest that it cannot close, and shows why until it is closed', async () => {
    const q = await newProvider({ interhub_daily_configs: [{ ...daily, vehicle: '' }] })
    const staff = await q.staff()
    const run = async (time: string) => {
      q.runtime.setNow(tuesday(time))
      await watchManifests(await jobOf(q))
    }
    await run('05:00')
    const [manifest] = (await staff.send(interhubApi.list, {})).interhub_transfers
    if (!manifest) throw new Error('No manifest was opened.')
    await load(manifest, await atHub({}, q), 0, staff)
    for (const time of ['17:30', '17:35', '18:00']) await run(time)
    const reason = 'Enter the vehicle before you close the manifest.'
    expect((await see(manifest, staff)).interhub_transfer).toMatchObject({
      phase: 'open',
      not_closed_reason: reason,
    })
    const hub = await q.user(12, { branch_id: q.map.branches.CPT, limit_user_to_branch: true })
    const { messages } = await hub.send(inboxApi.messages, {})
    const ours = messages.filter(({ subject }) => subject.startsWith(manifest.display_id))
    expect(ours.map(({ subject, text }) => [subject, text.includes(reason)])).toEqual([
      [`${manifest.display_id} to Johannesburg was not closed at its time`, true],
    ])
    const closed = await staff.send(interhubApi.close, { id: manifest.id, vehicle_registration: 'CA 77' })
    expect(closed).toMatchObject({ phase: 'closed', not_closed_reason: '' })
    q.runtime.setNow(null)
  })

  it('removes a daily manifest that is empty at its departure time', async () => {
    const q = await newProvider({ interhub_daily_configs: [{ ...daily, closes: '' }] })
    const staff = await q.staff()
    for (const time of ['06:00', '18:00']) {
      q.runtime.setNow(tuesday(time))
      await watchManifests(await jobOf(q))
    }
    expect((await staff.send(interhubApi.list, {})).count).toBe(0)
    q.runtime.setNow(null)
  })

  it('notifies both branches once of parcels that were not received', async () => {
    const q = await newProvider({ interhub_short_alert_hours: 12 })
    const staff = await q.staff()
    const { CPT, JHB, DBN } = q.map.branches
    const manifest = await open({}, staff, q)
    const lost = await atHub({}, q)
    const here = await atHub({}, q)
    await load(manifest, lost, 0, staff)
    await load(manifest, here, 0, staff)
    await staff.send(interhubApi.close, { id: manifest.id })
    await staff.send(interhubApi.depart, { id: manifest.id })
    const hubs = await Promise.all(
      [CPT, JHB, DBN].map((branchId) => q.user(12, { branch_id: branchId, limit_user_to_branch: true })),
    )
    await staff.send(hubApi.addEvent, {
      parcel_reference: here.parcels[0]?.tracking_reference ?? '',
      mode: 'unload-manifest',
      branch_id: JHB,
      interhub_transfer_id: manifest.id,
    })
    const start = Date.now()
    for (const hours of [11, 13, 14]) {
      q.runtime.setNow(new Date(start + hours * hour_ms))
      await watchManifests(await jobOf(q))
    }
    const subjects = await Promise.all(
      hubs.map(async (one) => (await one.send(inboxApi.messages, {})).messages.map(({ subject }) => subject)),
    )
    const expected = [`${manifest.display_id}: 1 of 2 parcels is missing`]
    expect(subjects).toEqual([expected, expected, []])
    q.runtime.setNow(null)
  })
})

describe('manifests of a driver', () => {
  const act = (
    driver: Caller,
    type: 'accept-manifest' | 'arrive-manifest',
    reference: string,
    more: object = {},
  ) =>
    driver.send(driversApi.actions, {
      actions: [
        { action_id: randomUUID(), type, manifest_reference: reference, occurred_at: new Date(), ...more },
      ] as never,
    })

  it('accepts a manifest by its reference once, which departs it', async () => {
    const manifest = await open()
    const shipment = await atHub()
    await load(manifest, shipment)
    await clerk.send(interhubApi.close, { id: manifest.id })
    const driver = await p.driver()
    const actionId = randomUUID()
    const first = await act(driver, 'accept-manifest', manifest.display_id, { action_id: actionId })
    expect(first.results).toMatchObject([
      { result: 'applied', message: `${manifest.display_id} to Johannesburg: 1 parcel is yours.` },
    ])
    const again = await act(driver, 'accept-manifest', manifest.display_id, { action_id: actionId })
    expect(again.results[0]?.result).toBe('duplicate')
    expect((await see(manifest)).interhub_transfer).toMatchObject({
      phase: 'departed',
      driver: driver.username,
    })
    expect((await statuses(shipment)).filter((status) => status === 'in-transit')).toHaveLength(1)
    const other = await p.driver()
    expect((await act(other, 'accept-manifest', manifest.display_id)).results[0]).toMatchObject({
      result: 'conflict',
      message: `${manifest.display_id} has departed already.`,
    })
  })

  it('returns the reason when a manifest cannot be accepted', async () => {
    const other = await p.driver()
    const given = await open({ driver: other.username })
    const driver = await p.driver()
    const sentence = async (reference: string) =>
      (await act(driver, 'accept-manifest', reference)).results[0]?.message
    expect(await sentence(given.display_id)).toBe(
      `${given.display_id} was assigned to ${other.username}. Ask the hub.`,
    )
    const stillOpen = await open()
    expect(await sentence(stillOpen.display_id)).toBe(
      `${stillOpen.display_id} is still being loaded. Ask the hub to close it, then scan it again.`,
    )
    expect(await sentence('IHM999999')).toBe('There is no manifest IHM999999.')
    expect(await sentence('K7M2QX')).toBe(
      'K7M2QX is not the barcode of a manifest. Scan the one on its first page.',
    )
  })

  it('[SET-033] scans, closes and reports the arrival of manifests only as the settings allow', async () => {
    const off = await newProvider({ driver_manifest_scanner_enabled: false })
    expect((await act(await off.driver(), 'accept-manifest', 'IHM000001')).results[0]).toMatchObject({
      result: 'conflict',
      message: 'Drivers cannot scan manifests at this company. Please call the office.',
    })
    const q = await newProvider({ driver_can_close_manifest: true, driver_scan_in_at_hub: true })
    const staff = await q.staff()
    const manifest = await open({ vehicle_registration: 'CA 5' }, staff, q)
    await load(manifest, await atHub({}, q), 0, staff)
    const driver = await q.driver()
    expect((await act(driver, 'accept-manifest', manifest.display_id)).results[0]?.result).toBe('applied')
    expect((await act(driver, 'arrive-manifest', manifest.display_id)).results[0]?.result).toBe('applied')
    expect((await see(manifest, staff)).interhub_transfer.phase).toBe('arrived')
    const strict = await p.driver()
    expect((await act(strict, 'arrive-manifest', 'IHM000001')).results[0]?.message).toBe(
      'Drivers cannot scan in at the hub at this company. Please call the office.',
    )
  })
})

describe('[AUD-017] audit of a manifest', () => {
  it('records the user who opened it and the user who loaded a parcel', async () => {
    const manifest = await open()
    await load(manifest, await atHub())
    const { rows } = await p.runtime.runtime.pool.query<{
      table_name: string
      action: string
      source: string
    }>(
      `SELECT table_name, action, source FROM audit_event WHERE provider_id = $1 AND object_type = 'interhub_transfer' AND object_id = $2 ORDER BY id`,
      [p.provider_id, manifest.id],
    )
    expect(rows).toEqual([
      { table_name: 'interhub_transfer', action: 'insert', source: clerk.username },
      { table_name: 'interhub_transfer_parcel', action: 'insert', source: clerk.username },
    ])
  })
})
