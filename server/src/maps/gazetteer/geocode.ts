import type { AddressParts } from '@waybill/domain/accounts/address'
import { isHome } from '@waybill/domain/kit/contacts/countries'
import { findProvince } from '@waybill/domain/kit/contacts/provinces'
import type { GeocodeAnswer, Place } from '@waybill/domain/maps/model'
import { greatCircleKm } from '../zones/zone-index.ts'
import type { Point } from '../zones/zone-index.ts'
import { parseEnteredAddress } from './entered-address.ts'
import { placeKey, placeWords, withoutPartOfPlace } from './fold.ts'
import { metroOf, places, places_by_city, places_by_code, places_by_suburb } from './places.ts'
import { offsetForStreet } from './street-offset.ts'

/** The address parts used for geocoding; missing and `''` are equivalent. */
export type PartsToGeocode = Partial<
  Pick<
    AddressParts,
    'street_address' | 'local_area' | 'city' | 'code' | 'zone' | 'country' | 'lat' | 'lng' | 'entered_address'
  >
>

/**
 * A geocoded address; coordinates in degrees. `zone` is the province code and `code` the street postal code; `''`
 * when unknown.
 */
export interface Geocoded extends Omit<GeocodeAnswer, 'entered_address'> {
  zone: string
  code: string
}

/** Maximum distance in km at which a suburb names a point. */
const nearest_km = 25

/** Maximum distance in km between a suburb and the named city. A suburb farther away is another one of the same name. */
const same_town_km = 60

/**
 * Maximum difference between an unlisted postal code and a listed one: up to 10 they belong to the same post office,
 * up to 50 to the same region. Most unlisted codes are for post boxes.
 */
const [same_office_codes, same_region_codes] = [10, 50]

/**
 * Geocodes an address without network access. Given coordinates are kept and named after the nearest suburb.
 * Otherwise the suburb decides, then the city, then the postal code. A street in a known suburb gets a fixed place
 * near the suburb's centre, with accuracy `suburb`, because the location of the street is not known. Returns `null`
 * when nothing is found or the address is in another country (docs/domain/public-api.md#geocode,
 * docs/domain/maps.md).
 */
export function geocode(parts: PartsToGeocode): Geocoded | null {
  const { lat, lng } = parts
  if (typeof lat === 'number' && typeof lng === 'number') return describePoint({ lat, lng }, parts)
  if (parts.country && !isHome(parts.country)) return null
  const requested = fillFromLines(parts)
  return geocodeSuburb(requested) ?? geocodeCity(requested) ?? geocodeCode(requested)
}

type AddressQuery = Record<'street_address' | 'local_area' | 'city' | 'code' | 'zone', string>

/** Completes the address parts from the street line and the entered line when the suburb is missing. */
function fillFromLines(parts: PartsToGeocode): AddressQuery {
  const { street_address = '', local_area = '', city = '', code = '', entered_address = '' } = parts
  let requested: AddressQuery = {
    street_address,
    local_area,
    city,
    code,
    zone: findProvince(parts.zone ?? '') ?? '',
  }
  const canParseStreet = city === '' || street_address.includes(',')
  for (const line of [canParseStreet ? street_address : '', entered_address]) {
    if (line === '' || requested.local_area !== '') continue
    const read = parseEnteredAddress(line)
    const more = {
      street_address: read.street_address || street_address,
      local_area: read.local_area,
      city: requested.city || read.city,
      code: requested.code || read.code,
      zone: requested.zone || read.zone,
    }
    requested = findSuburb(more) ? more : { ...more, local_area: '' }
  }
  return requested
}

function describePoint(point: Point, parts: PartsToGeocode): Geocoded {
  const near = nearestPlace(point)
  return {
    ...point,
    accuracy: 'street',
    geo_local_area: near?.local_area ?? null,
    geo_city: near?.city ?? null,
    zone: findProvince(parts.zone ?? '') ?? near?.zone ?? '',
    code: parts.code || near?.code || '',
  }
}

/** Returns the suburb whose centre is nearest to a point, or `null` when none is within 25 km. */
export function nearestPlace(point: Point): Place | null {
  let [nearest, distance]: [Place | null, number] = [null, nearest_km]
  for (const place of places) {
    const away = greatCircleKm(point, place)
    if (away <= distance) [nearest, distance] = [place, away]
  }
  return nearest
}

