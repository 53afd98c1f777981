import type { MessageEvent } from './message-events.ts'

/** Maximum number of people who get e-mails about one parcel, those who have not confirmed yet included. */
export const subscribers_per_parcel = 10
/** How many e-mails an address gets in a day that ask it to confirm a subscription. */
export const confirmations_per_day = 5
/** How long a subscription waits for its confirmation, in days. */
export const confirm_days = 2

/** The events about which subscribers get an e-mail: what everybody reads on the tracking page. */
export const subscriber_events: readonly MessageEvent[] = [
  'collected',
  'in_transit',
  'at_destination_hub',
  'out_for_delivery',
  'delivery_failed_attempt',
  'ready_for_pickup',
  'delivered',
  'cancelled',
]
