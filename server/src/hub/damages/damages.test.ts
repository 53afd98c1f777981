import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { pushService } from '../../../dev/test-kit/fakes/push-service.ts'
import {
  booking,
  errorOf,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { uploadShipmentFile } from '../../../dev/test-kit/shipment-files.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const photo = (by = clerk) => uploadShipmentFile(p, by, 'damage.jpg', undefined, 'shipment-images')
const parcelOf = (shipment: Shipment, at = 0): string => shipment.parcels[at]?.tracking_reference ?? ''
const report = async (shipment: Shipment, more: Partial<Input<typeof damagesApi.report>> = {}, by = clerk) =>
  by.send(damagesApi.report, {
    report_id: randomUUID(),
    parcel_reference: parcelOf(shipment),
    branch_id: p.map.branches.CPT,
    note: 'Corner crushed',
    photos: more.photos ?? [await photo(by)],
    ...more,
  })
const damagesOf = async ({ id }: Shipment, by = clerk) =>
  (await by.send(damagesApi.list, { shipment_id: id })).damages
const twoParcels = () =>
  p.given.shipment({
    parcels: [1, 2].map(() => ({ ...(booking().parcels?.[0] as object) })) as never,
    status: 'at-destination-hub',
  })

describe('[HUB-002] damages that hub staff report', () => {
  it('are stored with their photos, and leave the status of the parcel unchanged', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const time = new Date(Date.now() - hour_ms)
    const damage = await report(shipment, { note: ' Corner crushed ', time_found: time })
    expect(damage).toMatchObject({
      tracking_reference: parcelOf(shipment),
      branch_name: 'Cape Town',
      note: 'Corner crushed',
      state: 'open',
      found_by: clerk.username,
      time_found: time,
    })
    const [sent] = damage.photos
    const { pathname, search } = new URL(sent?.url ?? '')
    expect((await p.guest().http('GET', pathname + search)).status).toBe(200)
    const { shipment: now } = await clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(now.status).toBe('at-hub')
    expect(await damagesOf(shipment)).toMatchObject([{ id: damage.id }])
  })

  it('need a text, a photo of their own, and one parcel', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const two = await twoParcels()
    const foreign = await photo(await p.user(role_ids.administrator))
    const failures: readonly (readonly [Partial<Input<typeof damagesApi.report>>, string])[] = [
      [{ photos: [] }, 'Take a photo of the damage.'],
      [{ note: ' ' }, 'Describe the damage in a few words.'],
      [{ photos: [foreign] }, 'A photo was not uploaded. Take it again.'],
      [{ parcel_reference: 'NOTHING9' }, 'Nothing was found for NOTHING9. Scan the label of the parcel.'],
      [
        { parcel_reference: two.tracking_reference },
        'This shipment has 2 parcels. Give the reference of one parcel.',
      ],
      [{ branch_id: 999_999 }, 'Could not find this branch.'],
    ]
    for (const [more, message] of failures)
      expect(await errorOf(report(shipment, more))).toMatchObject({ message })
    expect(await damagesOf(shipment)).toEqual([])
  })

  it('are stored once when the device repeats the report, and never in the future', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const input = {
      report_id: randomUUID(),
      photos: [await photo()],
      time_found: new Date(Date.now() + 5 * hour_ms),
    }
    const [first, again] = [await report(shipment, input), await report(shipment, input)]
    expect(again.id).toBe(first.id)
    expect(first.time_found.getTime()).toBeLessThan(input.time_found.getTime())
    expect(await damagesOf(shipment)).toHaveLength(1)
  })

  it('are resolved once, with a text', async () => {
    const { id } = await report(await p.given.shipment({ status: 'at-hub' }))
    const resolve = (resolution: string) => clerk.send(damagesApi.resolve, { id, resolution })
    expect(await errorOf(resolve(' '))).toMatchObject({ message: 'Write how it was resolved.' })
    const both = await Promise.allSettled([resolve('Packed again'), resolve('Thrown away')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { damages } = await clerk.send(damagesApi.list, { id: [id] })
    expect(damages).toMatchObject([{ state: 'resolved', resolved_by: clerk.username }])
  })

  it('are listed in pages by state, branch, day, photos and words', async () => {
    const own = await newProvider()
    const staff = await own.staff()
    const shipment = await own.given.shipment({ status: 'at-hub' })
    for (const note of ['Wet', 'Crushed', 'Torn'])
      await staff.send(damagesApi.report, {
        report_id: randomUUID(),
        parcel_reference: parcelOf(shipment),
        branch_id: note === 'Torn' ? own.map.branches.JHB : own.map.branches.CPT,
        note,
        photos: [await uploadShipmentFile(own, staff, 'damage.jpg', undefined, 'shipment-images')],
      })
    const notes = async (filter: Partial<Input<typeof damagesApi.list>>) => {
      const { damages, count } = await staff.send(damagesApi.list, filter)
      return [count, ...damages.map(({ note }) => note)]
    }
    expect(await notes({ limit: 2 })).toEqual([3, 'Torn', 'Crushed'])
    expect(await notes({ limit: 2, offset: 2 })).toEqual([3, 'Wet'])
    expect(await notes({ branch_id: [own.map.branches.JHB] })).toEqual([1, 'Torn'])
    expect(await notes({ search: 'crush' })).toEqual([1, 'Crushed'])
    expect(await notes({ search: parcelOf(shipment).toLowerCase(), state: ['open'] })).toEqual([
      3,
      'Torn',
      'Crushed',
      'Wet',
    ])
    expect(await notes({ state: ['resolved'] })).toEqual([0])
    expect(await notes({ to: '2020-01-01' })).toEqual([0])
    expect(await notes({ has_photos: false })).toEqual([0])
  })

  it('are never seen by customers and drivers, and at one branch by staff limited to it', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const { id } = await report(shipment)
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.JHB,
      limit_user_to_branch: true,
    })
    const ids = (await limited.send(damagesApi.list, { limit: 100 })).damages.map((one) => one.id)
    expect(ids).not.toContain(id)
    expect(await errorOf(report(shipment, {}, limited))).toMatchObject({ status: 404 })
    expect(await errorOf(limited.send(damagesApi.resolve, { id, resolution: 'Packed again' }))).toMatchObject(
      { status: 404 },
    )
    for (const caller of [await p.owner(), await p.driver()])
      expect(await errorOf(caller.send(damagesApi.list, { shipment_id: shipment.id }))).toMatchObject({
        status: 403,
      })
  })
})

