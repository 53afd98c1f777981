import { shipment_statuses, type ShipmentStatus } from '../shipments/statuses/status.ts'
import type { TransactionTypeName } from '../billing/transaction-types.ts'

/** Statuses of shipments that are not booked (yet). No report counts them. */
const never_booked: readonly ShipmentStatus[] = [
  'quote',
  'quote-expired',
  'payment-pending',
  'payment-failed',
]

/** Statuses of booked shipments. Includes `cancelled`; each report decides how to count it. */
export const booked_statuses = shipment_statuses.filter((status) => !never_booked.includes(status))

/**
 * Status of a shipment that is held at the customer’s request. Shipments with such an event are left out of the
 * on-time figures.
 */
export const held_for_customer: ShipmentStatus = 'on-hold'

/** Transaction types for money received, and for money given back. */
export const received_types: readonly TransactionTypeName[] = ['payment']
export const returned_types: readonly TransactionTypeName[] = [
  'payment-reversal',
  'refund',
  'refund-reversal',
]

/** Scan modes with which a parcel leaves a hub. They end its dwell time. */
export const leaving_modes = ['load-manifest', 'out-for-delivery'] as const
export const arriving_mode = 'arrive'
