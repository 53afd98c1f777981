export { PointChoice } from './PointChoice.tsx'
export { PointFacts } from './PointFacts.tsx'
export { usePoint } from './use-point.ts'
