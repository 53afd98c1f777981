import type { AddressParts } from '@waybill/domain/accounts/address'
import { isHome } from '@waybill/domain/kit/contacts/countries'
import { findProvince } from '@waybill/domain/kit/contacts/provinces'
import { placeKey, placeWords, withoutPartOfPlace } from './fold.ts'
import { places_by_city, places_by_suburb } from './places.ts'

/** The parts of an address read from one line; missing parts are `''`. */
export type EnteredParts = Pick<
  AddressParts,
  'company' | 'street_address' | 'local_area' | 'city' | 'code' | 'zone'
>

const is_city = (text: string): boolean => places_by_city.has(placeKey(text))

const is_suburb = (text: string): boolean => {
  const words = placeWords(text)
  const base = withoutPartOfPlace(words).join(' ')
  return places_by_suburb.has(words.join(' ')) || places_by_suburb.has(base) || places_by_city.has(base)
}

/**
 * Parses a South African address on one line: `Shop 5, 12 Main Rd, Rosebank, Johannesburg, 2196`, with or without
 * commas between street, suburb and city. Recognises country and province in any accepted spelling, and the postal
 * code anywhere after the street (docs/domain/public-api.md#address, docs/domain/public-api.md#places-and-provinces).
 */
export function parseEnteredAddress(line: string): EnteredParts {
  const segments = line
    .split(/[,;\n]+/)
    .map((segment) => segment.replaceAll(/\s+/g, ' ').trim())
    .filter((segment) => segment !== '')
  const zoneBehindCode = takeTail(segments)
  const code = takeCode(segments)
  const zone = takeTail(segments) || zoneBehindCode
  const city = takePlace(segments, is_city)
  let localArea = takePlace(segments, is_suburb)
  if (localArea === '' && segments.length > 1 && !looksLikeStreet(segments.at(-1) ?? ''))
    localArea = segments.pop() ?? ''
  return { ...takeStreet(segments), local_area: localArea, city, code, zone }
}

/** Removes country and province from the end of `segments`. Returns the province code, or `''`. */
function takeTail(segments: string[]): string {
  let zone = ''
  while (segments.length > 0) {
    const last = segments.at(-1) ?? ''
    const province = zone === '' && !is_city(last) ? findProvince(last) : null
    if (!province && !isCountry(last)) break
    zone ||= province ?? ''
    segments.pop()
  }
  return zone
}

function isCountry(text: string): boolean {
  return /[a-z]/i.test(text) && isHome(text)
}

/**
 * Removes a four-digit postal code from the last segment that has one, and returns it. A number before a street name
 * is not a postal code.
 */
function takeCode(segments: string[]): string {
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const segment = segments[at] ?? ''
    const ends = /^(.*?)\s*\b(\d{4})$/.exec(segment)
    const begins = at > 0 ? /^(\d{4})\s+(\D+)$/.exec(segment) : null
    const [code, rest] = ends ? [ends[2], ends[1]] : [begins?.[1], begins?.[2]]
    if (!code || (begins && looksLikeStreet(rest ?? ''))) continue
    if (rest) segments[at] = rest
    else segments.splice(at, 1)
    return code
  }
  return ''
}

/**
 * Removes a known place from the end of the last segment and returns it: the whole segment, or its last words after a
 * street.
 */
function takePlace(segments: string[], isKnown: (text: string) => boolean): string {
  const last = segments.at(-1)
  if (last === undefined) return ''
  if (isKnown(last)) return segments.pop() ?? ''
  const words = last.split(' ')
  for (let at = 1; at < words.length; at += 1) {
    const tail = words.slice(at).join(' ')
    if (!isKnown(tail) || isStreetWord(words[at] ?? '')) continue
    segments[segments.length - 1] = words.slice(0, at).join(' ')
    return tail
  }
  return ''
}

const street_word =
  /^(street|st|str|straat|road|rd|weg|avenue|ave|av|laan|drive|dr|rylaan|lane|ln|crescent|cres|close|way|boulevard|blvd|place|pl|square|sq)\.?$/i

function isStreetWord(word: string): boolean {
  return street_word.test(word)
}

function looksLikeStreet(segment: string): boolean {
  return /\d/.test(segment) || segment.split(' ').some(isStreetWord)
}

function takeStreet(segments: readonly string[]): Pick<EnteredParts, 'company' | 'street_address'> {
  const at = segments.findIndex(looksLikeStreet)
  return at <= 0
    ? { company: '', street_address: segments.join(', ') }
    : { company: segments.slice(0, at).join(', '), street_address: segments.slice(at).join(', ') }
}
