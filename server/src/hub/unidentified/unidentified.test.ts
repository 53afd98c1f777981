import { randomUUID } from 'node:crypto'
import { hubApi } from '@waybill/domain/hub/api'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { uploadShipmentFile } from '../../../dev/test-kit/shipment-files.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const capture = async (more: Partial<Input<typeof unidentifiedApi.capture>> = {}, by = clerk) =>
  by.send(unidentifiedApi.capture, {
    capture_id: randomUUID(),
    branch_id: p.map.branches.JHB,
    bay: 'U1',
    photos: more.photos ?? [await uploadShipmentFile(p, by, 'side.jpg', undefined, 'shipment-images')],
    description: 'Blue crate',
    ...more,
  })
const parcelOf = ({ parcels }: Shipment): string => parcels[0]?.tracking_reference ?? ''
const match = (id: number, reference: string, by = clerk) =>
  by.send(unidentifiedApi.match, { id, parcel_reference: reference })
const read = async (id: number) =>
  (await clerk.send(unidentifiedApi.list, { id: [id] })).unidentified_parcels[0]
const detail = ({ id }: Shipment) => clerk.send(shipmentsApi.detail, { id })

describe('[HUB-003] unidentified parcels', () => {
  it('are captured once with photos and a number, and listed in pages', async () => {
    const own = await newProvider()
    const staff = await own.staff()
    const photos = [await uploadShipmentFile(own, staff, 'side.jpg', undefined, 'shipment-images')]
    const one = {
      capture_id: randomUUID(),
      branch_id: own.map.branches.CPT,
      photos,
      barcode_text: 'KLD 44',
      weight_kg: 3,
    }
    const first = await staff.send(unidentifiedApi.capture, one)
    expect(await staff.send(unidentifiedApi.capture, one)).toMatchObject({ id: first.id })
    expect(first).toMatchObject({
      display_id: 'UNP000001',
      branch_name: 'Cape Town',
      state: 'open',
      weight_kg: 3,
      length_cm: null,
      found_by: staff.username,
    })
    await staff.send(unidentifiedApi.capture, {
      ...one,
      capture_id: randomUUID(),
      branch_id: own.map.branches.JHB,
      description: 'Blue crate',
      bay: 'U1',
    })
    const numbers = async (filter: Partial<Input<typeof unidentifiedApi.list>>) => {
      const { unidentified_parcels, count } = await staff.send(unidentifiedApi.list, filter)
      return [count, ...unidentified_parcels.map(({ display_id }) => display_id)]
    }
    expect(await numbers({ limit: 1 })).toEqual([2, 'UNP000002'])
    expect(await numbers({ limit: 1, offset: 1 })).toEqual([2, 'UNP000001'])
    expect(await numbers({ search: 'unp000001' })).toEqual([1, 'UNP000001'])
    expect(await numbers({ search: 'blue' })).toEqual([1, 'UNP000002'])
    expect(await numbers({ branch_id: [own.map.branches.CPT] })).toEqual([1, 'UNP000001'])
    expect(await numbers({ state: ['matched'] })).toEqual([0])
  })

  it('list missing parcels of all branches as likely owners, with reasons', async () => {
    const own = await newProvider()
    const staff = await own.staff()
    const shipment = await own.given.shipment({ status: 'collected' })
    const here = await own.given.shipment({ status: 'collected' })
    const arrive = ({ parcels }: Shipment) =>
      staff.send(hubApi.addEvent, {
        parcel_reference: parcels[0]?.tracking_reference ?? '',
        mode: 'arrive',
        branch_id: own.map.branches.CPT,
      })
    await arrive(shipment)
    own.runtime.setNow(new Date(Date.now() + 6 * hour_ms))
    await arrive(here)
    const [parcel] = shipment.parcels
    const { id } = await staff.send(unidentifiedApi.capture, {
      capture_id: randomUUID(),
      branch_id: own.map.branches.JHB,
      photos: [await uploadShipmentFile(own, staff, 'side.jpg', undefined, 'shipment-images')],
      barcode_text: parcel?.tracking_reference.slice(2),
      length_cm: parcel?.submitted_length_cm,
      width_cm: parcel?.submitted_width_cm,
      height_cm: parcel?.submitted_height_cm,
    })
    const { owners, count, compared, has_more } = await staff.send(unidentifiedApi.owners, { id })
    expect([count, compared, has_more]).toEqual([1, 1, false])
    expect(owners).toMatchObject([
      { tracking_reference: parcel?.tracking_reference, confidence: 'strong', last_branch_name: 'Cape Town' },
    ])
    expect(owners[0]?.reasons.map(({ text }) => text)).toContain('It is expected at this branch')
  })

  it('are matched by a scan at the branch, which an undo takes back at any time', async () => {
    const shipment = await p.given.shipment({ status: 'in-transit' })
    const { id, display_id } = await capture()
    const { unidentified_parcel } = await match(id, parcelOf(shipment).toLowerCase())
    expect(unidentified_parcel).toMatchObject({
      state: 'matched',
      parcel: { shipment_id: shipment.id, tracking_reference: parcelOf(shipment) },
      matched_by: clerk.username,
    })
    const { shipment: found, events } = await detail(shipment)
    expect(found).toMatchObject({ status: 'at-destination-hub', current_branch_name: 'JHB' })
    expect(events.map(({ message }) => message)).toContain(`Recognised as ${display_id}.`)
    const later = await p.user(role_ids.administrator)
    p.runtime.setNow(new Date(Date.now() + 30 * hour_ms))
    const { message } = await later.send(unidentifiedApi.undoMatch, { id, reason: 'Other colour' })
    expect(message).toContain('The parcel is in transit again')
    expect(await read(id)).toMatchObject({ state: 'open', parcel: null, matched_by: '' })
    const { shipment: lost, events: all } = await detail(shipment)
    expect(lost.status).toBe('in-transit')
    expect(all.map((one) => one.message)).toContain(`It was not ${display_id}: Other colour`)
  })

  it('keep the status of a parcel that was scanned after the match which is undone', async () => {
    const shipment = await p.given.shipment({ status: 'in-transit' })
    const { id } = await capture()
    await match(id, parcelOf(shipment))
    await clerk.send(hubApi.addEvent, {
      parcel_reference: parcelOf(shipment),
      mode: 'assign-bay',
      branch_id: p.map.branches.JHB,
      bay: 'B1',
    })
    const { message } = await clerk.send(unidentifiedApi.undoMatch, { id, reason: 'Other colour' })
    expect(message).toMatch(/^The parcel keeps its status\./)
    expect((await detail(shipment)).shipment.status).toBe('at-destination-hub')
    expect(await read(id)).toMatchObject({ state: 'open' })
  })

  it('are matched although the scanner refuses the parcel, whose events say where it is', async () => {
    const shipment = await p.given.shipment({ status: 'delivered' })
    const { id, display_id } = await capture()
    const { message } = await match(id, parcelOf(shipment))
    expect(message).toMatch(/delivered/i)
    const { shipment: now, events } = await detail(shipment)
    expect(now.status).toBe('delivered')
    expect(events[0]).toMatchObject({ message: `Recognised as ${display_id}.`, location: 'Johannesburg' })
    const { message: undone } = await clerk.send(unidentifiedApi.undoMatch, { id, reason: 'Other colour' })
    expect(undone).toBe('The match had not moved the parcel.')
  })

  it('are matched once when two users match at the same time', async () => {
    const [one, two] = [
      await p.given.shipment({ status: 'in-transit' }),
      await p.given.shipment({ status: 'in-transit' }),
    ]
    const { id } = await capture()
    const [first, second] = [clerk, await p.user(role_ids.administrator)]
    const results = await Promise.allSettled([
      match(id, parcelOf(one), first),
      match(id, parcelOf(two), second),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const now = await read(id)
    const [matched, other] = now?.parcel?.shipment_id === one.id ? [one, two] : [two, one]
    expect(now?.parcel?.shipment_id).toBe(matched.id)
    expect((await detail(matched)).shipment.status).toBe('at-destination-hub')
    expect((await detail(other)).shipment.status).toBe('in-transit')
    expect(await errorOf(match(id, parcelOf(other)))).toMatchObject({ status: 409 })
  })

  it('have a parcel of their own when two are matched with one parcel at the same time', async () => {
    const shipment = await p.given.shipment({ status: 'in-transit' })
    const [one, two] = [await capture(), await capture()]
    const results = await Promise.allSettled([
      match(one.id, parcelOf(shipment)),
      match(two.id, parcelOf(shipment), await p.user(role_ids.administrator)),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([(await read(one.id))?.state, (await read(two.id))?.state].sort()).toEqual(['matched', 'open'])
  })

  it('are matched with a parcel again, and list it again, only after it has left the branch of its first match', async () => {
    const shipment = await p.given.shipment({ status: 'in-transit' })
    const first = await capture()
    const matchedAt = new Date(Date.now() + hour_ms / 2)
    p.runtime.setNow(matchedAt)
    await match(first.id, parcelOf(shipment))
    const second = await capture({ branch_id: p.map.branches.CPT })
    // The scan from before the match comes in only now.
    p.runtime.setNow(new Date(matchedAt.getTime() + hour_ms / 4))
    await clerk.send(hubApi.addEvent, {
      parcel_reference: parcelOf(shipment),
      mode: 'arrive',
      branch_id: p.map.branches.DBN,
      scanned_at: new Date(matchedAt.getTime() - hour_ms / 4),
    })
    expect((await errorOf(match(second.id, parcelOf(shipment)))).message).toContain(
      `already matched with ${first.display_id}`,
    )
    p.runtime.setNow(new Date(Date.now() + hour_ms))
    await clerk.send(hubApi.addEvent, {
      parcel_reference: parcelOf(shipment),
      mode: 'arrive',
      branch_id: p.map.branches.DBN,
    })
    p.runtime.setNow(new Date(Date.now() + 30 * hour_ms))
    const third = await capture({ branch_id: p.map.branches.CPT, barcode_text: parcelOf(shipment).slice(2) })
    const listed = async () =>
      (await clerk.send(unidentifiedApi.owners, { id: third.id })).owners.map((owner) => owner.shipment_id)
    expect(await listed()).toContain(shipment.id)
    expect((await match(third.id, parcelOf(shipment))).unidentified_parcel.state).toBe('matched')
    expect(await listed()).not.toContain(shipment.id)
    expect((await errorOf(match(second.id, parcelOf(shipment)))).message).toContain(
      `already matched with ${third.display_id}`,
    )
  })

  it('are disposed of with a reason by permission, and stay in the list', async () => {
    const { id } = await capture()
    const input = { id, disposal: 'donated', reason: 'No owner within 90 days' } as const
    const operator = await p.user(12)
    expect(await errorOf(operator.send(unidentifiedApi.dispose, input))).toMatchObject({ status: 403 })
    expect(await errorOf(clerk.send(unidentifiedApi.dispose, { ...input, reason: ' ' }))).toMatchObject({
      message: 'Write why it is disposed of.',
    })
    expect(await clerk.send(unidentifiedApi.dispose, input)).toMatchObject({
      state: 'disposed',
      disposal: 'donated',
      disposal_reason: 'No owner within 90 days',
      disposed_by: clerk.username,
    })
    expect(await errorOf(clerk.send(unidentifiedApi.dispose, input))).toMatchObject({ status: 409 })
    expect(await errorOf(match(id, 'FYN2'))).toMatchObject({ status: 409 })
  })

  it('are never seen by customers and drivers, and at one branch by staff limited to it', async () => {
    const { id } = await capture()
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    expect((await limited.send(unidentifiedApi.list, { id: [id] })).count).toBe(0)
    const shipment = await p.given.shipment({ status: 'in-transit' })
    for (const call of [
      () => limited.send(unidentifiedApi.owners, { id }),
      () => match(id, parcelOf(shipment), limited),
      () => capture({}, limited),
      () => limited.send(unidentifiedApi.undoMatch, { id, reason: 'Other colour' }),
    ])
      expect(await errorOf(call())).toMatchObject({ status: 404 })
    for (const caller of [await p.owner(), await p.driver()])
      expect(await errorOf(caller.send(unidentifiedApi.list, {}))).toMatchObject({ status: 403 })
  })

  it('need a photo, and words or a label', async () => {
    expect(await errorOf(capture({ photos: [] }))).toMatchObject({ message: 'Take a photo of the parcel.' })
    expect(await errorOf(capture({ description: '' }))).toMatchObject({
      message: 'Describe the parcel, or type what you can read on its label.',
    })
    expect(await errorOf(capture({ weight_kg: -1 }))).toMatchObject({
      message: 'Correct the size or the weight.',
    })
  })
})
