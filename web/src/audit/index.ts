export { AuditTrailModal } from './AuditTrailModal.tsx'
