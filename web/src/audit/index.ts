export { AuditTrailButton } from './AuditTrailButton.tsx'
export { AuditTrailModal } from './AuditTrailModal.tsx'
