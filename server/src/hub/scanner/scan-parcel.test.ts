import { randomUUID } from 'node:crypto'
import { hubApi } from '@waybill/domain/hub/api'
import type { ScanResultCode } from '@waybill/domain/hub/model'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { accountsApi } from '@waybill/domain/accounts/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { beforeAll, describe, expect, it } from 'vitest'
import { enterStatus, lockShipment, updateShipment } from '../../shipments/index.ts'
import { scanParcel } from './scan-parcel.ts'
import {
  booking,
  newProvider,
  ApiError,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider({
    charge_discrepancy_threshold_min_amount: 10_000,
    block_hub_scan_for_accounts_on_hold: true,
    hub_bays: [
      { code: 'B1', branch: 'CPT', bound_to: 'branch', value: 'Johannesburg', colour: '' },
      { code: 'E2', branch: '', bound_to: 'service', value: 'ECO', colour: '' },
    ],
  })
  clerk = await p.staff()
})

const scan = (shipment: Shipment, more: Partial<Input<typeof hubApi.addEvent>> = {}, by: Caller = clerk) =>
  by.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
    mode: 'arrive',
    branch_id: p.map.branches.CPT,
    ...more,
  })
const detail = (shipment: Shipment) => clerk.send(shipmentsApi.detail, { id: shipment.id })
const parcels = (number: number) =>
  Array.from({ length: number }, () => ({ ...(booking().parcels?.[0] as object) })) as never

describe('arrival scans', () => {
  it('receives a walk-in parcel, then scans it in at its destination, and names bay and next branch', async () => {
    const shipment = await p.given.shipment()
    const first = await scan(shipment)
    expect(first).toMatchObject({ verdict: 'ok', code: 'ok', short: 'At hub' })
    expect(first.parcel?.status).toBe('at-hub')
    expect(first.next).toMatchObject({ bay: 'B1', branch: 'Johannesburg' })
    const { shipment: here, events } = await detail(shipment)
    expect(here.current_branch_name).toBe('CPT')
    expect(here.collected_date).not.toBeNull()
    expect(events[0]).toMatchObject({
      status: 'at-hub',
      message: 'Received at Cape Town',
      location: 'Cape Town',
    })
    const arrived = await scan(shipment, { branch_id: p.map.branches.JHB })
    expect(arrived.shipment?.status).toBe('at-destination-hub')
    expect(arrived.next?.bay).toBe('E2')
  })

  it('[STAT-034] rolls three parcels up to the slowest status and counts the parcels at the branch', async () => {
    const shipment = await p.given.shipment({ parcels: parcels(3), status: 'collected' })
    const answers = []
    for (const { tracking_reference } of shipment.parcels)
      answers.push(await scan(shipment, { parcel_reference: tracking_reference }))
    expect(answers.map((one) => [one.code, one.short, one.shipment?.status])).toEqual([
      ['missing_siblings', '1 OF 3 HERE', 'collected'],
      ['missing_siblings', '2 OF 3 HERE', 'collected'],
      ['last_parcel', 'LAST PARCEL', 'at-hub'],
    ])
    expect(answers.map((one) => one.shipment?.parcels_here)).toEqual([1, 2, 3])
    for (const { id } of shipment.parcels)
      await clerk.send(shipmentsApi.changeParcels, {
        id: shipment.id,
        parcels: [{ id, status: 'cancelled' }] as never,
      })
    expect((await detail(shipment)).shipment.status).toBe('cancelled')
  })

  it('accepts a whole tracking URL as reference, and refuses the waybill of several parcels', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const url = `https://track.example.com/t?ref=${shipment.short_tracking_reference.toLowerCase()}`
    expect((await scan(shipment, { parcel_reference: url, mode: 'look-up' })).parcel?.number).toBe(1)
    const three = await p.given.shipment({ parcels: parcels(3) })
    const answer = await scan(three, { parcel_reference: three.short_tracking_reference })
    expect(answer).toMatchObject({ verdict: 'refused', short: 'SCAN PARCEL LABEL' })
  })

  it('looks up a parcel without writing an event', async () => {
    const shipment = await p.given.shipment()
    const before = (await detail(shipment)).events.length
    expect(await scan(shipment, { mode: 'look-up' })).toMatchObject({ verdict: 'ok', event_id: 0 })
    expect((await detail(shipment)).events).toHaveLength(before)
  })
})

