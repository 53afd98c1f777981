import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertPoint } from '../src/pickup-points/store.ts'
import { saveAddresses, updateAccount } from '../src/accounts/index.ts'
import {
  address,
  booking,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../dev/test-kit/provider.ts'
import { routes } from '../src/main/routes.ts'

/**
 * Which bookings, changes and other requests are rejected, with which messages, and that a rejected request changes
 * nothing.
 */

let p: TestProvider
let account_id: number
let key: Caller
let admin: Caller

beforeAll(async () => {
  p = await newProvider({ insurance_max_declared_value: 5000, parcel_max_length: 150 })
  account_id = (await p.given.account()).id
  key = await p.apiKey(account_id)
  admin = await p.apiKey()
  await p.inTransaction(async (ctx) => {
    const [addressId = 0] = await saveAddresses(ctx, [
      {
        ...address('1 Long Street', 'City Centre', 'Cape Town', '8001', 'WC'),
        type: 'locker',
        lat: -33.92,
        lng: 18.42,
      },
    ])
    await insertPoint(ctx, {
      pickup_point_id: 'CPT1',
      pickup_point_provider: 'own',
      type: 'locker',
      name: 'Long Street locker',
      address_id: addressId,
      lat: -33.92,
      lng: 18.42,
      trading_hours: 'Mon-Sun 07:00-21:00',
      compartments: [],
    })
  })
})

const sent = (more: object = {}) => {
  const { account_id: _account, ...body } = booking()
  return { ...body, ...more }
}
const parcel = {
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}
const book = (more: object = {}, caller = key) => caller.http('POST', '/shipments', sent(more))
const messageOf = (reply: Reply) => (reply.body as { message: string }).message

const tables = [
  'shipment',
  'parcel',
  'shipment_charge',
  'tracking_event',
  'shipment_search',
  'outbox',
  'idempotency_key',
  'billing_transaction',
  'address_book_entry',
]

/** Counts the rows of the tables to which a booking writes. */
const rows = () =>
  p.inTransaction(async (ctx) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { rows: found } = await sql<{
        n: number
      }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(ctx.db)
      counts[table] = found[0]?.n ?? 0
    }
    return counts
  })

