/**
 * Defines all shipment and parcel statuses (docs/domain/statuses.md). The order of the rows is the order of
 * comparison.
 */

/** The purpose lists, with the codes used in the table below (STAT-012, STAT-013). */
export const purpose_codes = {
  created: 'CR',
  intervention: 'IN',
  active: 'AC',
  valid: 'VA',
  pendingDriverAction: 'PD',
  collections: 'CO',
  deliveries: 'DE',
  hub: 'HU',
  uncollected_and_undelivered: 'UU',
  collected_and_undelivered: 'CU',
  collected: 'CD',
  delivered: 'DL',
  exclude_quote: 'EQ',
  tracking: 'TR',
  ops_dashboard_unassigned: 'OU',
  can_be_excluded: 'CX',
} as const

/** A purpose by which status lists can be requested (STAT-013). */
export type StatusPurpose = keyof typeof purpose_codes

/** Colour family of a status badge; the web application defines the shades (STAT-058…STAT-061). */
export type StatusColour = 'blue' | 'green' | 'red' | 'grey'

/** The five tracking steps in order. */
export const tracking_steps = ['created', 'collected', 'in-transit', 'out-for-delivery', 'delivered'] as const

/** A step of the public tracking page (docs/domain/public-api.md#tracking). */
export type TrackingStep = (typeof tracking_steps)[number]

/** `unchanged`: the last reached step remains. `none`: the status does not belong to any step. */
export type StepRule = TrackingStep | 'unchanged' | 'none'

