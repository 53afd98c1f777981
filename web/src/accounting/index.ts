export { AccountingParts } from './AccountingParts.tsx'
