import { ratesApi } from '@waybill/domain/rates/api'
import type { ServiceLevel } from '@waybill/domain/rates/price-books/price-book'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, booking, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { saveAddresses } from '../accounts/index.ts'
import { insertPoint } from '../pickup-points/store.ts'

let p: TestProvider
let staff: Caller

const medium = { name: 'M', length: 60, width: 41, height: 19, weight: 10, available: true }

type Point = Omit<Parameters<typeof insertPoint>[1], 'address_id' | 'pickup_point_provider'>

async function addPoint(point: Point, building = '', company = p): Promise<void> {
  await company.inTransaction(async (ctx) => {
    const place = { ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'), type: point.type }
    const { lat, lng } = point
    const [addressId = 0] = await saveAddresses(ctx, [{ ...place, company: building, lat, lng }])
    await insertPoint(ctx, { ...point, pickup_point_provider: 'own', address_id: addressId })
  })
}

const rosebank = { lat: -26.1458, lng: 28.0421, trading_hours: '24/7', type: 'locker' } as const
const claremont = { ...rosebank, lat: -33.98, lng: 18.46 }

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  await addPoint({ ...rosebank, pickup_point_id: 'JHB1', name: 'Rosebank locker', compartments: [medium] })
  await addPoint({ ...claremont, pickup_point_id: 'CPT1', name: 'Claremont locker', compartments: [medium] })
  await addPoint({
    ...rosebank,
    pickup_point_id: 'JHB2',
    name: 'Taken locker',
    compartments: [{ ...medium, available: false }],
  })
  await addPoint({
    ...rosebank,
    pickup_point_id: 'JHB9',
    name: 'Broken locker',
    status: 'offline',
    compartments: [medium],
  })
  await addPoint(
    {
      ...rosebank,
      type: 'counter',
      pickup_point_id: 'K1',
      name: 'Mall counter',
      trading_hours: 'Mon-Sun 00:00-00:01',
      holiday_hours: 'closed',
      capacity: 1,
      parcels_held: 1,
    },
    'The Zone Mall',
  )
})

const { collection_address, delivery_address, parcels } = booking()
const offered = async (more: object, caller = staff) =>
  (await caller.send(ratesApi.offerPoints, { side: 'delivery', ...more })).pickup_points
const by = <Row extends { pickup_point_id: string }>(rows: readonly Row[], id: string) => {
  const row = rows.find((one) => one.pickup_point_id === id)
  if (!row) throw new Error(`${id} is not listed`)
  return row
}

/** Creates a company with one locker whose service levels all have these values. */
async function withServices(
  values: Partial<ServiceLevel>,
): Promise<{ company: TestProvider; clerk: Caller }> {
  const company = await newProvider()
  const clerk = await company.staff()
  const { revision, book } = await clerk.send(revisionsApi.detail, {})
  const { id, version } = await clerk.send(revisionsApi.create, { name: 'Doors', based_on_id: revision.id })
  const changed = await clerk.send(revisionsApi.change, {
    id,
    version,
    changes: book.service_levels.map((service) => ({
      part: 'service_levels',
      id: service.id,
      value: { ...service, ...values },
    })),
  })
  const { replaces } = await clerk.send(revisionsApi.detail, { id })
  await clerk.send(revisionsApi.publish, {
    id,
    version: changed.revision.version,
    replaces_id: replaces?.id ?? 0,
    at_once: true,
  })
  await addPoint(
    { ...rosebank, pickup_point_id: 'JHB1', name: 'Rosebank locker', compartments: [] },
    '',
    company,
  )
  return { company, clerk }
}

