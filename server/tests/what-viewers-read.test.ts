import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import { hubApi } from '@waybill/domain/hub/api'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { role_ids } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { trackingApi } from '@waybill/domain/tracking/api'
import { describe, expect, it } from 'vitest'
import { saveAddresses } from '../src/accounts/index.ts'
import { insertRole } from '../src/identity/index.ts'
import { insertPoint } from '../src/pickup-points/store.ts'
import { acceptShipment, lockShipment, rerateShipment, updateShipment } from '../src/shipments/index.ts'
import { address, booking, newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

/** Marker texts in data that only some viewers may read. */
const marked = {
  free_text: 'Zeugma the receiver shouted',
  handed_over: 'Quagga Handover',
  payment: 'PMT777777',
  old_price: 'R 123.45',
}

const money = 'INLINE_see_billing_info'

async function withoutMoney(p: TestProvider, role: number, id: number): Promise<number> {
  const known = starter_roles.find((one) => one.id === role)
  await p.inTransaction((ctx) =>
    insertRole(ctx, {
      id,
      name: `Without money ${id}`,
      label: `Without money ${id}`,
      permissions: (known?.permissions ?? []).flatMap((one) => (one === money ? [] : one)),
      permissions_ui: [],
      require_2fa: false,
    }),
  )
  return id
}

async function act(driver: Caller, shipment: Shipment, type: ActionType, payload: object): Promise<void> {
  const { results } = await driver.send(driversApi.actions, {
    actions: [
      {
        action_id: randomUUID(),
        type,
        shipment_id: shipment.id,
        scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
        occurred_at: new Date(),
        payload: { called_before: true, ...payload },
      },
    ],
  })
  expect(results[0]).toMatchObject({ result: 'applied' })
}

/** Creates a shipment that was paid, collected, re-rated and not delivered, with a marker text for each step. */
async function fullOfMarks(p: TestProvider, driver: Caller): Promise<Shipment> {
  const clerk = await p.staff()
  const shipment = await p.given.shipment()
  await p.inTransaction(async (ctx) => {
    await updateShipment(ctx, shipment.id, { status: 'payment-pending' })
    await acceptShipment(ctx, await lockShipment(ctx, shipment.id), `Paid with Bob Pay, ${marked.payment}`)
  })
  const assign = (leg: 'collection' | 'delivery') =>
    clerk.send(driversApi.assign, { shipment_ids: [shipment.id], leg, username: driver.username })
  await assign('collection')
  await act(driver, shipment, 'collect', { name: marked.handed_over })
  await p.inTransaction(async (ctx) => {
    await updateShipment(ctx, shipment.id, { rate: 123_45 })
    await rerateShipment(ctx, shipment.id, {}, 'the parcel was measured')
  })
  await assign('delivery')
  await act(driver, shipment, 'load', {})
  await act(driver, shipment, 'delivery-failed', { reason: marked.free_text })
  return shipment
}

/** Returns all responses about a shipment to a signed-in viewer, as text. */
async function answers(viewer: Caller, shipment: Shipment): Promise<string> {
  const reference = shipment.short_tracking_reference
  return JSON.stringify([
    await viewer.send(shipmentsApi.detail, { id: shipment.id }),
    await viewer.send(shipmentsApi.list, { id: [shipment.id] }),
    await viewer.send(hubApi.events, { shipment_id: shipment.id }),
    await viewer.send(trackingApi.track, { tracking_reference: [reference] }),
  ])
}
const marksIn = (text: string): string[] =>
  Object.entries(marked).flatMap(([name, mark]) => (text.includes(mark) ? name : []))

describe('shipment data by viewer', () => {
  it('[TRACK-005] hides driver remarks, names, payments and prices from viewers outside the company', async () => {
    const p = await newProvider()
    const driver = await p.driver()
    const shipment = await fullOfMarks(p, driver)
    await p.settle()
    const reference = shipment.short_tracking_reference

    const inside = await answers(await p.staff(), shipment)
    expect(marksIn(inside)).toEqual(['free_text', 'handed_over', 'payment', 'old_price'])

    const hubRole = await withoutMoney(p, role_ids.administrator, 71)
    const hub = await p.user(hubRole, { branch_id: p.map.branches.JHB })
    expect(marksIn(await answers(hub, shipment))).toEqual(['free_text', 'handed_over', 'payment'])

    const customerRole = await withoutMoney(p, role_ids.account_user, 72)
    const customer = await p.user(customerRole, { account_id: shipment.account_id })
    // The account may see who handed over its goods, because the name is a field of the event.
    const outside = await answers(customer, shipment)
    expect(marksIn(outside)).toEqual(['handed_over'])
    expect(outside).not.toContain('Collected from')

    const guest = p.guest()
    const found = await guest.send(trackingApi.track, { tracking_reference: [reference] })
    expect(found.shipments[0]?.status_sentence).toBe('We tried to deliver but could not.')
    expect(marksIn(JSON.stringify(found))).toEqual([])
    const page = await guest.http('GET', `/track?ref=${reference}`)
    expect(page.status).toBe(200)
    expect(marksIn(String(page.body))).toEqual([])

    const link = inside.match(/"reschedule_reference":"([^"]+)"/)?.[1] ?? ''
    const receiver = await guest.http('GET', `/reschedule/${link}`)
    expect(receiver.status).toBe(200)
    expect(marksIn(String(receiver.body))).toEqual([])

    const digits = new URLSearchParams({ ref: reference, digits: '4567' }).toString()
    const verified = await guest.http('POST', '/track', Buffer.from(digits), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(verified.status).toBe(303)
    const own = await guest.http('GET', String(verified.headers.location))
    expect([own.status, marksIn(String(own.body))]).toEqual([200, []])

    const sheet = await driver.send(driversApi.tripSheet, { date: '2099-12-31' })
    expect(marksIn(JSON.stringify(sheet))).not.toContain('old_price')

    const { messages } = await (
      await p.staff()
    ).send(notificationsApi.log, { shipment_id: shipment.id, limit: 100 })
    expect(messages.length).toBeGreaterThan(0)
    expect(marksIn(JSON.stringify(messages))).toEqual([])
  })

  it('[BILL-007] returns opt-ins without prices to users who may not see prices', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account()
    const role = await withoutMoney(p, role_ids.account_user, 73)
    const { collection_address, delivery_address, parcels } = booking()
    const values = async (caller: Caller) => {
      const { body } = await caller.http('POST', '/rates/opt-in', {
        collection_address,
        delivery_address,
        parcels,
      })
      const offered = body as Record<string, { charge_value: unknown }[]>
      return [offered['opt_in_rates'], offered['opt_in_time_based_rates']].map((extras) =>
        (extras ?? []).map(({ charge_value }) => typeof charge_value),
      )
    }
    const [shown, timeBased] = await values(await p.owner(accountId))
    expect([...(shown ?? []), ...(timeBased ?? [])]).not.toContain('object')
    const hidden = await values(await p.user(role, { account_id: accountId }))
    expect(hidden).toEqual([shown?.map(() => 'object'), timeBased?.map(() => 'object')])
    expect(hidden.flat().length).toBeGreaterThan(0)
  })

  it('[BILL-007] offers pickup points without prices to users who may not see prices', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account()
    await p.inTransaction(async (ctx) => {
      const place = {
        ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        type: 'counter',
      } as const
      const [addressId = 0] = await saveAddresses(ctx, [{ ...place, lat: -26.1458, lng: 28.0421 }])
      await insertPoint(ctx, {
        pickup_point_id: 'K1',
        pickup_point_provider: 'own',
        name: 'Rosebank counter',
        type: 'counter',
        address_id: addressId,
        lat: -26.1458,
        lng: 28.0421,
        trading_hours: '24/7',
      })
    })
    const { collection_address, parcels } = booking()
    const offered = async (caller: Caller) =>
      (await caller.http('POST', '/rates/pickup-points', { side: 'delivery', collection_address, parcels }))
        .body
    const shown = { service_level: { code: 'ECO', name: 'Economy' } }
    expect(await offered(await p.owner(accountId))).toMatchObject({
      pickup_points: [{ ...shown, rate: expect.any(Number) }],
    })
    const role = await withoutMoney(p, role_ids.account_user, 74)
    expect(await offered(await p.user(role, { account_id: accountId }))).toMatchObject({
      pickup_points: [{ ...shown, rate: null }],
    })
  })

  it('[TRACK-004] returns a failure reason that the company offers to drivers', async () => {
    const p = await newProvider({ delivery_failed_attempt_reasons: ['Gate was locked'] })
    const driver = await p.driver()
    const shipment = await p.given.shipment({ status: 'at-destination-hub' })
    await (
      await p.staff()
    ).send(driversApi.assign, { shipment_ids: [shipment.id], leg: 'delivery', username: driver.username })
    await act(driver, shipment, 'load', {})
    await act(driver, shipment, 'delivery-failed', { reason: 'Gate was locked' })
    const found = await p.guest().send(trackingApi.track, { ref: [shipment.short_tracking_reference] })
    expect(found.shipments[0]?.status_sentence).toBe('We tried to deliver but could not: Gate was locked')
  })

  it('[TRACK-003] returns only statuses of the public tracking list to guests, even when none is excluded', async () => {
    const p = await newProvider({ exclude_tracking_statuses: [] })
    const shipment = await p.given.shipment({ status: 'manifested' })
    const found = await p.guest().send(trackingApi.track, { ref: [shipment.short_tracking_reference] })
    expect(found.shipments[0]?.status).toBe('submitted')
    expect(found.shipments[0]?.tracking_events.map(({ status }) => status)).toEqual(['submitted'])
    const inside = await (
      await p.staff()
    ).send(trackingApi.track, { ref: [shipment.short_tracking_reference] })
    expect(inside.shipments[0]?.status).toBe('manifested')
  })
})
