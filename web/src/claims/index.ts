export { ClaimsCard } from './ClaimsCard.tsx'
export { ClaimsTable } from './ClaimsTable.tsx'
export { seesClaims, useMayLodge } from './use-claims-of-shipment.ts'
