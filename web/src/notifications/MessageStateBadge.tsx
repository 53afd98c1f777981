import type { Message } from '@waybill/domain/notifications/model'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { message_badges } from './message-badges.ts'

/** How far a message came, in the colours of notifications (STAT-063, STAT-064). */
export function MessageStateBadge({ state }: { state: Message['state'] }) {
  return <StatusBadge {...message_badges[state]} size="compact" />
}
