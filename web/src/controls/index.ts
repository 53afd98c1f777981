export { Approvals } from './Approvals.tsx'
export { Checks } from './Checks.tsx'
export { useApprovals } from './use-approvals.tsx'
