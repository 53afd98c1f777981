import { places } from '../../src/maps/gazetteer/index.ts'

/** The suburb of a name in the gazetteer; the demonstration names only known ones. */
export function suburb(localArea: string, city: string) {
  const found =
    places.find((place) => place.local_area === localArea && place.city === city) ??
    places.find((place) => place.local_area === localArea || place.city === localArea) ??
    places.find((place) => place.city === city)
  if (!found) throw new Error(`The gazetteer does not know ${localArea}, ${city}.`)
  return found
}