describe('rejected bookings', () => {
  const rejections: [says: string, more: object, status: number, message: string | RegExp][] = [
    [
      'without a collection address',
      { collection_address: null },
      400,
      /^The collection address requires the following/,
    ],
    [
      'without a delivery address',
      { delivery_address: undefined },
      400,
      /^The delivery address requires the following/,
    ],
    [
      'to an address that says nothing',
      { delivery_address: { type: 'business' } },
      400,
      /^The delivery address requires/,
    ],
    [
      'to a suburb without a street, company, line or coordinates, though the suburb is found',
      { delivery_address: { local_area: 'Rosebank', city: 'Johannesburg', zone: 'GP', code: '2196' } },
      400,
      /^The delivery address requires/,
    ],
    [
      'to a street that is no text',
      { delivery_address: { street_address: { line1: '1 Long Street' }, city: 'Cape Town', code: '8001' } },
      400,
      /street address must be text or a list of texts/i,
    ],
    [
      'to a suburb that is a list',
      { delivery_address: { street_address: '1 Long Street', local_area: ['Gardens'], code: '8001' } },
      400,
      /local area must be text/i,
    ],
    [
      'to coordinates that are no numbers',
      { delivery_address: { street_address: '1 Long Street', code: '8001', lat: 'south', lng: 18.4 } },
      400,
      /lat must be a number of degrees/i,
    ],
    [
      'with a name that is a list',
      { delivery_contact: { name: ['Zoë'], email: 'zoe@example.com' } },
      400,
      /name/,
    ],
    [
      'to a country that is not served, with or without coordinates',
      { delivery_address: { street_address: '1 Main Mall', city: 'Gaborone', country: 'BW' } },
      400,
      'We do not deliver to Botswana.',
    ],
    [
      'to a place nobody can find',
      {
        delivery_address: {
          street_address: '1 Nowhere',
          city: 'No Such Town',
        },
      },
      400,
      /^We could not find the delivery address/,
    ],
    [
      'without a contact',
      { delivery_contact: null },
      400,
      'The delivery contact needs a mobile number or an email address.',
    ],
    [
      'with a contact that cannot be reached',
      { collection_contact: { name: 'Riaan' } },
      400,
      'The collection contact needs a mobile number or an email address.',
    ],
    [
      'with an invalid e-mail address',
      { delivery_contact: { email: 'not an address' } },
      400,
      /^Invalid delivery email/,
    ],
    ['without parcels', { parcels: [] }, 400, 'A shipment needs at least one parcel.'],
    ['with parcels that are no list of objects', { parcels: 'five' }, 400, /^Parcels must be/],
    [
      'with 201 parcels',
      { parcels: Array.from({ length: 201 }, () => parcel) },
      400,
      'A shipment can have at most 200 parcels. You sent 201.',
    ],
    [
      'with a negative size',
      { parcels: [{ ...parcel, submitted_length_cm: -1 }] },
      400,
      'Parcel length cannot be negative.',
    ],
    [
      'with NaN for a weight',
      { parcels: [{ ...parcel, submitted_weight_kg: 'NaN' }] },
      400,
      /must be a number/,
    ],
    [
      'with Infinity for a weight',
      { parcels: [{ ...parcel, submitted_weight_kg: 'Infinity' }] },
      400,
      /must be a number/,
    ],
    [
      'with an exponent for a weight',
      { parcels: [{ ...parcel, submitted_weight_kg: '1e3' }] },
      400,
      /must be a number/,
    ],
    [
      'with a list for a weight',
      { parcels: [{ ...parcel, submitted_weight_kg: [2] }] },
      400,
      /must be a number/,
    ],
    [
      'with an item count no shop has',
      { parcels: [{ ...parcel, item_count: 99999999999 }] },
      400,
      'Parcels 0 item count must be 1000000 or less.',
    ],
    [
      'with a parcel longer than the maximum',
      { parcels: [{ ...parcel, submitted_length_cm: 151 }] },
      400,
      'Some parcels exceed the maximum allowed length of 150cm',
    ],
    ['without a service level', { service_level_code: '' }, 400, 'A service level is required.'],
    [
      'with an unknown service level',
      { service_level_code: 'XYZ' },
      400,
      'There is no service level "XYZ". Request a quote without it to see those offered.',
    ],
    [
      'with an unknown service level id',
      { service_level_code: null, service_level_id: 987654 },
      400,
      'There is no service level with the id 987654. Request a quote without it to see those offered.',
    ],
    ['with an opt-in nobody offers', { opt_in_rates: [987654] }, 400, /987654/],
    ['with a time-based opt-in nobody offers', { opt_in_time_based_rates: ['987655'] }, 400, /987655/],
    [
      'with a short custom reference',
      { custom_tracking_reference: 'AB12' },
      400,
      'Custom tracking reference needs to be a minimum of 7 characters.',
    ],
    [
      'with odd characters in its reference',
      { custom_tracking_reference: 'AB 12#3456' },
      400,
      'Custom tracking reference may contain only letters, digits and hyphens.',
    ],
    [
      'with an alternative reference that is too short',
      { parcels: [{ ...parcel, alternative_tracking_reference: 'A1' }] },
      400,
      /minimum of 7/,
    ],
    [
      'with one alternative reference twice',
      {
        parcels: [
          { ...parcel, alternative_tracking_reference: 'STICKER-1' },
          { ...parcel, alternative_tracking_reference: 'sticker-1' },
        ],
      },
      400,
      'The reference STICKER-1 is already used. Choose another one.',
    ],
    [
      'when a window ends before it begins',
      { collection_after: '14:00', collection_before: '09:00' },
      400,
      /^The "collection to" time cannot be earlier/,
    ],
    ['with a time that is none', { delivery_after: '25:00' }, 400, /must be a time/],
    ['with a date that is none', { collection_min_date: '2026-02-31' }, 400, /must be a date such as/],
    [
      'with instructions over 2,000 characters',
      { special_instructions_delivery: 'x'.repeat(2001) },
      400,
      /2000 characters or fewer/,
    ],
    [
      'with a customer reference over 255 characters',
      { customer_reference: 'x'.repeat(256) },
      400,
      /255 characters or fewer/,
    ],
    [
      'with an object for text',
      { customer_reference: { a: 1 } },
      400,
      'Customer reference must be a number or text.',
    ],
    [
      'with text for a flag',
      { mute_notifications: 'perhaps' },
      400,
      'Mute notifications must be true or false.',
    ],
    [
      'with a declared value over the cap',
      { declared_value: 5000.01 },
      400,
      'Declared value exceeds the maximum of R 5,000.00.',
    ],
    ['with a negative declared value', { declared_value: -1 }, 400, 'Declared value cannot be negative.'],
    [
      'from a pickup point that does not exist',
      { collection_pickup_point_id: 'NOPE' },
      404,
      /pickup point NOPE/,
    ],
    [
      'with two parcels for a pickup point',
      { delivery_pickup_point_id: 'CPT1', parcels: [parcel, parcel] },
      400,
      'Pickup point shipments can only have one parcel.',
    ],
    [
      'with a reference of its own for a pickup point',
      { delivery_pickup_point_id: 'CPT1', custom_tracking_reference: 'SHOP-00001' },
      400,
      'A custom tracking reference cannot be used with a pickup point.',
    ],
    [
      'as the return of nothing',
      { is_return: true, short_tracking_reference: 'ZZZZZZ' },
      404,
      'Could not find the original shipment ZZZZZZ of this return.',
    ],
    [
      'with an address book entry that is not there',
      { collection_address_book_id: 987654 },
      400,
      /address book/,
    ],
    ['with an unknown proof of delivery', { pod_method: 'trust' }, 400, /^Pod method must be one of/],
  ]

  it.each(rejections)('rejects a booking %s', async (_title, more, status, message) => {
    const before = await rows()
    const reply = await book(more)
    expect({ status: reply.status, message: messageOf(reply) }).toEqual({
      status,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
    expect(await rows()).toEqual(before)
  })

  it('rejects a reference that another booking has', async () => {
    expect((await book({ custom_tracking_reference: 'ORDER-0001' })).status).toBe(200)
    const before = await rows()
    const reply = await book({ custom_tracking_reference: ' order-0001 ' })
    expect(reply.status).toBe(400)
    expect(messageOf(reply)).toBe('The reference ORDER-0001 is already used. Choose another one.')
    expect(await rows()).toEqual(before)
  })

  it('accepts a reference for only one of four concurrent bookings of different accounts', async () => {
    const callers = await Promise.all(
      Array.from({ length: 4 }, async () => p.apiKey((await p.given.account()).id)),
    )
    const replies = await Promise.all(
      callers.map((caller) => book({ custom_tracking_reference: 'SHARED-01' }, caller)),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400])
  })

  it('rejects a booking that exceeds the prepaid balance or the postpaid credit limit', async () => {
    for (const accountType of ['prepaid', 'postpaid'] as const) {
      const poor = await p.given.account({
        account_type: accountType,
        credit_limit: accountType === 'postpaid' ? 100 : 10_000_000,
      })
      const before = await rows()
      const reply = await book({}, await p.apiKey(poor.id))
      expect(reply.status).toBe(400)
      expect(messageOf(reply)).toBe('Insufficient funds. Please top up your account.')
      const { address_book_entry: _new, ...after } = await rows()
      expect(after).toEqual(
        Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'address_book_entry')),
      )
    }
  })

  it('rejects a booking on an account on hold and returns the same message in quotes', async () => {
    const held = await p.given.account()
    await p.inTransaction((ctx) => updateAccount(ctx, held.id, undefined, { is_on_hold: true }))
    const caller = await p.apiKey(held.id)
    const reply = await book({}, caller)
    expect(reply.status).toBe(400)
    expect(messageOf(reply)).toBe('Your account is on hold. Please contact us.')
    const quote = await caller.http('POST', '/rates', sent())
    expect(quote.body).toMatchObject({ rates: [], message: 'Your account is on hold. Please contact us.' })
  })

  it('returns 412 when a required customer reference is missing or has the wrong prefix', async () => {
    const strict = await p.given.account()
    await p.inTransaction((ctx) =>
      updateAccount(ctx, strict.id, undefined, {
        customer_reference_required: true,
        customer_reference_prefix: 'PO-',
      }),
    )
    const caller = await p.apiKey(strict.id)
    const missing = await book({}, caller)
    expect([missing.status, messageOf(missing)]).toEqual([
      412,
      'A customer reference is required for this account.',
    ])
    expect(missing.body).toMatchObject({ code: 'customer_reference_required' })
    const wrong = await book({ customer_reference: 'X 1' }, caller)
    expect([wrong.status, messageOf(wrong)]).toEqual([412, 'The customer reference must start with PO-.'])
    expect((await book({ customer_reference: 'po-17' }, caller)).status).toBe(200)
  })

  it('[SET-098] rejects guests where the provider takes none, and admin keys that name no account', async () => {
    const closed = await newProvider({ unused_feature_guest_shipment_creation: true })
    const guest = await closed.guest().http('POST', '/shipments', sent())
    expect(guest.status).toBe(403)
    const reply = await book({}, admin)
    expect([reply.status, messageOf(reply)]).toEqual([400, 'An account_id is required.'])
    for (const nothing of [0, '', null, '0'])
      expect(messageOf(await book({ account_id: nothing }, admin))).toBe('An account_id is required.')
  })
})

