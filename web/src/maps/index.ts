export { placeSearch } from './place-search.ts'
export { PointsMap } from './PointsMap.tsx'
export { RouteMap, type MapPlace } from './RouteMap.tsx'
export { StopsMap, type MapStop } from './StopsMap.tsx'