// One row per status: it reads as the table it is.
// prettier-ignore
export const status_table = [
  ['quote',                      '',                           'Quote',                     'blue',  'none',             ''],
  ['quote-expired',              '',                           'Quote expired',             'blue',  'none',             ''],
  ['payment-pending',            'EQ',                         'Payment pending',           'blue',  'none',             'We are waiting for your payment.'],
  ['payment-failed',             'EQ',                         'Payment failed',            'red',   'none',             'Your payment did not go through.'],
  ['submitted',                  'CR AC VA CO UU EQ TR OU',    'Submitted',                 'blue',  'created',          'We have received your booking.'],
  ['outsourced',                 'CR AC VA UU EQ CX',          'Outsourced',                'grey',  'created',          'A partner courier is taking care of your parcel.'],
  ['collection-assigned',        'CR AC VA PD CO UU EQ CX',    'Collection assigned',       'blue',  'created',          'A driver has been booked to collect the parcel.'],
  ['awaiting-dropoff',           'CR AC VA CO UU EQ TR CX',    'Awaiting drop-off',         'blue',  'created',          'Please drop the parcel off at {dropoff_point}.'],
  ['collection-unassigned',      'CR IN AC VA CO UU EQ OU CX', 'Collection unassigned',     'red',   'created',          'A driver will be booked to collect the parcel.'],
  ['collection-rejected',        'CR IN AC VA CO UU EQ OU CX', 'Collection rejected',       'red',   'created',          'The driver handed the collection back: {message}'],
  ['collection-exception',       'IN AC VA CO UU EQ TR CX',    'Collection exception',      'red',   'created',          'Something went wrong with the collection: {message}'],
  ['collection-failed-attempt',  'IN AC VA CO UU EQ TR CX',    'Collection failed attempt', 'red',   'created',          'We tried to collect the parcel but could not: {message}'],
  ['collected',                  'AC VA CU CD EQ TR',          'Collected',                 'blue',  'collected',        'We have collected the parcel.'],
  ['at-hub',                     'AC VA HU CU CD EQ TR CX',    'At hub',                    'blue',  'collected',        'The parcel is at our {hub} hub.'],
  ['manifested',                 'AC VA HU CU CD EQ CX',       'Manifested',                'blue',  'in-transit',       'The parcel is being prepared for its trip to {destination_hub}.'],
  ['ready-for-dispatch',         'AC VA HU CU CD EQ CX',       'Ready for dispatch',        'blue',  'in-transit',       'The parcel is ready to leave for {destination_hub}.'],
  ['in-transit',                 'AC VA HU CU CD EQ TR CX',    'In transit',                'blue',  'in-transit',       'The parcel is on its way to {destination_hub}.'],
  ['at-destination-hub',         'AC VA HU CU CD EQ TR CX',    'At destination hub',        'green', 'in-transit',       'The parcel is at the hub nearest to the receiver.'],
  ['returned-to-hub',            'AC VA HU CU CD EQ TR CX',    'Returned to hub',           'green', 'in-transit',       'The parcel is back at our {hub} hub and will be sent out again.'],
  ['delivery-assigned',          'AC VA PD DE CU CD EQ CX',    'Delivery assigned',         'green', 'in-transit',       'A driver has been booked to deliver the parcel.'],
  ['delivery-unassigned',        'IN AC VA DE CU CD EQ OU CX', 'Delivery unassigned',       'red',   'in-transit',       'A driver will be booked to deliver the parcel.'],
  ['delivery-rejected',          'IN AC VA DE CU CD EQ OU CX', 'Delivery rejected',         'red',   'in-transit',       'The driver handed the parcel back: {message}'],
  ['bob-box-reservation-failed', 'IN AC VA DE CU CD EQ CX',    'Locker reservation failed', 'red',   'in-transit',       'We are finding space in the locker for your parcel.'],
  ['out-for-delivery',           'AC VA PD DE CU CD EQ TR',    'Out for delivery',          'green', 'out-for-delivery', 'The driver is on the way to you.'],
  ['delivery-exception',         'IN AC VA DE CU CD EQ TR CX', 'Delivery exception',        'red',   'out-for-delivery', 'Something went wrong with the delivery: {message}'],
  ['delivery-failed-attempt',    'IN AC VA DE CU CD EQ TR',    'Delivery failed attempt',   'red',   'out-for-delivery', 'We tried to deliver but could not: {message}'],
  ['in-locker',                  'AC VA DE CU CD EQ TR CX',    'In locker',                 'green', 'out-for-delivery', 'The parcel has been placed in the locker at {pickup_point}.'],
  ['ready-for-pickup',           'AC VA DE CU CD EQ TR',       'Ready for pickup',          'green', 'out-for-delivery', 'Your parcel is waiting at {pickup_point}. Collect it before {pickup_deadline}.'],
  ['collect-and-return-to-hub',  'AC VA PD DE CU CD EQ TR CX', 'Collect and return to hub', 'green', 'out-for-delivery', 'The pickup time has passed; we are taking the parcel back to our hub.'],
  ['collected-from-locker',      'AC VA DE CU CD EQ TR CX',    'Collected from locker',     'blue',  'delivered',        'The parcel has been taken out of the locker.'],
  ['collected-from-counter',     'AC VA DE CU CD EQ TR CX',    'Collected from counter',    'blue',  'delivered',        'The parcel has been taken from the counter.'],
  ['returned-to-sender',         'VA CD EQ TR',                'Returned to sender',        'grey',  'delivered',        'The parcel has been returned to the sender.'],
  ['delivered',                  'VA CD DL EQ TR',             'Delivered',                 'grey',  'delivered',        'The parcel has been delivered.'],
  ['undeliverable',              'VA CD EQ TR',                'Undeliverable',             'grey',  'none',             'We need to hear from you about this parcel.'],
  ['cancelled',                  'EQ TR',                      'Cancelled',                 'red',   'none',             'This booking has been cancelled.'],
  ['on-hold',                    'IN VA EQ TR CX',             'On hold',                   'red',   'unchanged',        'The parcel is on hold: {message}'],
  ['on-hold-internal',           'IN VA EQ CX',                'On hold (internal)',        'red',   'unchanged',        'The parcel is at our {hub} hub.'],
  ['damaged',                    'IN VA CD EQ TR CX',          'Damaged',                   'red',   'unchanged',        'The parcel was damaged. Our team will contact you.'],
] as const satisfies readonly (readonly [string, string, string, StatusColour, StepRule, string])[]
