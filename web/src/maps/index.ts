export { placeSearch } from './place-search.ts'
export { PointsMap } from './drawn-maps/PointsMap.tsx'
export { RouteMap, type MapPlace } from './drawn-maps/RouteMap.tsx'
export { StopsMap, type MapStop } from './drawn-maps/StopsMap.tsx'
