export { RouteMap, type MapPlace } from './RouteMap.tsx'
