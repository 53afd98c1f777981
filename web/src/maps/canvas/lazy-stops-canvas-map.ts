import { lazy } from 'react'

/** The map library is large, so it is loaded only when a map is displayed. */
export const LazyStopsCanvasMap = lazy(async () => ({
  default: (await import('./StopsCanvasMap.tsx')).StopsCanvasMap,
}))