function geocodeSuburb(requested: AddressQuery): Geocoded | null {
  const place = findSuburb(requested)
  if (!place) return null
  const offset = offsetForStreet(requested.street_address, place)
  return {
    ...(offset ?? { lat: place.lat, lng: place.lng }),
    accuracy: 'suburb',
    geo_local_area: place.local_area,
    geo_city: place.city,
    zone: place.zone,
    code: place.code,
  }
}

/**
 * Returns the place that a suburb name means, or `null`. City, postal code and province distinguish suburbs of the
 * same name.
 */
export function findSuburb({
  local_area = '',
  city = '',
  code = '',
  zone = '',
}: PartsToGeocode): Place | null {
  const candidates = suburbsNamed(local_area)
  const [cities, sameCode] = [places_by_city.get(placeKey(city)) ?? [], places_by_code.get(code) ?? []]
  const province = findProvince(zone)
  let [best, bestScore]: [Place | null, number] = [null, -1]
  for (const place of candidates) {
    if (!isNearAny(place, cities.length > 0 ? cities : sameCode)) continue
    let score = place.code === code ? 4 : 0
    if (cities.includes(place)) score += 3
    if (cities.some((known) => metroOf(known.city) === metroOf(place.city))) score += 2
    if (province === place.zone) score += 2
    if (score > bestScore) [best, bestScore] = [place, score]
  }
  return best
}

function suburbsNamed(localArea: string): readonly Place[] {
  const words = placeWords(localArea)
  const base = withoutPartOfPlace(words).join(' ')
  return (
    places_by_suburb.get(words.join(' ')) ??
    places_by_suburb.get(base) ??
    places_by_city.get(base)?.slice(0, 1) ??
    []
  )
}

function isNearAny(place: Place, known: readonly Place[]): boolean {
  return known.length === 0 || known.some((other) => greatCircleKm(place, other) <= same_town_km)
}

function geocodeCity({ city, code, zone }: AddressQuery): Geocoded | null {
  const named = places_by_city.get(placeKey(city)) ?? suburbsNamed(city)
  const inCode = named.filter((place) => place.code === code)
  const [middle] = inCode.length > 0 ? inCode : likeliest(named, code, zone)
  if (!middle) return null
  const point = inCode.length > 0 ? centreOf(inCode) : { lat: middle.lat, lng: middle.lng }
  return {
    ...point,
    accuracy: 'city',
    geo_local_area: null,
    geo_city: middle.city,
    zone: middle.zone,
    code: middle.code,
  }
}

function likeliest(named: readonly Place[], code: string, zone: string): readonly Place[] {
  const inZone = named.filter((place) => place.zone === zone)
  if (inZone.length > 0) return inZone
  const inRegion = named.filter((place) => code !== '' && place.code.slice(0, 2) === code.slice(0, 2))
  return inRegion.length > 0 ? inRegion : named
}

function geocodeCode({ code, street_address, local_area, city }: AddressQuery): Geocoded | null {
  const isAlone = [street_address, local_area, city].every((text) => text === '')
  const known = placesNearCode(code, isAlone)
  const [first] = known
  if (!first) return null
  return {
    ...centreOf(known),
    accuracy: 'code',
    geo_local_area: null,
    geo_city: first.city,
    zone: first.zone,
    code,
  }
}

/**
 * Returns the places of a postal code. An unlisted code uses the places of the nearest code of the same post office.
 * The places of the region are used only when no other address part is given, because an unknown town with an
 * unlisted code must not be found.
 */
function placesNearCode(code: string, isAlone: boolean): readonly Place[] {
  const known = places_by_code.get(code)
  if (known || !/^\d{4}$/.test(code) || code === '0000') return known ?? []
  const around = [...places_by_code.entries()]
    .map(([other, ofCode]) => ({ away: Math.abs(Number(other) - Number(code)), other, of_code: ofCode }))
    .filter(({ away, other }) => away <= same_region_codes && other.slice(0, 2) === code.slice(0, 2))
    .sort((one, other) => one.away - other.away)
  const [nearest] = around
  if (nearest && nearest.away <= same_office_codes) return nearest.of_code
  return isAlone ? around.flatMap(({ of_code }) => of_code) : []
}

function centreOf(known: readonly Place[]): Point {
  const mean = (values: number[]): number =>
    Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e6) / 1e6
  return { lat: mean(known.map(({ lat }) => lat)), lng: mean(known.map(({ lng }) => lng)) }
}
