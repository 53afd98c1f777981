import type { Point } from '../zones/zone-index.ts'
import { fold } from './fold.ts'

const km_per_degree = 111.195

/** Maximum distance in km of a street from the centre of its suburb, and of a house from its street. */
const [street_km, building_distance_km] = [0.85, 0.06]

const short_words: Readonly<Record<string, string>> = {
  st: 'street',
  str: 'street',
  straat: 'street',
  rd: 'road',
  weg: 'road',
  ave: 'avenue',
  av: 'avenue',
  laan: 'avenue',
  dr: 'drive',
  rylaan: 'drive',
  cres: 'crescent',
  ln: 'lane',
  blvd: 'boulevard',
}

/**
 * Returns a plausible place for a street of which only the suburb is known. The same street text always gives the
 * same place, less than a kilometre from the centre, and houses in one street are close together. Returns `null` when
 * there is no street name.
 */
export function offsetForStreet(streetAddress: string, centre: Point): Point | null {
  const words = fold(streetAddress)
    .split(' ')
    .map((word) => short_words[word] ?? word)
  const name = words.filter((word) => /^[a-z]{2,}$/.test(word)).join(' ')
  if (name === '') return null
  const house = words.filter((word) => /\d/.test(word)).join(' ')
  return shift(shift(centre, hash(name), street_km), hash(house), building_distance_km)
}

function shift(from: Point, number: number, withinKm: number): Point {
  const distance = (Math.sqrt((number & 0xffff) / 0xffff) * withinKm) / km_per_degree
  const angle = ((number >>> 16) / 0x10000) * 2 * Math.PI
  const lat = from.lat + distance * Math.sin(angle)
  const lng = from.lng + (distance * Math.cos(angle)) / Math.cos((from.lat * Math.PI) / 180)
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}

/**
 * 32-bit FNV-1a hash with a final mix. It must not change between releases, because coordinates of existing addresses
 * depend on it.
 */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
