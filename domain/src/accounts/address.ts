import { z } from 'zod'
import { countryName, isHome } from '../kit/contacts/countries.ts'
import { decodeEntities } from '../kit/texts/html-entities.ts'
import { findProvince, provinceOfCode } from '../kit/contacts/provinces.ts'
import { cleanText, count, instant, num } from '../kit/calls/wire.ts'

/** Address types; `unknown` when none was given (ADDR-003, docs/domain/public-api.md#small-lists). */
export const address_types = [
  'residential',
  'business',
  'counter',
  'locker',
  'international',
  'unknown',
] as const
export type AddressType = (typeof address_types)[number]

/**
 * A normalised address as the code uses it before it is stored. Empty texts are `''`; coordinates are either both set
 * or both null.
 */
export const AddressParts = z.object({
  /** Id of a stored address (address book, earlier shipment); 0 for a new one. */
  id: z.int(),
  type: z.enum(address_types),
  company: z.string().max(255, 'must be 255 characters or fewer'),
  street_address: z.string().max(500, 'must be 500 characters or fewer'),
  /** Suburb. */
  local_area: z.string().max(255, 'must be 255 characters or fewer'),
  city: z.string().max(255, 'must be 255 characters or fewer'),
  /** Postal code; four digits in South Africa. */
  code: z.string().max(20, 'must be 20 characters or fewer'),
  /** Province code; `''` when unknown. Free text outside South Africa. */
  zone: z.string().max(60, 'must be 60 characters or fewer'),
  /** Full English name. */
  country: z.string().max(100, 'must be 100 characters or fewer'),
  lat: z.number().min(-90, 'must be from -90 to 90').max(90, 'must be from -90 to 90').nullable(),
  lng: z.number().min(-180, 'must be from -180 to 180').max(180, 'must be from -180 to 180').nullable(),
  /** The address on one line, as typed or found. */
  entered_address: z.string().max(1000, 'must be 1000 characters or fewer'),
  /** Id of the pickup point that a shop plug-in sends instead of an address. */
  terminal_id: z.string().max(60, 'must be 60 characters or fewer').optional(),
})
export type AddressParts = z.output<typeof AddressParts>

/** The initial address of an empty form (SHIP-030, ADDR-002). */
export const empty_address: AddressParts = {
  id: 0,
  type: 'unknown',
  company: '',
  street_address: '',
  local_area: '',
  city: '',
  code: '',
  zone: '',
  country: 'South Africa',
  lat: null,
  lng: null,
  entered_address: '',
}

/**
 * An address as callers send it, decoded leniently (docs/domain/public-api.md#address,
 * docs/domain/public-api.md#places-and-provinces). Accepts any spelling of province and country, a postal code
 * without its leading zeros, coordinates as text, blank or zero, unknown members, and a nested address of the address
 * book (9.4).
 */
export const AddressInput = z.codec(z.record(z.string(), z.unknown()), AddressParts, {
  decode: (sent, issue) => {
    const wrong = new Map<string, string>()
    const address = normaliseAddress(sent, (field, message) => wrong.set(field, message))
    if (wrong.size === 0) return address
    for (const [field, message] of wrong)
      issue.issues.push({ code: 'custom', input: sent[field], path: [field], message })
    return z.NEVER
  },
  encode: (address) => ({ ...address }),
})

type RejectField = (field: string, message: string) => void

/** Members that shops may send as a list of lines. */
const lined = new Set(['street_address', 'entered_address'])

