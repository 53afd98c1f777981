import { randomUUID } from 'node:crypto'
import { collectionsApi } from '@waybill/domain/collections/api'
import { mapsApi } from '@waybill/domain/maps/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakePlaces, type PlacesFault, type FakePlaces } from '../../../dev/test-kit/fakes/google-places.ts'
import { address, booking, newProvider, errorOf, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { googlePlaces, placesPort } from './google-places.ts'

let google: FakePlaces
beforeAll(async () => {
  google = await fakePlaces()
})
afterAll(() => google.close())

const key = 'AIza-stand-in'
let p: TestProvider
beforeEach(async () => {
  p = await newProvider({
    geocoder: 'google',
    geocoder_api_key: key,
    map_default_lat: -26.2,
    map_default_lng: 28,
  })
  p.runtime.runtime.adapters.set(placesPort.name, googlePlaces({ base_url: google.url, timeout_ms: 250 }))
  google.failWith(null)
  google.calls.length = 0
})

const caller = { key, session: 'f3a1c2d4-0000-4000-8000-000000000001' }
const near = { lat: -26.2, lng: 28 }

describe('fake Google Places server', () => {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${google.url}${path}`, init).then(async (answer) => ({
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
    }))
  const headers = { 'X-Goog-Api-Key': key, 'Content-Type': 'application/json' }

  it('returns the published example of a search', async () => {
    const body = JSON.stringify({ input: 'Amoeba' })
    expect(await request('/v1/places:autocomplete', { method: 'POST', headers, body })).toEqual({
      status: 200,
      body: {
        suggestions: [
          {
            placePrediction: {
              place: 'places/ChIJ5YQQf1GHhYARPKG7WLIaOko',
              placeId: 'ChIJ5YQQf1GHhYARPKG7WLIaOko',
              text: {
                text: 'Amoeba Music, Haight Street, San Francisco, CA, USA',
                matches: [{ endOffset: 6 }],
              },
            },
          },
        ],
      },
    })
  })

  it('rejects calls without a key and detail requests without fields, as the reference states', async () => {
    const path = '/v1/places/ChIJ5YQQf1GHhYARPKG7WLIaOko'
    expect(await request(path)).toMatchObject({
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED' } },
    })
    expect(await request(path, { headers })).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining('FieldMask') } },
    })
    const masked = { ...headers, 'X-Goog-FieldMask': 'location' }
    expect((await request(path, { headers: masked })).body).toEqual({
      location: { latitude: 37.769, longitude: -122.4525 },
    })
  })
})

describe('Google Places API client', () => {
  const client = () => googlePlaces({ base_url: google.url, timeout_ms: 250 })

  it('[ADDR-017] requests address components, coordinates, name and types, and restricts the search to no country', async () => {
    expect(await client().suggest(caller, 'Amoeba', near)).toEqual([
      {
        place_id: 'ChIJ5YQQf1GHhYARPKG7WLIaOko',
        label: 'Amoeba Music, Haight Street, San Francisco, CA, USA',
      },
    ])
    const found = await client().details(caller, 'ChIJ5YQQf1GHhYARPKG7WLIaOko')
    expect(found).toEqual({
      company: 'Amoeba Music',
      street_address: '1855 Haight Street',
      local_area: 'Haight-Ashbury',
      city: 'San Francisco',
      code: '94117',
      zone: 'California',
      country: 'United States',
      lat: 37.769,
      lng: -122.4525,
    })
    const [search, details] = google.calls
    expect(search?.body).toEqual({
      input: 'Amoeba',
      languageCode: 'en',
      sessionToken: caller.session,
      locationBias: { circle: { center: { latitude: -26.2, longitude: 28 }, radius: 50_000 } },
    })
    expect(details?.fields.toSorted()).toEqual(['addressComponents', 'displayName', 'location', 'types'])
    expect(details?.query).toEqual({ languageCode: 'en', sessionToken: caller.session })
    expect(google.calls.map((call) => [call.key, JSON.stringify(call.query).includes(key)])).toEqual([
      [key, false],
      [key, false],
    ])
  })

  it('encodes the place id so that it cannot change the request path', async () => {
    await expect(client().details(caller, '../places:autocomplete')).rejects.toThrow('Google answered 404.')
    expect(google.calls.map(({ path }) => path)).toEqual(['/v1/places/..%2Fplaces%3Aautocomplete'])
  })

  it.each<[PlacesFault, string | RegExp]>([
    ['quota', 'Google answered 429. Quota exceeded'],
    ['wrong key', 'Google answered 400. API key not valid.'],
    ['broken', 'Google answered 500.'],
    ['not json', /JSON/],
    ['silent', /aborted due to timeout/],
  ])('throws an error with the reason when Google fails: %s', async (fault, sentence) => {
    google.failWith(fault)
    await expect(client().suggest(caller, 'Bath', near)).rejects.toThrow(sentence)
  })
})

describe('address search in forms', () => {
  const session = () => randomUUID()
  const places = async (search: string, token = session()) =>
    (await (await p.staff()).send(mapsApi.places, { search, session: token })).places

  it('[ADDR-017] suggests Google places and returns the address of the chosen one in the same session', async () => {
    const token = session()
    const [offered] = await places('31 Bath', token)
    expect(offered).toMatchObject({
      label: '31 Bath Avenue, Rosebank, Johannesburg, South Africa',
      place_id: 'ChIJ31BathAvenueRosebank',
      lat: null,
    })
    const { address: found } = await (
      await p.staff()
    ).send(mapsApi.placeDetails, { place_id: offered?.place_id ?? '', session: token })
    expect(found).toEqual({
      company: '',
      street_address: '31 Bath Avenue',
      local_area: 'Rosebank',
      city: 'Johannesburg',
      code: '2196',
      zone: 'GP',
      country: 'South Africa',
      lat: -26.1448,
      lng: 28.0415,
    })
    expect(google.calls.map(({ body, query }) => body['sessionToken'] ?? query['sessionToken'])).toEqual([
      token,
      token,
    ])
  })

  it('finds suburbs without calling Google when there is no key, no session or another geocoder', async () => {
    const staff = await p.staff()
    expect((await staff.send(mapsApi.places, { search: 'Rosebank' })).places[0]).toMatchObject({
      place_id: '',
    })
    await staff.send(settingsApi.save, { settings: [{ key: 'geocoder', value: 'none' }] })
    expect((await places('Rosebank'))[0]).toMatchObject({ local_area: 'Rosebank', place_id: '' })
    await staff.send(settingsApi.save, {
      settings: [
        { key: 'geocoder', value: 'google' },
        { key: 'geocoder_api_key', value: '' },
      ],
    })
    expect((await places('Rosebank'))[0]).toMatchObject({ local_area: 'Rosebank', place_id: '' })
    expect(google.calls).toEqual([])
  })

  it('accepts only geocoders that the setting selects: Nominatim belongs to the operator of the installation', async () => {
    const staff = await p.staff()
    const saved = errorOf(
      staff.send(settingsApi.save, { settings: [{ key: 'geocoder', value: 'nominatim' }] }),
    )
    expect((await saved).status).toBe(400)
    await staff.send(settingsApi.save, { settings: [{ key: 'geocoder', value: 'none' }] })
  })

  it('falls back to suburbs while Google fails, and stops calling Google for this company after five failures', async () => {
    google.failWith('quota')
    for (let times = 0; times < 7; times++)
      expect((await places('Rosebank'))[0]).toMatchObject({ local_area: 'Rosebank', place_id: '' })
    expect(google.calls).toHaveLength(5)
    expect(
      await errorOf((await p.staff()).send(mapsApi.placeDetails, { place_id: 'ChIJ31', session: session() })),
    ).toEqual({
      status: 503,
      message: 'Google returned no location for this place. Choose its suburb, or enter the address by hand.',
    })
    const other = await newProvider({ geocoder: 'google', geocoder_api_key: 'another' })
    google.failWith(null)
    const found = await (await other.staff()).send(mapsApi.places, { search: '31 Bath', session: session() })
    expect(found.places[0]?.place_id).toBe('ChIJ31BathAvenueRosebank')
  })

  it('does not return the API key with the settings', async () => {
    const { settings } = await (await p.staff()).send(settingsApi.list, {})
    expect(JSON.stringify(settings)).not.toContain(key)
  })
})

describe('bookings when coordinates are required', () => {
  const collectionAddress = {
    ...address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC'),
    lat: -33.932,
    lng: 18.548,
  }
  const vague = { ...address('', 'Rosebank', 'Johannesburg', '2196', 'GP'), company: 'Mokoena Books' }

  it('rejects an address located only by its suburb and accepts one with coordinates', async () => {
    const staff = await p.staff()
    const { id: accountId } = await p.given.account()
    const book = (deliveryAddress: typeof vague) =>
      errorOf(
        staff.send(shipmentsApi.create, {
          ...booking({ collection_address: collectionAddress, delivery_address: deliveryAddress }),
          account_id: accountId,
        }),
      )
    expect((await book(vague)).status).toBe(200)
    await staff.send(settingsApi.save, { settings: [{ key: 'require_coordinates', value: true }] })
    expect(await book(vague)).toEqual({
      status: 400,
      message:
        'The exact place of the delivery address is not known. Choose the address from the search, correct its street, or send lat and lng.',
    })
    expect((await book({ ...vague, lat: -26.1448, lng: 28.0415 })).status).toBe(200)
    expect((await book({ ...vague, street_address: '31 Bath Avenue' })).status).toBe(400)
    expect(
      await errorOf(staff.send(collectionsApi.create, { account_id: accountId, address: vague })),
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining('The exact place of the collection'),
    })
  })
})
