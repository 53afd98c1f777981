import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { embeddedGeocoder, nominatimGeocoder } from './geocoder.ts'
import { start } from '../../../dev/test-kit/fakes/nominatim.ts'

const newtown = {
  street_address: '1 Miriam Makeba Street',
  local_area: 'Newtown',
  city: 'Johannesburg',
  code: '2001',
}
const fallback = embeddedGeocoder()

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop()
})

async function fakeServer(): Promise<string> {
  const fake = await start(0)
  running.push(fake)
  return fake.url
}

async function serverThat(answers: RequestListener): Promise<string> {
  const server: Server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push({
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(body))

describe('embedded geocoder', () => {
  it('finds an address in the gazetteer and returns null for an unknown one', async () => {
    expect(await fallback.geocode(newtown)).toMatchObject({ accuracy: 'suburb', geo_local_area: 'Newtown' })
    expect(await fallback.geocode({ city: 'No Such Town' })).toBeNull()
  })
})

describe('Nominatim geocoder', () => {
  it('sends the search parameters and its own User-Agent, and reads the result', async () => {
    const requested: [path: string, agent: string | undefined][] = []
    const baseUrl = await serverThat((request, response) => {
      requested.push([request.url ?? '', request.headers['user-agent']])
      response.end(
        JSON.stringify([
          {
            place_id: 7,
            lat: '-26.2036',
            lon: '28.0328',
            addresstype: 'building',
            address: {
              road: 'Miriam Makeba Street',
              suburb: 'Newtown',
              city: 'Johannesburg',
              'ISO3166-2-lvl4': 'ZA-GP',
              postcode: '2033',
            },
          },
        ]),
      )
    })
    const geocoder = nominatimGeocoder({ base_url: `${baseUrl}/`, fallback })
    expect(await geocoder.geocode(newtown)).toEqual({
      lat: -26.2036,
      lng: 28.0328,
      accuracy: 'street',
      geo_local_area: 'Newtown',
      geo_city: 'Johannesburg',
      zone: 'GP',
      code: '2033',
    })
    const url = new URL(requested[0]?.[0] ?? '', baseUrl)
    expect(url.pathname).toBe('/search')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      format: 'jsonv2',
      addressdetails: '1',
      limit: '1',
      countrycodes: 'za',
      q: '1 Miriam Makeba Street, Newtown, Johannesburg, 2001',
    })
    expect(requested[0]?.[1]).toContain('Waybill')
    expect(requested).toHaveLength(1)
  })

  it('finds through the fake server what the gazetteer contains', async () => {
    const geocoder = nominatimGeocoder({
      base_url: await fakeServer(),
      fallback: { geocode: async () => null },
    })
    expect(await geocoder.geocode(newtown)).toEqual(await fallback.geocode(newtown))
    expect(await geocoder.geocode({ entered_address: '3 Oak Ave, Bryanston, Sandton' })).toMatchObject({
      accuracy: 'suburb',
      geo_local_area: 'Bryanston',
      zone: 'GP',
    })
    expect(await geocoder.geocode({ city: 'Polokwane' })).toMatchObject({
      accuracy: 'city',
      geo_city: 'Polokwane',
    })
    expect(await geocoder.geocode({ code: '8001' })).toMatchObject({ accuracy: 'code' })
    expect(await geocoder.geocode({ city: 'No Such Town' })).toBeNull()
  })

  it('repeats the search without the street when the street is not found', async () => {
    const requested: (string | null)[] = []
    const baseUrl = await serverThat((request, response) => {
      const line = new URL(request.url ?? '', 'http://localhost').searchParams.get('q')
      requested.push(line)
      const found = { lat: '-26.2', lon: '28.03', addresstype: 'suburb', address: { suburb: 'Newtown' } }
      response.end(JSON.stringify(requested.length === 1 ? [] : [found]))
    })
    const found = await nominatimGeocoder({ base_url: baseUrl, fallback }).geocode(newtown)
    expect(requested).toEqual([
      '1 Miriam Makeba Street, Newtown, Johannesburg, 2001',
      'Newtown, Johannesburg, 2001',
    ])
    expect(found).toMatchObject({ lat: -26.2, accuracy: 'suburb', zone: 'GP', code: '2001' })
  })

  it('uses the fallback when the server does not respond in time', async () => {
    const baseUrl = await serverThat(() => undefined)
    const geocoder = nominatimGeocoder({ base_url: baseUrl, timeout_ms: 40, fallback })
    expect(await geocoder.geocode(newtown)).toEqual(await fallback.geocode(newtown))
  })

  it.each<[string, RequestListener]>([
    ['is not JSON', (_request, response) => response.end('<html>busy</html>')],
    ['is of another shape', answering({ error: 'rate limited' })],
    ['has impossible coordinates', answering([{ lat: 'north', lon: '400' }])],
    ['is a refusal', (_request, response) => response.writeHead(429).end('[]')],
    ['is empty', answering([])],
    ['is coarser than the bundled places', answering([{ lat: '-26', lon: '28', addresstype: 'city' }])],
  ])('uses the fallback when the response %s', async (_what, listener) => {
    const geocoder = nominatimGeocoder({ base_url: await serverThat(listener), fallback })
    expect(await geocoder.geocode(newtown)).toEqual(await fallback.geocode(newtown))
  })

  it('does not follow redirects and uses the fallback', async () => {
    let visits = 0
    const elsewhere = await serverThat((_request, response) => {
      visits += 1
      response.end('[]')
    })
    const baseUrl = await serverThat((_request, response) =>
      response.writeHead(302, { location: elsewhere }).end(),
    )
    const geocoder = nominatimGeocoder({ base_url: baseUrl, fallback })
    expect(await geocoder.geocode(newtown)).toEqual(await fallback.geocode(newtown))
    expect(visits).toBe(0)
  })

  it('uses the fallback when the server is not running', async () => {
    const stopped = await start(0)
    await stopped.stop()
    const geocoder = nominatimGeocoder({ base_url: stopped.url, fallback })
    expect(await geocoder.geocode(newtown)).toEqual(await fallback.geocode(newtown))
  })

  it('does not send given coordinates or foreign addresses to the server', async () => {
    let requested = 0
    const baseUrl = await serverThat((_request, response) => {
      requested += 1
      response.end('[]')
    })
    const geocoder = nominatimGeocoder({ base_url: baseUrl, fallback })
    expect(await geocoder.geocode({ lat: -26.06, lng: 28.02 })).toMatchObject({ lat: -26.06, lng: 28.02 })
    expect(await geocoder.geocode({ city: 'Windhoek', country: 'Namibia' })).toBeNull()
    expect(requested).toBe(0)
  })
})

describe('fake Nominatim server', () => {
  it('responds like Nominatim', async () => {
    const url = await fakeServer()
    const search = async (query: string) => (await fetch(`${url}/search?${query}`)).json()
    expect(
      await search('format=jsonv2&addressdetails=1&limit=1&countrycodes=za&q=Umhlanga Ridge, Umhlanga'),
    ).toEqual([
      expect.objectContaining({
        lat: '-29.727',
        lon: '31.068',
        addresstype: 'suburb',
        display_name: 'Umhlanga Ridge, Umhlanga, KwaZulu-Natal, 4319, South Africa',
        address: expect.objectContaining({
          suburb: 'Umhlanga Ridge',
          'ISO3166-2-lvl4': 'ZA-KZN',
          country_code: 'za',
        }),
      }),
    ])
    expect(await search('format=jsonv2&countrycodes=de&q=Durban')).toEqual([])
    expect((await fetch(`${url}/search`)).status).toBe(400)
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
  })
})
