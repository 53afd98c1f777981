import { ratesApi } from '@waybill/domain/rates/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import { booking, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller

beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const { collection_address, delivery_address, parcels } = booking()
const route = { collection_address, delivery_address, parcels }

describe('quotes through the API', () => {
  it('returns no rates and the reason for more than 200 parcels', async () => {
    const parcel = { submitted_length_cm: 10, submitted_width_cm: 10, submitted_height_cm: 10 }
    const of = (count: number) =>
      staff.send(ratesApi.price, {
        ...route,
        parcels: Array.from({ length: count }, () => ({ ...parcel, submitted_weight_kg: 1 })),
      })
    expect((await of(200)).message).toBe('Success')
    expect(await of(201)).toMatchObject({
      message: 'A shipment can have at most 200 parcels. You sent 201. Split it into more shipments.',
      rates: [],
    })
  })

  it('returns no rates and names the unknown service level', async () => {
    expect(await staff.send(ratesApi.price, { ...route, service_level_code: 'XYZ' })).toMatchObject({
      message: 'There is no service level "XYZ". Request a quote without it to see those offered.',
      rates: [],
    })
  })

  it.each([
    ['declared_value', { declared_value: -1 }],
    ['parcels.0.submitted_length_cm', { parcels: [{ submitted_length_cm: -1 }] }],
    ['parcels.0.actual_weight_kg', { parcels: [{ actual_weight_kg: -0.1 }] }],
  ])('rejects a negative %s at its field', async (field, more) => {
    const key = await p.apiKey((await p.given.account()).id)
    const reply = await key.http('POST', '/rates', { ...route, ...more })
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { errors: [{ field, message: 'must be 0 or more' }] },
    ])
  })

  it.each(['collection_min_date', 'delivery_min_date'])(
    'rejects a past day at its field: %s',
    async (field) => {
      const key = await p.apiKey((await p.given.account()).id)
      const on = (day: string) => key.http('POST', '/rates', { ...route, [field]: day })
      const message = 'This day has passed. Choose a later one.'
      const past = await on(dayOf(new Date(Date.now() - 86_400_000)))
      expect([past.status, past.body]).toMatchObject([400, { message, errors: [{ field, message }] }])
      expect((await on(dayOf(new Date()))).status).toBe(200)
    },
  )

  it('returns no rates for an unknown address and rejects a booking to it with 400', async () => {
    const nowhere = { street_address: '1 Main Road', city: 'Nowhereville', code: '9999' }
    const key = await p.apiKey((await p.given.account()).id)
    const message = 'We could not find the delivery address. Check suburb, city and postal code.'
    for (const deliveryAddress of [nowhere, { entered_address: 'Nowhereville 9999' }]) {
      const quote = await key.http('POST', '/rates', { ...route, delivery_address: deliveryAddress })
      expect([quote.status, quote.body]).toMatchObject([200, { message, rates: [] }])
      const booked = await key.http('POST', '/shipments', { ...booking(), delivery_address: deliveryAddress })
      expect([booked.status, booked.body]).toMatchObject([400, { message }])
    }
  })
})
