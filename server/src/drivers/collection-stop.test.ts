import { randomUUID } from 'node:crypto'
import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { collectionsApi } from '@waybill/domain/collections/api'
import type { CollectionRequest } from '@waybill/domain/collections/model'
import { driversApi, type ActionPayload, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import { hubApi } from '@waybill/domain/hub/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
let driver: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
beforeEach(async () => {
  driver = await p.driver()
})

const place: AddressParts = {
  ...empty_address,
  type: 'business',
  company: 'Overberg Books',
  street_address: '12 Bofors Circle',
  local_area: 'Epping',
  city: 'Cape Town',
  code: '7460',
  zone: 'WC',
}

const size = {
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 20,
  submitted_weight_kg: 2,
}

/** Creates a collection request that is assigned to this driver. */
async function given(accountId?: number, number = '0215550142'): Promise<CollectionRequest> {
  const request = await clerk.send(collectionsApi.create, {
    account_id: accountId ?? (await p.given.account()).id,
    address: place,
    contact: { name: 'Riaan Jooste', mobile_number: number, email: 'riaan@example.com' },
    expected_parcels: 40,
    expected_kg: 120,
    packaging: '10 bags',
    instructions: 'Gate 2',
  })
  await clerk.send(collectionsApi.assign, { ids: [request.id], username: driver.username })
  return request
}
const action = (
  request: { id: number },
  type: ActionType,
  payload: Partial<ActionPayload> = {},
  more: Partial<DriverAction> = {},
): DriverAction => ({
  action_id: randomUUID(),
  type,
  collection_request_id: request.id,
  occurred_at: new Date(),
  payload,
  ...more,
})
async function report(one: DriverAction, by: Caller = driver): Promise<ActionResult> {
  const { results } = await by.send(driversApi.actions, { actions: [one] })
  return results[0] as ActionResult
}
const act = (request: { id: number }, type: ActionType, payload: Partial<ActionPayload> = {}, more = {}) =>
  report(action(request, type, payload, more))
const detail = (request: { id: number }) => clerk.send(collectionsApi.detail, { id: request.id })
const sheet = (by: Caller = driver) => by.send(driversApi.tripSheet, { date: '2099-12-31' })

describe('collection requests on the trip sheet', () => {
  it('is a separate stop with the expected parcels and weight, visible only to its driver', async () => {
    const request = await given()
    const { stops, totals } = await sheet()
    expect(stops).toMatchObject([
      {
        leg: 'collection',
        state: 'to-do',
        shipments: [],
        request: {
          collection_request_id: request.id,
          display_id: request.display_id,
          expected_parcels: 40,
          packaging: '10 bags',
          instructions: 'Gate 2',
          contact_number: '0215550142',
        },
      },
    ])
    expect(totals).toMatchObject({ stops: 1, unique_stops: 1, parcels: 40, kg: 120, remaining: 1 })
    expect((await sheet(await p.driver())).stops).toEqual([])
  })

  it('closes with the reported number of parcels, once even when the action is sent twice', async () => {
    const request = await given()
    const one = action(
      request,
      'collect',
      { parcel_count: 38, name: 'Riaan', photos: ['ab12.jpg'] },
      { lat: -33.93, lng: 18.53 },
    )
    const [first, twin] = await Promise.all([report(one), report(one)])
    expect([first?.result, twin?.result].sort()).toEqual(['applied', 'duplicate'])
    const { request: after, events } = await detail(request)
    expect(after).toMatchObject({ status: 'closed', collected_parcels: 38 })
    expect(after.collected_date).not.toBeNull()
    expect(events[0]).toMatchObject({
      status: 'closed',
      message: 'Collected 38 parcels from Riaan',
      source: driver.username,
    })
    expect(events[0]?.files[0]?.url).toContain('/files?')
    expect(events.filter((event) => event.status === 'closed')).toHaveLength(1)
    const { stops } = await driver.send(driversApi.tripSheet, {})
    expect(stops).toMatchObject([{ state: 'done', request: { collected_parcels: 38, contact_number: '' } }])
  })

  it('collects the scanned parcels of the account and stores unknown barcodes', async () => {
    const account = await p.given.account()
    const shipment = await p.given.shipment({ account_id: account.id })
    const foreign = await p.given.shipment()
    const request = await given(account.id)
    const scanned = [
      shipment.parcels[0]?.tracking_reference ?? '',
      foreign.parcels[0]?.tracking_reference ?? '',
      'STICKER-1',
    ]
    expect((await act(request, 'collect', {}, { scanned_references: scanned })).result).toBe('applied')
    const { request: after, uncaptured, shipments } = await detail(request)
    expect(after.collected_parcels).toBe(3)
    expect(uncaptured).toEqual(['STICKER-1'])
    expect(shipments.map((one) => [one.id, one.status])).toEqual([[shipment.id, 'collected']])
    expect((await clerk.send(shipmentsApi.detail, { id: foreign.id })).shipment.status).not.toBe('collected')
  })

  it('lists scanned parcels that it does not collect: for the office, for the driver and on their timelines', async () => {
    const account = await p.given.account()
    const foreign = await p.given.shipment()
    const done = await p.given.shipment({ account_id: account.id, status: 'delivered' })
    const taken = await p.given.shipment({ account_id: account.id })
    const request = await given(account.id)
    const [other = '', late = '', own = ''] = [foreign, done, taken].map(
      ({ parcels }) => parcels[0]?.tracking_reference,
    )
    const collect = action(request, 'collect', {}, { scanned_references: [other, own, late, 'STICKER-2'] })
    const answer = await report(collect)
    expect(answer).toMatchObject({
      result: 'applied',
      message: `Not collected with this request: ${other}, ${late}. Ask the office what to do with them.`,
      message_parts: [{ code: 'scanned_not_collected', values: { parcels: [other, late] } }],
    })
    expect((await report(collect)).message).toBe(answer.message)
    expect(await detail(request)).toMatchObject({
      uncaptured: ['STICKER-2'],
      not_collected: [other, late],
      shipments: [{ id: taken.id }],
    })
    for (const [{ id }, reference] of [
      [foreign, other],
      [done, late],
    ] as const) {
      const { events } = await clerk.send(shipmentsApi.detail, { id })
      expect(events.filter(({ status }) => status === 'evidence-kept')).toMatchObject([
        { message: expect.stringContaining(`scanned ${reference} at ${request.display_id}`) },
      ])
    }
    const owner = await p.owner(account.id)
    expect((await owner.send(collectionsApi.detail, { id: request.id })).not_collected).toEqual([])
  })

  it('collects only the scanned parcels of a shipment', async () => {
    const account = await p.given.account()
    const shipment = await p.given.shipment({ account_id: account.id, parcels: [size, size] })
    const request = await given(account.id)
    const [scanned = ''] = shipment.parcels.map(({ tracking_reference }) => tracking_reference)
    await act(request, 'collect', {}, { scanned_references: [scanned] })
    const { shipment: after } = await clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(after.parcels.map(({ status }) => status === 'collected')).toEqual([true, false])
  })

  it('collects the other parcels of a shipment, and leaves the one that is at a hub there', async () => {
    const account = await p.given.account()
    const shipment = await p.given.shipment({ account_id: account.id, parcels: [size, size, size] })
    const [first = '', ...others] = shipment.parcels.map(({ tracking_reference }) => tracking_reference)
    const branchId = p.map.branches.CPT
    await clerk.send(hubApi.addEvent, { parcel_reference: first, mode: 'arrive', branch_id: branchId })
    await act(await given(account.id), 'collect', {}, { scanned_references: others })
    const { shipment: after, events } = await clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(after.parcels.map(({ status }) => status)).toEqual(['at-hub', 'collected', 'collected'])
    const collected = events.filter(({ status }) => status === 'collected')
    expect(new Set(collected.map(({ parcel_id }) => parcel_id))).toEqual(
      new Set(after.parcels.slice(1).map(({ id }) => id)),
    )
  })

  it('fails without a call where the company demands one and the request has no number', async () => {
    const requireCall = (value: boolean) =>
      clerk.send(settingsApi.save, { settings: [{ key: 'driver_must_call_before_fail', value }] })
    const withNumber = await given()
    const withoutNumber = await given(undefined, '')
    await requireCall(true)
    const fail = (request: CollectionRequest) =>
      act(request, 'collection-failed', { reason: 'Business closed', called_before: false })
    const results = [await fail(withNumber), await fail(withoutNumber)]
    await requireCall(false)
    expect(results.map(({ result }) => result)).toEqual(['conflict', 'applied'])
  })

  it('records a failed collection with a reason, and a rejection only when drivers may reject', async () => {
    const request = await given()
    expect(await act(request, 'collection-failed')).toMatchObject({
      result: 'conflict',
      message: 'Choose a reason.',
    })
    expect((await act(request, 'collection-failed', { reason: 'Business closed' })).result).toBe('applied')
    expect((await detail(request)).request).toMatchObject({
      status: 'collection-failed-attempt',
      failed_collection_attempts: 1,
    })
    const next = await given()
    expect((await act(next, 'reject', { reason: 'Vehicle full' })).result).toBe('applied')
    expect((await detail(next)).request.status).toBe('collection-rejected')
    const strict = await newProvider({ driver_can_reject_parcels_shipments: false })
    const [office, other] = [await strict.staff(), await strict.driver()]
    const created = await office.send(collectionsApi.create, {
      account_id: (await strict.given.account()).id,
      address: place,
      contact: { name: 'Riaan', mobile_number: '0215550142' },
    })
    await office.send(collectionsApi.assign, { ids: [created.id], username: other.username })
    const { results } = await other.send(driversApi.actions, {
      actions: [action(created, 'reject', { reason: 'Vehicle full' })],
    })
    expect(results[0]).toMatchObject({
      result: 'conflict',
      message: 'Drivers may not reject shipments. Please call the office.',
    })
  })

  it('requires a count or scans, and rejects unsupported actions', async () => {
    const request = await given()
    expect((await act(request, 'collect')).message).toBe(
      'Enter how many parcels you collected, or scan them.',
    )
    expect((await act(request, 'collect', { parcel_count: -1 })).result).toBe('conflict')
    expect((await act(request, 'deliver')).message).toBe(
      "A collection request does not support the action 'deliver'. Choose a shipment.",
    )
    expect((await detail(request)).request.status).toBe('collection-assigned')
  })

  it('stores the proof of a former driver for staff and hides the request from other drivers', async () => {
    const request = await given()
    const other = await p.driver()
    await clerk.send(collectionsApi.assign, { ids: [request.id], username: other.username })
    expect(await act(request, 'collect', { parcel_count: 5 })).toMatchObject({
      result: 'conflict',
      message: 'This collection was assigned to another driver. Your proof has been kept for the office.',
    })
    expect((await detail(request)).events.map((event) => event.status)).toContain('evidence-kept')
    const stranger = await p.driver()
    expect(await report(action(request, 'collect', { parcel_count: 5 }), stranger)).toMatchObject({
      result: 'conflict',
      message: 'Could not find this collection request.',
    })
    expect((await act({ id: 999_999 }, 'collect', { parcel_count: 1 })).result).toBe('conflict')
  })

  it('records the arrival for staff only', async () => {
    const account = await p.given.account()
    const request = await given(account.id)
    expect((await act(request, 'arrive', {}, { lat: -33.93, lng: 18.53 })).result).toBe('applied')
    expect((await detail(request)).events[0]?.status).toBe('driver-arrived')
    const owner = await p.owner(account.id)
    const seen = await owner.send(collectionsApi.detail, { id: request.id })
    expect(seen.events.map((event) => event.status)).not.toContain('driver-arrived')
  })
})