describe('accepted bookings', () => {
  it('accepts 200 parcels and produces a label and 200 stickers', async () => {
    const reply = await book({
      parcels: Array.from({ length: 200 }, () => ({ ...parcel, submitted_weight_kg: 0.5 })),
    })
    expect(reply.status).toBe(200)
    const shipment = reply.body as { id: number; rate: number; parcels: { tracking_reference: string }[] }
    expect(shipment.parcels).toHaveLength(200)
    expect(shipment.parcels.at(-1)?.tracking_reference).toMatch(/\/200$/)
    expect(shipment.rate).toBeGreaterThan(111.38)
    const label = await key.http('GET', `/shipments/label?id=${shipment.id}`)
    expect(label.status).toBe(200)
    const stickers = await key.http('GET', `/shipments/label/stickers?id=${shipment.id}&format=zpl&limit=500`)
    expect(stickers.body).toMatchObject({ count: 200 })
  })

  it('treats dates in the past as if none were given', async () => {
    const daysOf = ({ body }: Reply) => {
      const { collection_min_date, delivery_min_date } = body as Record<string, string>
      return { collection_min_date, delivery_min_date }
    }
    const past = await book({
      collection_min_date: '2021-05-21T00:00:00.000Z',
      delivery_min_date: '2021-05-21',
    })
    expect(past.status).toBe(200)
    expect(daysOf(past)).toEqual(daysOf(await book()))
  })

  it('accepts a parcel without sizes and with a weight of 0', async () => {
    const reply = await book({ parcels: [{ submitted_weight_kg: 0 }] })
    expect(reply.status).toBe(200)
    const [first] = (reply.body as { parcels: Record<string, number>[] }).parcels
    for (const size of ['submitted_length_cm', 'submitted_width_cm', 'submitted_height_cm'])
      expect(first?.[size], size).toBeGreaterThanOrEqual(0)
  })

  it('joins street lines and removes HTML escapes and invisible characters', async () => {
    for (const streetAddress of ['12 Long Street\nUnit 4', ['12 Long Street', 'Unit 4']]) {
      const reply = await book({
        delivery_address: {
          street_address: streetAddress,
          company: 'Mokoena &amp; Sons',
          city: 'Cape Town',
          code: '8001',
        },
        delivery_contact: { name: 'O&#39;Brien', email: '\u200bzoe@example.com' },
        customer_reference: 'PO &quot;7&quot;',
      })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({
        delivery_address: { street_address: '12 Long Street, Unit 4', company: 'Mokoena & Sons' },
        delivery_contact: { name: "O'Brien", email: 'zoe@example.com' },
        customer_reference: 'PO "7"',
      })
    }
  })

  it('accepts text in any script and removes invisible characters', async () => {
    const reply = await book({
      delivery_contact: { name: '  Zoë\u0000 \u202eNkosi\ud800 ', email: 'zoe@example.com' },
      special_instructions_delivery: 'Hek 4\r\nBel eers 🔔',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      delivery_contact: { name: 'Zoë Nkosi\ufffd' },
      special_instructions_delivery: 'Hek 4\nBel eers 🔔',
    })
  })
})

