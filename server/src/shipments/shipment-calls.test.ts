import { filesApi } from '@waybill/domain/files/api'
import { hubApi } from '@waybill/domain/hub/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { startupApi } from '@waybill/domain/startup/api'
import { reportsApi } from '@waybill/domain/reports/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { saveAddresses } from '../accounts/index.ts'
import { insertPoint } from '../pickup-points/store.ts'
import {
  address,
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'
import { formatRand } from '@waybill/domain/kit/money'
import { pagesOf as pagesOfPdf, textOf } from '../../dev/test-kit/documents/inspect-pdf.ts'

/** Shipment API calls as in the specification and the partner API. */

let p: TestProvider
let staff: Caller
let account_id: number
let owner: Caller
beforeAll(async () => {
  p = await newProvider({ charge_discrepancy_threshold_min_amount: 10_000 })
  staff = await p.staff()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

type Fields = Record<string, unknown>
const fieldsOf = (reply: { body: unknown }) => reply.body as Fields
const eventsOf = async (shipmentId: number, by = staff) =>
  (await by.send(hubApi.events, { shipment_id: shipmentId })).tracking_events

describe('reading one shipment', () => {
  it('returns a shipment by id or any tracking reference of it or its parcel, as in the list', async () => {
    const made = await p.given.shipment({
      account_id,
      custom_tracking_reference: `ONE-${Date.now()}`,
      customer_reference: 'PO 77',
    })
    const [parcel] = made.parcels
    const { shipments } = fieldsOf(await owner.http('GET', `/shipments?id=${made.id}`)) as {
      shipments: Fields[]
    }
    for (const name of [
      String(made.id),
      made.short_tracking_reference,
      made.short_tracking_reference.toLowerCase(),
      made.custom_tracking_reference ?? '',
      parcel?.tracking_reference ?? '',
    ]) {
      const reply = await owner.http('GET', `/v3/shipments/${encodeURIComponent(name)}`)
      expect([name, reply.status]).toEqual([name, 200])
      expect(reply.body, name).toEqual(shipments[0])
      expect(await owner.send(shipmentsApi.one, { id: name })).toMatchObject({ id: made.id })
    }
  })

  it('returns 404 for shipments that the list does not show to the caller', async () => {
    const otherAccount = await p.given.account()
    const foreign = await p.given.shipment({ account_id: otherAccount.id })
    const elsewhere = await (await newProvider()).given.shipment()
    const quote = await p.given.shipment({ account_id, status: 'quote' })
    const error = { status: 404, message: 'Could not find shipment' }
    for (const { id, short_tracking_reference } of [foreign, elsewhere, quote])
      for (const name of [String(id), short_tracking_reference])
        expect(await errorOf(owner.send(shipmentsApi.one, { id: name })), name).toEqual(error)
    for (const name of ['NOSUCH', '0', '99999999999999999999', "' OR 1=1 --"])
      expect(await errorOf(staff.send(shipmentsApi.one, { id: name })), name).toEqual(error)
    expect(await staff.send(shipmentsApi.one, { id: String(foreign.id) })).toMatchObject({ id: foreign.id })
    expect(await errorOf(staff.send(shipmentsApi.one, { id: String(foreign.id), account_id }))).toEqual(error)
  })

  it('keeps other paths and methods under /shipments unchanged', async () => {
    expect((await staff.http('GET', '/shipments/statuses')).body).toHaveProperty('statuses')
    for (const [method, path, allow] of [
      ['GET', '/shipments/cancel', 'POST'],
      ['POST', '/shipments/statuses', 'GET, HEAD'],
      ['DELETE', '/shipments/K7M2QX', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await staff.http(method, path, method === 'GET' ? undefined : {})
      expect([path, status, headers['allow']]).toEqual([path, 405, allow])
    }
    const preflight = await staff.http('OPTIONS', '/shipments/K7M2QX')
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('booking and changing a shipment', () => {
  it('[SHIP-069] [SHIP-071] [DRV-003] books without rate and account objects, ignores them if sent, and returns the shipment', async () => {
    const { account_id: _none, ...sent } = booking()
    const reply = await owner.http('POST', '/shipments', sent)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      id: expect.any(Number),
      pod_method: 'pin-with-fallback',
      account_id,
      short_tracking_reference: expect.stringMatching(/^[A-Z0-9]{6}$/),
      status: 'collection-unassigned',
      service_level_code: 'ECO',
      rate: 111.38,
      rates: expect.arrayContaining([expect.objectContaining({ type: 'base' })]),
      account: { id: account_id },
      collection_contact: { name: 'Riaan Jooste' },
      parcels: [{ submitted_weight_kg: 3, tracking_reference: expect.stringMatching(/\/1$/) }],
    })
    const typed = await owner.http('POST', '/shipments', {
      ...sent,
      rateObj: { rate: 1 },
      account: { id: 1 },
    })
    expect(typed.body).toMatchObject({ rate: 111.38, account_id })
  })

  it('[SHIP-073] [SHIP-074] changes the shipment with the given id: contacts as a whole, parcels by id or reference', async () => {
    const made = await p.given.shipment({
      account_id,
      customer_reference: 'PO 1',
      parcels: [
        {
          parcel_description: 'Books',
          submitted_length_cm: 20,
          submitted_width_cm: 20,
          submitted_height_cm: 10,
          submitted_weight_kg: 2,
        },
        {
          parcel_description: 'Pens',
          submitted_length_cm: 20,
          submitted_width_cm: 20,
          submitted_height_cm: 10,
          submitted_weight_kg: 1,
        },
      ],
    })
    const [books, pens] = made.parcels
    const changed = fieldsOf(
      await staff.http('PATCH', '/shipments', {
        id: made.id,
        customer_reference: 'PO 2',
        delivery_contact: { name: 'Zanele', mobile_number: '0829998888' },
        parcels: [
          { id: books?.id, parcel_description: 'Atlases' },
          { tracking_reference: pens?.tracking_reference, status: 'cancelled' },
          {
            parcel_description: 'Lamp',
            submitted_length_cm: 30,
            submitted_width_cm: 20,
            submitted_height_cm: 10,
            submitted_weight_kg: 4,
          },
        ],
      }),
    )
    expect(changed).toMatchObject({
      id: made.id,
      customer_reference: 'PO 2',
      delivery_contact: { name: 'Zanele', email: '' },
      collection_contact: { name: 'Riaan Jooste' },
      parcels: [
        { id: books?.id, parcel_description: 'Atlases', submitted_weight_kg: 2 },
        { id: pens?.id, parcel_description: 'Pens', status: 'cancelled' },
        { parcel_description: 'Lamp', tracking_reference: `${made.tracking_reference}/3` },
      ],
    })
    expect(Object.keys(changed).sort()).toEqual(
      Object.keys(
        fieldsOf({
          body: (fieldsOf(await staff.http('GET', `/shipments?id=${made.id}`)).shipments as unknown[])[0],
        }),
      ).sort(),
    )
    const nameless = await errorOf(staff.send(shipmentsApi.change, { customer_reference: 'PO 3' }))
    expect(nameless).toEqual({ status: 400, message: 'Identify the shipment by id or tracking_reference.' })
  })
})

describe('field changes and cancelling', () => {
  it('[SHIP-072] changes one field and keeps all other fields', async () => {
    const made = await p.given.shipment({ account_id, customer_reference: 'PO 1' })
    const read = async () => {
      const { body } = await staff.http('GET', `/shipments?id=${made.id}`)
      const [one] = (body as { shipments: Fields[] }).shipments
      const { version: _version, time_modified: _when, modified_by: _who, ...rest } = one ?? {}
      return rest
    }
    const before = await read()
    const { status } = await staff.http('PATCH', '/shipments', { id: made.id, customer_reference: 'PO 2' })
    expect(status).toBe(200)
    expect(await read()).toEqual({ ...before, customer_reference: 'PO 2' })
  })

  it('[SHIP-088] lets customers change less than staff, and even less after collection', async () => {
    const made = await p.given.shipment({ account_id })
    const change = (by: Caller, more: object) => by.http('PATCH', '/shipments', { id: made.id, ...more })
    const offices = [
      { delivery_agent_id: (await p.driver()).username },
      { disable_new_charges: true },
      { invoice_trigger_shipment_status: 'delivered' },
    ]
    for (const more of offices) expect((await change(owner, more)).status, JSON.stringify(more)).toBe(403)
    const instructions = { special_instructions_collection: 'Ring twice' }
    expect((await change(owner, instructions)).status).toBe(200)
    for (const more of offices) expect((await change(staff, more)).status, JSON.stringify(more)).toBe(200)
    await staff.send(shipmentsApi.change, {
      id: made.id,
      status: 'collected',
      metadata: { tracking_info: { message: 'Brought to the depot' } },
    })
    const late = await change(owner, instructions)
    expect(fieldsOf(late).message).toBe(
      'After collection the special instructions collection can no longer be changed. Please contact us.',
    )
    expect((await change(owner, { customer_reference: 'PO 9' })).status).toBe(200)
    expect((await change(staff, instructions)).status).toBe(200)
  })

  it('[SHIP-087] [SHIP-089] lets customers change no field of a cancelled or delivered shipment and only customer fields of others', async () => {
    const { collection_address, delivery_address, parcels } = booking()
    await p.inTransaction(async (ctx) => {
      const at = {
        ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        type: 'locker',
      } as const
      const [addressId = 0] = await saveAddresses(ctx, [{ ...at, lat: -26.1458, lng: 28.0421 }])
      await insertPoint(ctx, {
        pickup_point_id: 'CG1',
        pickup_point_provider: 'own',
        name: 'Rosebank locker',
        type: 'locker',
        address_id: addressId,
        lat: -26.1458,
        lng: 28.0421,
        trading_hours: '',
        compartments: [],
      })
    })
    const contact = { name: 'Zanele', mobile_number: '0829876543', email: '' }
    const ofStaff = {
      billing_contact: contact,
      responsible_contact: contact,
      collection_agent_id: 'thandi',
      delivery_agent_id: 'thandi',
      disable_new_charges: true,
      invoice_trigger_shipment_status: 'delivered',
    }
    const alsoAfter = {
      delivery_contact: contact,
      special_instructions_delivery: 'Ring twice',
      customer_reference: 'PO 9',
      customer_reference_name: 'Order',
    }
    const onlyBefore = {
      collection_address,
      collection_contact: contact,
      collection_address_book_id: 1,
      collection_pickup_point_id: 'CG1',
      collection_pickup_point_provider: 'own',
      delivery_address,
      delivery_address_book_id: 1,
      delivery_pickup_point_id: 'CG1',
      delivery_pickup_point_provider: 'own',
      collection_min_date: '2026-03-16',
      collection_after: '09:00',
      collection_before: '15:00',
      delivery_min_date: '2026-03-18',
      delivery_after: '09:00',
      delivery_before: '15:00',
      due_date: '2026-03-20',
      collection_rescheduled_reason: 'Closed',
      delivery_rescheduled_reason: 'Closed',
      special_instructions_collection: 'Gate 3',
      custom_tracking_reference: 'MINE1',
      cost_center: 'Marketing',
      cost_center_id: 1,
      parcels,
      service_level_code: 'OVN',
      service_level_id: 1,
      opt_in_rates: [1],
      opt_in_time_based_rates: [1],
      declared_value: 100,
      pod_method: 'grv',
      mute_notifications: true,
    }
    const stored = async (id: number) => fieldsOf(await staff.http('GET', `/shipments?id=${id}`)).shipments
    /**
     * Sends each field separately as the customer. Each request must be rejected with the given status and message,
     * and change nothing.
     */
    const rejected = async (id: number, fields: object, status: number, message: string) => {
      const before = await stored(id)
      for (const [field, value] of Object.entries(fields)) {
        const reply = await owner.http('PATCH', '/shipments', { id, [field]: value })
        expect([field, reply.status]).toEqual([field, status])
        expect(fieldsOf(reply).message, field).toMatch(message)
      }
      expect(await stored(id)).toEqual(before)
    }
    const all = { ...ofStaff, ...alsoAfter, ...onlyBefore }
    const cancelled = await p.given.shipment({ account_id, status: 'cancelled' })
    await rejected(cancelled.id, all, 400, 'A cancelled shipment cannot be changed.')
    const delivered = await p.given.shipment({ account_id, status: 'delivered' })
    await rejected(delivered.id, all, 400, 'can no longer be changed. Please contact us.')
    const collected = await p.given.shipment({ account_id, status: 'collected' })
    const closed = { ...ofStaff, ...onlyBefore }
    await rejected(collected.id, closed, 400, 'can no longer be changed. Please contact us.')
    const reply = await owner.http('PATCH', '/shipments', { id: collected.id, ...alsoAfter })
    expect(reply).toMatchObject({ status: 200, body: alsoAfter })
    const booked = await p.given.shipment({ account_id })
    await rejected(booked.id, ofStaff, 403, 'You may not change the')
  })

  it('[SHIP-093] [SHIP-095] requires a reason in the web app; lets customers cancel until collection and staff until delivery', async () => {
    const byPage = { 'client-version': '1.0.0' }
    const cancel = (by: Caller, id: number, message?: string) =>
      by.http('POST', '/shipments/cancel', { id, ...(message === undefined ? {} : { message }) }, byPage)
    const one = await p.given.shipment({ account_id })
    for (const message of [undefined, '', '  '])
      expect(await cancel(owner, one.id, message)).toMatchObject({
        status: 400,
        body: { message: 'Reason for cancelling shipment is required.' },
      })
    const unsaid = await staff.http('PATCH', '/shipments', { id: one.id, status: 'cancelled' })
    expect(unsaid.status).toBe(400)
    expect((await cancel(owner, one.id, 'Ordered twice')).body).toMatchObject({ status: 'cancelled' })
    expect((await eventsOf(one.id))[0]).toMatchObject({ status: 'cancelled', message: 'Ordered twice' })
    // An API client that sends no message gets the message Cancelled.
    const silent = await p.given.shipment({ account_id })
    const key = await p.apiKey(account_id)
    expect((await key.http('POST', '/shipments/cancel', { id: silent.id })).status).toBe(200)
    expect((await eventsOf(silent.id))[0]).toMatchObject({ status: 'cancelled', message: 'Cancelled' })
    for (const [status, byCustomer, byStaff] of [
      ['submitted', 200, 200],
      ['collection-assigned', 200, 200],
      ['collection-failed-attempt', 400, 200],
      ['collected', 400, 200],
      ['out-for-delivery', 400, 200],
      ['delivered', 400, 400],
    ] as const) {
      const { id } = await p.given.shipment({ account_id, status })
      if (byCustomer !== 200) expect((await cancel(owner, id, 'Not needed')).status, status).toBe(byCustomer)
      const answer = await cancel(byCustomer === 200 ? owner : staff, id, 'Not needed')
      expect(answer.status, status).toBe(byStaff)
    }
  })
})

describe('form defaults, page modes and list views', () => {
  it('[SHIP-035] [SHIP-036] returns the parcel type Custom without sizes, and the disclaimer', async () => {
    for (const by of [staff, owner]) {
      const { provider_settings } = await by.send(startupApi.generalData, {})
      expect(provider_settings['parcel_types']).toContainEqual(
        expect.objectContaining({ name: 'Custom', length: null, width: null, height: null, weight: null }),
      )
      expect(provider_settings['parcel_disclaimer']).toBe(
        'Additional costs may occur if incorrect parcel dimensions and weight are submitted.',
      )
    }
  })

  it('[SHIP-103] accepts five page modes by their value and rejects others with 400', async () => {
    const counters = await newProvider({ enable_ram_counters: true })
    const clerk = await counters.staff()
    const mode = async () => (await clerk.send(startupApi.generalData, {})).user.shipment_page_mode
    const choose = async (value: string, by = clerk) =>
      (await by.http('PATCH', '/users', { shipment_page_mode: value })).status
    // Leaving kiosk mode requires the password, so this mode is tested last, with another user.
    for (const value of ['default', 'data-capturing', 'mobile', 'kiosk-with-payment-flow']) {
      expect(await choose(value), value).toBe(200)
      expect(await mode()).toBe(value)
    }
    expect(await choose('kiosk', await counters.user(10))).toBe(200)
    expect(await choose('turbo', await counters.user(10))).toBe(400)
    expect(await mode()).toBe('kiosk-with-payment-flow')
  })

  it('[SHIP-098] stores list views per user, by the key of the list', async () => {
    const other = await p.owner(account_id)
    for (const setting of ['shipments_filters', 'interhub_transfers_filters']) {
      const value = [{ id: 'mine', label: `My own ${setting}`, search: { status: 'delivered' } }]
      const { status } = await owner.http('POST', '/users/settings', { setting, value })
      expect(status).toBeLessThan(300)
      const storedValue = async (by: Caller) =>
        (await by.send(startupApi.generalData, {})).user_settings[setting]
      expect(await storedValue(owner)).toMatchObject(value)
      expect(await storedValue(other)).toBeUndefined()
    }
  })
})

describe('finding shipments and parcels', () => {
  it('[SHIP-075] finds one shipment by its reference or its id with limit 1', async () => {
    const made = await p.given.shipment({ account_id })
    for (const query of [`tracking_reference=${made.short_tracking_reference}`, `id=${made.id}`]) {
      const reply = await owner.http('GET', `/shipments?${query}&limit=1`)
      expect(reply.body).toMatchObject({ shipments: [{ id: made.id }], count: 1 })
    }
  })

  it('[SHIP-076] finds a parcel by its sticker, together with its shipment', async () => {
    const [parcel] = booking().parcels ?? []
    const made = await p.given.shipment({
      account_id,
      parcels: [{ ...parcel, alternative_tracking_reference: 'STICKER-0001' }, { ...parcel }],
    })
    const reply = await owner.http(
      'GET',
      '/shipments/parcels?alternative_tracking_reference=sticker-0001&limit=1',
    )
    expect(reply.body).toMatchObject({
      parcels: [{ shipment_id: made.id, alternative_tracking_reference: 'STICKER-0001' }],
      shipments: [{ id: made.id }],
      count: 1,
    })
    expect(fieldsOf(reply).parcels).toHaveLength(1)
  })

  it('[SHIP-099] filters, sorts and pages a list', async () => {
    const own = (await p.given.account()).id
    const made = [
      await p.given.shipment({ account_id: own, customer_reference: 'ALPHA-7' }),
      await p.given.shipment({ account_id: own, status: 'delivered' }),
      await p.given.shipment({
        account_id: own,
        is_return: false,
        delivery_contact: { name: 'Quintus Aardvark', mobile_number: '0820000001' },
      }),
    ].map(({ id }) => id)
    const ids = async (query: string) => {
      const reply = fieldsOf(await staff.http('GET', `/shipments?account_id=${own}&${query}`))
      return (reply.shipments as { id: number }[]).map(({ id }) => id)
    }
    expect(await ids('order_by=id&order=ASC')).toEqual(made)
    expect(await ids('')).toEqual([...made].reverse())
    expect(await ids('order_by=id&order=ASC&limit=1&offset=1')).toEqual([made[1]])
    expect(await ids('status=delivered')).toEqual([made[1]])
    expect(await ids('status=["delivered","cancelled"]')).toEqual([made[1]])
    expect(await ids('customer_reference=alpha-7')).toEqual([made[0]])
    expect(await ids('search_query=quintus')).toEqual([made[2]])
    expect(await ids('date_filter=delivered_date&start_date=2020-01-01T00:00:00Z')).toEqual([made[1]])
    expect(await ids('end_date=2020-01-01T00:00:00Z')).toEqual([])
    expect(await ids('service_level_code=NONE')).toEqual([])
    expect(await ids('is_return=true')).toEqual([])
  })
})

describe('holds, releases and manual statuses', () => {
  it('[STAT-057] requires a reason for a hold, releases to the previous status and hides an internal hold from customers', async () => {
    const made = await p.given.shipment({ account_id, status: 'at-hub' })
    const reply = await staff.http('POST', '/shipments/hold', { id: made.id, reason: 'Address incomplete' })
    expect(reply.body).toMatchObject({ status: 'on-hold', tracking_info: { message: 'Address incomplete' } })
    expect((await errorOf(staff.send(shipmentsApi.hold, { id: made.id, reason: ' ' }))).status).toBe(400)
    expect((await staff.send(shipmentsApi.release, { id: made.id, message: 'Address found' })).status).toBe(
      'at-hub',
    )
    expect(await errorOf(staff.send(shipmentsApi.release, { id: made.id }))).toEqual({
      status: 400,
      message: 'This shipment is not on hold.',
    })

    await staff.send(shipmentsApi.hold, { id: made.id, reason: 'Query on the account', internal: true })
    const { shipments: seen } = await owner.send(shipmentsApi.list, { id: [made.id] })
    expect(seen).toMatchObject([{ status: 'at-hub', tracking_info: null }])
    expect(JSON.stringify(await eventsOf(made.id, owner))).not.toContain('Query on the account')
    expect((await eventsOf(made.id))[0]).toMatchObject({
      status: 'on-hold-internal',
      message: 'Query on the account',
    })
    expect((await errorOf(owner.send(shipmentsApi.hold, { id: made.id, reason: 'x' }))).status).toBe(403)
    expect((await errorOf(owner.send(shipmentsApi.release, { id: made.id }))).status).toBe(403)
  })

  it('shows a reschedule after a failed attempt in the timeline and removes the shipment from the problems until it fails again', async () => {
    const made = await p.given.shipment({ account_id, status: 'delivery-failed-attempt' })
    const problems = async () => {
      const { shipments } = await staff.send(shipmentsApi.rows, { problem: true, limit: 100 })
      return shipments.flatMap(({ id }) => (id === made.id ? id : []))
    }
    const waiting = async () => (await staff.send(reportsApi.pending, { kind: 'problem' })).shipments.length
    expect(await problems()).toEqual([made.id])
    const before = await waiting()
    // It failed before its planned day, and the day stays the same. With a reason it counts as rescheduled.
    const { shipment } = await staff.send(shipmentsApi.detail, { id: made.id })
    const moved = {
      id: made.id,
      delivery_min_date: shipment.delivery_min_date,
      delivery_rescheduled_reason: 'Receiver requested',
    }
    await staff.send(shipmentsApi.change, { id: made.id, delivery_min_date: shipment.delivery_min_date })
    expect(await problems()).toEqual([made.id])
    await staff.send(shipmentsApi.change, moved)
    expect(await problems()).toEqual([])
    expect(await waiting()).toBe(before - 1)
    for (const by of [staff, owner])
      expect((await eventsOf(made.id, by))[0]).toMatchObject({
        status: 'delivery-rescheduled',
        message: expect.stringMatching(/^The delivery has been moved to /),
      })
    const count = (await eventsOf(made.id)).length
    await staff.send(shipmentsApi.change, moved)
    expect((await eventsOf(made.id)).length).toBe(count)
    // After another failure it is a problem again.
    await staff.send(shipmentsApi.change, { id: made.id, status: 'delivery-exception' })
    expect(await problems()).toEqual([made.id])
    const otherDay = { ...moved, delivery_min_date: dayOf(new Date(Date.now() + 9 * 86_400_000)) }
    await staff.send(shipmentsApi.change, otherDay)
    expect(await problems()).toEqual([])
    expect((await eventsOf(made.id)).length).toBe(count + 2)
  })

  it('[STAT-057] releases without counting an attempt, changing its time or sending messages', async () => {
    const made = await p.given.shipment({ account_id, status: 'delivery-failed-attempt' })
    await p.settle()
    const countMessages = async () =>
      (await staff.send(notificationsApi.log, { shipment_id: made.id, limit: 100 })).messages.length
    const inbox = async () => (await owner.send(inboxApi.messages, { limit: 100 })).count
    const before = (await staff.send(shipmentsApi.detail, { id: made.id })).shipment
    await staff.send(shipmentsApi.hold, { id: made.id, reason: 'Address query' })
    await p.settle()
    const [messages, inboxCount] = [await countMessages(), await inbox()]
    const after = await staff.send(shipmentsApi.release, { id: made.id, message: 'Address found' })
    await p.settle()
    expect(before.failed_delivery_attempts).toBe(1)
    expect(after).toMatchObject({
      status: 'delivery-failed-attempt',
      failed_delivery_attempts: 1,
      last_failed_delivery_attempt_time: before.last_failed_delivery_attempt_time,
    })
    expect([await countMessages(), await inbox()]).toEqual([messages, inboxCount])
    expect((await eventsOf(made.id))[0]).toMatchObject({
      status: 'delivery-failed-attempt',
      message: 'Address found',
      data: { released_from: 'on-hold' },
    })
    expect(after.tracking_info).toMatchObject({ message: before.tracking_info?.message })
    expect((await eventsOf(made.id, owner)).map(({ status }) => status)).toEqual([
      'on-hold',
      'delivery-failed-attempt',
      'submitted',
    ])
  })

  it('[STAT-056] sets a status by PATCH /shipments or by tracking event, and requires a reason for damage', async () => {
    const made = await p.given.shipment({ account_id, status: 'at-hub' })
    const patched = await staff.http('PATCH', '/shipments', {
      id: made.id,
      status: 'out-for-delivery',
      metadata: { tracking_info: { message: 'With Sipho', location: 'Epping' } },
    })
    expect(patched.body).toMatchObject({
      status: 'out-for-delivery',
      tracking_info: { message: 'With Sipho' },
    })
    const answer = await staff.send(hubApi.addEvent, { shipment_id: made.id, status: 'returned-to-hub' })
    expect(answer).toMatchObject({ verdict: 'ok', shipment: { status: 'returned-to-hub' } })
    // An operations manager may mark damage, but may not force a status or set other marks.
    const hub = await p.user(10)
    const mark = (status: 'damaged' | 'undeliverable', message: string) =>
      errorOf(hub.send(hubApi.addEvent, { shipment_id: made.id, status, message }))
    expect(await mark('damaged', '')).toEqual({ status: 400, message: 'Please give a reason.' })
    expect((await mark('undeliverable', 'Nobody knows them')).status).toBe(400)
    expect((await mark('damaged', 'Crushed corner')).status).toBe(200)
    expect((await staff.send(shipmentsApi.release, { id: made.id })).status).toBe('returned-to-hub')
    const keyless = await p.user(role_ids.finance_manager)
    expect(
      (await errorOf(keyless.send(shipmentsApi.change, { id: made.id, status: 'out-for-delivery' }))).status,
    ).toBe(403)
    const rejected = await errorOf(owner.send(hubApi.addEvent, { shipment_id: made.id, status: 'delivered' }))
    expect(rejected.status).toBe(403)
  })
})

describe('events, notes and labels of a shipment', () => {
  it('[SHIP-109] [SHIP-110] adds an event for measured dimensions and one for the new price', async () => {
    const made = await p.given.shipment({ account_id, status: 'at-hub' })
    await staff.send(hubApi.addEvent, {
      parcel_reference: made.parcels[0]?.tracking_reference,
      mode: 're-measure',
      branch_id: p.map.branches.CPT,
      scan_id: crypto.randomUUID(),
      scanned_at: new Date(),
      length_cm: 60,
      width_cm: 40,
      height_cm: 40,
      weight_kg: 3,
      confirm_measures: true,
    })
    const events = await eventsOf(made.id)
    expect(events.find(({ status }) => status === 'swad-dimensions')?.message).toBe(
      'The parcel has been measured: 60×40×40 cm, 3 kg.',
    )
    expect(events.find(({ status }) => status === 'rate-recalculation')?.message).toMatch(
      /^The price changed from R 111\.38 to R /,
    )
    // Customers do not see price changes on the tracking list.
    expect((await eventsOf(made.id, owner)).map(({ status }) => status)).not.toContain('rate-recalculation')
  })

  it('[SHIP-109] [SHIP-110] adds a separate event for uploaded pictures, which customers do not see', async () => {
    const made = await p.given.shipment({ account_id })
    const { url, file_name } = await staff.send(filesApi.upload, {
      file_name: 'dent.png',
      folder: 'shipment-images',
    })
    const { pathname, search } = new URL(url)
    const dot = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#08c' } })
      .png()
      .toBuffer()
    expect((await p.guest().http('PUT', pathname + search, dot)).status).toBe(200)
    const add = (by: Caller, images: string[], more: object = {}) =>
      errorOf(by.send(hubApi.addEvent, { shipment_id: made.id, images, ...more }))
    expect((await add(staff, [file_name], { status: 'damaged' })).message).toBe(
      'Send the status and the pictures separately.',
    )
    expect((await add(staff, ['someone-elses.png'])).message).toBe(
      'You have not uploaded a file someone-elses.png. Upload it and send its new name.',
    )
    expect((await add(await p.user(10), [file_name])).status).toBe(400)
    expect((await add(owner, [file_name])).status).toBe(403)
    expect((await add(staff, [file_name])).status).toBe(200)
    const [event] = await eventsOf(made.id)
    expect(event).toMatchObject({
      status: 'swad-imaging',
      shipment_files: [{ file_name, display_name: 'dent.png', type: 'image' }],
    })
    expect((await eventsOf(made.id, owner)).map(({ status }) => status)).not.toContain('swad-imaging')
  })

  it('[SHIP-111] adds, lists and removes notes, and hides internal notes from customers', async () => {
    const made = await p.given.shipment({ account_id })
    const add = (message: string, more: object = {}, by = staff) =>
      by.http('POST', '/shipments/notes', { shipment_id: made.id, message, ...more })
    expect((await add('Call first', { type: 'internal', requires_action: true })).body).toMatchObject({
      shipment_id: made.id,
      shipment_short_tracking_reference: made.short_tracking_reference,
      type: 'internal',
      requires_action: true,
      attachments: { uploads: [] },
      created_by: staff.username,
    })
    await add('Gate code 1234', { type: 'external' })
    expect((await add('From us', { type: 'internal', requires_action: true }, owner)).body).toMatchObject({
      type: 'external',
      requires_action: false,
    })
    const notes = async (by: Caller) =>
      (await by.send(shipmentsApi.notes, { shipment_id: made.id })).shipment_notes
    expect((await notes(staff)).map(({ message }) => message)).toEqual([
      'From us',
      'Gate code 1234',
      'Call first',
    ])
    const theirs = await notes(owner)
    expect(theirs.map(({ message }) => message)).toEqual(['From us', 'Gate code 1234'])
    const { shipments } = await staff.send(shipmentsApi.list, { id: [made.id] })
    expect(shipments[0]).toMatchObject({
      total_note_count: 3,
      external_note_count: 2,
      requires_action_note_count: 1,
    })
    expect((await errorOf(owner.send(shipmentsApi.removeNote, { id: theirs[1]?.id ?? 0 }))).status).toBe(403)
    expect((await owner.http('DELETE', '/shipments/notes', { id: theirs[0]?.id })).status).toBeLessThan(300)
    expect(await notes(owner)).toHaveLength(1)
  })

  it('[SHIP-104] [SHIP-105] returns a sticker as ZPL per parcel, or as a PDF link', async () => {
    const made = await p.given.shipment({ account_id })
    const zpl = await staff.http(
      'GET',
      `/shipments/label/stickers?id=${made.id}&format=zpl&account_id=${account_id}`,
    )
    expect(zpl.body).toMatchObject({
      label: expect.stringMatching(/^\^XA[\s\S]*\^XZ\s*$/),
      count: 1,
      shipments: [{ id: made.id, parcel_waybills: [{ parcel_reference: `${made.tracking_reference}/1` }] }],
    })
    const stranger = (await p.given.account()).id
    const elsewhere = await staff.http(
      'GET',
      `/shipments/label/stickers?id=${made.id}&format=zpl&account_id=${stranger}`,
    )
    expect(elsewhere.status).toBe(404)
    const pdf = await staff.http('GET', `/shipments/label/stickers?id=${made.id}`)
    expect(pdf.body).toMatchObject({
      url: expect.any(String),
      filename: expect.any(String),
      expiry_duration: '7 days',
    })
  })

  it('prints a slip 80 mm wide with reference, price and how to follow the parcel, and none for a cancelled shipment', async () => {
    const made = await p.given.shipment({ account_id })
    const { url } = await staff.send(shipmentsApi.slip, { id: made.id })
    const { pathname, search } = new URL(url)
    const file = (await staff.http('GET', pathname + search)).body as Buffer
    expect(pagesOfPdf(file)).toMatchObject({ count: 1, width_mm: 80 })
    const text = textOf(file)
    expect(text).toContain(made.tracking_reference)
    expect(text).toContain(formatRand(made.rate ?? 0))
    expect(text).toContain('Follow your parcel')
    await staff.send(shipmentsApi.cancel, { id: made.id, message: 'Not ready' })
    expect(await errorOf(staff.send(shipmentsApi.slip, { id: made.id }))).toMatchObject({
      message: expect.stringContaining(made.tracking_reference),
    })
    expect((await errorOf(staff.send(shipmentsApi.slip, { id: 999_999_999 }))).status).toBe(404)
  })

  it('[SHIP-107] [SHIP-108] prints a waybill page per parcel or per shipment, as requested or as the company default', async () => {
    const fresh = await newProvider({ default_waybill_type: 'shipment' })
    const [parcel] = booking().parcels ?? []
    const pagesOf = async (company: TestProvider, more = '') => {
      const made = await company.given.shipment({ parcels: [{ ...parcel }, { ...parcel }, { ...parcel }] })
      const link = await (await company.staff()).http('GET', `/shipments/label?id=${made.id}${more}`)
      const { pathname, search } = new URL(String(fieldsOf(link).url))
      const file = (await company.guest().http('GET', pathname + search)).body as Buffer
      return file.toString('latin1').match(/\/Type \/Page\b/g)?.length
    }
    expect([await pagesOf(p), await pagesOf(p, '&waybill_type=shipment')]).toEqual([3, 1])
    expect([await pagesOf(fresh), await pagesOf(fresh, '&waybill_type=parcel')]).toEqual([1, 3])
    const { id } = await p.given.shipment()
    expect((await staff.http('GET', `/shipments/label?id=${id}&waybill_type=pallet`)).status).toBe(400)
  })

  it('[SHIP-104] [SHIP-106] records a repeated sticker print only if forced, and prints an unrouted sticker only if forced', async () => {
    const made = await p.given.shipment({ account_id })
    const print = (more: string) =>
      staff.http('GET', `/shipments/label/stickers?id=${made.id}&format=zpl${more}`)
    const printed = async () =>
      (await eventsOf(made.id)).filter(({ status }) => status === 'label-printed').length
    expect([(await print('')).status, (await print('')).status, await printed()]).toEqual([200, 200, 1])
    expect([(await print('&force_print=true')).status, await printed()]).toEqual([200, 2])
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('shipment').set({ delivery_branch_id: null }).where('id', '=', made.id).execute(),
    )
    const rejected = await print('')
    expect([rejected.status, fieldsOf(rejected).message]).toEqual([
      400,
      `${made.tracking_reference} has no delivery hub yet, so its sticker would not say where it goes. Correct its delivery address, or print it with force_print.`,
    ])
    expect((await print('&force_print=true')).status).toBe(200)
    expect((await print('&format=exe')).status).toBe(400)
  })
})
