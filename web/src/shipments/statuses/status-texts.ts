import { statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'

/** Returns the label of a status for use within a sentence: ‘out for delivery’. */
export function inSentence(status: ShipmentStatus): string {
  const label = statusLabel(status)
  return label.charAt(0).toLowerCase() + label.slice(1)
}
