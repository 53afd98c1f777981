import names from './countries.json' with { type: 'json' }

/**
 * The key of South Africa is its full name; the key of every other country is its two-letter code (ADDR-002,
 * CONST-005).
 */
export const home_country = 'South Africa'

/** A country that a user can select: its two-letter code and English name. */
export interface Country {
  code: string
  name: string
}

/** The country list for forms: ISO 3166-1 two-letter codes and English names, sorted by name (CONST-005). */
export const countries: readonly Country[] = Object.entries(names).map(([code, name]) => ({ code, name }))

const other_spellings: Readonly<Record<string, string>> = {
  zaf: 'ZA',
  rsa: 'ZA',
  'republic of south africa': 'ZA',
  'suid-afrika': 'ZA',
  swaziland: 'SZ',
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  'democratic republic of the congo': 'CD',
  drc: 'CD',
  "cote d'ivoire": 'CI',
  'ivory coast': 'CI',
  turkey: 'TR',
  'cabo verde': 'CV',
  bwa: 'BW',
  nam: 'NA',
  lso: 'LS',
  swz: 'SZ',
  moz: 'MZ',
  zwe: 'ZW',
  zmb: 'ZM',
}

const by_spelling = new Map<string, Country>(
  countries.flatMap((country) => [
    [country.code.toLowerCase(), country],
    [country.name.toLowerCase(), country],
  ]),
)
for (const [spelling, code] of Object.entries(other_spellings)) {
  const country = by_spelling.get(code.toLowerCase())
  if (country) by_spelling.set(spelling, country)
}

/**
 * Finds a country by ISO code or English name in any case; `null` when not found
 * (docs/domain/public-api.md#places-and-provinces).
 */
export function findCountry(text: string): Country | null {
  return by_spelling.get(text.trim().toLowerCase()) ?? null
}

/**
 * Returns the full English name to store: South Africa for an empty text, an unknown name as typed
 * (docs/domain/public-api.md#places-and-provinces).
 */
export function countryName(text: string): string {
  const typed = text.trim()
  return typed === '' ? home_country : (findCountry(typed)?.name ?? typed)
}

/** Whether a stored country name means South Africa. */
export function isHome(country: string): boolean {
  return countryName(country) === home_country
}