describe('shipment changes', () => {
  const change = (body: object, caller = key) => caller.http('PATCH', '/shipments', body)

  it('clears a text that is sent empty and leaves absent or null texts unchanged', async () => {
    const { id } = await p.given.shipment({
      account_id,
      customer_reference: 'PO 1',
      special_instructions_delivery: 'Gate',
    })
    const first = await change({ id, customer_reference: '', special_instructions_delivery: null })
    expect(first.status).toBe(200)
    expect(first.body).not.toHaveProperty('customer_reference')
    expect(first.body).toMatchObject({ special_instructions_delivery: 'Gate' })
    const second = await change({ id, special_instructions_delivery: '' })
    expect(second.body).toMatchObject({ special_instructions_delivery: '' })
  })

  it('returns 409 with the stored values when the version is stale, and names the other user only to staff', async () => {
    const { id, version } = await p.given.shipment({ account_id })
    const person = await p.staff()
    const first = await change({ id, version, special_instructions_delivery: 'Mine' }, person)
    expect(first.status).toBe(200)
    const stale = await change({ id, version, special_instructions_delivery: 'Theirs' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      code: 'conflict',
      // Customers must not learn which staff member made the change.
      message: 'Someone else changed this shipment in the meantime. Check their values and save again.',
      current: {
        special_instructions_delivery: 'Mine',
        version: (first.body as { version: number }).version,
      },
    })
    const toStaff = await change({ id, version, special_instructions_delivery: 'Ours' }, admin)
    expect(toStaff.body).toMatchObject({
      message: `${person.username} changed this shipment in the meantime. Check their values and save again.`,
    })
  })

  it('reprices after a size change, returns the previous price and posts one adjustment', async () => {
    const { id, rate, parcels } = await p.given.shipment({ account_id })
    const reply = await change({ id, parcels: [{ id: parcels[0]?.id, submitted_weight_kg: 20 }] })
    expect(reply.status).toBe(200)
    const after = reply.body as {
      rate: number
      previous_rate: number
      original_rate: number
      rates: { type: string; value: number }[]
    }
    expect(after.rate).toBeGreaterThan(Number(rate) / 100)
    expect(after.previous_rate).toBe(Number(rate) / 100)
    expect(after.original_rate).toBe(Number(rate) / 100)
    const sum = after.rates
      .filter((row) => row.type !== 'rate_formula')
      .reduce((total, row) => total + Math.round(row.value * 100), 0)
    expect(sum).toBe(Math.round(after.rate * 100))
    const entries = await p.inTransaction((ctx) =>
      ctx.db
        .selectFrom('billing_transaction')
        .select(['type', 'amount'])
        .where('shipment_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(entries.map((one) => one.type)).toEqual(['shipping-charge', 'shipping-charge-adjustment'])
    expect(entries.reduce((total, one) => total + one.amount, 0)).toBe(-Math.round(after.rate * 100))
  })

  it('replaces the whole list of opt-ins and rejects unknown ids', async () => {
    const { id } = await p.given.shipment({ account_id })
    const offered = await key.http('POST', '/rates/opt-in', sent())
    const [option] = (offered.body as { opt_in_rates: { id: number }[] }).opt_in_rates
    if (option) {
      expect((await change({ id, opt_in_rates: [option.id] })).body).toMatchObject({
        opt_in_rates: [option.id],
      })
      expect((await change({ id, opt_in_rates: [] })).body).toMatchObject({ opt_in_rates: [] })
    }
    const reply = await change({ id, opt_in_rates: [987654] })
    expect(reply.status).toBe(400)
    expect(messageOf(reply)).toContain('987654')
  })

  it('rejects an address without a street, company, line or coordinates', async () => {
    const { id } = await p.given.shipment({ account_id })
    const refused = await change({ id, delivery_address: { local_area: 'Rosebank', city: 'Johannesburg' } })
    expect([refused.status, messageOf(refused)]).toEqual([
      400,
      expect.stringMatching(/^The delivery address requires/),
    ])
  })

  it('updates routing and search after a change of address and contact', async () => {
    const { id } = await p.given.shipment({ account_id })
    const reply = await change({
      id,
      delivery_address: {
        street_address: '5 Musgrave Road',
        local_area: 'Musgrave',
        city: 'Durban',
        code: '4001',
      },
      delivery_contact: { name: 'Thandi Dlamini', mobile_number: '0835550199' },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      delivery_branch_name: 'DBN',
      delivery_address: { city: 'Durban', zone: 'KZN' },
      delivery_contact: { name: 'Thandi Dlamini', email: '' },
    })
    for (const words of ['thandi dlamini', 'musgrave', '0835550199'])
      expect(
        (await key.send(shipmentsApi.list, { search_query: words })).shipments.map((one) => one.id),
        words,
      ).toContain(id)
  })

  it('renames the shipment and its parcels by custom reference, only before collection', async () => {
    const { id } = await p.given.shipment({ account_id })
    const reply = await change({ id, custom_tracking_reference: 'renamed-01' })
    expect(reply.body).toMatchObject({
      custom_tracking_reference: 'RENAMED-01',
      parcels: [{ tracking_reference: 'RENAMED-01/1' }],
    })
    expect((await key.send(shipmentsApi.list, { tracking_reference: 'RENAMED-01/1' })).count).toBe(1)
    expect((await key.send(shipmentsApi.list, { search_query: 'renamed' })).count).toBe(1)
    const other = await p.given.shipment({ account_id })
    const taken = await change({ id: other.id, custom_tracking_reference: 'RENAMED-01' })
    expect([taken.status, messageOf(taken)]).toEqual([
      400,
      'The reference RENAMED-01 is already used. Choose another one.',
    ])
    const short = await change({ id: other.id, custom_tracking_reference: 'R1' })
    expect(messageOf(short)).toBe('Custom tracking reference needs to be a minimum of 7 characters.')
    const collected = await p.given.shipment({ account_id, status: 'collected' })
    expect(
      (await change({ id: collected.id, account_id, custom_tracking_reference: 'TOO-LATE-1' }, admin)).status,
    ).toBe(400)
  })

  const rejections: [says: string, more: object, message: RegExp][] = [
    [
      'that leaves a contact without number and e-mail',
      { delivery_contact: { name: 'X' } },
      /needs a mobile number or an email/,
    ],
    ['to a negative size', { parcels: [{ submitted_weight_kg: -2 }] }, /cannot be negative/],
    [
      'to a size over the maximum',
      { parcels: [{ submitted_length_cm: 151 }] },
      /maximum allowed length of 150cm/,
    ],
    [
      'to 201 parcels',
      { parcels: Array.from({ length: 200 }, () => parcel) },
      /^A shipment can have at most 200 parcels/,
    ],
    [
      'with a window that ends before it begins',
      { delivery_after: '15:00', delivery_before: '08:00' },
      /cannot be earlier/,
    ],
    ['to a service level that does not exist', { service_level_code: 'XYZ' }, /\.$/],
    ['to a status that does not exist', { status: 'teleported' }, /^Status must be one of/],
    ['with a declared value over the cap', { declared_value: 6000 }, /exceeds the maximum/],
  ]
  it.each(rejections)('rejects a change %s and changes nothing', async (_title, more, message) => {
    const before = await p.given.shipment({ account_id })
    const counts = await rows()
    const reply = await change({ id: before.id, special_instructions_delivery: 'changed', ...more })
    expect({ status: reply.status, message: messageOf(reply) }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    })
    expect(await rows()).toEqual(counts)
    const [after] = (await (await p.staff()).send(shipmentsApi.list, { id: [before.id] })).shipments
    expect(after).toEqual(before)
  })

  it('returns 404 for a parcel of another shipment', async () => {
    const [mine, other] = [await p.given.shipment({ account_id }), await p.given.shipment({ account_id })]
    const reply = await change({
      id: mine.id,
      parcels: [{ id: other.parcels[0]?.id, submitted_weight_kg: 9 }],
    })
    expect(reply.status).toBe(404)
  })

  it('accepts measured sizes from admin keys only', async () => {
    const { id, parcels } = await p.given.shipment({ account_id })
    const body = { id, parcels: [{ id: parcels[0]?.id, actual_weight_kg: 9 }] }
    expect((await change(body)).status).toBe(403)
    const reply = await change(body, admin)
    expect(reply.body).toMatchObject({ parcels: [{ actual_weight_kg: 9, has_been_dimensioned: true }] })
    expect(
      (await change({ id, parcels: [{ id: parcels[0]?.id, actual_weight_kg: -9 }] }, admin)).status,
    ).toBe(400)
  })

  it('accepts only a driver of the provider, and only from admin keys', async () => {
    const { id } = await p.given.shipment({ account_id })
    const driver = await p.driver()
    expect((await change({ id, collection_agent_id: driver.username }, admin)).body).toMatchObject({
      collection_agent_id: driver.username,
    })
    const reply = await change({ id, collection_agent_id: 'nobody' }, admin)
    expect([reply.status, messageOf(reply)]).toEqual([400, expect.stringContaining('nobody')])
    expect((await change({ id, collection_agent_id: '' }, admin)).body).toMatchObject({
      collection_agent_id: '',
    })
    expect((await change({ id, collection_agent_id: driver.username })).status).toBe(403)
  })

  it('changes a parcel through /shipments/parcels and returns 400 without a shipment', async () => {
    const { id, parcels } = await p.given.shipment({ account_id })
    const reply = await key.http('PATCH', '/shipments/parcels', {
      id,
      parcels: [{ id: parcels[0]?.id, parcel_description: 'Books' }],
    })
    expect(reply.body).toMatchObject({ id, parcels: [{ parcel_description: 'Books' }] })
    const none = await key.http('PATCH', '/shipments/parcels', { parcels: [] })
    expect(none.status).toBe(400)
  })

  it('explains how to name the shipment when none is named', async () => {
    expect(messageOf(await change({ customer_reference: 'x' }))).toBe(
      'Identify the shipment by id or tracking_reference.',
    )
  })
})

describe('shipment status changes', () => {
  const move = (id: number, status: string, caller: Caller, more: object = {}) =>
    caller.http('PATCH', '/shipments', { id, status, ...more })

  it('moves a status forward for admin keys and rejects a move backwards', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'collection-assigned' })
    const reply = await move(id, 'collected', admin, {
      metadata: {
        tracking_info: {
          message: 'At the gate',
          location: 'Epping',
          lat: -33.9,
          lng: '18.5',
          data: { a: '\u0000\ud800' },
        },
      },
    })
    expect(reply.body).toMatchObject({
      status: 'collected',
      collected_date: expect.any(String),
      parcels: [{ status: 'collected' }],
    })
    expect((await move(id, 'at-destination-hub', admin)).status).toBe(200)
    const back = await move(id, 'submitted', admin)
    expect([back.status, messageOf(back)]).toEqual([400, expect.stringMatching(/cannot become submitted\.$/)])
  })

  it('allows account keys only to cancel', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'collection-assigned' })
    expect((await move(id, 'collected', key)).status).toBe(403)
    const reply = await move(id, 'cancelled', key, {
      metadata: { tracking_info: { message: 'Wrong address' } },
    })
    expect(reply.body).toMatchObject({ status: 'cancelled', parcels: [{ status: 'cancelled' }] })
  })

  it('rejects event times in the future or before the booking', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'collection-assigned' })
    const future = await move(id, 'collected', admin, { time_modified: '2099-01-01T00:00:00Z' })
    expect(messageOf(future)).toBe('The time of an event cannot be in the future.')
    const past = await move(id, 'collected', admin, { time_modified: '2020-01-01T00:00:00Z' })
    expect(messageOf(past)).toBe('The time of an event cannot be before the shipment was created.')
  })
})

