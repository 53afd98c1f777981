export { PointsMap, type MapPoint } from './PointsMap.tsx'
export { RouteMap, type MapPlace } from './RouteMap.tsx'
