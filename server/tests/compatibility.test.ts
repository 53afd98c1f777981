import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { saveAddresses } from '../src/accounts/index.ts'
import { insertPoint } from '../src/pickup-points/store.ts'
import { enterStatus, lockShipment } from '../src/shipments/index.ts'
import {
  address,
  booking,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../dev/test-kit/provider.ts'

/** The behaviour on which shops, plug-ins and scripts written for this API dialect rely: docs/domain/public-api.md. */

type Fields = Record<string, unknown>

let p: TestProvider
let account_id: number
let key: Caller
let admin: Caller
let shipment: Shipment

beforeAll(async () => {
  p = await newProvider({ insurance_max_declared_value: 5000 })
  account_id = (await p.given.account()).id
  key = await p.apiKey(account_id)
  admin = await p.apiKey()
  shipment = await p.given.shipment({
    account_id,
    customer_reference: 'ORDER-1001',
    parcels: [
      {
        submitted_length_cm: 20,
        submitted_width_cm: 20,
        submitted_height_cm: 10,
        submitted_weight_kg: 2,
        alternative_tracking_reference: 'sticker-77',
      },
      { submitted_length_cm: 1, submitted_width_cm: 1, submitted_height_cm: 1, submitted_weight_kg: 0.001 },
    ],
  })
  await p.inTransaction(async (ctx) => {
    const points = [
      {
        pickup_point_id: 'CPT1',
        name: 'Long Street locker',
        type: 'locker',
        city: 'Cape Town',
        lat: -33.9221,
        lng: 18.4194,
      },
      {
        pickup_point_id: 'CPT2',
        name: 'Kloof counter',
        type: 'counter',
        city: 'Cape Town',
        lat: -33.9301,
        lng: 18.4101,
      },
      {
        pickup_point_id: 'JHB1',
        name: 'Rosebank locker',
        type: 'locker',
        city: 'Johannesburg',
        lat: -26.1458,
        lng: 28.0421,
      },
    ] as const
    for (const { city, ...point } of points) {
      const [addressId = 0] = await saveAddresses(ctx, [
        {
          ...address('1 Main Road', 'Centre', city, '8001', city === 'Cape Town' ? 'WC' : 'GP'),
          type: point.type,
          lat: point.lat,
          lng: point.lng,
        },
      ])
      await insertPoint(ctx, {
        ...point,
        pickup_point_provider: 'own',
        address_id: addressId,
        trading_hours: 'Mon-Sun 07:00-21:00',
        compartments: [{ name: 'M', length: 60, width: 41, height: 19, weight: 10, available: true }],
      })
    }
    await ctx.db
      .updateTable('pickup_point')
      .set({ status: 'offline' })
      .where('pickup_point_id', '=', 'CPT1')
      .execute()
  })
})

const parcel = {
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}
const shop = {
  street_address: '12 Bofors Circle',
  local_area: 'Epping',
  city: 'Cape Town',
  code: '7460',
  zone: 'WC',
}
const home = {
  street_address: '31 Bath Avenue',
  local_area: 'Rosebank',
  city: 'Johannesburg',
  code: '2196',
  zone: 'GP',
}
const route = { collection_address: shop, delivery_address: home, parcels: [parcel] }
const quote = (more: object = {}, caller = key) => caller.http('POST', '/rates', { ...route, ...more })
const book = (more: object = {}, caller = key) => {
  const { account_id: _account, ...sent } = booking()
  return caller.http('POST', '/shipments', { ...sent, ...more })
}
const fieldsOf = (reply: Reply) => reply.body as Fields
const messageOf = (reply: Reply) => fieldsOf(reply).message as string
const ratesOf = (reply: Reply) =>
  fieldsOf(reply).rates as { rate: number; service_level: { id: number; code: string } }[]

describe('quotes', () => {
  it('return 200 with no rates and the reason when no price can be offered', async () => {
    const reasons: [object, RegExp][] = [
      [{ parcels: [{ ...parcel, submitted_weight_kg: 900 }] }, /kg/],
      [{ declared_value: 9_999_999 }, /./],
      [{ delivery_pickup_point_id: 'NOPE' }, /pickup point NOPE/],
      [{ delivery_pickup_point_id: 'JHB1', declared_value: 500 }, /./],
      [{ service_level_code: 'XYZ' }, /./],
      [{ service_level_id: 987654 }, /./],
      [
        { delivery_address: { street_address: '1 Nowhere', city: 'No Such Town' } },
        /could not find the delivery address/,
      ],
    ]
    for (const [more, reason] of reasons) {
      const reply = await quote(more)
      expect(reply.status, JSON.stringify(more)).toBe(200)
      expect(reply.body, JSON.stringify(more)).toMatchObject({
        rates: [],
        message: expect.stringMatching(reason),
        service_days: expect.anything(),
      })
      expect(messageOf(reply)).not.toBe('Success')
    }
  })

  it('reject malformed requests with the messages that clients expect', async () => {
    const sentences: [object, string][] = [
      [{ collection_address: null }, 'The collection address is missing.'],
      [{ delivery_address: '' }, 'The delivery address is missing.'],
      [{ parcels: [] }, 'At least one parcel is required.'],
      [{ parcels: null }, 'At least one parcel is required.'],
    ]
    for (const [more, sentence] of sentences) {
      const reply = await quote(more)
      expect([reply.status, messageOf(reply)]).toEqual([400, sentence])
    }
    for (const more of [
      { parcels: [{ ...parcel, submitted_length_cm: -1 }] },
      { parcels: [{ ...parcel, submitted_weight_kg: 'NaN' }] },
      { declared_value: 'lots' },
      { collection_min_date: 'soon' },
    ])
      expect((await quote(more)).status, JSON.stringify(more)).toBe(400)
  })

  it('are sorted by price, filtered by service level, and repeatable', async () => {
    const [first, again] = [await quote(), await quote()]
    expect(messageOf(first)).toBe('Success')
    expect(again.body).toEqual(first.body)
    const prices = ratesOf(first).map((one) => one.rate)
    expect(prices.length).toBeGreaterThan(1)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    const { id, code } = ratesOf(first)[0]?.service_level ?? { id: 0, code: '' }
    expect(
      ratesOf(await quote({ service_level_code: code.toLowerCase() })).map((one) => one.service_level.id),
    ).toEqual([id])
    expect(ratesOf(await quote({ service_level_id: String(id) })).map((one) => one.service_level.id)).toEqual(
      [id],
    )
  })

  it('return the same prices for every notation of the address', async () => {
    const expected = ratesOf(await quote()).map((one) => one.rate)
    const deliveryAddresses: Fields[] = [
      { ...home, zone: 'Gauteng' },
      { ...home, zone: 'gauteng (gp)' },
      { ...home, zone: 'ZA-GP' },
      { ...home, zone: null },
      { ...home, zone: 'Transvaal' },
      { ...home, country: 'za' },
      { ...home, country: 'RSA' },
      { ...home, code: 2196 },
      { ...home, lat: '', lng: '' },
      { ...home, lat: 0, lng: 0 },
      { ...home, lat: '-26.1458', lng: '28.0421' },
      { ...home, type: '', contact_name: 'Naledi', suburb: 'x', email: 'x' },
      { street_address: '31 Bath Avenue, Rosebank', local_area: '', city: 'Johannesburg', code: '2196' },
      { street_address: '31 Bath Avenue', city: 'Johannesburg', code: '2196' },
      { entered_address: '31 Bath Avenue, Rosebank, Johannesburg, 2196' },
    ]
    for (const deliveryAddress of deliveryAddresses)
      expect(
        ratesOf(await quote({ delivery_address: deliveryAddress })).map((one) => one.rate),
        JSON.stringify(deliveryAddress),
      ).toEqual(expected)
  })

  it('accept provinces in every spelling and return the code', async () => {
    const spellings: [string, string][] = [
      ['LIM', 'LP'],
      ['NL', 'KZN'],
      ['Kwazulu Natal', 'KZN'],
      ['kwazulu-natal', 'KZN'],
      ['North-West', 'NW'],
      ['Northwest', 'NW'],
      ['north west', 'NW'],
      ['Western Cape (WC)', 'WC'],
    ]
    for (const [sent, code] of spellings) {
      const reply = await key.http('POST', '/accounts/address-books', {
        name: sent,
        address: { ...home, zone: sent },
      })
      expect(reply.body, sent).toMatchObject({ address: { zone: code, country: 'South Africa' } })
    }
  })

  it('accept numbers as text and lists in PHP notation', async () => {
    const php = {
      parcels: {
        0: {
          submitted_length_cm: '20',
          submitted_width_cm: '20.00',
          submitted_height_cm: ' 10 ',
          submitted_weight_kg: '2',
        },
      },
      declared_value: '0.00',
      opt_in_rates: { 3: '' },
    }
    expect(ratesOf(await quote({ ...php, opt_in_rates: {} }))).toEqual(ratesOf(await quote()))
  })

  it('list opt-ins and add their price when they are chosen', async () => {
    const reply = await key.http('POST', '/rates/opt-in', route)
    expect(reply.body).toMatchObject({
      opt_in_rates: expect.any(Array),
      opt_in_time_based_rates: expect.any(Array),
      customer_reference_required: false,
      customer_reference_prefix: null,
    })
    const { opt_in_rates: options, count } = reply.body as { opt_in_rates: Fields[]; count: number }
    expect(count).toBe(options.length)
    expect(options.length).toBeGreaterThan(0)
    for (const option of options)
      expect(option).toMatchObject({
        id: expect.any(Number),
        name: expect.stringMatching(/./),
        description: expect.any(String),
        charge_type: expect.any(String),
        charge_value: expect.any(Number),
        opted_in_by_default: expect.any(Boolean),
      })
    const option = options.find((one) => one.opted_in_by_default === false)
    const [plain, extra] = [await quote(), await quote({ opt_in_rates: [String(option?.id)] })]
    expect(ratesOf(extra)[0]?.rate).toBeGreaterThan(ratesOf(plain)[0]?.rate ?? 0)
    const lost = await key.http('POST', '/rates/opt-in', {
      ...route,
      delivery_address: { street_address: 'x', city: 'No Such Town' },
    })
    expect(lost.body).toMatchObject({ opt_in_rates: [], opt_in_time_based_rates: [], count: 0 })
  })

  it('hide every amount from an account user without billing access', async () => {
    const user = await p.user(role_ids.account_user_no_billing, { account_id })
    const reply = await quote({ explain: true }, user)
    expect(messageOf(reply)).toBe('Success')
    for (const rate of ratesOf(reply)) {
      expect(rate).toMatchObject({
        rate: null,
        rate_excluding_vat: null,
        base_rate: { charge: null, vat: null },
      })
      expect(rate).not.toHaveProperty('explain')
    }
  })

  it('explain prices on request, and return the rejected service levels only to staff', async () => {
    const [owner, staff] = [
      await quote({ explain: true }),
      await quote({ explain: true, account_id }, await p.staff()),
    ]
    expect(
      (ratesOf(owner)[0] as unknown as { explain: Fields[] }).explain.map((line) => line.label),
    ).toContain('Base charge')
    expect(owner.body).not.toHaveProperty('rejected')
    expect(staff.body).toHaveProperty('rejected')
    expect(ratesOf(await quote())[0]).not.toHaveProperty('explain')
  })

  it('are available to guests', async () => {
    const reply = await quote({}, p.guest())
    expect(messageOf(reply)).toBe('Success')
    expect(ratesOf(reply)[0]?.rate).toBeGreaterThan(0)
  })
})

describe('service levels and references', () => {
  it('match a service level by code in any case, with spaces, with a pickup point after a slash, or by id', async () => {
    for (const serviceLevelCode of ['ECO', ' eco ', 'ECO/CPT1:Long Street'])
      expect((await book({ service_level_code: serviceLevelCode })).body, serviceLevelCode).toMatchObject({
        service_level_code: 'ECO',
      })
    const { id } = ratesOf(await quote())[0]?.service_level ?? { id: 0 }
    expect((await book({ service_level_code: 'XYZ', service_level_id: id })).body).toMatchObject({
      service_level_id: id,
    })
  })

  it('find a shipment by short, custom, parcel and alternative reference in any case, with spaces', async () => {
    const custom = fieldsOf(await book({ custom_tracking_reference: 'shop-0001' }))
    expect(custom.custom_tracking_reference).toBe('SHOP-0001')
    const names: [string, unknown][] = [
      [shipment.short_tracking_reference, shipment.id],
      [` ${shipment.short_tracking_reference.toLowerCase()} `, shipment.id],
      [`${shipment.short_tracking_reference}/2`, shipment.id],
      ['STICKER-77', shipment.id],
      ['shop-0001', custom.id],
      ['shop-0001/1', custom.id],
      [custom.short_tracking_reference as string, custom.id],
    ]
    for (const [reference, id] of names)
      for (const name of ['tracking_reference', 'tracking_ref']) {
        const reply = await key.http(
          'GET',
          `/shipments?${name}=${encodeURIComponent(reference)}&provider_id=${p.provider_id}`,
        )
        expect(
          (fieldsOf(reply).shipments as Fields[]).map((one) => one.id),
          `${name}=${reference}`,
        ).toEqual([id])
      }
    expect((await key.http('GET', '/shipments?tracking_reference=ZZZZZZ')).body).toEqual({
      shipments: [],
      count: 0,
    })
  })

  it('add the account’s prefix to references once', async () => {
    const shopkeeper = await p.given.account({ tracking_prefix: 'KAR' })
    const caller = await p.apiKey(shopkeeper.id)
    const plain = fieldsOf(await book({}, caller))
    expect(plain.custom_tracking_reference).toBe(`KAR${plain.short_tracking_reference as string}`)
    expect(plain.parcels).toMatchObject([
      { tracking_reference: `KAR${plain.short_tracking_reference as string}/1` },
    ])
    expect(
      fieldsOf(await book({ custom_tracking_reference: '0001' }, caller)).custom_tracking_reference,
    ).toBe('KAR0001')
    expect(
      fieldsOf(await book({ custom_tracking_reference: 'kar0002' }, caller)).custom_tracking_reference,
    ).toBe('KAR0002')
    expect((await book({ custom_tracking_reference: '003' }, caller)).status).toBe(400)
  })

  it('number the returns of a shipment', async () => {
    const { short_tracking_reference: short } = shipment
    const first = fieldsOf(await book({ is_return: true, short_tracking_reference: short }))
    const second = fieldsOf(await book({ is_return: 'true', short_tracking_reference: short.toLowerCase() }))
    expect([first.custom_tracking_reference, second.custom_tracking_reference]).toEqual([
      `${short}-R`,
      `${short}-R2`,
    ])
    expect(first).toMatchObject({ is_return: true })
    expect(first.short_tracking_reference).not.toBe(short)
    const found = await key.http('GET', '/shipments?is_return=1')
    expect((fieldsOf(found).shipments as Fields[]).map((one) => one.id).sort()).toEqual(
      [first.id, second.id].sort(),
    )
  })
})

describe('lists', () => {
  it('filter by customer reference exactly in any case, or as a substring between percent signs', async () => {
    const idsOf = async (query: string) =>
      (fieldsOf(await key.http('GET', `/shipments?${query}`)).shipments as Fields[]).map((one) => one.id)
    expect(await idsOf('customer_reference=order-1001')).toEqual([shipment.id])
    expect(await idsOf('customer_reference=order')).toEqual([])
    expect(await idsOf('customer_reference=%25rder-10%25')).toEqual([shipment.id])
    expect(await idsOf('customer_reference=%25%25')).toEqual(expect.arrayContaining([shipment.id]))
  })

  it('apply paging and order, fall back on invalid values, and reject a limit that is not a number', async () => {
    const own = await p.given.account()
    const caller = await p.apiKey(own.id)
    const ids: unknown[] = []
    for (let made = 0; made < 3; made += 1) ids.push(fieldsOf(await book({}, caller)).id)
    const page = async (query: string) => {
      const { shipments, count } = fieldsOf(await caller.http('GET', `/shipments?${query}`)) as {
        shipments: Fields[]
        count: number
      }
      return { ids: shipments.map((one) => one.id), count }
    }
    const newest = [...ids].reverse()
    expect(await page('')).toEqual({ ids: newest, count: 3 })
    expect(await page('limit=1&offset=1')).toEqual({ ids: [newest[1]], count: 3 })
    expect(await page('limit=0')).toEqual({ ids: newest, count: 3 })
    expect(await page('limit=-5&offset=-5')).toEqual({ ids: newest, count: 3 })
    expect(await page('limit=99999')).toEqual({ ids: newest, count: 3 })
    expect(await page('order_by=id&order=asc')).toEqual({ ids, count: 3 })
    expect(await page('order_by=nonsense&order=down')).toEqual({ ids: newest, count: 3 })
    expect((await caller.http('GET', '/shipments?limit=ten')).status).toBe(400)
  })

  it('return parcels with the shipments they belong to', async () => {
    const reply = await key.http('GET', `/shipments/parcels?shipment_id=${shipment.id}`)
    expect(reply.body).toMatchObject({ count: 2, shipments: [{ id: shipment.id }] })
    const one = await key.http('GET', '/shipments/parcels?alternative_tracking_reference=sticker-77')
    expect(one.body).toMatchObject({
      count: 1,
      parcels: [{ shipment: null, shipment_id: shipment.id, alternative_tracking_reference: 'STICKER-77' }],
    })
    expect((await key.http('GET', '/shipments/parcels?tracking_reference=ZZZZZZ%2F1')).body).toEqual({
      parcels: [],
      shipments: [],
      count: 0,
    })
  })
})

describe('labels', () => {
  it('are named links that need no header and are valid for seven days', async () => {
    for (const [path, name] of [
      ['/shipments/label', 'Label'],
      ['/shipments/label/stickers', 'Stickers'],
    ] as const) {
      const reply = await key.http('GET', `${path}?id=[${shipment.id}]`)
      expect(reply.body).toEqual({
        url: expect.stringMatching(/^https?:\/\//),
        filename: `${name}_${p.provider_id}_${shipment.short_tracking_reference}.pdf`,
        bucket: expect.any(String),
        file_size: expect.any(Number),
        expiry_duration: '7 days',
      })
      const { pathname, search } = new URL((reply.body as { url: string }).url)
      const fetched = () => p.guest().http('GET', pathname + search)
      const file = await fetched()
      expect(file.status).toBe(200)
      expect(file.headers['content-type']).toBe('application/pdf')
      expect(String(file.body).slice(0, 5)).toBe('%PDF-')
      p.runtime.setNow(new Date(Date.now() + 6.9 * 86_400_000))
      expect((await fetched()).status).toBe(200)
      p.runtime.setNow(new Date(Date.now() + 7.1 * 86_400_000))
      expect((await fetched()).status).toBe(404)
      p.runtime.setNow(null)
      expect((await p.guest().http('GET', `${pathname + search}x`)).status).toBe(404)
    }
  })

  it('return ZPL with one sticker per parcel, in pages', async () => {
    const reply = await key.http('GET', `/shipments/label/stickers?id=${shipment.id}&format=zpl`)
    const body = reply.body as {
      label: string
      count: number
      shipments: { parcel_waybills: { parcel_reference: string; sticker_waybill_content: string }[] }[]
    }
    expect(body.count).toBe(2)
    expect(body.shipments).toMatchObject([
      { id: shipment.id, short_tracking_reference: shipment.short_tracking_reference },
    ])
    const stickers = body.shipments[0]?.parcel_waybills ?? []
    expect(stickers.map((one) => one.parcel_reference)).toEqual(
      shipment.parcels.map((one) => one.tracking_reference),
    )
    for (const sticker of stickers) expect(sticker.sticker_waybill_content).toMatch(/^\^XA[\s\S]*\^XZ\s*$/)
    expect(body.label.match(/\^XA/g)).toHaveLength(2)
    const page = await key.http(
      'GET',
      `/shipments/label/stickers?id=${shipment.id}&format=zpl&limit=1&offset=1`,
    )
    expect(page.body).toMatchObject({
      count: 2,
      shipments: [{ parcel_waybills: [{ parcel_reference: shipment.parcels[1]?.tracking_reference }] }],
    })
  })

  it('are rejected for cancelled and unknown shipments, and for too many at once', async () => {
    const cancelled = await p.given.shipment({ account_id, status: 'cancelled' })
    expect((await key.http('GET', `/shipments/label?id=${cancelled.id}`)).status).toBe(400)
    expect((await key.http('GET', '/shipments/label?id=987654321')).status).toBe(404)
    expect((await key.http('GET', `/shipments/label?id=[${shipment.id},987654321]`)).status).toBe(404)
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
    expect((await key.http('GET', `/shipments/label?id=${many}`)).status).toBe(400)
    expect((await key.http('GET', '/shipments/label')).status).toBe(400)
  })

  it('are returned to guests who give the sender’s email or number of a paid guest shipment', async () => {
    const made = fieldsOf(await book({ billing_contact: { email: 'riaan@example.com' } }, p.guest()))
    const requestLabel = (query: string) =>
      p.guest().http('GET', `/shipments/label?id=${String(made.id)}${query}`)
    expect((await requestLabel('&collection_email=RIAAN@example.com')).body).toMatchObject({
      message: expect.stringMatching(/is not paid yet/),
    })
    await p.inTransaction(async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, Number(made.id)), { to: 'submitted', message: 'Paid' })
    })
    expect((await requestLabel('&collection_email=RIAAN@example.com')).status).toBe(200)
    expect((await requestLabel('&collection_contact_number=%2B27215550142')).status).toBe(200)
    expect((await requestLabel('')).status).toBe(404)
    expect((await requestLabel('&collection_email=someone@example.com')).status).toBe(404)
    expect(
      (await p.guest().http('GET', `/shipments/label?id=${shipment.id}&collection_email=riaan@example.com`))
        .status,
    ).toBe(404)
  })
})