describe('cancelling shipments', () => {
  const cancel = (body: object, caller = key) => caller.http('POST', '/shipments/cancel', body)
  const entries = (id: number) =>
    p.inTransaction((ctx) =>
      ctx.db
        .selectFrom('billing_transaction')
        .select(['type', 'amount'])
        .where('shipment_id', '=', id)
        .execute(),
    )

  it('before collection returns the shipment and reverses the charges once, even when repeated', async () => {
    const { id, short_tracking_reference } = await p.given.shipment({ account_id })
    const first = await cancel({ tracking_reference: ` ${short_tracking_reference.toLowerCase()} ` })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ id, status: 'cancelled', parcels: [{ status: 'cancelled' }] })
    const again = await cancel({ id })
    expect(again.body).toMatchObject({ id, status: 'cancelled' })
    const ledger = await entries(id)
    expect(ledger.map((one) => one.type).sort()).toEqual(['shipping-charge', 'shipping-charge-reversal'])
    expect(ledger.reduce((sum, one) => sum + one.amount, 0)).toBe(0)
  })

  it('after collection is rejected for account keys and leaves the charges when an admin key cancels', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'at-hub' })
    const refused = await cancel({ id })
    expect([refused.status, messageOf(refused)]).toEqual([
      400,
      'A shipment that has been collected can no longer be cancelled.',
    ])
    const done = await cancel({ id, message: 'Lost' }, admin)
    expect(done.body).toMatchObject({ status: 'cancelled' })
    expect((await entries(id)).map((one) => one.type)).toEqual(['shipping-charge'])
  })

  it('returns 404 for an unknown shipment and 400 when none is named', async () => {
    expect((await cancel({ tracking_reference: 'ZZZZZZ' })).status).toBe(404)
    expect((await cancel({ id: 987654321 })).status).toBe(404)
    expect((await cancel({})).status).toBe(400)
  })

  it('after a failed collection is rejected unless the account allows it', async () => {
    const free = await p.given.account()
    await p.inTransaction((ctx) =>
      updateAccount(ctx, free.id, undefined, { allow_cancelling_failed_collections: true }),
    )
    const strict = await p.given.shipment({ account_id, status: 'collection-failed-attempt' })
    const easy = await p.given.shipment({ account_id: free.id, status: 'collection-failed-attempt' })
    expect((await cancel({ id: strict.id })).status).toBe(400)
    expect((await cancel({ id: easy.id }, await p.apiKey(free.id))).status).toBe(200)
  })
})