describe('scan results', () => {
  const standing: [ScanResultCode, ShipmentStatus][] = [
    ['cancelled', 'cancelled'],
    ['on_hold', 'on-hold'],
    ['damaged', 'damaged'],
    ['already_delivered', 'delivered'],
  ]
  it.each(standing)('refuses with %s and changes nothing', async (code, status) => {
    const shipment = await p.given.shipment({ status })
    const before = await detail(shipment)
    expect(await scan(shipment)).toMatchObject({ verdict: 'refused', code, event_id: 0 })
    const after = await detail(shipment)
    expect([after.shipment.status, after.events.length]).toEqual([status, before.events.length])
  })

  it('refuses unknown, unbooked and misrouted parcels, and loading without an open manifest', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    expect((await scan(shipment, { parcel_reference: 'NOSUCH/1' })).code).toBe('not_found')
    const astray = await scan(shipment, { branch_id: p.map.branches.DBN })
    expect(astray).toMatchObject({ code: 'wrong_branch', message: 'This parcel belongs at Johannesburg.' })
    const unpaid = await p.given.shipment({ status: 'payment-pending' })
    expect((await scan(unpaid)).code).toBe('invalid')
    const loading = await scan(shipment, { mode: 'load-manifest' })
    expect(loading).toMatchObject({ code: 'wrong_manifest', short: 'NO MANIFEST' })
  })

  it('[HUB-003] refuses a parcel that is out for delivery from another branch, and records where it was scanned', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const { CPT, JHB } = p.map.branches
    await scan(shipment, { branch_id: JHB })
    const driver = await p.driver()
    await scan(shipment, { branch_id: JHB, mode: 'out-for-delivery', driver: driver.username })
    expect(await scan(shipment, { branch_id: CPT })).toMatchObject({
      verdict: 'refused',
      code: 'wrong_branch',
      message:
        'This parcel belongs at Johannesburg. It is out for delivery and was last scanned in at Johannesburg.',
      shipment: { status: 'out-for-delivery' },
    })
    const { shipment: now, events } = await detail(shipment)
    expect(now).toMatchObject({ status: 'out-for-delivery', current_branch_id: JHB })
    expect(events[0]).toMatchObject({
      status: 'floor-check',
      message: 'Misrouted: seen at Cape Town, where it does not belong.',
    })
    expect((await scan(shipment, { branch_id: JHB, mode: 'return-to-hub' })).parcel?.status).toBe(
      'returned-to-hub',
    )
  })

  it('refuses parcels of an account on hold when the setting requires it', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    await clerk.send(accountsApi.change, {
      id: shipment.account_id,
      is_on_hold: true,
      hold_message: 'Unpaid',
    })
    expect((await scan(shipment)).code).toBe('account_on_hold')
  })

  it('treats a repeated scan as a duplicate without an event', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    await scan(shipment)
    const events = (await detail(shipment)).events.length
    expect(await scan(shipment)).toMatchObject({ verdict: 'duplicate', event_id: 0 })
    expect((await detail(shipment)).events).toHaveLength(events)
  })

  it('warns about notes, incomplete addresses and faster parcels', async () => {
    const noted = await p.given.shipment({ status: 'collected' })
    await clerk.send(shipmentsApi.addNote, {
      shipment_id: noted.id,
      message: 'Call first',
      requires_action: true,
    })
    expect((await scan(noted)).code).toBe('has_action_note')
    const vague = await p.given.shipment({ status: 'collected' })
    await p.runtime.runtime.pool.query("UPDATE address SET zone = '' WHERE provider_id = $1 AND id = $2", [
      p.provider_id,
      vague.delivery_address.id,
    ])
    expect((await scan(vague)).code).toBe('address_incomplete')
    await p.runtime.runtime.pool.query(
      "UPDATE address SET zone = 'GP' WHERE provider_id = $1 AND zone = ''",
      [p.provider_id],
    )
    const slow = await p.given.shipment({ status: 'collected' })
    const at = { branch_id: p.map.branches.JHB }
    await scan(slow, at)
    const quick = await p.given.shipment()
    await p.inTransaction((ctx) =>
      updateShipment(ctx, quick.id, { priority_level: 1, service_level_id: 9_999 }),
    )
    await scan(quick, at)
    expect((await scan(slow, { ...at, mode: 'out-for-delivery' })).code).toBe('wrong_service_first')
  })
})

