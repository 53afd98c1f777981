import { currentLeg } from './assignment.ts'
import type { Moving } from './manual-status-changes.ts'
import type { ShipmentStatus } from './status.ts'

/** What happens next to a shipment in each status, in words for a caller. `{driver}` is the driver of the next stop. */
const next_steps: Readonly<Record<ShipmentStatus, string>> = {
  quote: 'The customer accepts the quote.',
  'quote-expired': 'The customer books again.',
  'payment-pending': 'The customer pays. Then we collect the parcel.',
  'payment-failed': 'The customer pays again. Then we collect the parcel.',
  submitted: 'A driver is assigned to the collection.',
  outsourced: 'The partner courier carries the parcel on.',
  'collection-assigned': '{driver} collects the parcel.',
  'awaiting-dropoff': 'The sender drops the parcel off.',
  'collection-unassigned': 'We assign a driver to the collection.',
  'collection-rejected': 'We assign another driver to the collection.',
  'collection-exception': 'We solve the problem and collect the parcel.',
  'collection-failed-attempt': 'We agree another day and try to collect again.',
  collected: 'The driver brings the parcel to our hub.',
  'at-hub': 'The parcel leaves the hub towards the receiver.',
  manifested: 'The parcel leaves with the next vehicle to the other hub.',
  'ready-for-dispatch': 'The parcel leaves with the next vehicle to the other hub.',
  'in-transit': 'The parcel is unloaded at the hub nearest to the receiver.',
  'at-destination-hub': 'A driver is assigned to the delivery.',
  'returned-to-hub': 'We plan another delivery.',
  'delivery-assigned': '{driver} loads the parcel and delivers it.',
  'delivery-unassigned': 'We assign a driver to the delivery.',
  'delivery-rejected': 'We assign another driver to the delivery.',
  'bob-box-reservation-failed': 'We find another pickup point for the parcel.',
  'out-for-delivery': '{driver} delivers the parcel.',
  'delivery-exception': 'We solve the problem and deliver the parcel.',
  'delivery-failed-attempt': 'We agree another day and try to deliver again.',
  'in-locker': 'The receiver collects the parcel from the locker.',
  'ready-for-pickup': 'The receiver collects the parcel at the pickup point.',
  'collect-and-return-to-hub': 'A driver brings the parcel back to our hub.',
  'collected-from-locker': 'Nothing: the receiver has the parcel.',
  'collected-from-counter': 'Nothing: the receiver has the parcel.',
  'returned-to-sender': 'Nothing: the sender has the parcel back.',
  delivered: 'Nothing: the parcel is delivered.',
  undeliverable: 'The customer decides: deliver again, or return to the sender.',
  cancelled: 'Nothing: the booking is cancelled.',
  'on-hold': 'We release the hold once its reason is solved.',
  'on-hold-internal': 'We release the hold once its reason is solved.',
  damaged: 'We agree with the customer what happens to the parcel.',
}

/** Returns what happens next, as a sentence. `driverName` is the driver of the next stop; `''` for none. */
export function nextStepText(shipment: Pick<Moving, 'status'>, driverName: string): string {
  return next_steps[shipment.status].replace('{driver}', driverName || 'The driver')
}

/** Returns the username of the driver of the next stop; `''` when there is none. */
export function nextDriver(shipment: Moving): string {
  return shipment[`${currentLeg(shipment)}_agent_id`] ?? ''
}
