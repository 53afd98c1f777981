import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { province_names } from '@waybill/domain/kit/contacts/provinces'
import type { Province } from '@waybill/domain/kit/contacts/provinces'
import { geocode } from '../../../src/maps/gazetteer/geocode.ts'
import type { Geocoded } from '../../../src/maps/gazetteer/geocode.ts'

/** A running fake server: its base URL, and how to stop it. */
export interface FakeServer {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a server on this machine that answers Nominatim searches (`jsonv2`, with `addressdetails`) from the bundled
 * places. Development and tests use the real protocol without a network. Port 0 chooses a free port.
 */
export async function start(port: number): Promise<FakeServer> {
  const server = createServer((request, response) => {
    const [status, body] = answer(new URL(request.url ?? '/', 'http://localhost'))
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer({ pathname, searchParams }: URL): [status: number, body: unknown] {
  if (pathname !== '/search') return [404, errorBody(404, 'There is nothing at this address.')]
  const line = searchParams.get('q')?.trim() ?? ''
  if (line === '') return [400, errorBody(400, 'Nothing to search for.')]
  const countries = searchParams.get('countrycodes')?.split(',') ?? ['za']
  const found = countries.includes('za') ? geocode({ entered_address: line }) : null
  return [200, found ? [describe(found, line, searchParams.get('addressdetails') === '1')] : []]
}

const errorBody = (code: number, message: string) => ({ error: { code, message } })

const address_types = { street: 'road', suburb: 'suburb', city: 'city', code: 'postcode' } as const

function describe(found: Geocoded, line: string, withDetails: boolean): Record<string, unknown> {
  const address = {
    ...(found.geo_local_area ? { suburb: found.geo_local_area } : {}),
    ...(found.geo_city ? { city: found.geo_city } : {}),
    state: province_names[found.zone as Province],
    'ISO3166-2-lvl4': `ZA-${found.zone}`,
    postcode: found.code,
    country: 'South Africa',
    country_code: 'za',
  }
  const names = Object.entries(address).filter(([key]) => !key.startsWith('ISO') && key !== 'country_code')
  return {
    licence: 'Bundled places of Waybill',
    lat: String(found.lat),
    lon: String(found.lng),
    addresstype: address_types[found.accuracy],
    display_name: names.map(([, name]) => name).join(', '),
    ...(withDetails ? { address } : {}),
  }
}
