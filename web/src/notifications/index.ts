export { BulkSmsDialog } from './BulkSmsDialog.tsx'
export { CommunicationLog } from './CommunicationLog.tsx'
export { MessageTextsEditor } from './MessageTextsEditor.tsx'
