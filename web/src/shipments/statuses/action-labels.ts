import type { Mark } from '@waybill/domain/shipments/statuses/interventions'
import type { NextAction } from '@waybill/domain/shipments/statuses/next-action'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { inSentence } from './status-texts.ts'

/** Returns the label of the button that ends a hold, or starts the delivery of an undeliverable shipment again. */
export function releaseLabel(status: ShipmentStatus): string {
  return status === 'undeliverable' ? 'Deliver again' : 'Release'
}

/** Returns the label of the button of the next action on a shipment with this status. */
export function actionLabel(action: NextAction, status: ShipmentStatus): string {
  switch (action.kind) {
    case 'assign':
      return 'Assign driver'
    case 'reschedule':
      return `Reschedule ${action.leg}`
    case 'address':
      return ['bob-box-reservation-failed', 'returned-to-hub'].includes(status)
        ? 'Choose another place'
        : 'Fix this address'
    case 'release':
      return releaseLabel(status)
    case 'deliver':
      return 'Mark as delivered'
    case 'proof':
      return 'Proof of delivery'
  }
}

/** Returns the label of the button that sets a mark. */
export function markLabel(to: Mark): string {
  return to === 'collect-and-return-to-hub' ? 'Take back to the hub' : `Mark as ${inSentence(to)}`
}