describe('idempotent scans', () => {
  it('writes one event and returns the same response for twenty concurrent copies of a scan', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const scanId = randomUUID()
    const before = (await detail(shipment)).events.length
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan(shipment, { scan_id: scanId })))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toMatchObject({ verdict: 'ok', parcel: { status: 'at-hub' } })
    expect((await detail(shipment)).events).toHaveLength(before + 1)
  })

  it('returns the first response for a repeated scan of an unknown barcode', async () => {
    const shipment = await p.given.shipment()
    const scanId = randomUUID()
    const unknown = { scan_id: scanId, parcel_reference: 'NOSUCH7' }
    const answers = await Promise.all([scan(shipment, unknown), scan(shipment, unknown)])
    expect(answers.map((one) => one.code)).toEqual(['not_found', 'not_found'])
    expect((await scan(shipment, { scan_id: scanId })).code).toBe('not_found')
  })

  it('identifies a scan by user and scan id: the same id from another user is another scan', async () => {
    const [one, two] = [await p.given.shipment(), await p.given.shipment()]
    const scanId = randomUUID()
    const first = await scan(one, { scan_id: scanId })
    const colleague = await p.user(role_ids.administrator)
    const send = () =>
      colleague.send(hubApi.addEvent, {
        parcel_reference: two.parcels[0]?.tracking_reference ?? '',
        mode: 'arrive',
        branch_id: p.map.branches.CPT,
        scan_id: scanId,
      })
    const second = await send()
    expect([first.shipment?.id, second.shipment?.id]).toEqual([one.id, two.id])
    expect(await send()).toEqual(second)
  })

  it('is not late when it waited for a change of the shipment that ended after it began', async () => {
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    const began = p.runtime.runtime.clock()
    await p.inTransaction(async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, shipment.id), {
        to: 'delivery-exception',
        date: new Date(began.getTime() + 1),
      })
    })
    await expect.poll(() => p.runtime.runtime.clock().getTime()).toBeGreaterThan(began.getTime())
    const input = {
      parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
      mode: 'arrive' as const,
      branch_id: p.map.branches.JHB,
    }
    const answer = await p.inTransaction((ctx) => scanParcel({ ...ctx, now: began }, input))
    expect(answer).toMatchObject({ verdict: 'ok', parcel: { status: 'returned-to-hub' } })
  })

  it('records a late scan at its own time and leaves the status unchanged', async () => {
    const shipment = await p.given.shipment()
    const at = Date.now()
    p.runtime.setNow(new Date(at + 3_600_000))
    await scan(shipment, { branch_id: p.map.branches.JHB })
    p.runtime.setNow(new Date(at + 7_200_000))
    const scannedAt = new Date(at + 1_800_000)
    const late = await scan(shipment, { scanned_at: scannedAt })
    p.runtime.setNow(null)
    expect(late).toMatchObject({ verdict: 'ok', short: 'STORED', parcel: { status: 'at-destination-hub' } })
    const { shipment: now, events } = await detail(shipment)
    expect(now.status).toBe('at-destination-hub')
    expect(now.current_branch_name).toBe('JHB')
    expect(events.map((event) => event.status).slice(0, 2)).toEqual(['at-destination-hub', 'at-hub'])
    expect(events[1]?.date).toEqual(scannedAt)
  })
})

