import { randomUUID } from 'node:crypto'
import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { trackingApi } from '@waybill/domain/tracking/api'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { minute_ms } from '@waybill/domain/kit/dates/durations'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider({ charge_discrepancy_threshold_min_amount: 10_000 })
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const parcels = (number: number) =>
  Array.from({ length: number }, () => ({ ...(booking().parcels?.[0] as object) })) as never

/** Scans a parcel and returns the scan id with the response. */
const scan = async (
  shipment: Shipment,
  more: Partial<Input<typeof hubApi.addEvent>> = {},
  by: Caller = clerk,
) => {
  const scanId = randomUUID()
  const answer = await by.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
    mode: 'arrive',
    branch_id: p.map.branches.CPT,
    scan_id: scanId,
    ...more,
  })
  return { scan_id: scanId, answer }
}
const undo = ({ scan_id }: { scan_id: string }, by = clerk) => by.send(hubApi.undoScan, { scan_id })
const detail = (shipment: Shipment) => clerk.send(shipmentsApi.detail, { id: shipment.id })
const stored = async ({ id }: Shipment) => {
  const { rows } = await p.runtime.runtime.pool.query(
    `SELECT s.status, s.current_branch_id, s.collected_date, s.latest_tracking_event_time, s.delivery_agent_id, s.rate,
      p.status AS parcel_status, p.current_branch_id AS parcel_branch, p.bay, p.time_last_scanned, p.actual_weight_kg
      FROM shipment s JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id
      WHERE s.provider_id = $1 AND s.id = $2 ORDER BY p.number`,
    [p.provider_id, id],
  )
  return rows
}
const tracked = async (shipment: Shipment) => {
  const found = await p.guest().send(trackingApi.track, { ref: [shipment.short_tracking_reference] })
  return found.shipments[0]
}
const open = () =>
  clerk.send(interhubApi.create, {
    from_branch_id: p.map.branches.CPT,
    to_branch_id: p.map.branches.JHB,
    vehicle_registration: 'CA 123-456',
  })