describe('shipment notes', () => {
  it('let accounts add and read external notes only, require a message, and cannot be removed by other account keys', async () => {
    const { id } = await p.given.shipment({ account_id })
    const add = (body: object, caller = key) =>
      caller.http('POST', '/shipments/notes', { shipment_id: id, ...body })
    expect((await add({ message: '' })).status).toBe(400)
    expect((await add({})).status).toBe(400)
    expect((await add({ message: 'x'.repeat(5001) })).status).toBe(400)
    const mine = await add({ message: 'Call first', type: 'internal', requires_action: true })
    expect(mine.body).toMatchObject({
      type: 'external',
      requires_action: false,
      attachments: { uploads: [] },
    })
    const internal = await add({ message: 'Customer is upset', type: 'internal' }, admin)
    const internalId = (internal.body as { id: number }).id
    const seen = await key.http('GET', `/shipments/notes?id=${id}`)
    expect(seen.body).toMatchObject({ count: 1, shipment_notes: [{ message: 'Call first' }] })
    expect(await key.http('GET', `/shipments/notes?shipment_id=${id}&type=internal`)).toMatchObject({
      body: { count: 0, shipment_notes: [] },
    })
    expect((await key.http('DELETE', '/shipments/notes', { id: internalId })).status).toBe(404)
    const other = await p.apiKey(account_id)
    const mineId = (mine.body as { id: number }).id
    expect((await other.http('DELETE', '/shipments/notes', { id: mineId })).status).toBe(403)
    expect((await admin.http('DELETE', '/shipments/notes', { id: mineId })).status).toBe(204)
  })
})