describe('scans of a station with a wrong clock', () => {
  it('[HUB-003] count at the time of the server when the station states how wrong its clock is', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    await scan(shipment, { branch_id: p.map.branches.JHB })
    const driver = await p.driver()
    const slow = 20 * 60
    const out = await scan(shipment, {
      branch_id: p.map.branches.JHB,
      mode: 'out-for-delivery',
      driver: driver.username,
      scanned_at: new Date(p.runtime.runtime.clock().getTime() - slow * 1000),
      clock_offset_seconds: -slow,
    })
    expect(out).toMatchObject({ parcel: { status: 'out-for-delivery' } })
    expect((await detail(shipment)).shipment.delivery_agent_id).toBe(driver.username)
  })
})

describe('measuring and sending out', () => {
  it('stores the measures with an event and prices the shipment again', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const sizes = { length_cm: 60, width_cm: 50, height_cm: 40, weight_kg: 21.5 }
    const answer = await scan(shipment, { mode: 're-measure', ...sizes, confirm_measures: true })
    expect([answer.short, answer.message]).toEqual(['MEASURED', 'Measured: 60×50×40 cm, 21.5 kg.'])
    expect(answer.parcel).toMatchObject({
      length_cm: 60,
      weight_kg: 21.5,
      has_been_dimensioned: true,
      status: 'at-hub',
    })
    const { shipment: after, events } = await detail(shipment)
    expect(after.rate).toBeGreaterThan(shipment.rate ?? 0)
    expect(after.previous_rate).toBe(shipment.rate)
    const measured = events.find((event) => event.status === 'swad-dimensions')
    expect(measured?.message).toBe('The parcel has been measured: 60×50×40 cm, 21.5 kg.')
    expect(events.map((event) => event.status)).toContain('rate-recalculation')
    const rejection = await scan(shipment, { mode: 're-measure' }).catch((error: unknown) => error)
    expect(rejection).toMatchObject({ status: 400 })
  })

  it('[HUB-003] keeps the measures and the price of a newer measurement when an older one arrives later', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const at = Date.now()
    const measure = (kg: number, minutes: number) =>
      scan(shipment, {
        mode: 're-measure',
        weight_kg: kg,
        confirm_measures: true,
        scanned_at: new Date(at + minutes * 60_000),
      })
    p.runtime.setNow(new Date(at + 30 * 60_000))
    await measure(12, 20)
    const before = (await detail(shipment)).shipment
    const older = await measure(40, 10)
    p.runtime.setNow(null)
    expect(older).toMatchObject({ verdict: 'warning', short: 'OLDER MEASURES', parcel: { weight_kg: 12 } })
    const { shipment: after, events } = await detail(shipment)
    expect(after.rate).toBe(before.rate)
    expect(after.parcels[0]?.actual_weight_kg).toBe(12)
    expect(events.filter(({ status }) => status === 'swad-dimensions')).toHaveLength(2)
  })

  it('[HUB-003] records the measurement of a parcel that was held since as one, and as no arrival', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const at = Date.now()
    p.runtime.setNow(new Date(at + 30 * 60_000))
    await p.inTransaction(async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: 'on-hold' })
    })
    const early = { scanned_at: new Date(at + 10 * 60_000), weight_kg: 7 }
    const late = await scan(shipment, { mode: 're-measure', ...early })
    p.runtime.setNow(null)
    expect(late).toMatchObject({ verdict: 'refused', code: 'on_hold' })
    const { events } = await detail(shipment)
    expect(events.find(({ id }) => id === late.event_id)).toMatchObject({
      status: 'swad-dimensions',
      message: expect.stringMatching(/^Measured, but not stored with the parcel: .*7 kg/) as string,
    })
    expect(events.map(({ status }) => status)).not.toContain('at-hub')
  })

  it('stores measures that differ greatly from the booking only when they are confirmed', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const sizes = { length_cm: 90, width_cm: 80, height_cm: 70, weight_kg: 55 }
    const doubted = await scan(shipment, { mode: 're-measure', ...sizes })
    expect(doubted).toMatchObject({
      verdict: 'refused',
      code: 'measures_doubtful',
      short: 'CHECK MEASURES',
      event_id: 0,
      parcel: { has_been_dimensioned: false },
    })
    expect(doubted.message).toMatch(
      /^Booked as 42\.5×38\.5×5\.5 cm, 3 kg; measured 90×80×70 cm, 55 kg: the weight is more than 3 times what was booked, and the volume is more than 3 times what was booked\. /,
    )
    expect((await detail(shipment)).shipment).toMatchObject({ rate: shipment.rate })
    const stored = await scan(shipment, { mode: 're-measure', ...sizes, confirm_measures: true })
    expect(stored.short).toBe('MEASURED')
    expect(stored.parcel).toMatchObject({ weight_kg: 55, has_been_dimensioned: true })

    const likely = { length_cm: 50, width_cm: 40, height_cm: 10, weight_kg: 8 }
    const other = await p.given.shipment({ status: 'at-hub' })
    const priced = await scan(other, { mode: 're-measure', ...likely, weight_kg: 21 })
    const [, after = ''] = /would become R ([\d,.]+) instead of/.exec(priced.message) ?? []
    await scan(other, { mode: 're-measure', ...likely, weight_kg: 21, confirm_measures: true })
    expect((await detail(other)).shipment.rate).toBe(Number(after.replace(/[,.]/g, '')))
    expect(
      await scan(await p.given.shipment({ status: 'at-hub' }), { mode: 're-measure', ...likely }),
    ).toMatchObject({
      short: 'MEASURED',
    })
    const hand = await p.given.shipment({ status: 'at-hub' })
    const change = (more: object) =>
      clerk.send(shipmentsApi.changeParcels, {
        id: hand.id,
        parcels: [{ id: hand.parcels[0]?.id, actual_weight_kg: 55, ...more }] as never,
      })
    await expect(change({})).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/measured 42\.5×38\.5×5\.5 cm, 55 kg: .+Confirm these measures/),
    })
    const [measured] = (await change({ confirm_measures: true })).parcels
    expect(measured?.actual_weight_kg).toBe(55)
  })

  it('[HUB-003] counts four parcels as they arrive, go out and come back', async () => {
    const own = await newProvider()
    const by = await own.staff()
    const shipment = await own.given.shipment({ parcels: parcels(4), status: 'in-transit' })
    const at = { branch_id: own.map.branches.JHB }
    const each = async (mode: Input<typeof hubApi.addEvent>['mode'], more: object = {}) => {
      const answers = []
      for (const { tracking_reference } of shipment.parcels)
        answers.push(await scan(shipment, { ...at, mode, parcel_reference: tracking_reference, ...more }, by))
      return answers.map(({ short, shipment: shown }) => `${short}, ${shown?.parcels_here}`)
    }
    expect(await each('arrive')).toEqual([
      '1 OF 4 HERE, 1',
      '2 OF 4 HERE, 2',
      '3 OF 4 HERE, 3',
      'LAST PARCEL, 4',
    ])
    const { username } = await own.driver()
    expect(await each('out-for-delivery', { driver: username })).toEqual([
      '1 OF 4 OUT, 3',
      '2 OF 4 OUT, 2',
      '3 OF 4 OUT, 1',
      'LAST PARCEL, 0',
    ])
    expect(await each('return-to-hub')).toEqual([
      '1 OF 4 BACK, 1',
      '2 OF 4 BACK, 2',
      '3 OF 4 BACK, 3',
      'LAST PARCEL, 4',
    ])
    expect(await each('look-up')).toEqual(Array.from({ length: 4 }, () => 'LAST PARCEL, 4'))
  })

  it('sends a parcel out with the chosen driver, and takes it back at the hub', async () => {
    const driver = await p.driver()
    const shipment = await p.given.shipment({ status: 'at-destination-hub' })
    const at = { branch_id: p.map.branches.JHB }
    const out = await scan(shipment, { ...at, mode: 'out-for-delivery', driver: driver.username })
    expect(out).toMatchObject({ shipment: { status: 'out-for-delivery' }, next: { driver: driver.username } })
    expect((await detail(shipment)).shipment.delivery_agent_id).toBe(driver.username)
    const back = await scan(shipment, { ...at, mode: 'return-to-hub' })
    expect(back.parcel?.status).toBe('returned-to-hub')
    const nobody = scan(shipment, { ...at, mode: 'out-for-delivery', driver: 'nobody' })
    await expect(nobody).rejects.toMatchObject({ status: 400 })
  })

  it('assigns a catch-all bay to parcels without another bay', async () => {
    const other = await newProvider({
      hub_bays: [
        { code: 'O1', branch: '', bound_to: 'service', value: 'OVN', colour: '' },
        { code: 'ANY', branch: 'CPT', bound_to: 'none', value: '', colour: '' },
      ],
    })
    const staff = await other.staff()
    const bayOf = async (shipment: Shipment, branchId = other.map.branches.CPT) => {
      const { next } = await staff.send(hubApi.addEvent, {
        parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
        mode: 'arrive',
        branch_id: branchId,
      })
      return next?.bay
    }
    expect(await bayOf(await other.given.shipment({ service_level_code: 'OVN' }))).toBe('O1')
    const economy = await other.given.shipment()
    expect(await bayOf(economy)).toBe('ANY')
    expect(await bayOf(economy, other.map.branches.JHB)).toBe('Unsorted')
  })

  it('stores the bay of a parcel that is already at the branch', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    await scan(shipment)
    const put = await scan(shipment, { mode: 'assign-bay', bay: 'C7' })
    expect(put).toMatchObject({ short: 'BAY C7', next: { bay: 'C7' }, parcel: { status: 'at-hub' } })
    expect(await scan(shipment, { mode: 'assign-bay' })).toMatchObject({
      verdict: 'refused',
      short: 'NO BAY',
    })
    expect((await scan(shipment, { mode: 'assign-bay', bay: 'C7' })).verdict).toBe('duplicate')
    const { events } = await detail(shipment)
    expect(events[0]).toMatchObject({
      status: 'floor-check',
      message: 'Seen on the floor at Cape Town, bay C7.',
    })
    expect(await scan(shipment, { mode: 'assign-bay', bay: 'C8' })).toMatchObject({ short: 'BAY C8' })
  })
})

