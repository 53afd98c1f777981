import type { Place } from '@waybill/domain/maps/model'
import { placeKey } from './fold.ts'
import { city_other_names, metro_members, suburb_other_names } from './other-names.ts'
import { cape_town_places } from './places-cape-town.ts'
import { eastern_cape_places } from './places-eastern-cape.ts'
import { free_state_places } from './places-free-state.ts'
import { gauteng_rands_places } from './places-gauteng-rands.ts'
import { greater_johannesburg_places } from './places-greater-johannesburg.ts'
import { johannesburg_places } from './places-johannesburg.ts'
import { kwazulu_natal_places } from './places-kwazulu-natal.ts'
import { limpopo_places } from './places-limpopo.ts'
import { mpumalanga_places } from './places-mpumalanga.ts'
import { north_west_places } from './places-north-west.ts'
import { northern_cape_places } from './places-northern-cape.ts'
import { tshwane_places } from './places-tshwane.ts'
import { western_cape_places } from './places-western-cape.ts'

function readPlaces(table: string): Place[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [localArea = '', city = '', code = '', zone = '', lat = '', lng = ''] = row.split('\t')
      const label = localArea === city ? `${city}, ${code}` : `${localArea}, ${city}, ${code}`
      return { label, local_area: localArea, city, code, zone, lat: Number(lat), lng: Number(lng) }
    })
}

/**
 * The built-in gazetteer: South African suburbs and towns with street postal code, province and centre. The first row
 * of a city is its centre (docs/domain/maps.md). Coordinates are centres of suburbs, accurate to about a kilometre.
 */
export const places: readonly Place[] = [
  johannesburg_places,
  greater_johannesburg_places,
  tshwane_places,
  gauteng_rands_places,
  cape_town_places,
  western_cape_places,
  kwazulu_natal_places,
  eastern_cape_places,
  free_state_places,
  northern_cape_places,
  limpopo_places,
  mpumalanga_places,
  north_west_places,
].flatMap(readPlaces)

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
