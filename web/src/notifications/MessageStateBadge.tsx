import type { Message } from '@waybill/domain/notifications/model'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { message_badges } from './message-badges.ts'

/** Badge for the state of a message, in the notification colours (STAT-063, STAT-064). */
export function MessageStateBadge({ state }: { state: Message['state'] }) {
  return <StatusBadge {...message_badges[state]} size="compact" />
}
