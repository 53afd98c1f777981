export { BulkSmsDialog } from './BulkSmsDialog.tsx'
export { CommunicationLog } from './CommunicationLog.tsx'
export { MessageStateBadge } from './MessageStateBadge.tsx'
