import { billingApi } from '@waybill/domain/billing/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
let owner: Caller
let account_id: number
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

const sea_point = address('10 Beach Road', 'Sea Point', 'Cape Town', '8005', 'WC')
const read = async (id: number, by = staff) => by.send(shipmentsApi.detail, { id })
const entries = async () =>
  (await staff.send(billingApi.transactions, { account_id, limit: 100 })).transactions.length

describe('address changes of a booked shipment', () => {
  it('[SHIP-089] previews price, branch and dates without storing them, and saves what was previewed', async () => {
    const { id, version } = await p.given.shipment({ account_id })
    const [was, entriesBefore] = [await read(id), await entries()]
    const { before, after } = await staff.send(shipmentsApi.previewChange, {
      id,
      version,
      delivery_address: sea_point,
    })
    expect(before).toEqual(was.shipment)
    expect(after).toMatchObject({
      delivery_address: { local_area: 'Sea Point', city: 'Cape Town' },
      delivery_branch_id: p.map.branches.CPT,
      delivery_min_date: was.shipment.delivery_min_date,
    })
    expect(after.rate).not.toBe(was.shipment.rate)
    expect(await read(id)).toEqual(was)
    expect(await entries()).toBe(entriesBefore)

    const changed = await staff.send(shipmentsApi.change, { id, version, delivery_address: sea_point })
    expect(changed).toMatchObject({
      rate: after.rate,
      rates: after.rates.map(({ type, value }) => ({ type, value })),
      delivery_branch_id: after.delivery_branch_id,
      delivery_agent_zone: after.delivery_agent_zone,
      version: after.version,
    })
    expect((await read(id)).events.map(({ status }) => status)).toContain('address-changed')
    const { events } = await owner.send(shipmentsApi.detail, { id })
    expect(events.map(({ status }) => status)).toContain('address-changed')
    expect(await entries()).toBeGreaterThan(entriesBefore)
  })

  it('[SHIP-087] [SHIP-089] rejects customer changes after collection in preview and change; previews also reject other accounts and a stale version', async () => {
    const { id } = await p.given.shipment({ account_id })
    const open = await owner.send(shipmentsApi.previewChange, { id, delivery_address: sea_point })
    expect(open.after.delivery_address.city).toBe('Cape Town')
    const collected = await p.given.shipment({ account_id, status: 'collected' })
    for (const endpoint of [shipmentsApi.previewChange, shipmentsApi.change])
      expect(
        await errorOf(owner.send(endpoint, { id: collected.id, delivery_address: sea_point })),
      ).toMatchObject({
        message: 'After collection the delivery address can no longer be changed. Please contact us.',
      })
    const late = await staff.send(shipmentsApi.previewChange, {
      id: collected.id,
      delivery_address: sea_point,
    })
    expect(late.after.delivery_branch_id).toBe(p.map.branches.CPT)
    const stranger = await p.owner()
    expect(
      await errorOf(stranger.send(shipmentsApi.previewChange, { id, delivery_address: sea_point })),
    ).toMatchObject({ status: 404 })
    const stale = staff.send(shipmentsApi.previewChange, { id, version: 0, delivery_address: sea_point })
    expect(await errorOf(stale)).toMatchObject({ status: 409 })
  })

  it('[SHIP-089] moves delivery dates when the town changes, never into the past, in preview and change alike', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'at-hub' })
    const was = (await read(id)).shipment
    const later = new Date((was.estimated_delivery_to?.getTime() ?? 0) + 3 * 86_400_000)
    p.runtime.setNow(later)
    const street = { ...was.delivery_address, street_address: '33 Bath Avenue' }
    const near = await staff.send(shipmentsApi.previewChange, { id, delivery_address: street })
    expect(near.after).toMatchObject({
      delivery_min_date: was.delivery_min_date,
      estimated_delivery_to: was.estimated_delivery_to,
    })
    const { after } = await staff.send(shipmentsApi.previewChange, { id, delivery_address: sea_point })
    expect(after.delivery_min_date >= dayOf(later)).toBe(true)
    expect((after.estimated_delivery_to?.getTime() ?? 0) >= later.getTime()).toBe(true)
    expect(after).toMatchObject({
      collection_min_date: was.collection_min_date,
      original_estimated_delivery_from: was.original_estimated_delivery_from,
    })
    const saved = await staff.send(shipmentsApi.change, { id, delivery_address: sea_point })
    expect(saved).toMatchObject({
      delivery_min_date: after.delivery_min_date,
      estimated_delivery_from: after.estimated_delivery_from,
      estimated_delivery_to: after.estimated_delivery_to,
    })
    p.runtime.setNow(null)
  })

  it('keeps the price of an invoiced shipment and the day sent with the new address', async () => {
    const { id } = await p.given.shipment({ account_id })
    const was = (await read(id)).shipment
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('shipment').set({ has_been_invoiced: true }).where('id', '=', id).execute(),
    )
    const entriesBefore = await entries()
    const saved = await staff.send(shipmentsApi.change, {
      id,
      delivery_address: sea_point,
      delivery_min_date: '2099-03-02',
      delivery_rescheduled_reason: 'Receiver away',
    })
    expect(saved).toMatchObject({ rate: was.rate, rates: was.rates, delivery_min_date: '2099-03-02' })
    expect(await entries()).toBe(entriesBefore)
  })

  it('hides prices in the preview from users without billing access', async () => {
    const { id } = await p.given.shipment({ account_id })
    const noBilling = await p.user(role_ids.account_user_no_billing, { account_id })
    const { before, after } = await noBilling.send(shipmentsApi.previewChange, {
      id,
      delivery_address: sea_point,
    })
    expect([before.rate, after.rate, after.rates]).toEqual([null, null, []])
  })
})

describe('reassignment of a rejected stop', () => {
  it('assigns the stop to another driver through the trip sheet endpoint although the manual status change is rejected', async () => {
    const [one, other] = [await p.driver(), await p.driver()]
    const { id } = await p.given.shipment({ account_id, status: 'collection-assigned' })
    await staff.send(shipmentsApi.change, { id, collection_agent_id: one.username })
    await staff.send(shipmentsApi.change, { id, status: 'collection-rejected' })
    const byHand = staff.send(shipmentsApi.change, {
      id,
      collection_agent_id: other.username,
      status: 'collection-assigned',
    })
    expect(await errorOf(byHand)).toMatchObject({ status: 400 })
    const { results } = await staff.send(driversApi.assign, {
      shipment_ids: [id],
      leg: 'collection',
      username: other.username,
    })
    expect(results).toEqual([{ shipment_id: id, assigned: true, message: '' }])
    expect((await read(id)).shipment).toMatchObject({
      status: 'collection-assigned',
      collection_agent_id: other.username,
    })
  })
})
