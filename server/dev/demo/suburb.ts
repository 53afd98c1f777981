import { places } from '../../src/maps/gazetteer/index.ts'

/** Finds a suburb in the gazetteer, or else a place of the city. Throws when there is none. */
export function suburb(localArea: string, city: string) {
  const found =
    places.find((place) => place.local_area === localArea && place.city === city) ??
    places.find((place) => place.local_area === localArea || place.city === localArea) ??
    places.find((place) => place.city === city)
  if (!found) throw new Error(`The gazetteer does not know ${localArea}, ${city}.`)
  return found
}
