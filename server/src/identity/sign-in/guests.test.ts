import { describe, expect, it } from 'vitest'
import { logIn, withPassword } from '../../../dev/test-kit/people.ts'
import { booking, newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'

const sent = (more: object = {}) => ({
  ...booking(),
  billing_contact: { email: 'riaan@example.com' },
  ...more,
})

/** Returns the response statuses a guest gets for a quote, tracking, a sign-in and a booking. */
async function statusesOf(p: TestProvider) {
  const guest = p.guest()
  const known = await p.given.shipment()
  const owner = await withPassword(p, await p.owner())
  const { collection_address, delivery_address, parcels } = booking()
  const quote = await guest.http('POST', '/rates', { collection_address, delivery_address, parcels })
  const tracked = await guest.http(
    'GET',
    `/tracking/shipments?tracking_reference=${known.short_tracking_reference}`,
  )
  const booked = await guest.http('POST', '/shipments', sent())
  return {
    quote: quote.status,
    track: tracked.status,
    log_in: (await logIn(p, owner.username)).status,
    book: booked.status,
  }
}

describe('users who are not signed in', () => {
  it('[PERM-007] can get a quote, track, log in, and book where the company allows it', async () => {
    expect(await statusesOf(await newProvider())).toEqual({ quote: 200, track: 200, log_in: 200, book: 200 })
    const closed = await newProvider({ unused_feature_guest_shipment_creation: true })
    expect(await statusesOf(closed)).toEqual({ quote: 200, track: 200, log_in: 200, book: 403 })
  })

  it('can book thirty times an hour from one address, even concurrently, and then get 429', async () => {
    const p = await newProvider()
    const guest = p.guest()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => guest.http('POST', '/shipments', sent())),
    )
    const booked = answers.filter(({ status }) => status === 200)
    const waits = answers.filter(({ status }) => status === 429)
    expect([booked.length, waits.length]).toEqual([30, 10])
    expect(Number(waits[0]?.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  it('[PERM-007] get 401 for lists, a shipment by id, users, settings and general data', async () => {
    const p = await newProvider()
    const { id } = await p.given.shipment()
    for (const path of [
      '/shipments',
      `/shipments?id=[${id}]`,
      '/users',
      '/providers/settings',
      '/general-data',
    ])
      expect((await p.guest().http('GET', path)).status, path).toBe(401)
  })
})
