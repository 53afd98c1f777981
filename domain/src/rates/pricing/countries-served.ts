import type { AddressParts } from '../../accounts/address.ts'
import { isHome } from '../../kit/contacts/countries.ts'
import type { FieldProblem } from '../../kit/problem.ts'

/** Full names of the foreign countries that a provider collects from and delivers to. */
export interface CountriesServed {
  collection: readonly string[]
  delivery: readonly string[]
}

const nowhere_abroad: CountriesServed = { collection: [], delivery: [] }

/** Returns the foreign countries served: both lists while international shipments are enabled, else none (SHIP-086). */
export function countriesServed(internationalEnabled: boolean, listed: CountriesServed): CountriesServed {
  return internationalEnabled ? listed : nowhere_abroad
}

/**
 * Returns the problem of a shipment end in a country that is not served; `null` when the country is served or not
 * given.
 */
export function countryProblem(
  side: keyof CountriesServed,
  place: Pick<AddressParts, 'country'> | undefined,
  served: CountriesServed,
): FieldProblem | null {
  if (!place || place.country === '' || isHome(place.country) || served[side].includes(place.country))
    return null
  const verb = side === 'collection' ? 'collect from' : 'deliver to'
  return { field: `${side}_address`, message: `We do not ${verb} ${place.country}.` }
}
