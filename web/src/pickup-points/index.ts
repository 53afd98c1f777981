export { PointChoice } from './PointChoice.tsx'
export { PointFacts } from './PointFacts.tsx'
export { usePlaces } from './use-places.ts'
export { usePoint } from './use-point.ts'