describe('undoing a scan', () => {
  it('restores parcel and shipment, and lists both the scan and the undo in the timeline', async () => {
    const shipment = await p.given.shipment()
    const before = await stored(shipment)
    const { events: atFirst } = await detail(shipment)
    const made = await scan(shipment, { bay: 'B1' })
    expect((await stored(shipment))[0]).toMatchObject({ parcel_status: 'at-hub' })
    const answer = await undo(made)
    expect(answer).toMatchObject({
      code: 'undone',
      short: 'UNDONE',
      parcel: { status: 'collection-unassigned' },
    })
    expect(await stored(shipment)).toEqual(before)
    const { events } = await detail(shipment)
    expect(events).toHaveLength(atFirst.length + 2)
    expect(events.map(({ status }) => status)).toEqual(expect.arrayContaining(['scan-undone', 'at-hub']))
    expect(events.find(({ status }) => status === 'scan-undone')).toMatchObject({
      id: answer.event_id,
      data: { undone_event_id: made.answer.event_id },
      message: expect.stringMatching(/^Undone: At hub at Cape Town, scanned at \d\d:\d\d\.$/) as string,
    })
  })

  it('hides the scan and the undo from customers and from public tracking', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const before = await tracked(shipment)
    await undo(await scan(shipment))
    const same = { ...before, shipment_time_modified: expect.any(Date) as Date }
    expect(await tracked(shipment)).toEqual(same)
    const customer = await p.owner(shipment.account_id)
    const { tracking_events } = await customer.send(hubApi.events, { shipment_id: shipment.id })
    expect(tracking_events.map(({ status }) => status)).not.toContain('at-hub')
    expect(tracking_events.map(({ status }) => status)).not.toContain('scan-undone')
  })

  it('accepts a new scan of the parcel at once', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    await undo(await scan(shipment))
    expect((await scan(shipment)).answer).toMatchObject({ verdict: 'ok', short: 'At hub' })
  })

  it('restores the driver from before the out-for-delivery scan', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const at = { branch_id: p.map.branches.JHB }
    await scan(shipment, at)
    const before = await stored(shipment)
    const driver = await p.driver()
    const made = await scan(shipment, { ...at, mode: 'out-for-delivery', driver: driver.username })
    const answer = await undo(made)
    expect(answer.message).toBe(
      'The parcel is at destination hub again, as before the scan. Messages already sent about the scan are not recalled.',
    )
    expect(await stored(shipment)).toEqual(before)
  })

  it('undoes the scans of one parcel after another and rolls the shipment up each time', async () => {
    const shipment = await p.given.shipment({ parcels: parcels(2), status: 'collected' })
    const [one, two] = shipment.parcels.map(({ tracking_reference }) => tracking_reference)
    const first = await scan(shipment, { parcel_reference: one })
    const second = await scan(shipment, { parcel_reference: two })
    expect((await stored(shipment))[0]).toMatchObject({ status: 'at-hub' })
    await undo(first)
    expect((await stored(shipment)).map((row) => [row.status, row.parcel_status])).toEqual([
      ['collected', 'collected'],
      ['collected', 'at-hub'],
    ])
    await undo(second)
    const after = await stored(shipment)
    expect(after.map((row) => row.parcel_status)).toEqual(['collected', 'collected'])
    const { events } = await detail(shipment)
    const collected = events.find(({ status }) => status === 'collected')
    expect(after[0]?.latest_tracking_event_time).toEqual(collected?.date)
  })

  it('restores the measures and the price from before a re-measure', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const before = await stored(shipment)
    const made = await scan(shipment, {
      mode: 're-measure',
      length_cm: 90,
      width_cm: 80,
      height_cm: 70,
      weight_kg: 40,
      confirm_measures: true,
    })
    expect((await stored(shipment))[0]?.rate).not.toBe(before[0]?.rate)
    await undo(made)
    expect((await stored(shipment))[0]).toMatchObject({ rate: before[0]?.rate, actual_weight_kg: null })
  })

  it('removes a loaded parcel from the manifest, and restores an unloaded one', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    await scan(shipment)
    const manifest = await open()
    const seen = async () => (await clerk.send(interhubApi.detail, { id: manifest.id })).interhub_transfer
    const loading = { mode: 'load-manifest', interhub_transfer_id: manifest.id } as const
    const loaded = await scan(shipment, loading)
    expect(await seen()).toMatchObject({ parcel_count: 1 })
    await undo(loaded)
    expect(await seen()).toMatchObject({ parcel_count: 0 })
    expect((await stored(shipment))[0]).toMatchObject({ status: 'at-hub' })
    await scan(shipment, loading)
    await clerk.send(interhubApi.close, { id: manifest.id, version: (await seen()).version })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    const unloading = {
      mode: 'unload-manifest',
      interhub_transfer_id: manifest.id,
      branch_id: p.map.branches.JHB,
    } as const
    await undo(await scan(shipment, unloading))
    expect(await seen()).toMatchObject({ phase: 'departed', arrived_at: null })
    expect((await stored(shipment))[0]).toMatchObject({ status: 'in-transit' })
    expect((await scan(shipment, unloading)).answer).toMatchObject({ manifest: { done: 1, of: 1 } })
  })

  it('puts a parcel back on the manifest off which the scan took it, unless that has departed since', async () => {
    const seen = async (id: number) => (await clerk.send(interhubApi.detail, { id })).interhub_transfer
    const loaded = async (id: number) => {
      const shipment = await p.given.shipment({ status: 'collected' })
      await scan(shipment)
      await scan(shipment, { mode: 'load-manifest', interhub_transfer_id: id })
      return shipment
    }
    const manifest = await open()
    const [one, other] = [await loaded(manifest.id), await loaded(manifest.id)]
    const made = await scan(one, { mode: 'assign-bay', bay: 'B1' })
    expect(await seen(manifest.id)).toMatchObject({ parcel_count: 1 })
    await undo(made)
    expect(await seen(manifest.id)).toMatchObject({ parcel_count: 2 })
    expect((await stored(one))[0]).toMatchObject({ status: 'manifested' })
    await clerk.send(interhubApi.close, { id: manifest.id })
    const again = await scan(other, { mode: 'assign-bay', bay: 'B1' })
    await clerk.send(interhubApi.depart, { id: manifest.id })
    await expect(undo(again)).rejects.toThrow('sent off since the scan')
  })

  it('reports nothing to undo when the scan changed nothing', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const nothing = { code: 'nothing', short: 'NOTHING TO UNDO', event_id: 0 }
    expect(await undo(await scan(shipment, { mode: 'look-up' }))).toMatchObject(nothing)
    expect(await undo(await scan(shipment, { parcel_reference: 'NOSUCH/1' }))).toMatchObject(nothing)
    await scan(shipment)
    expect(await undo(await scan(shipment))).toMatchObject(nothing)
    expect((await stored(shipment))[0]).toMatchObject({ status: 'at-hub' })
  })
})

