import { lazy } from 'react'

/** Dialog to send one SMS to many numbers. Loaded when opened, because it needs the table of phone numbers. */
export const BulkSmsDialog = lazy(async () => ({
  default: (await import('./BulkSmsDialog.tsx')).BulkSmsDialog,
}))
export { CommunicationLog } from './CommunicationLog.tsx'
export { MessageStateBadge } from './MessageStateBadge.tsx'
export { MessageTextsEditor } from './MessageTextsEditor.tsx'
