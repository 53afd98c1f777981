import type { AddressParts } from '../../accounts/address.ts'
import { isHome } from '../../kit/contacts/countries.ts'
import type { FieldProblem } from '../../kit/problem.ts'

/** Full names of the countries beside the own that a provider collects from and delivers to. */
export interface CountriesServed {
  collection: readonly string[]
  delivery: readonly string[]
}

const nowhere_abroad: CountriesServed = { collection: [], delivery: [] }

/** The countries served abroad: the two lists while international shipments are on, else none (SHIP-086). */
export function countriesServed(internationalEnabled: boolean, listed: CountriesServed): CountriesServed {
  return internationalEnabled ? listed : nowhere_abroad
}

/** An end of a shipment in a country that is not served; `null` when it is, or when nobody said where it is. */
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
