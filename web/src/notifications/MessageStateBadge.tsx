import type { Message } from '@waybill/domain/notifications/model'
import { StatusBadge } from '../kit/ui/StatusBadge.tsx'

const states = {
  queued: { family: 'blue', label: 'Queued' },
  sent: { family: 'blue', label: 'Sent' },
  delivered: { family: 'green', label: 'Delivered', mark: 'tick' },
  opened: { family: 'green', label: 'Opened', mark: 'tick' },
  failed: { family: 'red', label: 'Failed' },
  skipped: { family: 'grey', label: 'Skipped' },
} as const

/** How far a message came, in the colours of notifications (STAT-063, STAT-064). */
export function MessageStateBadge({ state }: { state: Message['state'] }) {
  return <StatusBadge {...states[state]} size="compact" />
}
