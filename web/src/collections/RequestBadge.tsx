import {
  requestStatusColour,
  requestStatusLabel,
  type CollectionRequestStatus,
} from '@waybill/domain/collections/status'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'

/**
 * Badge with the status of a collection request, with the labels and colours of shipments; a closed request has a
 * tick (STAT-058).
 */
export function RequestBadge({
  status,
  size = 'normal',
}: {
  status: CollectionRequestStatus
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <StatusBadge
      family={requestStatusColour(status)}
      label={requestStatusLabel(status)}
      size={size}
      {...(status === 'closed' ? { mark: 'tick' as const } : {})}
    />
  )
}
