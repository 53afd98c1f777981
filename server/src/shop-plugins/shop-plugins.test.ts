import type { AddressInfo } from 'node:net'
import { standard_compartments } from '@waybill/domain/pickup-points/fit'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  newProvider,
  type Caller,
  type Reply,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'
import { saveAddresses } from '../accounts/index.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { makeHttp, type HttpServer } from '../main/listen.ts'
import { insertPoint } from '../pickup-points/store.ts'

type Fields = Record<string, unknown>
type Point = Omit<Parameters<typeof insertPoint>[1], 'address_id' | 'trading_hours'>

let p: TestProvider
let account_id: number
let key: Caller
let other: Caller

async function addPoint(more: Partial<Point> & { pickup_point_id: string }): Promise<void> {
  await p.inTransaction(async (ctx) => {
    const type = more.type ?? 'locker'
    const place = { ...address('375 Rivonia Road', 'Rivonia', 'Sandton', '2191', 'GP'), type }
    const [addressId = 0] = await saveAddresses(ctx, [{ ...place, lat: -26.05, lng: 28.06 }])
    await insertPoint(ctx, {
      pickup_point_provider: 'tcg-locker',
      name: `Locker ${more.pickup_point_id}`,
      lat: -26.05,
      lng: 28.06,
      compartments: standard_compartments['tcg-locker'].map((box) => ({ ...box, available: true })),
      ...more,
      type,
      address_id: addressId,
      trading_hours: 'Mon-Fri 08:00-17:00',
    })
  })
}

beforeAll(async () => {
  p = await newProvider({ enable_tcg_locker: true })
  account_id = (await p.given.account()).id
  key = await p.apiKey(account_id)
  other = await p.apiKey((await p.given.account()).id)
  await addPoint({ pickup_point_id: 'CG54' })
  await addPoint({ pickup_point_id: 'CG55' })
  await addPoint({ pickup_point_id: 'CG56', is_hidden: true })
  await addPoint({ pickup_point_id: 'CG57', status: 'offline' })
  await addPoint({ pickup_point_id: 'K1', type: 'counter', compartments: [] })
  await addPoint({ pickup_point_id: 'BB1', pickup_point_provider: 'bob-box' })
  await addPoint({
    pickup_point_id: 'CG55',
    pickup_point_provider: 'bob-box',
    name: 'A locker of a network that is off',
  })
})

const home = { street_address: '31 Bath Avenue', local_area: 'Rosebank', city: 'Johannesburg', code: '2196' }
const parcel = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 7,
  submitted_weight_kg: 2,
}
const contact = { name: 'Naledi Mokoena', email: 'naledi@example.com', mobile_number: '0821234567' }
const to_locker = {
  collection_address: home,
  delivery_address: { terminal_id: 'CG54:Rivonia locker' },
  parcels: [parcel],
}
const order = {
  ...to_locker,
  collection_contact: contact,
  delivery_contact: contact,
  service_level_code: 'ECO',
}
const fieldsOf = (reply: Reply) => reply.body as Fields
const book = (more: object = {}, headers: Record<string, string> = {}) =>
  key.http('POST', '/api/v1/shipments', { ...order, ...more }, headers)

describe('the list of lockers', () => {
  it('is a bare array of the lockers that take parcels, in the form of the plug-ins', async () => {
    const reply = await key.http('GET', '/api/v1/lockers-data')
    expect(reply.status).toBe(200)
    const lockers = reply.body as Fields[]
    expect(lockers.map(({ code }) => code)).toEqual(['CG54', 'CG55'])
    expect(lockers[0]).toMatchObject({
      code: 'CG54',
      name: 'Locker CG54',
      latitude: '-26.050000',
      longitude: '28.060000',
      address: expect.stringContaining('375 Rivonia Road, Rivonia, Sandton'),
      type: { name: 'Locker' },
      place: { placeNumber: '', town: 'Sandton', postalCode: '2191' },
    })
    expect(lockers[0]?.openinghours).toContainEqual({
      day: 'Friday',
      open_time: '08:00:00',
      close_time: '17:00:00',
    })
    expect(lockers[0]?.lstTypesBoxes).toMatchObject([
      { name: 'V4-XS', width: 60, height: 8, length: 17, weight: 2 },
      { name: 'V4-S', weight: 5 },
      { name: 'V4-M', weight: 10 },
      { name: 'V4-L', weight: 15 },
      { name: 'V4-XL', weight: 20 },
    ])
  })

  it('needs a key', async () => {
    expect((await p.guest().http('GET', '/api/v1/lockers-data')).status).toBe(401)
  })
})

