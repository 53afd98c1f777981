export { useCountriesServed } from './use-countries-served.ts'