function normaliseAddress(sent: Record<string, unknown>, reject: RejectField): AddressParts {
  const inner = sent['collection_address'] ?? sent['delivery_address']
  if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    return normaliseAddress({ lat: sent['lat'], lng: sent['lng'], ...inner }, reject)
  const read = (name: string): string => {
    const text = lined.has(name) ? lineOf(sent[name]) : textOf(sent[name])
    if (text === null) reject(name, lined.has(name) ? 'must be text or a list of texts' : 'must be text')
    return text ?? ''
  }
  const coordinate = (...names: string[]): number | null => {
    const name = names.find((one) => !isMissing(sent[one])) ?? ''
    const degrees = coordinateOf(sent[name])
    if (degrees === undefined) reject(name, 'must be a number of degrees such as -33.924870')
    return degrees ?? null
  }
  const type = read('type').toLowerCase()
  const country = countryName(read('country'))
  const code = isHome(country) ? padded(read('code')) : read('code')
  const [lat, lng] = pairOf(coordinate('lat', 'latitude'), coordinate('lng', 'longitude'))
  const terminalId = pointIdOf(read('terminal_id'))
  return {
    id: idOf(sent['id']),
    type: address_types.find((known) => known === type) ?? 'unknown',
    company: read('company'),
    street_address: read('street_address'),
    local_area: read('local_area'),
    city: read('city'),
    code,
    zone: zoneOf(read('zone'), code, country),
    country,
    lat,
    lng,
    entered_address: read('entered_address'),
    ...(terminalId === '' ? {} : { terminal_id: terminalId }),
  }
}

/** Returns the id of a pickup point from `CODE` or `CODE:name`, as shop plug-ins send it. */
export function pointIdOf(sent: string): string {
  return (sent.split(':')[0] ?? '').trim()
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Returns a member as text; `''` when it is missing, `null` when it is neither text nor a number. */
function textOf(value: unknown): string | null {
  if (isMissing(value)) return ''
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return cleanText(decodeEntities(String(value)), false)
}

/** Like `textOf`, but also accepts several lines or a list of lines and joins them with commas. */
function lineOf(value: unknown): string | null {
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value]
  const lines = sent
    .flatMap((one) => (typeof one === 'string' ? one.split(/[\r\n\u2028\u2029]+/) : [one]))
    .map(textOf)
  if (lines.includes(null)) return null
  return lines
    .map((line) => (line ?? '').replace(/[\s,]+$/, ''))
    .filter((line) => line !== '')
    .join(', ')
}

/**
 * Returns the id of the stored address; 0 when the value is not a valid id, because shops send ids from their own
 * systems.
 */
function idOf(value: unknown): number {
  const read = count.safeDecode(typeof value === 'number' || typeof value === 'string' ? value : 0)
  return read.success ? read.data : 0
}

function padded(code: string): string {
  return /^\d{1,3}$/.test(code) ? code.padStart(4, '0') : code
}

function zoneOf(zone: string, code: string, country: string): string {
  if (!isHome(country)) return zone
  return findProvince(zone) ?? provinceOfCode(code) ?? ''
}

function pairOf(north: number | null, east: number | null): [number, number] | [null, null] {
  return north === null || east === null || (north === 0 && east === 0) ? [null, null] : [north, east]
}

/** Returns degrees rounded to six decimals; `null` when missing, `undefined` when it is not a number. */
function coordinateOf(value: unknown): number | null | undefined {
  if (isMissing(value) || (typeof value === 'string' && value.trim() === '')) return null
  const read = num.safeDecode(value as string | number)
  return read.success ? Math.round(read.data * 1e6) / 1e6 : undefined
}

/** An address as returned (docs/domain/public-api.md#address). */
export const Address = z.object({
  id: z.int(),
  type: z.enum(address_types),
  company: z.string(),
  street_address: z.string(),
  local_area: z.string(),
  city: z.string(),
  code: z.string(),
  zone: z.string(),
  country: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  entered_address: z.string(),
  /** Hash of the normalised parts: 32 upper-case hexadecimal digits. */
  hash: z.string(),
  gs_hash: z.string().nullable(),
  geo_local_area: z.string().nullable(),
  geo_city: z.string().nullable(),
  time_created: instant,
  time_modified: instant,
})
export type Address = z.output<typeof Address>

/**
 * Returns the address on one line for display: `entered_address` if present, otherwise the parts joined with commas
 * (docs/domain/public-api.md#address).
 */
export function addressLine(address: AddressParts | Address): string {
  if (address.entered_address) return address.entered_address
  const { company, street_address, local_area, city, code, zone, country } = address
  return [company, street_address, local_area, city, code, zone, country]
    .filter((part) => part !== '')
    .join(', ')
}