describe('[HUB-002] damages of a manifest', () => {
  it('are in the register, and resolved by the note that the parcel is in good condition', async () => {
    const shipment = await p.given.shipment({ status: 'collected' })
    const scan = (mode: 'arrive' | 'load-manifest' | 'unload-manifest', more = {}) =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: parcelOf(shipment),
        mode,
        branch_id: mode === 'unload-manifest' ? p.map.branches.JHB : p.map.branches.CPT,
        ...more,
      })
    await scan('arrive')
    const { id, display_id } = await clerk.send(interhubApi.create, {
      from_branch_id: p.map.branches.CPT,
      to_branch_id: p.map.branches.JHB,
      vehicle_registration: 'CA 123-456',
    })
    await scan('load-manifest', { interhub_transfer_id: id })
    await clerk.send(interhubApi.close, { id })
    await clerk.send(interhubApi.depart, { id })
    await scan('unload-manifest', { interhub_transfer_id: id })
    const note = (condition: 'damaged' | 'good', more: object = {}) =>
      clerk.send(interhubApi.noteCondition, {
        interhub_transfer_id: id,
        parcel_id: shipment.parcels[0]?.id ?? 0,
        condition,
        ...more,
      })
    await note('damaged', { note: 'Wet', photos: [await photo()] })
    await note('damaged', { note: 'Wet and torn', photos: [await photo()] })
    const [damage, ...others] = await damagesOf(shipment)
    expect(others).toEqual([])
    expect(damage).toMatchObject({
      note: 'Wet and torn',
      manifest: display_id,
      branch_name: 'Johannesburg',
      state: 'open',
    })
    expect(damage?.photos).toHaveLength(2)
    await note('good')
    expect(await damagesOf(shipment)).toMatchObject([
      { state: 'resolved', resolution: `Noted as in good condition on ${display_id}.` },
    ])
  })
})

describe('[DRV-008] damages that drivers report', () => {
  const problem = async (shipment: Shipment, driver: Caller, payload: object) => {
    const { results } = await driver.send(driversApi.actions, {
      actions: [
        {
          action_id: randomUUID(),
          type: 'delivery-exception',
          shipment_id: shipment.id,
          occurred_at: new Date(),
          payload,
        },
      ],
    })
    return results[0]?.result
  }

  it('are stored with and without a photo, for the parcels that the driver names or for all', async () => {
    const driver = await p.driver()
    const withDriver = async () => {
      const shipment = await twoParcels()
      for (const { tracking_reference } of shipment.parcels)
        await clerk.send(hubApi.addEvent, {
          parcel_reference: tracking_reference,
          mode: 'out-for-delivery',
          branch_id: p.map.branches.JHB,
          driver: driver.username,
        })
      return shipment
    }
    const [named, whole, other] = [await withDriver(), await withDriver(), await withDriver()]
    const service = await pushService()
    const staff = await p.staff()
    const { public_key } = await staff.send(driversApi.pushKey, {})
    const browser = service.browser(public_key)
    await staff.send(driversApi.subscribePush, { ...browser.subscription, topics: ['depot'] })
    const name = await photo(driver)
    expect(
      await problem(named, driver, {
        reason: 'Damaged',
        description: 'Fell off the shelf',
        damaged_parcels: [parcelOf(named, 1)],
        photos: [name],
      }),
    ).toBe('applied')
    expect(await problem(whole, driver, { reason: 'Damaged' })).toBe('applied')
    expect(await problem(other, driver, { reason: 'Wrong parcel' })).toBe('applied')
    expect(await damagesOf(named)).toMatchObject([
      {
        tracking_reference: parcelOf(named, 1),
        note: 'Fell off the shelf',
        branch_name: 'Johannesburg',
        found_by: driver.username,
        photos: [{ file_name: name }],
      },
    ])
    expect((await damagesOf(whole)).map(({ note, photos }) => [note, photos])).toEqual([
      ['Damaged', []],
      ['Damaged', []],
    ])
    expect(await damagesOf(other)).toEqual([])
    await p.settle()
    await service.close()
    expect(browser.messages.map((one) => (one as { title: string }).title).toSorted()).toEqual([
      '2 parcels are damaged',
      'A parcel is damaged',
    ])
  })
})