describe('response fields that clients rely on', () => {
  it('are present in quotes, bookings, cancellations, tracking and pickup points', async () => {
    const rates = fieldsOf(await quote({ opt_in_rates: [] }))
    expect(rates).toMatchObject({
      message: 'Success',
      rates: expect.arrayContaining([
        expect.objectContaining({
          rate: expect.any(Number),
          rate_excluding_vat: expect.any(Number),
          base_rate: expect.objectContaining({
            charge: expect.any(Number),
            charge_per_parcel: [expect.any(Number)],
          }),
          rate_adjustments: expect.any(Array),
          time_based_rate_adjustments: expect.any(Array),
          surcharges: expect.any(Array),
          extras: expect.any(Array),
          service_level: expect.objectContaining({
            id: expect.any(Number),
            code: expect.stringMatching(/^.{3}$/),
            name: expect.stringMatching(/./),
            description: expect.any(String),
            collection_date: expect.stringMatching(/Z$/),
            collection_cut_off_time: expect.stringMatching(/Z$/),
            delivery_date_from: expect.stringMatching(/Z$/),
            delivery_date_to: expect.stringMatching(/Z$/),
            insurance_disabled: expect.any(Boolean),
          }),
        }),
      ]),
    })
    for (const rate of rates.rates as { rate_adjustments: Fields[]; time_based_rate_adjustments: Fields[] }[])
      for (const line of [...rate.rate_adjustments, ...rate.time_based_rate_adjustments])
        expect(line).toMatchObject({
          id: expect.any(Number),
          name: expect.stringMatching(/./),
          charge: expect.any(Number),
        })

    const made = fieldsOf(await book())
    expect(made).toMatchObject({
      id: expect.any(Number),
      short_tracking_reference: expect.stringMatching(/^[A-Z0-9]{6}$/),
      estimated_collection: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      status: expect.any(String),
      service_level_code: 'ECO',
      rate: expect.any(Number),
      time_created: expect.any(String),
      source: 'api',
      created_by: key.username,
      tracking_events: null,
    })
    expect(made).not.toHaveProperty('custom_tracking_reference')
    expect(made.account).not.toHaveProperty('billing_contact')

    const cancelled = await key.http('POST', '/shipments/cancel', { id: made.id })
    expect(cancelled.body).toMatchObject({ id: made.id, status: 'cancelled' })

    const tracked = await key.http(
      'GET',
      `/tracking/shipments?tracking_reference=${shipment.short_tracking_reference}`,
    )
    expect(tracked.body).toMatchObject({
      shipments: [
        {
          status: expect.any(String),
          tracking_events: expect.arrayContaining([
            expect.objectContaining({
              id: expect.any(Number),
              date: expect.any(String),
              status: expect.any(String),
              message: expect.any(String),
            }),
          ]),
        },
      ],
    })
    const points = await key.http('GET', '/pickup-points?search=long')
    expect(points.body).toMatchObject({
      pickup_points: [
        {
          pickup_point_id: 'CPT1',
          pickup_point_provider: 'own',
          trading_hours: 'Mon-Sun 07:00-21:00',
          address: { company: expect.stringMatching(/./), entered_address: expect.stringMatching(/./) },
        },
      ],
    })
    expect(messageOf(await key.http('GET', '/shipments/label?id=987654321'))).toMatch(/./)
  })

  it('are all present in a shipment, with ids that fit into 32 bits', async () => {
    const made = fieldsOf(await book({ declared_value: 1100 }))
    const always =
      'id provider_id account_id short_tracking_reference source created_by modified_by time_created time_modified submitted_date deleted_date latest_tracking_event_time rating_reference payment_reference status is_return is_pending has_been_invoiced has_pod_files all_pods_are_verified has_rating mute_notifications disable_new_charges payment_intervention_status collection_rescheduled delivery_rescheduled collection_cutoff_override priority_level total_note_count external_note_count requires_action_note_count collection_request_id service_level_id service_level_code service_level_name service_level_cut_off_time original_shipment_information rate original_rate previous_rate rates charged_weight actual_weight volumetric_weight declared_value opt_in_rates opt_in_time_based_rates collection_min_date collection_after collection_before delivery_min_date delivery_after delivery_before estimated_collection original_estimated_collection estimated_delivery_from estimated_delivery_to original_estimated_delivery_from earliest_collection_capacity_date collected_date original_collected_date delivered_date special_instructions_collection special_instructions_delivery collection_address collection_address_id collection_address_book_id collection_contact collection_pickup_point_provider delivery_address delivery_address_id delivery_address_book_id delivery_contact delivery_pickup_point_provider parcels account provider collection_agent_id delivery_agent_id original_collection_agent_id original_delivery_agent_id collection_agent_zone delivery_agent_zone collection_agent_routing_number delivery_agent_routing_number collection_read_by_driver_time delivery_read_by_driver_time account_branch_id current_branch_id current_branch_name current_branch_public_name collection_branch_id collection_branch_name collection_branch_public_name delivery_branch_id delivery_branch_name delivery_branch_public_name transient_branch_ids pod_method proof_of_delivery_pin_hashed tracking_events'.split(
        ' ',
      )
    expect(always.filter((name) => !(name in made))).toEqual([])
    const places =
      'id type company street_address local_area city code zone country lat lng entered_address hash gs_hash geo_local_area geo_city time_created time_modified'.split(
        ' ',
      )
    expect(places.filter((name) => !(name in (made.collection_address as Fields)))).toEqual([])
    const charges =
      'id provider_id shipment_id rate_revision_id billing_transaction_id name type type_id value vat vat_percentage vat_type valid_from valid_until is_opt_in is_custom_charge is_quantity_based_charge quantity metadata'.split(
        ' ',
      )
    const rows = made.rates as Fields[]
    for (const row of rows)
      expect(
        charges.filter((name) => !(name in row)),
        String(row.type),
      ).toEqual([])
    const sum = rows
      .filter((row) => row.type !== 'rate_formula')
      .reduce((total, row) => total + Math.round(Number(row.value) * 100), 0)
    expect(sum).toBe(Math.round(Number(made.rate) * 100))

    const texts = JSON.stringify(made).matchAll(/"(?:\w+_)?id":(\d+)/g)
    for (const [, id] of texts) expect(Number(id)).toBeLessThan(2_147_483_648)
  })

  it('include the PIN for admin keys but not for account keys', async () => {
    expect(fieldsOf(await book())).not.toHaveProperty('proof_of_delivery_pin')
    const seen = await admin.http('GET', `/shipments?id=${shipment.id}`)
    expect((fieldsOf(seen).shipments as Fields[])[0]?.proof_of_delivery_pin).toMatch(/^\d{4}$/)
  })
})