describe('malformed and malicious values', () => {
  const values: unknown[] = [
    '\u0000',
    '\ud800',
    "'; DROP TABLE shipment; --",
    '%',
    'x'.repeat(70_000),
    9e99,
    -1,
    0.1,
    2 ** 53 + 2,
    '99999999999999999999',
    [],
    [[]],
    {},
    { id: { $ne: null } },
    true,
    null,
    '../../etc/passwd',
    '9999-99-99',
    '0001-01-01',
  ]
  /** Decoding is the same for every caller, so callers other than the administrator only send one value of each kind. */
  const valuesOfOthers: unknown[] = ['\u0000', '%', -1, [[]], {}, null]
  let callers: Caller[]
  let id: number
  beforeAll(async () => {
    ;({ id } = await p.given.shipment({ account_id }))
    callers = [await p.user(role_ids.administrator), await p.owner(account_id), p.guest()]
  })

  it.each(routes.map(({ endpoint }) => endpoint).filter(({ path }) => path !== '/logout'))(
    'cause no server error at $method $path for any caller',
    async ({ method, path, input }) => {
      const shape = 'shape' in input ? Object.keys(input.shape as object) : ['signature']
      for (const [index, caller] of callers.entries())
        hostile: for (const value of index === 0 ? values : valuesOfOthers) {
          const body = Object.fromEntries(shape.map((name) => [name, value]))
          for (const sentBody of shape.includes('id') ? [body, { ...body, id }] : [body]) {
            const query = new URLSearchParams()
            for (const [name, of] of Object.entries(sentBody))
              query.set(name, typeof of === 'string' ? of.slice(0, 2000) : JSON.stringify(of))
            const reply =
              method === 'GET'
                ? await caller.http('GET', `${path}?${query.toString()}`)
                : await caller.http(method, path, method === 'PUT' ? Buffer.from('x') : sentBody)
            expect(reply.status, `${JSON.stringify(value).slice(0, 40)} ${messageOf(reply)}`).toBeLessThan(
              500,
            )
            // Callers without permission are rejected before the input is decoded, so further values add nothing.
            if (reply.status === 401 || (reply.status === 403 && messageOf(reply).endsWith(' is needed).')))
              break hostile
          }
        }
    },
  )

  const whole = sent({
    parcels: [
      {
        ...parcel,
        parcel_description: 'Books',
        packaging: 'Box',
        item_count: 1,
        alternative_tracking_reference: 'HOSTILE-1',
      },
    ],
    declared_value: 10,
    collection_min_date: '2026-01-01',
    delivery_after: '08:00',
    due_date: '2026-01-01',
    custom_tracking_reference: 'HOSTILE-2',
    customer_reference: 'PO',
    cost_center: 'A',
    cost_center_id: 1,
    special_instructions_delivery: 'x',
    billing_contact: { name: 'A', email: 'a@example.com' },
    metadata: { tracking_info: { message: 'm', data: { deep: 'x' }, lat: 1, location: 'y' } },
  })

  it.each(leavesOf(whole).map((path) => ({ path, field: path.join('.') })))(
    'cause no server error in $field of a booking and of a change',
    async ({ path }) => {
      for (const value of values) {
        const body = withLeaf(whole, path, value)
        const replies = [
          await key.http('POST', '/shipments', body),
          await admin.http('PATCH', '/shipments', { ...body, id }),
        ]
        for (const reply of replies)
          expect(reply.status, `${JSON.stringify(value).slice(0, 40)} ${messageOf(reply)}`).toBeLessThan(500)
      }
    },
  )
})

type Path = readonly (string | number)[]

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child, [...path, name]))
}

function withLeaf(whole: unknown, [name, ...rest]: Path, value: unknown): Record<string, unknown> {
  if (name === undefined) return value as Record<string, unknown>
  const copy = (Array.isArray(whole) ? [...(whole as unknown[])] : { ...(whole as object) }) as Record<
    string,
    unknown
  >
  copy[name] = withLeaf(copy[name], rest, value)
  return copy
}
