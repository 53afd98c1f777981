import fs from 'node:fs'
import path from 'node:path'
import type { Place } from '@waybill/domain/maps/model'
import { placeKey } from './fold.ts'
import other_names from './other-names.json' with { type: 'json' }

type OtherNames = Readonly<Record<string, readonly string[]>>

/** Former, Afrikaans, local and short names of cities, by the city name in the gazetteer. */
export const city_other_names: OtherNames = other_names.cities

/** Other names of suburbs, mostly of city centres, by the suburb name in the gazetteer. */
const suburb_other_names: OtherNames = other_names.suburbs

/**
 * Metros by name, with their member cities. People often write the metro after or instead of the city: `Bryanston,
 * Johannesburg`.
 */
export const metro_members: OtherNames = other_names.metros

function readPlace(row: string): Place {
  const [localArea = '', city = '', code = '', zone = '', lat = '', lng = ''] = row.split('\t')
  const label = localArea === city ? `${city}, ${code}` : `${localArea}, ${city}, ${code}`
  return { label, local_area: localArea, city, code, zone, lat: Number(lat), lng: Number(lng) }
}

/**
 * The built-in gazetteer: South African suburbs and towns with street postal code, province and centre. The first row
 * of a city is its centre (docs/domain/maps.md). Coordinates are centres of suburbs, accurate to about a kilometre.
 */
export const places: readonly Place[] = fs
  .readFileSync(path.join(import.meta.dirname, 'places.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(readPlace)

const metro_of = new Map(
  Object.entries(metro_members).flatMap(([metro, members]) => members.map((member) => [member, metro])),
)

/** Returns the metro to which a city belongs, or the city itself when it belongs to none. */
export function metroOf(city: string): string {
  return metro_of.get(city) ?? city
}

function gather(keysOf: (place: Place) => readonly string[]): ReadonlyMap<string, readonly Place[]> {
  const gathered = new Map<string, Place[]>()
  for (const place of places)
    for (const key of new Set(keysOf(place))) {
      const withKey = gathered.get(key)
      if (withKey) withKey.push(place)
      else gathered.set(key, [place])
    }
  return gathered
}

/** Places by the key of their suburb name, including its other names. */
export const places_by_suburb = gather(({ local_area }) =>
  [local_area, ...(suburb_other_names[local_area] ?? [])].map(placeKey),
)

/** Places by the key of their city or its metro, including other names. The centre of the city itself comes first. */
export const places_by_city = gather(({ city }) =>
  [...new Set([city, metroOf(city)])]
    .flatMap((name) => [name, ...(city_other_names[name] ?? [])])
    .map(placeKey),
)

/** Places by street postal code. */
export const places_by_code = gather(({ code }) => [code])

/** Returns other names for the suburb and city of a place: former names, its metro and the other names of the metro. */
export function otherNamesOf({ local_area, city }: Place): string[] {
  const metro = metroOf(city)
  return [
    ...(suburb_other_names[local_area] ?? []),
    ...(city_other_names[city] ?? []),
    ...(metro === city ? [] : [metro, ...(city_other_names[metro] ?? [])]),
  ]
}