describe('rejected undo requests', () => {
  it('rejects scans of other users, unknown scans and users who may not scan', async () => {
    const made = await scan(await p.given.shipment({ status: 'collected' }))
    const colleague = await p.user(role_ids.administrator)
    const unknown = 'This is not your scan. Only the person who made a scan can undo it.'
    expect(await errorOf(undo(made, colleague))).toMatchObject({ status: 404, message: unknown })
    expect(await errorOf(undo({ scan_id: randomUUID() }))).toMatchObject({ status: 404 })
    expect(await errorOf(undo(made, await p.owner()))).toMatchObject({ status: 403 })
  })

  it('rejects after 10 minutes, measured when the user undid the scan and not when the request arrived', async () => {
    const at = Date.now()
    const [one, two] = [
      await scan(await p.given.shipment({ status: 'collected' })),
      await scan(await p.given.shipment({ status: 'collected' })),
    ]
    p.runtime.setNow(new Date(at + 20 * minute_ms))
    expect((await errorOf(undo(one))).message).toMatch(/A scan can be undone for 10 minutes/)
    const { scan_id } = two
    const undone = await clerk.send(hubApi.undoScan, { scan_id, undone_at: new Date(at + 5 * minute_ms) })
    expect(undone.code).toBe('undone')
  })

  it('rejects after another scan of the parcel until that one is undone', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const at = { branch_id: p.map.branches.JHB }
    const first = await scan(shipment, at)
    const second = await scan(shipment, { ...at, mode: 'out-for-delivery' })
    expect((await errorOf(undo(first))).message).toMatch(
      /^The parcel became out for delivery at \d\d:\d\d, Johannesburg\. You can no longer undo the scan\.$/,
    )
    await undo(second)
    expect((await undo(first)).parcel?.status).toBe('collected')
  })

  it('rejects after a manual status change', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const made = await scan(shipment)
    await clerk.send(hubApi.addEvent, { shipment_id: shipment.id, status: 'out-for-delivery' })
    expect((await errorOf(undo(made))).message).toMatch(/became out for delivery/)
  })

  it('rejects after the manifest was closed or received', async () => {
    const shipment = await p.given.shipment({ status: 'ready-for-dispatch' })
    const manifest = await open()
    const loaded = await scan(shipment, { mode: 'load-manifest', interhub_transfer_id: manifest.id })
    await clerk.send(interhubApi.close, { id: manifest.id, version: manifest.version })
    const { message } = await errorOf(undo(loaded))
    expect(message).toMatch(/The parcel became|has been closed since/)
    await clerk.send(interhubApi.depart, { id: manifest.id })
    const unloaded = await scan(shipment, {
      mode: 'unload-manifest',
      interhub_transfer_id: manifest.id,
      branch_id: p.map.branches.JHB,
    })
    await clerk.send(interhubApi.receive, { id: manifest.id })
    expect((await errorOf(undo(unloaded))).message).toBe(
      `${manifest.display_id} has been fully received since the scan. Set the status of the parcel by hand.`,
    )
  })
})

describe('concurrent undo requests', () => {
  it('writes one event and returns the same response for ten concurrent calls', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const made = await scan(shipment)
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(made)))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    const { events } = await detail(shipment)
    expect(events.filter(({ status }) => status === 'scan-undone')).toHaveLength(1)
  })

  it('serialises with a concurrent scan of the parcel: an undo event exists only if the undo succeeded', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const at = { branch_id: p.map.branches.JHB }
    const made = await scan(shipment, at)
    const [undone, out] = await Promise.allSettled([
      undo(made),
      scan(shipment, { ...at, mode: 'out-for-delivery' }),
    ])
    expect(out.status).toBe('fulfilled')
    const { events, shipment: now } = await detail(shipment)
    expect(now.status).toBe('out-for-delivery')
    expect(events.filter(({ status }) => status === 'scan-undone')).toHaveLength(
      undone.status === 'fulfilled' ? 1 : 0,
    )
  })
})
