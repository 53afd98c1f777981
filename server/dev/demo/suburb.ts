import { places } from '../../src/maps/gazetteer/index.ts'

/** The suburb of a name in the gazetteer; the demonstration names only known ones. */
export function suburb(local_area: string, city: string) {
  const found =
    places.find((place) => place.local_area === local_area && place.city === city) ??
    places.find((place) => place.local_area === local_area || place.city === local_area) ??
    places.find((place) => place.city === city)
  if (!found) throw new Error(`The gazetteer does not know ${local_area}, ${city}.`)
  return found
}