describe('accounts and users', () => {
  it('return only its own account to an account key', async () => {
    const reply = await key.http('GET', '/accounts')
    expect(reply.body).toMatchObject({
      count: 1,
      accounts: [{ id: account_id, account_type: 'postpaid', default_collection_address: null }],
    })
    const all = await admin.http('GET', '/accounts?limit=5&order_by=account_code&order=desc')
    const codes = (fieldsOf(all).accounts as Fields[]).map((one) => String(one.account_code))
    expect(codes.length).toBeGreaterThan(1)
    expect(codes).toEqual([...codes].sort().reverse())
    expect((await admin.http('GET', `/accounts?id=${account_id}`)).body).toMatchObject({ count: 1 })
  })

  it('store an address book entry, also with a nested address as in published examples', async () => {
    const made = await key.http('POST', '/accounts/address-books', {
      name: 'Warehouse',
      mobile_number: '0215550142',
      address: { lat: '-33.93', lng: '18.55', collection_address: { ...shop, code: 7460 } },
    })
    expect(made.body).toMatchObject({
      name: 'Warehouse',
      source: 'manual',
      account_id,
      address: { ...shop, lat: -33.93, lng: 18.55 },
    })
    const found = await key.http('GET', '/accounts/address-books?search=wareh')
    expect(found.body).toMatchObject({ count: 1, address_books: [{ id: fieldsOf(made).id }] })
    expect((await key.http('POST', '/accounts/address-books', { name: '', address: shop })).status).toBe(400)
    expect((await key.http('POST', '/accounts/address-books', { name: 'x' })).status).toBe(400)
    expect((await admin.http('POST', '/accounts/address-books', { name: 'x', address: shop })).status).toBe(
      400,
    )
    const removed = await key.http('DELETE', '/accounts/address-books', {
      id: fieldsOf(made).id,
      account_id,
      provider_id: p.provider_id,
    })
    expect([removed.status, removed.body?.toString()]).toEqual([204, ''])
    expect((await key.http('DELETE', '/accounts/address-books', { id: fieldsOf(made).id })).status).toBe(404)
  })

  it('issue API keys to sessions only, as 32 hexadecimal characters that are returned once', async () => {
    expect((await key.http('GET', '/users/api-keys')).status).toBe(403)
    expect((await admin.http('POST', '/users/api-keys', { name: 'x' })).status).toBe(403)
    const owner = await p.owner(account_id)
    const made = await owner.http('POST', '/users/api-keys', { name: 'Shop' })
    const { api_key, id, username } = made.body as { api_key: string; id: number; username: string }
    expect(api_key).toMatch(/^[0-9a-f]{32}$/)
    expect(username).toMatch(new RegExp(`^${owner.username}-[0-9a-f-]{36}$`))
    expect(made.body).toMatchObject({
      name: 'Shop',
      last_four: api_key.slice(-4),
      account_id,
      role_id: role_ids.account_owner,
      time_last_used: null,
    })
    const listed = JSON.stringify((await owner.http('GET', '/users/api-keys')).body)
    expect(listed).toContain(username)
    expect(listed).not.toContain(api_key)
    expect(listed).not.toContain('digest')
    expect((await owner.http('POST', '/users/api-keys', { name: '' })).status).toBe(400)
    expect(
      (await owner.http('POST', '/users/api-keys', { name: 'x', role_id: role_ids.administrator })).status,
    ).toBe(403)
    expect((await owner.http('DELETE', '/users/api-keys', { id })).status).toBe(204)
    expect((await owner.http('DELETE', '/users/api-keys', { id })).status).toBe(404)
  })

  it('issue no API key with more rights than its creator, or for an account outside the company', async () => {
    const staff = await p.staff()
    expect(
      (await staff.http('POST', '/users/api-keys', { name: 'x', role_id: role_ids.system_administrator }))
        .status,
    ).toBe(403)
    expect((await staff.http('POST', '/users/api-keys', { name: 'x', account_id: 987654 })).status).toBe(403)
    await p.inTransaction((ctx) =>
      ctx.db
        .insertInto('role')
        .values({
          provider_id: p.provider_id,
          id: 50,
          name: 'Keys',
          label: 'Keys',
          permissions: ['API_/users/api-keys:*'],
          permissions_ui: [],
          require_2fa: false,
        })
        .execute(),
    )
    const clerk = await p.user(50)
    const refused = await clerk.http('POST', '/users/api-keys', {
      name: 'x',
      role_id: role_ids.provider_api_user,
    })
    expect([refused.status, messageOf(refused)]).toEqual([
      403,
      expect.stringContaining('has more permissions than you'),
    ])
  })

  it('list users without secrets', async () => {
    const reply = await (await p.staff()).http('GET', '/users')
    const text = JSON.stringify(reply.body)
    expect(text).not.toMatch(/password|digest|secret|argon|token/i)
    expect((fieldsOf(reply).users as Fields[])[0]).toMatchObject({
      username: expect.any(String),
      email: expect.any(String),
      role: { id: expect.any(Number), permissions: expect.any(Array) },
      is_api_user: expect.any(Boolean),
      two_factor_auth_enabled: false,
    })
    const own = await (await p.owner(account_id)).http('GET', '/users')
    expect(new Set((fieldsOf(own).users as Fields[]).map((one) => one.account_id))).toEqual(
      new Set([account_id]),
    )
  })

  it('read and save settings, reject unknown keys without partial saves, and mask secrets as ***', async () => {
    const staff = await p.staff()
    await staff.send(settingsApi.save, { settings: [{ key: 'infobip_api_key', value: 'very secret' }] })
    const read = await staff.http('GET', '/providers/settings?setting=INFOBIP_API_KEY')
    expect(read.body).toMatchObject({
      count: 1,
      settings: [{ key: 'infobip_api_key', value: '***', provider_id: p.provider_id }],
    })
    const refused = await staff.http('POST', '/providers/settings', {
      settings: [
        { key: 'tracking_prefix', value: 'NEW' },
        { key: 'no_such_setting', value: '1' },
      ],
    })
    expect([refused.status, messageOf(refused)]).toEqual([
      400,
      'There is no setting no_such_setting. Check its name.',
    ])
    expect((await staff.http('GET', '/providers/settings?setting=tracking_prefix')).body).toMatchObject({
      count: 0,
    })
    const wrong = await staff.http('POST', '/providers/settings', {
      settings: [{ key: 'parcel_max_length', value: 'long' }],
    })
    expect(wrong.status).toBe(400)
    const owner = await (await p.owner(account_id)).http('GET', '/providers/settings')
    expect(JSON.stringify(owner.body)).not.toContain('infobip')
    expect(
      (await (await p.owner(account_id)).http('POST', '/providers/settings', { settings: [] })).status,
    ).toBe(403)
  })

  it('[API-022] [API-023] return all start data of the shell in one small response', async () => {
    for (const caller of [await p.staff(), await p.owner(account_id), await p.driver()]) {
      const reply = await caller.http('GET', '/general-data')
      expect(reply.status).toBe(200)
      for (const name of 'provider_settings account_settings user_settings user account roles branches shipment_tags account_tags drivers current_time'.split(
        ' ',
      ))
        expect(reply.body, name).toHaveProperty(name)
      expect(JSON.stringify(reply.body).length).toBeLessThan(30 * 1024)
      expect(JSON.stringify(reply.body)).not.toContain('very secret')
    }
    expect((await key.http('GET', '/general-data')).status).toBe(403)
  })
})