describe('prices for plug-ins', () => {
  const rates = async (more: object) => {
    const reply = await key.http('POST', '/api/v1/locker-rates-new', { ...to_locker, ...more })
    return { status: reply.status, ...(reply.body as { message: string; rates: Fields[] }) }
  }

  it('are those of the rates call for the same locker', async () => {
    const usual = await key.http('POST', '/rates', {
      ...to_locker,
      delivery_address: undefined,
      delivery_pickup_point_id: 'CG54',
    })
    const answer = await rates({})
    expect(answer.rates.length).toBeGreaterThan(0)
    expect({ ...answer, status: undefined }).toEqual({ ...fieldsOf(usual), status: undefined })
  })

  it.each([
    ['from a locker', { collection_address: { terminal_id: 'CG55' }, delivery_address: home }, /^Success$/],
    ['between lockers', { collection_address: { terminal_id: 'CG55' } }, /^Success$/],
    [
      'between addresses without zone and country',
      { delivery_address: { ...home, code: '2191' } },
      /^Success$/,
    ],
    ['to an unknown locker', { delivery_address: { terminal_id: 'XX1' } }, /pickup point XX1/],
    [
      'to a locker of a network that is off',
      { delivery_address: { terminal_id: 'BB1' } },
      /pickup point BB1/,
    ],
    ['without a destination', { delivery_address: null }, /delivery address is missing/],
    ['without a parcel', { parcels: [] }, /At least one parcel/],
    ['of a parcel that no compartment takes', { parcels: [{ ...parcel, submitted_weight_kg: 40 }] }, /fit/],
  ])('always have a list: %s', async (_, more, message) => {
    const answer = await rates(more)
    expect(answer).toMatchObject({ status: 200, message: expect.stringMatching(message) })
    expect(answer.rates.length > 0).toBe(answer.message === 'Success')
  })
})

describe('bookings of plug-ins', () => {
  it('return the shipment with its id, and the short reference where there is no custom one', async () => {
    const reply = await book()
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const shipment = fieldsOf(reply)
    expect(shipment).toMatchObject({
      id: expect.any(Number),
      custom_tracking_reference: shipment.short_tracking_reference,
      delivery_pickup_point_id: 'CG54',
      delivery_pickup_point_provider: 'tcg-locker',
      account_id,
      source: 'api',
    })
    const stored = fieldsOf(await key.http('GET', `/shipments/${shipment.id as number}`))
    expect(stored).not.toHaveProperty('custom_tracking_reference')
    const custom = await book({ delivery_address: home, custom_tracking_reference: 'shop-4711' })
    expect(custom.body).toMatchObject({ custom_tracking_reference: 'SHOP-4711' })
  })

  it('are booked once when repeated with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'order 4711' }
    const [first, again] = [await book({}, headers), await book({}, headers)]
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await book({ service_level_code: 'ONX' }, headers)).status).toBe(422)
  })

  it('are rejected for the same reasons as other bookings', async () => {
    for (const more of [
      { delivery_address: { terminal_id: 'XX1' } },
      { delivery_contact: null },
      { parcels: [parcel, parcel] },
      { service_level_code: 'XYZ' },
    ]) {
      const [reply, usual] = [await book(more), await key.http('POST', '/shipments', { ...order, ...more })]
      expect(reply.status, JSON.stringify(more)).toBeGreaterThanOrEqual(400)
      expect([reply.status, fieldsOf(reply).message]).toEqual([usual.status, fieldsOf(usual).message])
    }
  })

  it('may also name a locker by its terminal in the usual calls', async () => {
    const booked = await key.http('POST', '/shipments', order)
    expect(booked.body).toMatchObject({ delivery_pickup_point_id: 'CG54' })
    const saved = await key.http('POST', '/shipment-quotes', order)
    expect(saved.body).toMatchObject({ delivery_pickup_point_id: 'CG54', status: 'quote' })
    const extras = fieldsOf(await key.http('POST', '/rates/opt-in', to_locker))
    expect(extras.count).toBeGreaterThan(0)
    const counter = await key.http('POST', '/shipments', {
      ...order,
      delivery_address: { terminal_id: 'K1' },
    })
    expect(counter.body).toMatchObject({ delivery_pickup_point_id: 'K1' })
  })
})

describe('a hidden locker', () => {
  it('is priced for staff only, also after staff have asked', async () => {
    const hidden = { ...to_locker, delivery_address: { terminal_id: 'CG56' } }
    const staff = await p.staff()
    for (const caller of [staff, key, staff]) {
      const { rates } = fieldsOf(await caller.http('POST', '/rates', hidden)) as { rates: Fields[] }
      expect(rates.length > 0).toBe(caller === staff)
    }
  })
})

