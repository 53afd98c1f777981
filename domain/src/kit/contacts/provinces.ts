/** The codes of the nine provinces of South Africa, as stored and sent (CONST; docs/domain/public-api.md#small-lists). */
export const province_codes = ['EC', 'FS', 'GP', 'KZN', 'LP', 'MP', 'NC', 'NW', 'WC'] as const

export type Province = (typeof province_codes)[number]

/** English province names, for forms and labels (docs/domain/south-africa.md#provinces). */
export const province_names: Readonly<Record<Province, string>> = {
  EC: 'Eastern Cape',
  FS: 'Free State',
  GP: 'Gauteng',
  KZN: 'KwaZulu-Natal',
  LP: 'Limpopo',
  MP: 'Mpumalanga',
  NC: 'Northern Cape',
  NW: 'North West',
  WC: 'Western Cape',
}

const squeeze = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const spellings = new Map<string, Province>([
  ['lim', 'LP'],
  ['nl', 'KZN'],
  ['gt', 'GP'],
  ['northernprovince', 'LP'],
  ['natal', 'KZN'],
  ['orangefreestate', 'FS'],
])
for (const code of province_codes) {
  spellings.set(squeeze(code), code)
  spellings.set(squeeze(province_names[code]), code)
}

/**
 * Finds a province by code, name, name with code, ISO form or known variant, in any case and with spaces or hyphens
 * interchangeable; `null` when not found (docs/domain/public-api.md#places-and-provinces).
 */
export function findProvince(text: string): Province | null {
  const plain = text.trim().replace(/^za[-\s]/i, '')
  const found = spellings.get(squeeze(plain))
  if (found) return found
  const withCode = /^(.*)\(([a-z-]+)\)$/i.exec(plain)
  return withCode ? (findProvince(withCode[1] ?? '') ?? findProvince(withCode[2] ?? '')) : null
}

/**
 * Postal code ranges, both ends included. In reality the ranges of neighbouring provinces overlap
 * (docs/domain/south-africa.md#postal-codes).
 */
const postal_ranges: readonly (readonly [number, number, Province])[] = [
  [1, 299, 'GP'],
  [300, 499, 'NW'],
  [500, 999, 'LP'],
  [1000, 1399, 'MP'],
  [1400, 2199, 'GP'],
  [2200, 2499, 'MP'],
  [2500, 2899, 'NW'],
  [2900, 4730, 'KZN'],
  [4731, 6499, 'EC'],
  [6500, 8099, 'WC'],
  [8100, 8999, 'NC'],
  [9300, 9999, 'FS'],
]

/**
 * Returns a plausible province for a postal code; `null` when there is none. It fills in a missing province and gives
 * warnings, but never blocks (docs/domain/public-api.md#places-and-provinces).
 */
export function provinceOfCode(code: string): Province | null {
  if (!/^\d{4}$/.test(code)) return null
  const number = Number(code)
  return postal_ranges.find(([from, to]) => number >= from && number <= to)?.[2] ?? null
}
