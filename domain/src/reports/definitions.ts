import { shipment_statuses, type ShipmentStatus } from '../shipments/statuses/status.ts'
import type { TransactionTypeName } from '../billing/transaction-types.ts'

/** Bookings that never became one, or not yet: in no count of shipments. */
const never_booked: readonly ShipmentStatus[] = [
  'quote',
  'quote-expired',
  'payment-pending',
  'payment-failed',
]

/** Shipments that were booked; `cancelled` ones are told apart by each report. */
export const booked_statuses = shipment_statuses.filter((status) => !never_booked.includes(status))

/** A delivery is judged against the promise unless the customer held the shipment: this event says so. */
export const held_for_customer: ShipmentStatus = 'on-hold'

/** The transactions that are revenue, by their date (docs/domain/reports-and-dashboards.md#definitions). */
export const revenue_types: readonly TransactionTypeName[] = [
  'shipping-charge',
  'shipping-charge-adjustment',
  'shipping-charge-reversal',
  'admin-debit',
  'admin-credit',
  'promotional-debit',
  'promotional-credit',
]

/** Money that came in, and what was given back of it. */
export const received_types: readonly TransactionTypeName[] = ['payment']
export const returned_types: readonly TransactionTypeName[] = [
  'payment-reversal',
  'refund',
  'refund-reversal',
]

/** Scans with which a parcel leaves a hub; its dwell ends there. */
export const leaving_modes = ['load-manifest', 'out-for-delivery'] as const
export const arriving_mode = 'arrive'
