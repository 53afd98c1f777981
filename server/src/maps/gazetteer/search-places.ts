import { province_names } from '@waybill/domain/kit/contacts/provinces'
import type { Province } from '@waybill/domain/kit/contacts/provinces'
import type { Place } from '@waybill/domain/maps/model'
import { parseEnteredAddress } from './entered-address.ts'
import { placeKey, placeWords, withoutPartOfPlace } from './fold.ts'
import { otherNamesOf, places, places_by_city } from './places.ts'

interface Searchable {
  place: Place
  suburb: readonly string[]
  city: readonly string[]
  other: readonly string[]
  province: readonly string[]
  key: string
  is_middle: boolean
}

const searchable: readonly Searchable[] = places.map((place) => ({
  place,
  suburb: placeWords(place.local_area),
  city: placeWords(place.city),
  other: otherNamesOf(place).flatMap(placeWords),
  province: [place.zone.toLowerCase(), ...placeWords(province_names[place.zone as Province])],
  key: placeKey(place.local_area),
  is_middle:
    places_by_city
      .get(placeKey(place.city))
      ?.find(({ city, zone }) => city === place.city && zone === place.zone) === place,
}))

/**
 * Finds suburbs and towns for typed text, best first. Every word must be the start of a word of the suburb, its city,
 * another name of that city, its province or its postal code, in any order. When nothing matches, words such as `Ext
 * 2`, short numbers and unknown words are ignored; then a street before the place as well. Empty text finds nothing.
 */
export function searchPlaces(text: string, limit = 10): Place[] {
  const words = placeWords(text)
  for (const requested of [words, relax(words), relax(wordsOfAddress(text))]) {
    const found = rank(requested)
    if (found.length > 0) return found.slice(0, limit)
  }
  return []
}

/** Returns every suburb in the country with exactly this name. */
export function suburbsNamed(text: string): Place[] {
  const key = placeKey(text)
  return searchable.flatMap((one) => (one.key !== '' && one.key === key ? [one.place] : []))
}

function wordsOfAddress(line: string): string[] {
  const { local_area, city, code } = parseEnteredAddress(line)
  return placeWords(`${local_area} ${city} ${code}`)
}

function relax(words: readonly string[]): string[] {
  return withoutPartOfPlace(words).filter(
    (word) => !/^\d{1,3}$/.test(word) && searchable.some((entry) => wordScore(entry, word) > 0),
  )
}

function rank(words: readonly string[]): Place[] {
  if (words.length === 0) return []
  const found: { place: Place; score: number }[] = []
  for (const entry of searchable) {
    const score = scoreOf(entry, words)
    if (score > 0) found.push({ place: entry.place, score })
  }
  return found.sort((one, other) => other.score - one.score).map(({ place }) => place)
}

function scoreOf(entry: Searchable, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const gained = wordScore(entry, word)
    if (gained === 0) return 0
    score += gained
  }
  const requested = words.join(' ')
  if (entry.key === requested) score += 20
  else if (entry.key.startsWith(requested)) score += 8
  return score + (entry.is_middle ? 4 : 0)
}

function wordScore(entry: Searchable, word: string): number {
  const begins = (candidate: string): boolean => candidate.startsWith(word)
  if (entry.suburb.includes(word)) return 10
  if (entry.place.code === word) return 9
  if (entry.suburb.some(begins)) return 6
  if (entry.city.includes(word)) return 5
  if (entry.other.includes(word)) return 4
  if (entry.city.some(begins) || entry.place.code.startsWith(word)) return 3
  return entry.other.some(begins) || entry.province.some(begins) ? 1 : 0
}