describe('files for plug-ins', () => {
  const kinds = ['waybill', 'sticker'] as const
  let shipment: Fields
  beforeAll(async () => {
    shipment = fieldsOf(await book())
  })
  const pathOf = (kind: string, name = shipment.id) => `/generate/${kind}/${name as string}`

  it('are the PDF itself, by id or reference, with the key in the address or in the header', async () => {
    const guest = p.guest()
    for (const kind of kinds)
      for (const name of [shipment.id, shipment.short_tracking_reference]) {
        const path = pathOf(kind, name)
        for (const reply of [
          await guest.http('GET', `${path}?api_key=${key.token ?? ''}`),
          await key.http('GET', path),
        ]) {
          expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
          expect(String(reply.headers['content-disposition'])).toMatch(/^inline; filename="\w+\.pdf"$/)
          expect((reply.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
        }
      }
  })

  it('are recorded as printed', async () => {
    const staff = await p.staff()
    const fresh = fieldsOf(await book())
    for (const kind of kinds) await key.http('GET', pathOf(kind, fresh.id))
    const detail = fieldsOf(await staff.http('GET', `/shipments/detail?id=${fresh.id as number}`))
    const printed = (detail.events as Fields[]).filter(({ status }) => status === 'label-printed')
    expect(printed).toHaveLength(1)
  })

  it('are not found for another account and unknown shipments, and need a known key', async () => {
    for (const kind of kinds) {
      expect((await other.http('GET', pathOf(kind))).status).toBe(404)
      expect((await key.http('GET', pathOf(kind, 'ZZZZZZ'))).status).toBe(404)
      const guest = p.guest()
      expect((await guest.http('GET', pathOf(kind))).status).toBe(401)
      expect((await guest.http('GET', `${pathOf(kind)}?api_key=unknown`)).status).toBe(401)
    }
  })

  it('accept only an API key in the address, and no other call accepts one', async () => {
    const guest = p.guest()
    const staff = await p.staff()
    const session = await guest.http('GET', `${pathOf('waybill')}?api_key=${staff.token ?? ''}`)
    expect([session.status, fieldsOf(session).message]).toEqual([
      403,
      'Only an API key can be sent as api_key. Send the token of a person as a header.',
    ])
    expect((await guest.http('GET', `/api/v1/lockers-data?api_key=${key.token ?? ''}`)).status).toBe(401)
    expect((await guest.http('GET', `/shipments?api_key=${key.token ?? ''}`)).status).toBe(401)
  })
})

describe('the addresses of plug-ins', () => {
  let server: HttpServer
  let log = ''
  const at = { web: '', api: '' }
  beforeAll(async () => {
    const { runtime } = p.runtime
    const logged = pino({ level: 'trace' }, { write: (line: string) => void (log += line) })
    const shell = { body: Buffer.from('<html></html>'), gzip: null, brotli: null, immutable: false }
    const files = new Map([['/index.html', { ...shell, type: 'text/html; charset=utf-8' }]])
    server = await makeHttp({ ...runtime, log: logged }, files, async () => undefined, new RateLimiter(0))
    for (const side of ['web', 'api'] as const) {
      await new Promise<void>((resolve) => server[side].listen(0, '127.0.0.1', resolve))
      at[side] = `http://127.0.0.1:${(server[side].address() as AddressInfo).port}`
    }
  })
  afterAll(() => server.close())
  const get = (url: string) =>
    fetch(url, { headers: { authorization: `Bearer ${key.token ?? ''}`, accept: 'text/html' } })

  it('are the same on the web address and on the API address', async () => {
    const { id } = fieldsOf(await book()) as { id: number }
    for (const base of [at.web, at.api]) {
      expect((await get(`${base}/api/v1/lockers-data`)).status).toBe(200)
      expect((await get(`${base}/generate/waybill/${id}`)).headers.get('content-type')).toBe(
        'application/pdf',
      )
    }
  })

  it('return a JSON 404 where there is nothing, on both', async () => {
    expect((await get(`${at.web}/shipments`)).headers.get('content-type')).toContain('text/html')
    for (const base of [at.web, at.api])
      for (const path of [
        '/api/v1',
        '/api/v1/nothing',
        '/generate',
        '/generate/nothing/1',
        '/generate/waybill',
      ]) {
        const reply = await get(base + path)
        expect(reply.status, base + path).toBe(404)
        expect(await reply.json()).toMatchObject({ code: 'not_found' })
      }
  })

  it('are logged without the key', async () => {
    const sentKey = key.token ?? ''
    log = ''
    for (const path of ['/generate/waybill/1', '/generate/sticker/ZZZZZZ', '/generate/nothing/1'])
      await fetch(`${at.api}${path}?api_key=${sentKey}`)
    expect(log).toContain('GET /generate/waybill/:id')
    expect(log).not.toContain(sentKey)
  })
})