describe('permission to scan', () => {
  it('limits branch users to their own branch, and reports a misrouted parcel as wrong_branch', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const durban = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.DBN,
      limit_user_to_branch: true,
    })
    expect((await scan(shipment, { branch_id: p.map.branches.DBN }, durban)).code).toBe('wrong_branch')
    await expect(scan(shipment, {}, durban)).rejects.toMatchObject({ status: 403 })
  })

  it('hides parcels of another company, and rejects scans by customers with 403', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const other = await newProvider()
    const foreign = await scan(shipment, { branch_id: other.map.branches.CPT }, await other.staff())
    expect(foreign.code).toBe('not_found')
    const owner = await p.owner(shipment.account_id)
    await expect(scan(shipment, {}, owner)).rejects.toMatchObject({ status: 403 })
    const list = (await other.staff()).send(hubApi.events, { shipment_id: shipment.id })
    await expect(list).rejects.toMatchObject({ status: 404 })
  })
})

describe('manual events', () => {
  it('answers with the label of the new status, or OK when the label is too long for the short verdict', async () => {
    const { id } = await p.given.shipment({ status: 'collection-assigned' })
    const enter = (status: ShipmentStatus) =>
      clerk.send(hubApi.addEvent, { shipment_id: id, status, message: 'By phone' })
    expect((await enter('collection-failed-attempt')).short).toBe('OK')
    expect((await enter('collected')).short).toBe('Collected')
  })

  it('[STAT-035] sets a status from the menu with its location, and lists events with a limit', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const date = new Date(shipment.time_created.getTime() + 1)
    const made = await clerk.send(hubApi.addEvent, {
      shipment_id: shipment.id,
      status: 'at-hub',
      message: 'Seen',
      location: 'Epping',
      date,
    })
    expect(made).toMatchObject({ verdict: 'ok', shipment: { status: 'at-hub' }, parcel: null })
    const same = await clerk.send(hubApi.addEvent, { shipment_id: shipment.id, status: 'at-hub' })
    expect(same.event_id).toBe(0)
    const { tracking_events, count } = await clerk.send(hubApi.events, {
      tracking_reference: shipment.short_tracking_reference,
      limit: 2,
    })
    expect(tracking_events).toHaveLength(2)
    expect(count).toBeGreaterThan(2)
    expect(tracking_events.some((event) => event.id === made.event_id && event.location === 'Epping')).toBe(
      true,
    )
  })

  it('rejects a status outside the menu unless it is forced with a reason', async () => {
    const shipment = await p.given.shipment({ status: 'in-transit' })
    const move = { shipment_id: shipment.id, status: 'delivered' as const }
    const refused = await clerk.send(hubApi.addEvent, move).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_state' } })
    const forced = await clerk.send(hubApi.addEvent, { ...move, force: true, message: 'Seen at the door' })
    expect(forced.shipment?.status).toBe('delivered')
  })
})

