import { accountsApi } from '@waybill/domain/accounts/api'
import { ratesApi } from '@waybill/domain/rates/api'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { saveAddresses } from '../accounts/index.ts'
import {
  address,
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'
import { insertPoint } from '../pickup-points/store.ts'

/** Books a shipment with its parcels, changes it and reads every field back through the API. */

type Fields = Record<string, unknown>

let p: TestProvider
let staff: Caller
let account_id: number
/** The shipment as booked, and after it was rescheduled, missed twice, returned to the hub and delivered. */
let booked: Fields
let lived: Fields

const parcel = {
  submitted_length_cm: 20,
  submitted_width_cm: 21,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}

async function read(id: unknown): Promise<Fields> {
  const { body } = await staff.http('GET', `/shipments?id=${String(id)}&limit=1`)
  return ((body as Fields).shipments as Fields[])[0] ?? {}
}

async function deliverEconomyToPointsOnly(q: TestProvider): Promise<void> {
  const clerk = await q.staff()
  const { revision, book } = await clerk.send(revisionsApi.detail, {})
  const draft = await clerk.send(revisionsApi.create, { name: 'Points', based_on_id: revision.id })
  const [eco] = book.service_levels.filter(({ code }) => code === 'ECO')
  if (!eco) throw new Error('The starting prices have no ECO.')
  const value = { ...eco, delivery_address_types: ['locker-or-counter' as const] }
  const edited = await clerk.send(revisionsApi.change, {
    id: draft.id,
    version: draft.version,
    changes: [{ part: 'service_levels', id: eco.id, value }],
  })
  await clerk.send(revisionsApi.publish, {
    id: draft.id,
    version: edited.revision.version,
    replaces_id: revision.id,
    at_once: true,
  })
}

async function change(more: object): Promise<void> {
  const { status, body } = await staff.http('PATCH', '/shipments', { id: booked.id, ...more })
  expect([status, body], JSON.stringify(more)).toEqual([200, expect.anything()])
}

beforeAll(async () => {
  p = await newProvider({ insurance_max_declared_value: 5000, enable_cost_centers: true })
  staff = await p.staff()
  account_id = (await p.given.account()).id
  await staff.send(accountsApi.change, {
    id: account_id,
    invoice_trigger_shipment_status: 'delivered',
    cost_centers: [{ name: 'Marketing' }],
  })
  const driver = await p.driver()
  const { body } = await staff.http('POST', '/shipments', {
    ...booking(),
    account_id,
    custom_tracking_reference: 'ORDER-7001',
    customer_reference: 'PO-1',
    cost_center: 'Marketing',
    responsible_contact: { name: 'Zinhle', mobile_number: '0831112222', email: 'zinhle@example.com' },
    billing_contact: { name: 'Accounts', email: 'accounts@example.com' },
    collection_after: '08:30',
    collection_before: '15:00',
    delivery_after: '09:00',
    delivery_before: '16:30',
    collection_min_date: '2099-03-03',
    delivery_min_date: '2099-03-10',
    special_instructions_collection: 'Gate 3',
    special_instructions_delivery: 'Ring twice',
    pod_method: 'grv',
    parcels: [
      {
        ...parcel,
        parcel_description: 'Books',
        packaging: 'Box',
        alternative_tracking_reference: 'STICKER-88',
      },
    ],
  })
  booked = body as Fields
  await change({ collection_min_date: '2099-03-04', collection_rescheduled_reason: 'Gate was closed' })
  await change({ delivery_min_date: '2099-03-11', delivery_rescheduled_reason: 'Receiver away' })
  await change({ collection_agent_id: driver.username, delivery_agent_id: driver.username })
  const [one] = booked.parcels as Fields[]
  await change({
    parcels: [
      { id: one?.id, actual_length_cm: 22, actual_width_cm: 21, actual_height_cm: 11, actual_weight_kg: 2.5 },
    ],
  })
  for (const status of [
    'collection-failed-attempt',
    'collected',
    'delivery-failed-attempt',
    'returned-to-hub',
    'delivered',
  ])
    await change({ status, metadata: { tracking_info: { message: `It is ${status}` } } })
  lived = await read(booked.id)
})

describe('shipment fields', () => {
  it('[SHIP-004] returns id, account and status', () => {
    expect(booked).toMatchObject({ id: expect.any(Number), account_id, account: { id: account_id } })
    expect([booked.status, lived.status]).toEqual(['collection-unassigned', 'delivered'])
  })
  it('[SHIP-005] returns its references and cost centre', () => {
    expect(lived).toMatchObject({
      short_tracking_reference: expect.stringMatching(/^\w{6}$/),
      custom_tracking_reference: 'ORDER-7001',
      tracking_reference: 'ORDER-7001',
      customer_reference: 'PO-1',
      cost_center: { name: 'Marketing' },
    })
  })
  it('[SHIP-006] [SHIP-007] [SHIP-008] returns addresses and contacts of both sides, and responsible and billing contacts', () => {
    expect(lived).toMatchObject({
      collection_address: { street_address: '12 Bofors Circle' },
      delivery_address: { street_address: '31 Bath Avenue' },
      collection_contact: { name: 'Riaan Jooste' },
      delivery_contact: { name: 'Naledi Mokoena' },
      responsible_contact: { name: 'Zinhle', mobile_number: '0831112222', email: 'zinhle@example.com' },
      billing_contact: { name: 'Accounts', email: 'accounts@example.com' },
    })
  })
  it('[SHIP-010] [SHIP-011] [SHIP-012] returns time windows, earliest days and reschedule reasons', () => {
    const midnight = (day: number) => new Date(Date.UTC(2099, 2, day - 1, 22)).toISOString()
    expect(booked).toMatchObject({
      collection_after: '08:30',
      collection_before: '15:00',
      delivery_after: '09:00',
      delivery_before: '16:30',
      collection_min_date: midnight(3),
      delivery_min_date: midnight(10),
    })
    expect(lived).toMatchObject({
      collection_min_date: midnight(4),
      delivery_min_date: midnight(11),
      collection_rescheduled_reason: 'Gate was closed',
      delivery_rescheduled_reason: 'Receiver away',
    })
  })
  it('[SHIP-013] returns instructions for both legs', () => {
    expect(lived).toMatchObject({
      special_instructions_collection: 'Gate 3',
      special_instructions_delivery: 'Ring twice',
    })
  })
  it('[SHIP-017] [SHIP-018] returns POD method, drivers and, for the provider API key, the PIN', async () => {
    expect(lived).toMatchObject({
      pod_method: 'grv',
      collection_agent_id: expect.stringMatching(/^driver-/),
      delivery_agent_id: expect.stringMatching(/^driver-/),
    })
    const plain = await p.given.shipment({ account_id })
    expect(plain.pod_method).toBe('pin-with-fallback')
    const { body } = await (await p.apiKey()).http('GET', `/shipments?id=${plain.id}`)
    expect((body as { shipments: Fields[] }).shipments[0]?.proof_of_delivery_pin).toMatch(/^\d{4}$/)
  })
  it('[SHIP-019] [SHIP-020] has no return flag and no declared value by default', () => {
    expect(booked).toMatchObject({ is_return: false, declared_value: 0 })
  })
  it('[SHIP-021] [SHIP-022] [SHIP-023] counts failed attempts with their time, and returns the latest tracking message', () => {
    expect(booked).toMatchObject({ failed_collection_attempts: 0, failed_delivery_attempts: 0 })
    expect(booked.last_failed_collection_attempt_time).toBeNull()
    expect(lived).toMatchObject({
      failed_collection_attempts: 1,
      failed_delivery_attempts: 1,
      last_failed_collection_attempt_time: expect.stringContaining('T'),
      last_failed_delivery_attempt_time: expect.stringContaining('T'),
      tracking_info: { message: 'It is delivered' },
    })
  })
  it('[SHIP-027] returns dates of past and expected events, and null for dates that have not occurred', () => {
    for (const field of [
      'collected_date',
      'delivered_date',
      'returned_to_hub_date',
      'time_created',
      'time_modified',
      'estimated_collection',
      'estimated_delivery_from',
      'estimated_delivery_to',
    ])
      expect(lived[field], field).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect([booked.collected_date, booked.delivered_date, booked.returned_to_hub_date]).toEqual([
      null,
      null,
      null,
    ])
  })
  it('[SHIP-026] [SHIP-031] [SHIP-032] [SHIP-033] returns parcels with submitted and measured sizes', () => {
    const actual = { actual_length_cm: 22, actual_width_cm: 21, actual_height_cm: 11, actual_weight_kg: 2.5 }
    expect(lived.parcels).toMatchObject([
      {
        ...parcel,
        ...actual,
        parcel_description: 'Books',
        packaging: 'Box',
        alternative_tracking_reference: 'STICKER-88',
        status: 'delivered',
        shipment_id: booked.id,
        tracking_reference: 'ORDER-7001/1',
      },
    ])
    expect(booked.parcels).toMatchObject([{ ...parcel, actual_length_cm: 20, actual_weight_kg: 2 }])
  })
})

describe('price and service of a shipment', () => {
  it('[SHIP-014] [SHIP-015] [SHIP-016] [SHIP-069] books service and options by code and id, and ignores a sent rate object', async () => {
    const sides = {
      collection_address: booking().collection_address,
      delivery_address: booking().delivery_address,
    }
    const offered = await staff.http('POST', '/rates/opt-in', { ...sides, account_id, parcels: [parcel] })
    const extras = offered.body as Record<'opt_in_rates' | 'opt_in_time_based_rates', { id: number }[]>
    const [[extra], [timed]] = [extras.opt_in_rates, extras.opt_in_time_based_rates]
    expect([extra, timed]).toEqual([
      expect.objectContaining({ id: expect.any(Number) }),
      expect.objectContaining({ id: expect.any(Number) }),
    ])
    const { status, body } = await staff.http('POST', '/shipments', {
      ...booking({ account_id, cost_center: { name: 'Marketing' } }),
      opt_in_rates: [extra?.id],
      opt_in_time_based_rates: [timed?.id],
      rateObj: { service_level: { code: 'XYZ' } },
      account: { id: 987654 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      service_level_code: 'ECO',
      service_level_id: expect.any(Number),
      rate: expect.any(Number),
      earliest_collection_capacity_date: null,
      opt_in_rates: [extra?.id],
      opt_in_time_based_rates: [timed?.id],
    })
    const { shipments } = (await staff.http('GET', `/shipments?id=${String((body as Fields).id)}`)).body as {
      shipments: Fields[]
    }
    expect(shipments).toMatchObject([{ opt_in_rates: [extra?.id], opt_in_time_based_rates: [timed?.id] }])
    expect(body).not.toHaveProperty('rateObj')
  })

  it('[SHIP-024] [SHIP-025] uses the invoice trigger of account or company, and lets only staff change it until invoicing', async () => {
    expect(booked.invoice_trigger_shipment_status).toBe('delivered')
    const other = await p.given.account()
    const plain = await p.given.shipment({ account_id: other.id })
    expect(plain.invoice_trigger_shipment_status).toBe('collected')
    const owner = await p.owner(other.id)
    const patch = { id: plain.id, invoice_trigger_shipment_status: 'out-for-delivery' }
    expect((await owner.http('PATCH', '/shipments', patch)).status).toBe(403)
    const changed = await staff.http('PATCH', '/shipments', patch)
    expect(changed.body).toMatchObject({ invoice_trigger_shipment_status: 'out-for-delivery' })
    const wrong = { id: plain.id, invoice_trigger_shipment_status: 'submitted' }
    expect((await staff.http('PATCH', '/shipments', wrong)).status).toBe(400)
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('shipment').set({ has_been_invoiced: true }).where('id', '=', plain.id).execute(),
    )
    const late = await staff.http('PATCH', '/shipments', {
      ...patch,
      invoice_trigger_shipment_status: 'collected',
    })
    expect([late.status, (late.body as Fields).message]).toEqual([
      400,
      'This shipment has been invoiced. The status from which it is invoiced can no longer be changed.',
    ])
  })
})

describe('account parcel types', () => {
  it('[SHIP-034] stores name, sizes, weight, declared value and default flag', async () => {
    const box = {
      name: 'Box',
      length: 40,
      width: 30,
      height: 20,
      weight: 5,
      declared_value: 250.5,
      is_default: true,
    }
    const changed = await staff.http('PATCH', '/accounts', { id: account_id, parcel_types: [box] })
    expect(changed.status).toBe(200)
    const { body } = await staff.http('GET', `/accounts?id=${account_id}`)
    expect((body as { accounts: Fields[] }).accounts[0]?.parcel_types).toEqual([box])
  })
})

describe('shipment addresses and pickup points', () => {
  it('[SHIP-002] [SHIP-009] [SHIP-041] [SHIP-070] books from a street address to a pickup point', async () => {
    const q = await newProvider()
    await deliverEconomyToPointsOnly(q)
    await q.inTransaction(async (ctx) => {
      const [addressId = 0] = await saveAddresses(ctx, [
        {
          ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'),
          type: 'locker',
          lat: -26.1458,
          lng: 28.0421,
        },
      ])
      await insertPoint(ctx, {
        pickup_point_id: 'JHB7',
        pickup_point_provider: 'own',
        name: 'Rosebank locker',
        type: 'locker',
        lat: -26.1458,
        lng: 28.0421,
        address_id: addressId,
        trading_hours: 'Mon-Sun 07:00-21:00',
        compartments: [{ name: 'M', length: 60, width: 41, height: 19, weight: 10, available: true }],
      })
    })
    const key = await q.apiKey((await q.given.account()).id)
    const { account_id: _account, delivery_address: street, ...sent } = booking()
    const point = { delivery_pickup_point_id: 'JHB7', delivery_pickup_point_provider: 'own' }
    const toLocker = await key.http('POST', '/shipments', { ...sent, ...point })
    expect(toLocker.body).toMatchObject({
      ...point,
      delivery_address: { type: 'locker', street_address: '1 Main Road' },
      collection_address: { street_address: '12 Bofors Circle' },
      collection_pickup_point_provider: null,
    })
    // A street address sent together with a pickup point is ignored.
    const both = await key.http('POST', '/shipments', { ...sent, ...point, delivery_address: street })
    expect(both.body).toMatchObject({
      ...point,
      delivery_address: { type: 'locker', street_address: '1 Main Road' },
    })
    const { id } = toLocker.body as { id: number }
    const streetAgain = await key.http('PATCH', '/shipments', { id, delivery_address: street })
    expect(streetAgain.status).toBe(400)
    const again = await key.http('PATCH', '/shipments', { id, delivery_address: { terminal_id: 'JHB7' } })
    expect(again.body).toMatchObject(point)
    const nowhere = await key.http('POST', '/shipments', sent)
    expect([nowhere.status, (nowhere.body as Fields).message]).toEqual([
      400,
      'Please select a pickup point for delivery.',
    ])
  })

  it('rejects a pickup point that is out of order, hidden or closed, at its field, and keeps it once booked', async () => {
    const q = await newProvider()
    await q.inTransaction(async (ctx) => {
      const at = { ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'), lat: -26.1, lng: 28 }
      const [addressId = 0] = await saveAddresses(ctx, [{ ...at, type: 'counter' }])
      for (const [code, more] of [
        ['OPEN', {}],
        ['BROKEN', { status: 'offline' }],
        ['HIDDEN', { is_hidden: true }],
        ['CLOSED', { closed_date: ctx.now }],
      ] as const)
        await insertPoint(ctx, {
          pickup_point_id: code,
          pickup_point_provider: 'own',
          type: 'counter',
          trading_hours: '',
          name: `Counter ${code}`,
          lat: at.lat,
          lng: at.lng,
          address_id: addressId,
          compartments: [],
          ...more,
        })
    })
    const { account_id: _account, ...sent } = booking()
    const key = await q.apiKey((await q.given.account()).id)
    const booked = (code: string) =>
      key.http('POST', '/shipments', {
        ...sent,
        delivery_pickup_point_id: code,
        delivery_pickup_point_provider: 'own',
      })
    const problemOf = ({ status, body }: Awaited<ReturnType<typeof booked>>) => {
      const { message, errors } = body as { message: string; errors?: { field: string }[] }
      return [status, message, errors?.map(({ field }) => field)]
    }
    const field = ['delivery_pickup_point_id']
    expect(problemOf(await booked('BROKEN'))).toEqual([
      400,
      'Counter BROKEN cannot be chosen. It takes no parcels at the moment. Choose another location.',
      field,
    ])
    for (const code of ['HIDDEN', 'CLOSED'])
      expect(problemOf(await booked(code))).toEqual([
        404,
        `We could not find pickup point ${code} for the delivery. Choose one of our locations.`,
        field,
      ])
    const { id } = (await booked('OPEN')).body as { id: number }
    await q.inTransaction((ctx) =>
      ctx.db
        .updateTable('pickup_point')
        .set({ status: 'offline' })
        .where('pickup_point_id', '=', 'OPEN')
        .execute(),
    )
    const change = (code: string) =>
      key.http('PATCH', '/shipments', {
        id,
        delivery_pickup_point_id: code,
        delivery_pickup_point_provider: 'own',
      })
    expect((await change('OPEN')).status).toBe(200)
    expect(problemOf(await change('BROKEN'))[2]).toEqual(field)
  })

  it('[SHIP-086] rejects countries that the company does not serve, on bookings and changes', async () => {
    const abroad = await newProvider({
      international_enabled: true,
      international_delivery_countries: ['Namibia'],
    })
    const to = (country: string) => ({
      ...booking({ account_id: undefined }),
      delivery_address: { street_address: '1 Borrowdale Road', city: 'Harare', country, lat: -17.8, lng: 31 },
    })
    const shop = await abroad.apiKey((await abroad.given.account()).id)
    const refused = await shop.http('POST', '/shipments', to('ZW'))
    expect([refused.status, (refused.body as Fields).message]).toEqual([
      400,
      'We do not deliver to Zimbabwe.',
    ])
    const taken = await shop.http('POST', '/shipments', to('NA'))
    expect((taken.body as Fields).message ?? '').not.toMatch(/^We do not deliver/)
    const { id } = await abroad.given.shipment()
    const moved = await (
      await abroad.staff()
    ).http('PATCH', '/shipments', { id, delivery_address: to('Zimbabwe').delivery_address })
    expect((moved.body as Fields).message).toBe('We do not deliver to Zimbabwe.')
  })
})

describe('addresses abroad', () => {
  it.each([
    ['BW', 'Botswana', 'Gaborone'],
    ['LS', 'Lesotho', 'Maseru'],
    ['Swaziland', 'Eswatini', 'Mbabane'],
    ['NA', 'Namibia', 'Windhoek'],
    ['IE', 'Ireland', 'Dublin'],
  ])(
    '[SHIP-086] prices and books an address in %s without coordinates if the country is served, and rejects it otherwise',
    async (country, name, city) => {
      const { account_id: _account, ...sent } = booking()
      const deliveryAddress = { street_address: '1 Main Street', city, country }
      const abroad = await newProvider({
        international_enabled: true,
        international_delivery_countries: [name],
      })
      const shop = await abroad.apiKey((await abroad.given.account()).id)
      const quote = await shop.http('POST', '/rates', { ...sent, delivery_address: deliveryAddress })
      expect(quote.body).toMatchObject({ message: 'Success' })
      const taken = await shop.http('POST', '/shipments', { ...sent, delivery_address: deliveryAddress })
      expect([taken.status, taken.body]).toMatchObject([
        200,
        { delivery_address: { country: name, city, lat: null, lng: null } },
      ])
      const atHome = await p.apiKey((await p.given.account()).id)
      const message = `We do not deliver to ${name}.`
      expect(
        (await atHome.http('POST', '/rates', { ...sent, delivery_address: deliveryAddress })).body,
      ).toMatchObject({
        message,
        rates: [],
      })
      expect(
        (await atHome.http('POST', '/shipments', { ...sent, delivery_address: deliveryAddress })).body,
      ).toMatchObject({
        message,
        errors: [{ field: 'delivery_address', message }],
      })
    },
  )
})

describe('requested day whose cut-off has passed', () => {
  it('is kept while its window lasts, and marked as an override of the cut-off', async () => {
    const overridden = async (clock: string, day: string) => {
      p.runtime.setNow(new Date(`2027-03-03T${clock}:00+02:00`))
      const more = { account_id, collection_min_date: day, collection_before: '20:00' }
      const made = await staff.send(shipmentsApi.create, { ...booking(), ...more })
      expect(made.collection_min_date).toBe(day)
      return made.collection_cutoff_override
    }
    try {
      expect(await overridden('08:00', '2027-03-03')).toBe(false)
      expect(await overridden('19:00', '2027-03-03')).toBe(true)
      expect(await overridden('19:00', '2027-03-04')).toBe(false)
    } finally {
      p.runtime.setNow(null)
    }
  })
})

describe('requested day in the past', () => {
  afterEach(() => p.runtime.setNow(null))

  it('moves the day forward for API keys on bookings and changes, and requires a reason only if the stored day changes', async () => {
    const today = '2027-03-03'
    p.runtime.setNow(new Date(`${today}T10:00:00+02:00`))
    const accountId = (await p.given.account()).id
    const shop = await p.apiKey(accountId)
    const made = await shop.send(shipmentsApi.create, {
      ...booking(),
      collection_min_date: '2020-01-06',
      delivery_min_date: '2020-01-07',
    })
    expect(made.collection_min_date).toBe(today)
    expect(made.delivery_min_date).toBe(dayOf(made.estimated_delivery_from ?? new Date(0)))
    const { id } = made
    const stored = made.delivery_min_date
    const same = await shop.send(shipmentsApi.change, { id, collection_min_date: '2020-02-03' })
    expect(same.collection_min_date).toBe(today)
    expect(same.collection_rescheduled).toBe(false)
    await staff.send(shipmentsApi.change, {
      id,
      delivery_min_date: '2099-01-05',
      delivery_rescheduled_reason: 'Receiver away',
    })
    const back = { id, delivery_min_date: '2020-02-04' }
    await expect(shop.send(shipmentsApi.change, back)).rejects.toMatchObject({
      message: 'Reason for requested date change is required.',
    })
    const moved = { ...back, delivery_rescheduled_reason: 'Receiver away' }
    expect((await shop.send(shipmentsApi.change, moved)).delivery_min_date).toBe(today)
    expect(stored >= today).toBe(true)
  })

  it('rejects the day for users, and a window that has ended even if the day is already stored', async () => {
    const today = dayOf(new Date())
    const accountId = (await p.given.account()).id
    const past = { ...booking(), account_id: accountId, collection_min_date: '2020-01-06' }
    expect((await errorOf(staff.send(shipmentsApi.create, past))).message).toBe(
      'This day has passed. Choose a later one.',
    )
    const { id } = await p.given.shipment({ delivery_min_date: today })
    const times = { delivery_min_date: today, delivery_after: '00:00', delivery_before: '00:01' }
    const over = { id, ...times, delivery_rescheduled_reason: 'Receiver away' }
    expect((await errorOf(staff.send(shipmentsApi.change, over))).message).toContain('this window has ended')
    expect((await staff.send(shipmentsApi.detail, { id })).shipment.delivery_rescheduled).toBe(false)
  })
})

describe('guest bookings', () => {
  it('[SHIP-078] [SHIP-080] rejects guest bookings if switched off, but not bookings by signed-in users', async () => {
    const closed = await newProvider({ unused_feature_guest_shipment_creation: true })
    const sent = { ...booking(), billing_contact: { email: 'riaan@example.com' } }
    const refused = await closed.guest().http('POST', '/shipments', sent)
    expect([refused.status, (refused.body as Fields).message]).toEqual([
      403,
      'Guest shipments are not available. Please sign in to book a shipment.',
    ])
    const owner = await closed.owner()
    expect((await owner.http('POST', '/shipments', sent)).status).toBe(200)
    const own = { ...sent, account_id: closed.guest_account_id }
    expect((await (await closed.staff()).http('POST', '/shipments', own)).status).toBe(200)
  })

  it('[SHIP-079] rejects guest bookings for company 1 in production, but not bookings for accounts', async () => {
    const { pool } = p.runtime.runtime
    const numbers = "pg_get_serial_sequence('provider', 'id')"
    await pool.query(`SELECT setval(${numbers}, 1, false)`)
    const first = await newProvider()
    await pool.query(`SELECT setval(${numbers}, (SELECT max(id) FROM provider))`)
    expect(first.provider_id).toBe(1)
    const sent = { ...booking(), billing_contact: { email: 'riaan@example.com' } }
    expect((await first.guest().http('POST', '/shipments', sent)).status).toBe(403)
    const forGuests = { ...sent, account_id: first.guest_account_id }
    expect((await (await first.staff()).http('POST', '/shipments', forGuests)).status).toBe(403)
    expect((await (await first.owner()).http('POST', '/shipments', sent)).status).toBe(200)
    await pool.query('UPDATE provider SET origins = $1 WHERE id = 1', [['first.dev.test']])
    first.runtime.runtime.pubsub.publish({ topic: 'provider', provider_id: 1 })
    const atHome = await first.guest().http('POST', '/shipments', sent, { host: 'first.dev.test' })
    expect(atHome.status).toBe(200)
  })

  it('[SHIP-046] [SHIP-048] requires a billing email with a responsible contact, unless the company has switched this off', async () => {
    const guest = p.guest()
    const sent = {
      ...booking(),
      responsible_contact: { name: 'Riaan', mobile_number: '0215550142', email: 'riaan@example.com' },
    }
    const refused = await guest.http('POST', '/shipments', sent)
    expect([refused.status, (refused.body as Fields).message]).toEqual([
      400,
      'Please provide an email address for billing purposes.',
    ])
    const billingContact = { email: 'riaan@example.com' }
    expect(
      (await guest.http('POST', '/shipments', { ...sent, billing_contact: billingContact })).status,
    ).toBe(200)
    const relaxed = await newProvider({ require_billing_email_for_guests: false })
    expect((await relaxed.guest().http('POST', '/shipments', sent)).status).toBe(200)
  })
})

describe('declared value', () => {
  it('[SHIP-083] [SHIP-084] rejects a value above the maximum, and any value if it is not offered', async () => {
    const user = await p.user(role_ids.account_user, { account_id: (await p.given.account()).id })
    const over = await user.http('POST', '/shipments', { ...booking(), declared_value: 5000.01 })
    expect([over.status, (over.body as Fields).message]).toEqual([
      400,
      'Declared value exceeds the maximum of R 5,000.00.',
    ])
    const at = await user.http('POST', '/shipments', { ...booking(), declared_value: 5000 })
    expect(at.body).toMatchObject({ declared_value: 5000 })
    const off = await newProvider({ insurance_declared_value_enabled: false })
    const none = await (await off.owner()).http('POST', '/shipments', { ...booking(), declared_value: 1 })
    expect([none.status, (none.body as Fields).message]).toEqual([400, 'Declared value is not offered.'])
  })
})

describe('POD charge', () => {
  it('quotes and charges the POD method of the account if a booking names none', async () => {
    const { id } = await p.given.account()
    await staff.send(accountsApi.change, { id, pod_method: 'grv' })
    const { collection_address, delivery_address, parcels, ...rest } = booking()
    const route = { account_id: id, collection_address, delivery_address, parcels }
    const quoted = async (more: object = {}) => {
      const { rates } = await staff.send(ratesApi.price, { ...route, ...more })
      return rates.find(({ service_level }) => service_level.code === 'ECO')
    }
    const priced = await quoted()
    const made = await staff.send(shipmentsApi.create, { ...rest, ...route, service_level_code: 'ECO' })
    expect(made).toMatchObject({ pod_method: 'grv', rate: priced?.rate })
    expect(JSON.stringify(priced)).toContain('Signed delivery note')
    const byPin = await quoted({ pod_method: 'pin-with-fallback' })
    expect(byPin?.rate).toBeLessThan(priced?.rate ?? 0)
    await staff.send(accountsApi.change, { id, pod_method: 'pin-with-fallback' })
    expect((await quoted())?.rate).toBe(byPin?.rate)
  })
})
