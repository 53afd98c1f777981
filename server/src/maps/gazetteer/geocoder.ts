import { z } from 'zod'
import type { GeocodeAnswer } from '@waybill/domain/maps/model'
import { isHome } from '@waybill/domain/kit/contacts/countries'
import { findProvince } from '@waybill/domain/kit/contacts/provinces'
import { geocode, nearestPlace } from './geocode.ts'
import type { Geocoded, PartsToGeocode } from './geocode.ts'

/**
 * Finds the coordinates of an address; `null` when nothing is found. The promise never rejects
 * (docs/domain/public-api.md#geocode).
 */
export interface Geocoder {
  geocode(parts: PartsToGeocode): Promise<Geocoded | null>
}

/** Returns a geocoder that uses the built-in gazetteer: no network, immediate, deterministic (docs/domain/maps.md). */
export function embeddedGeocoder(): Geocoder {
  return { geocode: (parts) => Promise.resolve(geocode(parts)) }
}

/** Connection to a Nominatim server, and its fallback. */
export interface NominatimOptions {
  /** URL of the server without `/search`; a trailing slash is allowed. */
  base_url: string
  /** Time limit in ms before the fallback is used; default 5000. */
  timeout_ms?: number
  /** Used when Nominatim is slow, fails or finds a less exact place. */
  fallback: Geocoder
  /** Sent as `User-Agent`, because public servers require it. */
  user_agent?: string
}

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit)

/** The fields read from a Nominatim `jsonv2` result; all others are ignored. */
const NominatimPlace = z.object({
  lat: degrees(90),
  lon: degrees(180),
  addresstype: z.string().optional(),
  address: z.record(z.string(), z.string()).default({}),
})
type NominatimPlace = z.output<typeof NominatimPlace>

const fineness: readonly GeocodeAnswer['accuracy'][] = ['code', 'city', 'suburb', 'street']

/**
 * Returns a geocoder that uses the Nominatim search (`GET /search`, format `jsonv2`). It searches for the whole
 * address, then without the street. The fallback is used after time-outs, errors and malformed responses, and when
 * its result is more exact. Given coordinates and foreign addresses are never sent.
 */
export function nominatimGeocoder(options: NominatimOptions): Geocoder {
  const { fallback, timeout_ms = 5000, user_agent = 'Waybill courier management' } = options
  const searchUrl = new URL('search', options.base_url.replace(/\/*$/, '/'))

  const geocodeLine = async (line: string, signal: AbortSignal): Promise<Geocoded | null> => {
    const url = new URL(searchUrl)
    const query = { format: 'jsonv2', addressdetails: '1', limit: '1', countrycodes: 'za', q: line }
    url.search = new URLSearchParams(query).toString()
    const answer = await fetch(url, {
      headers: { 'User-Agent': user_agent, Accept: 'application/json' },
      signal,
      // Never follow a redirect: requests go only to the server that the operator has configured.
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}.`)
    const [found] = z.array(NominatimPlace).parse(await answer.json())
    return found ? readPlace(found) : null
  }

  const geocodeLines = async (parts: PartsToGeocode): Promise<Geocoded | null> => {
    const signal = AbortSignal.timeout(timeout_ms)
    try {
      for (const line of queryLines(parts)) {
        const found = await geocodeLine(line, signal)
        if (found) return found
      }
    } catch {
      // A slow or broken geocoder must never prevent a booking; the fallback is used.
    }
    return null
  }

  return {
    geocode: async (parts) => {
      if (isPlacedOrAbroad(parts)) return fallback.geocode(parts)
      const found = await geocodeLines(parts)
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
