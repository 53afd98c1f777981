export { PointChooser, type PointsRequest } from './points/PointChooser.tsx'
export { useCountriesServed } from './use-countries-served.ts'