describe('pickup points, geocoding, search and files', () => {
  const points = async (query: string, caller = p.guest()) => {
    const reply = await caller.http('GET', `/pickup-points?${query}`)
    expect(reply.status, query).toBe(200)
    return fieldsOf(reply) as { pickup_points: Fields[]; count: number }
  }
  const idsOf = async (query: string) => (await points(query)).pickup_points.map((one) => one.pickup_point_id)

  it('[PP-023] [PP-024] find pickup points by text, type, id and network', async () => {
    expect(await idsOf('search=rosebank')).toEqual(['JHB1'])
    expect(await idsOf('search=cpt1')).toEqual(['CPT1'])
    expect(await idsOf('search=cape%20town&type=counter')).toEqual(['CPT2'])
    expect((await idsOf('type=point')).length).toBe(3)
    expect(await idsOf('pickup_point_id=CPT2')).toEqual(['CPT2'])
    expect(await idsOf('pickup_point_provider=bob-box')).toEqual([])
    expect(await idsOf('search=nothing%20like%20it')).toEqual([])
    expect((await points('limit=1')).count).toBe(3)
  })

  it('[PP-024] order pickup points by distance, usable ones first, within a radius', async () => {
    const near = 'lat=-33.922&lng=18.4195&order_closest=true'
    const { pickup_points } = await points(near)
    expect(pickup_points.map((one) => one.pickup_point_id)).toEqual(['CPT2', 'CPT1'])
    expect(pickup_points.every((one) => typeof one.distance_km === 'number')).toBe(true)
    expect(await idsOf(`${near}&radius=2000`)).toEqual(['CPT2', 'JHB1', 'CPT1'])
    expect(await idsOf(`${near}&distance=0.5`)).toEqual(['CPT1'])
    const full = JSON.stringify([
      { name: 'M', length: 60, width: 41, height: 19, weight: 10, available: false },
    ])
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('pickup_point')
        .set({ compartments: full })
        .where('pickup_point_id', '=', 'CPT2')
        .execute(),
    )
    expect(await idsOf(`${near}&radius=2000`)).toEqual(['JHB1', 'CPT1', 'CPT2'])
    expect(await idsOf('search=Rosebank%2C%20Johannesburg&order_closest=1')).toEqual(['JHB1'])
    expect(await idsOf('search=Cape%20Town&order_closest=1&radius=2000')).toEqual(['JHB1', 'CPT1', 'CPT2'])
    expect(await idsOf('search=jhb1&order_closest=1')).toEqual(['JHB1'])
  })

  it('return hidden pickup points to staff but not to guests', async () => {
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('pickup_point')
        .set({ is_hidden: true })
        .where('pickup_point_id', '=', 'JHB1')
        .execute(),
    )
    expect(await idsOf('search=rosebank')).toEqual([])
    expect((await points('search=rosebank', await p.staff())).count).toBe(1)
  })

  it('book to a pickup point, ignoring an address sent with it', async () => {
    const reply = await book({
      delivery_pickup_point_id: 'CPT2',
      service_level_code: null,
      service_level_id: null,
    })
    expect([reply.status, messageOf(reply)]).toEqual([400, 'A service level is required.'])
    const levels = ratesOf(
      await key.http('POST', '/rates', {
        collection_address: shop,
        delivery_pickup_point_id: 'CPT2',
        parcels: [parcel],
      }),
    )
    const [level] = levels
    if (!level) return
    const made = await book({ delivery_pickup_point_id: 'CPT2', service_level_id: level.service_level.id })
    expect(made.body).toMatchObject({
      delivery_pickup_point_id: 'CPT2',
      delivery_pickup_point_provider: 'own',
      delivery_address: { type: 'counter' },
    })
  })

  it('[ADDR-015] [ADDR-016] return the coordinates of an address, or 404', async () => {
    const found = await key.http('POST', '/geocode', home)
    expect(found.body).toMatchObject({
      lat: expect.any(Number),
      lng: expect.any(Number),
      entered_address: expect.stringContaining('31 Bath Avenue'),
      geo_local_area: 'Rosebank',
      geo_city: 'Johannesburg',
      accuracy: 'suburb',
    })
    expect(
      (await key.http('POST', '/geocode', { street_address: 'Nowhere', city: 'No Such Town' })).status,
    ).toBe(404)
  })

  it('find a shipment or account by its references', async () => {
    const open = (caller: Caller, text: string) =>
      caller.http('GET', `/ui/nav-search?search_query=${encodeURIComponent(text)}`)
    const staff = await p.staff()
    for (const text of [
      shipment.short_tracking_reference.toLowerCase(),
      'sticker-77',
      'order-1001',
      ` ${shipment.short_tracking_reference}/2 `,
    ])
      expect((await open(staff, text)).body, text).toMatchObject({
        type: 'shipment',
        data: { id: shipment.id },
      })
    const account = await p.given.account({ account_code: 'KAR001' })
    expect((await open(staff, 'kar001')).body).toMatchObject({
      type: 'account',
      data: { id: account.id, reference: 'KAR001' },
      count: 1,
    })
    const missing = await open(staff, 'INV009999')
    expect([missing.status, messageOf(missing)]).toEqual([404, 'Reference could not be found'])
    expect((await open(await p.driver(), 'KAR001')).status).toBe(404)
  })

  it('sign uploads of allowed file types, and no downloads of unknown files or folders', async () => {
    const up = await key.http('GET', '/s3-url/upload?file_name=proof.jpg&folder=shipment-images')
    expect(up.body).toMatchObject({
      url: expect.stringMatching(/^http/),
      file_name: expect.stringMatching(/\.jpg$/),
    })
    expect((await key.http('GET', '/s3-url/upload?file_name=evil.svg&folder=shipment-images')).status).toBe(
      400,
    )
    expect(
      (await key.http('GET', '/s3-url/download?file_name=["a.jpg"]&folder=shipment-images')).body,
    ).toEqual({ url: {} })
    const wrong = await key.http('GET', '/s3-url/download?file_name=["a.jpg"]&folder=secrets')
    expect([wrong.status, messageOf(wrong)]).toEqual([400, 'invalid folder'])
  })
})

