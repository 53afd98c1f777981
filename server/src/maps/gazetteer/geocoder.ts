import { z } from 'zod'
import type { GeocodeAnswer } from '@waybill/domain/maps/model'
import { isHome } from '@waybill/domain/kit/contacts/countries'
import { findProvince } from '@waybill/domain/kit/contacts/provinces'
import { geocode, nearestPlace } from './geocode.ts'
import type { Geocoded, PartsToGeocode } from './geocode.ts'

/**
 * Finds coordinates for an address; `null` when nothing is found. Never rejects (docs/domain/public-api.md#geocode).
 */
export interface Geocoder {
  geocode(parts: PartsToGeocode): Promise<Geocoded | null>
}

/** The bundled table of places as a geocoder: no network, immediate, always the same answer (docs/domain/maps.md). */
export function embeddedGeocoder(): Geocoder {
  return { geocode: (parts) => Promise.resolve(geocode(parts)) }
}

/** Where a Nominatim server listens and what steps in for it. */
export interface NominatimOptions {
  /** Address of the server without `/search`; a trailing slash does no harm. */
  base_url: string
  /** Milliseconds until the fallback is asked; 5000 unless told. */
  timeout_ms?: number
  /** Asked when Nominatim is slow, broken or knows less. */
  fallback: Geocoder
  /** Sent as `User-Agent`, which public servers insist on. */
  user_agent?: string
}

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit)

/** The members of a Nominatim `jsonv2` answer that are read; everything else is ignored. */
const NominatimPlace = z.object({
  lat: degrees(90),
  lon: degrees(180),
  addresstype: z.string().optional(),
  address: z.record(z.string(), z.string()).default({}),
})
type NominatimPlace = z.output<typeof NominatimPlace>

const fineness: readonly GeocodeAnswer['accuracy'][] = ['code', 'city', 'suburb', 'street']

/**
 * A geocoder over the search call of Nominatim (`GET /search`, format `jsonv2`). Asks for the whole address, then
 * without the street. Time-outs, refusals, malformed answers and answers coarser than the fallback's go to the
 * fallback; given coordinates are never sent out.
 */
export function nominatimGeocoder(options: NominatimOptions): Geocoder {
  const { fallback, timeout_ms = 5000, user_agent = 'Waybill courier management' } = options
  const searchUrl = new URL('search', options.base_url.replace(/\/*$/, '/'))

  const ask = async (line: string, signal: AbortSignal): Promise<Geocoded | null> => {
    const url = new URL(searchUrl)
    const query = { format: 'jsonv2', addressdetails: '1', limit: '1', countrycodes: 'za', q: line }
    url.search = new URLSearchParams(query).toString()
    const answer = await fetch(url, {
      headers: { 'User-Agent': user_agent, Accept: 'application/json' },
      signal,
      // An operator names one address; where it would send the server to is nobody's business.
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}.`)
    const [found] = z.array(NominatimPlace).parse(await answer.json())
    return found ? readPlace(found) : null
  }

  const askAll = async (parts: PartsToGeocode): Promise<Geocoded | null> => {
    const signal = AbortSignal.timeout(timeout_ms)
    try {
      for (const line of queryLines(parts)) {
        const found = await ask(line, signal)
        if (found) return found
      }
    } catch {
      // A slow or broken geocoder must never stop a booking: the fallback answers.
    }
    return null
  }

  return {
    geocode: async (parts) => {
      if (isPlacedOrAbroad(parts)) return fallback.geocode(parts)
      const found = await askAll(parts)
      if (found && isFine(found)) return found
      const other = await fallback.geocode(parts)
      return found && (!other || rankOf(found) >= rankOf(other)) ? found : other
    },
  }
}

function isPlacedOrAbroad({ lat, lng, country }: PartsToGeocode): boolean {
  return (typeof lat === 'number' && typeof lng === 'number') || (!!country && !isHome(country))
}

const rankOf = ({ accuracy }: Geocoded): number => fineness.indexOf(accuracy)

const isFine = (found: Geocoded): boolean => rankOf(found) >= fineness.indexOf('suburb')

function queryLines(parts: PartsToGeocode): string[] {
  const { street_address = '', local_area = '', city = '', code = '', entered_address = '' } = parts
  const join = (texts: string[]): string => texts.filter((text) => text !== '').join(', ')
  const town = join([local_area, city, code])
  const lines = town === '' ? [entered_address || street_address] : [join([street_address, town]), town]
  return [...new Set(lines)].filter((line) => line !== '')
}

function readPlace({ lat, lon, addresstype = '', address }: NominatimPlace): Geocoded {
  const first = (...names: string[]): string | null =>
    names.map((name) => address[name]).find((text) => text) ?? null
  const near = nearestPlace({ lat, lng: lon })
  return {
    lat,
    lng: lon,
    accuracy: accuracyOf(addresstype, address),
    geo_local_area: first('suburb', 'neighbourhood', 'quarter', 'village', 'city_district'),
    geo_city: first('city', 'town', 'municipality', 'village', 'county'),
    zone: findProvince(first('ISO3166-2-lvl4', 'state') ?? '') ?? near?.zone ?? '',
    code: first('postcode') ?? near?.code ?? '',
  }
}

const suburb_types = new Set(['suburb', 'neighbourhood', 'quarter', 'village', 'city_district', 'hamlet'])
const city_types = new Set(['city', 'town', 'municipality', 'county', 'district', 'state', 'province'])

function accuracyOf(addresstype: string, address: Record<string, string>): GeocodeAnswer['accuracy'] {
  if (addresstype === 'postcode') return 'code'
  if (city_types.has(addresstype)) return 'city'
  if (suburb_types.has(addresstype)) return 'suburb'
  return address['road'] || address['house_number'] ? 'street' : 'city'
}
