import { searchApi } from '@waybill/domain/search/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { trackingApi } from '@waybill/domain/tracking/api'
import { describe, expect, it } from 'vitest'
import { allowances, RateLimiter } from '../http/rate-limit.ts'
import { newProvider, type Caller } from '../../dev/test-kit/provider.ts'

const track = (caller: Caller, reference: string) =>
  caller.send(trackingApi.track, { tracking_reference: [reference] })
const seen = async (caller: Caller, reference: string) => (await track(caller, reference)).shipments[0]

describe('shipment tracking', () => {
  it('[TRACK-001] [TRACK-005] finds a shipment for a guest by short, parcel and lower-case reference', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'in-transit' })
    for (const reference of [
      shipment.short_tracking_reference,
      ` ${shipment.short_tracking_reference.toLowerCase()} `,
      `${shipment.tracking_reference}/1`,
    ]) {
      const found = await seen(p.guest(), reference)
      expect(found).toMatchObject({ shipment_id: shipment.id, status: 'in-transit', parcel_count: 1 })
      expect(found?.status_sentence).toBe('The parcel is on its way to our Johannesburg hub.')
    }
  })

  it('[TRACK-001] finds references with #, dashes and invisible characters, for guests and in staff search', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id, short_tracking_reference: short } = await p.given.shipment({ status: 'in-transit' })
    const order = await p.given.shipment({ customer_reference: '#1001' })
    const dashed = `${short.slice(0, 3)}-${short.slice(3)}`
    for (const typed of [
      `#${short}`,
      dashed,
      `#${dashed}`,
      `\u200b${short.slice(0, 2)}\u2060${short.slice(2)}\ufeff`,
    ]) {
      expect((await seen(p.guest(), typed))?.shipment_id, typed).toBe(id)
      const rows = await staff.send(shipmentsApi.rows, { search: typed })
      expect(
        rows.shipments.map((one) => one.id),
        typed,
      ).toEqual([id])
      const hit = await staff.send(searchApi.navSearch, { search_query: typed })
      expect(hit.data.id, typed).toBe(id)
    }
    expect((await staff.send(searchApi.navSearch, { search_query: '#1001' })).data.id).toBe(order.id)
  })

  it('[TRACK-005] returns no personal data, prices or customer reference to a guest', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'out-for-delivery', customer_reference: 'ORDER-77' })
    const reply = await p.guest().http('GET', `/tracking/shipments?ref=${shipment.short_tracking_reference}`)
    expect(reply.status).toBe(200)
    const sent = JSON.stringify(reply.body)
    for (const secret of [
      'Riaan',
      'Naledi',
      'Mokoena',
      '0821234567',
      'naledi@',
      'Bath Avenue',
      'Bofors',
      'ORDER-77',
      '"rate"',
      'proof_of_delivery',
    ])
      expect(sent).not.toContain(secret)
    expect(reply.body).toMatchObject({
      shipments: [{ collection_from: 'R. J.', tracking_events: [{ lat: null, data: null }, {}] }],
    })
    expect(sent).not.toContain('"source"')
  })

  it('[TRACK-005] returns the same empty list for an unknown reference, another provider’s, and another account’s customer reference', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ customer_reference: 'ORDER-78' })
    const other = await newProvider()
    const foreign = await other.given.shipment()
    const stranger = await p.owner()
    for (const [caller, reference] of [
      [p.guest(), 'ZZZZZZ'],
      [p.guest(), 'ORDER-78'],
      [stranger, 'ORDER-78'],
      [p.guest(), foreign.short_tracking_reference],
    ] as const) {
      const reply = await caller.http('GET', `/tracking/shipments?tracking_reference=${reference}`)
      expect([reply.status, reply.body]).toEqual([200, { shipments: [], tracking_steps: [] }])
    }
    expect(await seen(await p.owner(shipment.account_id), 'order-78')).toMatchObject({
      customer_reference: 'ORDER-78',
      collection_from: 'Riaan Jooste',
    })
  })

  it('returns the public form to another account of the same provider', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'collected', customer_reference: 'ORDER-79' })
    const stranger = await p.apiKey((await p.given.account()).id)
    const found = await seen(stranger, shipment.short_tracking_reference)
    expect(found?.shipment_id).toBe(shipment.id)
    expect(found?.customer_reference).toBeUndefined()
    expect(found?.tracking_events.every((event) => event.source === undefined)).toBe(true)
    expect(await stranger.send(trackingApi.track, { shipment_id: shipment.id })).toEqual({
      shipments: [],
      tracking_steps: [],
    })
  })

  it('[TRACK-003] hides statuses that are not tracking statuses from guests, and shows them to staff', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'delivery-assigned' })
    const found = await seen(p.guest(), shipment.short_tracking_reference)
    expect(found?.status).not.toBe('delivery-assigned')
    expect(found?.tracking_events.map((event) => event.status)).not.toContain('delivery-assigned')
    expect(await seen(await p.staff(), shipment.short_tracking_reference)).toMatchObject({
      status: 'delivery-assigned',
    })
  })

  it('[STAT-026] shows a guest an internal hold as at-hub, without mentioning the hold', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'on-hold-internal' })
    const found = await seen(p.guest(), shipment.short_tracking_reference)
    expect(found?.status).toBe('at-hub')
    expect(JSON.stringify(found)).not.toContain('hold')
  })

  it('[TRACK-005] allows guests 60 requests a minute from one address', () => {
    let now = 0
    const minute = new RateLimiter(1, () => now)
    const takeOne = () => minute.take('guest 196.25.1.1', allowances.public).wait_s
    const sixty = () => Array.from({ length: 60 }, takeOne)
    expect(sixty()).toEqual(Array(60).fill(0))
    expect(takeOne()).toBe(1)
    now = 60_000
    expect(sixty()).toEqual(Array(60).fill(0))
    expect(takeOne()).toBe(1)
    expect(minute.take('guest 196.25.1.2', allowances.public).wait_s).toBe(0)
  })

  it('[TRACK-004] returns the message of the latest status, and shows the messages of all events on the page', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    const staff = await p.staff()
    const set = (status: 'delivery-failed-attempt' | 'returned-to-hub', message: string) =>
      staff.send(shipmentsApi.change, { id: shipment.id, status, metadata: { tracking_info: { message } } })
    await set('delivery-failed-attempt', 'Gate was locked')
    const found = await seen(p.guest(), shipment.short_tracking_reference)
    expect(found?.status_sentence).toBe('We tried to deliver but could not: Gate was locked')
    expect(found?.tracking_events[0]).toMatchObject({ message: 'Gate was locked' })
    const after = await set('returned-to-hub', 'Going out again tomorrow')
    expect(after.tracking_info).toMatchObject({ message: 'Going out again tomorrow' })
    const page = await p.guest().http('GET', `/track?ref=${shipment.short_tracking_reference}`)
    expect(String(page.body)).toContain('<p class="quiet">Going out again tomorrow</p>')
    expect(String(page.body)).toContain('could not: Gate was locked')
  })

  it('returns the steps up to the current status', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    const { tracking_steps } = await track(p.guest(), shipment.short_tracking_reference)
    expect(tracking_steps.map((step) => step.progress)).toEqual([
      'complete',
      'complete',
      'complete',
      'current',
      'pending',
    ])
  })

  it('[TRACK-005] returns shipments in the requested order, rejects more than 50 references, and returns nothing to guests after the retention', async () => {
    const p = await newProvider({ tracking_retention_days: 30 })
    const [one, two] = [await p.given.shipment(), await p.given.shipment()]
    const { shipments } = await p.guest().send(trackingApi.track, {
      ref: [two.short_tracking_reference, 'NOPE99', one.short_tracking_reference],
    })
    expect(shipments.map((shipment) => shipment.shipment_id)).toEqual([two.id, one.id])
    const many = Array.from({ length: 51 }, (_, index) => `REF${1000 + index}`)
    await expect(p.guest().send(trackingApi.track, { ref: many })).rejects.toThrow('At most 50 references')
    p.runtime.setNow(new Date(Date.now() + 31 * 86_400_000))
    try {
      expect((await track(p.guest(), one.short_tracking_reference)).shipments).toEqual([])
      expect(await seen(await p.staff(), one.short_tracking_reference)).toMatchObject({ shipment_id: one.id })
    } finally {
      p.runtime.setNow(null)
    }
  })
})