describe('expected and missing parcels', () => {
  it('lists expected parcels, and parcels missing while their siblings are at the branch', async () => {
    const shipment = await p.given.shipment({ parcels: parcels(2), status: 'in-transit' })
    const branchId = p.map.branches.JHB
    const search = shipment.short_tracking_reference
    const before = await clerk.send(hubApi.expected, { branch_id: branchId, search })
    expect(before).toMatchObject({ count: 2, expected: 2, missing: 0 })
    // The totals do not depend on the filter of the page.
    const noMissing = await clerk.send(hubApi.expected, { branch_id: branchId, search, kind: 'missing' })
    expect(noMissing).toMatchObject({ parcels: [], expected: 2, missing: 0 })
    await scan(shipment, { branch_id: branchId })
    p.runtime.setNow(new Date(Date.now() + 5 * 3_600_000))
    const after = await clerk.send(hubApi.expected, { branch_id: branchId, search, kind: 'missing' })
    p.runtime.setNow(null)
    expect(after).toMatchObject({ count: 1, expected: 0, missing: 1 })
    expect(after.parcels[0]).toMatchObject({
      tracking_reference: `${search}/2`,
      parcels_here: 1,
      kind: 'missing',
    })
  })

  it('[HUB-003] lists the parcels not scanned yet for each mode, and counts those scanned today', async () => {
    const own = await newProvider()
    const { JHB, CPT } = own.map.branches
    const staff = await own.staff()
    const shipment = await own.given.shipment({ status: 'in-transit' })
    const parcelReference = shipment.parcels[0]?.tracking_reference ?? ''
    type Mode = NonNullable<Input<typeof hubApi.addEvent>['mode']>
    const lists = async (branchId: number) => {
      const modes: Mode[] = ['arrive', 'out-for-delivery', 'return-to-hub', 're-measure', 'load-manifest']
      const answers = await Promise.all(
        modes.map((mode) => staff.send(hubApi.expected, { branch_id: branchId, mode, kind: 'expected' })),
      )
      return answers.map(({ parcels: listed, done }) => `${done} of ${done + listed.length}`)
    }
    const scanned = (mode: Mode, more: object = {}) =>
      staff.send(hubApi.addEvent, {
        parcel_reference: parcelReference,
        mode,
        branch_id: JHB,
        scan_id: randomUUID(),
        ...more,
      })
    expect(await lists(JHB)).toEqual(['0 of 1', '0 of 0', '0 of 0', '0 of 0', '0 of 0'])
    await scanned('arrive')
    expect(await lists(JHB)).toEqual(['1 of 1', '0 of 1', '0 of 0', '0 of 1', '0 of 0'])
    await scanned('re-measure', { weight_kg: 3 })
    await scanned('out-for-delivery', { driver: (await own.driver()).username })
    expect(await lists(JHB)).toEqual(['1 of 1', '1 of 1', '0 of 1', '1 of 1', '0 of 0'])
    await scanned('return-to-hub')
    expect(await lists(JHB)).toEqual(['1 of 1', '1 of 2', '1 of 1', '1 of 1', '0 of 0'])
    expect(await lists(CPT)).toEqual(['0 of 0', '0 of 0', '0 of 0', '0 of 0', '0 of 0'])
    const other = await own.given.shipment({ status: 'collected' })
    await staff.send(hubApi.addEvent, {
      parcel_reference: other.parcels[0]?.tracking_reference ?? '',
      mode: 'arrive',
      branch_id: CPT,
    })
    expect((await lists(CPT)).at(-1)).toBe('0 of 1')
  })
})
