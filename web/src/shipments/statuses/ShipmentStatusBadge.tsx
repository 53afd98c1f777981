import { statusColour, statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'

/**
 * The badge of a shipment or parcel status, with colour and label from the status table (STAT-058…STAT-061,
 * docs/domain/statuses.md#meanings-and-sentences).
 */
export function ShipmentStatusBadge({
  status,
  size = 'normal',
}: {
  status: ShipmentStatus
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <StatusBadge
      family={statusColour(status)}
      label={statusLabel(status)}
      size={size}
      {...(status === 'delivered' ? { mark: 'tick' as const } : {})}
    />
  )
}