describe('pickup points of a quote', () => {
  it('have the distance from the typed address, their hours and the price of the cheapest service', async () => {
    const rows = await offered({ collection_address, delivery_address, parcels })
    expect(rows.map(({ pickup_point_id }) => pickup_point_id).slice(0, 3)).toEqual(['JHB1', 'K1', 'CPT1'])
    const [near, far] = [by(rows, 'JHB1'), by(rows, 'CPT1')]
    expect(near).toMatchObject({ reason: null, is_open: true, service_level: { code: 'ECO' } })
    expect(near.distance_km).toBeLessThan(10)
    expect(far.distance_km).toBeGreaterThan(1000)
    const quoted = await staff.send(ratesApi.price, {
      collection_address,
      parcels,
      delivery_pickup_point_id: 'JHB1',
    })
    expect(near.rate).toBe(quoted.rates[0]?.rate)
    expect(far.rate).not.toBe(near.rate)
  })

  it('state why they cannot be chosen, after those that can', async () => {
    const rows = await offered({ collection_address, delivery_address, parcels })
    expect(rows.at(-1)).toMatchObject({
      pickup_point_id: 'JHB9',
      reason: 'It takes no parcels at the moment.',
      service_level: null,
      rate: null,
    })
    const large = parcels?.map((parcel) => ({ ...parcel, submitted_height_cm: 50 }))
    expect(by(await offered({ collection_address, parcels: large }), 'JHB1').reason).toBe(
      'This parcel does not fit into any compartment of this locker. The largest free one takes 60 × 41 × 19 cm and 10 kg.',
    )
  })

  it('can be chosen while their doors or places are taken, because the parcel comes later', async () => {
    const rows = await offered({ collection_address, delivery_address, parcels })
    expect(by(rows, 'JHB2').reason).toBeNull()
    expect(by(rows, 'K1')).toMatchObject({ reason: null, holiday_hours: 'closed' })
    const { collection_contact, delivery_contact } = booking()
    const { id } = await staff.send(shipmentsApi.create, {
      collection_address,
      collection_contact,
      delivery_contact,
      parcels,
      account_id: (await p.given.account()).id,
      service_level_code: 'ECO',
      delivery_pickup_point_id: 'JHB2',
      delivery_pickup_point_provider: 'own',
    })
    expect(id).toBeGreaterThan(0)
  })

  it('are found before the other end and the parcels are known, by place, name and type', async () => {
    expect(by(await offered({}), 'JHB1')).toMatchObject({ reason: null, service_level: null, rate: null })
    expect((await offered({ search: 'Claremont locker' })).map((one) => one.pickup_point_id)).toEqual([
      'CPT1',
    ])
    expect((await offered({ type: 'counter' })).map((one) => one.pickup_point_id)).toEqual(['K1'])
    expect((await offered({ lat: -33.9, lng: 18.5, limit: 1 })).map((one) => one.pickup_point_id)).toEqual([
      'CPT1',
    ])
  })

  it('have prices for guests and keys of shops', async () => {
    const accountId = (await p.given.account()).id
    const route = { collection_address, parcels, search: 'Rosebank locker' }
    expect((await offered(route, p.guest()))[0]?.rate).toBeGreaterThan(0)
    const key = await p.apiKey(accountId)
    const reply = await key.http('POST', '/rates/pickup-points', {
      ...route,
      side: 'delivery',
      collection_address: { ...collection_address },
    })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { count: 1, pickup_points: [{ pickup_point_id: 'JHB1', service_level: { name: 'Economy' } }] },
    ])
  })

  it('are not offered to senders when no service level collects from them', async () => {
    const { clerk } = await withServices({ collection_address_types: ['street-address'] })
    const reasonOf = async (more: object) => (await offered(more, clerk))[0]?.reason
    expect(await reasonOf({ side: 'delivery' })).toBeNull()
    expect(await reasonOf({ side: 'collection' })).toBe('Economy does not collect from a locker.')
    expect(await reasonOf({ side: 'collection', delivery_address, parcels })).toBe(
      'Economy does not collect from a locker.',
    )
  })
})

describe('a company whose services go from door to door only', () => {
  it('lists no lockers to shop plug-ins, and rejects a booking to one at its field', async () => {
    const { company, clerk } = await withServices({
      collection_address_types: ['street-address'],
      delivery_address_types: ['street-address'],
    })
    const accountId = (await company.given.account()).id
    const key = await company.apiKey(accountId)
    expect((await key.http('GET', '/api/v1/lockers-data')).body).toEqual([])
    const { delivery_address: _, ...sent } = booking({ account_id: accountId })
    const message = 'Economy does not deliver to a locker.'
    const reply = await clerk.http('POST', '/shipments', { ...sent, delivery_pickup_point_id: 'JHB1' })
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { message, errors: [{ field: 'delivery_pickup_point_id', message }] },
    ])
  })
})

describe('a shipment that the sender drops off', () => {
  it('has the name of the point in its collection address, whatever building it is in', async () => {
    const { collection_address: _, ...sent } = booking({ account_id: (await p.given.account()).id })
    await addPoint(
      { ...rosebank, pickup_point_id: 'JHB3', name: 'Station locker', compartments: [] },
      'Station',
    )
    const shipment = await staff.send(shipmentsApi.create, { ...sent, collection_pickup_point_id: 'JHB3' })
    expect(shipment).toMatchObject({
      status: 'awaiting-dropoff',
      collection_address: { company: 'Station locker' },
    })
  })
})
