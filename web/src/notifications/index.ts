export { CommunicationLog } from './CommunicationLog.tsx'
export { MessageStateBadge } from './MessageStateBadge.tsx'