describe('public holidays', () => {
  it('are replaced as a whole by a plain list, with one holiday per day', async () => {
    const staff = await p.staff()
    const list = [
      { date: '2031-12-25T22:00:00.000Z', description: 'Day of Goodwill' },
      { date: '2031-03-21', description: '' },
    ]
    const saved = await staff.http('POST', `/rates/holidays?provider_id=${p.provider_id}`, list)
    const { holidays } = saved.body as { holidays: { date: string }[] }
    expect(holidays.filter(({ date }) => date >= '2030-12-31T22:00')).toMatchObject([
      { date: '2031-03-20T22:00:00.000Z' },
      { date: '2031-12-25T22:00:00.000Z', description: 'Day of Goodwill' },
    ])
    const twice = await staff.http('POST', '/rates/holidays', [
      { date: '2031-03-21' },
      { date: '2031-03-21T10:00:00Z' },
    ])
    expect(twice.status).toBe(400)
    expect((await staff.http('GET', '/rates/holidays')).body).toEqual(saved.body)
    expect((await key.http('POST', '/rates/holidays', [])).status).toBe(403)
  })

  it('[RATE-018] service areas list their service days from Monday to Sunday', async () => {
    const reply = await key.http('GET', '/rates/service-areas')
    const areas = fieldsOf(reply).service_areas as { days: Fields[]; is_default: boolean }[]
    expect(areas.length).toBeGreaterThan(0)
    for (const area of areas)
      for (const one of area.days) expect(Object.keys(one).sort()).toEqual(['is_active', 'name'])
    for (const area of areas)
      expect(area.days.map((one) => one.name)).toEqual([
        'Monday',
        'Tuesday',
        'Wednesday',
        'Thursday',
        'Friday',
        'Saturday',
        'Sunday',
      ])
    const fallback = await key.http('GET', '/rates/service-areas?is_default=1')
    expect(fieldsOf(fallback).service_areas).toEqual(areas.filter(({ is_default }) => is_default))
  })
})

describe('signed-in sessions', () => {
  it('let an account owner change and cancel a shipment', async () => {
    const owner = await p.owner(account_id)
    const { id } = await p.given.shipment({ account_id })
    const reply = await owner.http('PATCH', '/shipments', { id, customer_reference: 'PO 7' })
    expect(reply.body).toMatchObject({ customer_reference: 'PO 7' })
    expect((await owner.send(shipmentsApi.cancel, { id, message: 'No longer needed' })).status).toBe(
      'cancelled',
    )
    expect((await owner.send(identityApi.users, {})).count).toBeGreaterThan(0)
  })
})
