import { countriesServed, type CountriesServed } from '@waybill/domain/rates/pricing/countries-served'
import {
  international_collection_countries,
  international_delivery_countries,
  international_enabled,
} from '@waybill/domain/rates/settings'
import { useSetting } from '../kit/session/me.ts'

/** Returns the foreign countries that the company collects from and delivers to. */
export function useCountriesServed(): CountriesServed {
  return countriesServed(useSetting(international_enabled), {
    collection: useSetting(international_collection_countries),
    delivery: useSetting(international_delivery_countries),
  })
}
