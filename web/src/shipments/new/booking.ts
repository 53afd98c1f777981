import type { AddressParts } from '@waybill/domain/accounts/address'
import type { ParcelType, PodMethod } from '@waybill/domain/accounts/model'
import type { Cents } from '@waybill/domain/kit/money'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { lawfulWorkingDays } from '@waybill/domain/kit/dates/national-holidays'
import { offerDay } from '@waybill/domain/kit/dates/service-days'
import { newKey } from '../../kit/api/new-key.ts'
import { emptyShipment } from '@waybill/domain/shipments/booking/prefilled-shipments'
import type { ClockWindow } from '../../kit/form/dates/TimeWindow.tsx'
import { newRow, type ParcelRow } from './parcels/parcel-rows.ts'

export type Side = 'collection' | 'delivery'
/** Both sides, in the order of the form. */
export const both_sides = ['collection', 'delivery'] as const

export interface BookingContact {
  name: string
  mobile_number: string
  email: string
  alternative_contact_number: string
}

/**
 * The values of the booking form. Names and paths match the API request, so that API errors find their fields; only
 * windows and parcel rows have a form-specific shape. Money in cents, days `YYYY-MM-DD`.
 */
export interface Booking {
  /** Generated when the form opens and again after success, so that a booking that is sent twice is created once. */
  idempotency_key: string
  account_id: number | null
  collection_address: AddressParts
  collection_contact: BookingContact
  collection_address_book_id: number | null
  collection_pickup_point_id: string
  collection_pickup_point_provider: string
  special_instructions_collection: string
  collection_min_date: string | null
  collection_window: ClockWindow
  delivery_address: AddressParts
  delivery_contact: BookingContact
  delivery_address_book_id: number | null
  delivery_pickup_point_id: string
  delivery_pickup_point_provider: string
  special_instructions_delivery: string
  delivery_min_date: string | null
  delivery_window: ClockWindow
  parcels: ParcelRow[]
  service_level_code: string
  opt_in_rates: number[]
  opt_in_time_based_rates: number[]
  declared_value: Cents | null
  cod_amount: Cents | null
  cost_center_id: number | null
  customer_reference: string
  custom_tracking_reference: string
  billing_contact: { email: string }
  /** Empty if no responsible contact was named. */
  responsible_contact: BookingContact
  /** `null`: the value of the account, or else of the company, applies. */
  pod_method: PodMethod | null
  dangerous_goods_confirmed: boolean
  mute_notifications: boolean
  is_return: boolean
  /** Returns only: the short tracking reference of the original. */
  short_tracking_reference: string
  duplicated_from_id: number | null
}

/**
 * The values that an empty form starts with: the provider’s windows (`HH:mm`), the default parcel type and the
 * account.
 */
export interface BookingDefaults {
  collection: ClockWindow
  delivery: ClockWindow
  parcel_type: ParcelType | undefined
  account_id: number | null
  now: Date
}

/** Returns an empty booking with one parcel, collected in the next working window (SHIP-028…SHIP-030). */
export function emptyBooking(defaults: BookingDefaults): Booking {
  const { now } = defaults
  const blank = emptyShipment()
  const end = { cut_off: null, until: defaults.collection.to }
  const { day } = offerDay(dayOf(now), now, end, lawfulWorkingDays(now))
  return {
    idempotency_key: newKey(),
    account_id: defaults.account_id,
    collection_address: blank.collection_address,
    collection_contact: blank.collection_contact,
    collection_address_book_id: null,
    collection_pickup_point_id: '',
    collection_pickup_point_provider: '',
    special_instructions_collection: blank.special_instructions_collection,
    collection_min_date: day,
    collection_window: defaults.collection,
    delivery_address: blank.delivery_address,
    delivery_contact: blank.delivery_contact,
    delivery_address_book_id: null,
    delivery_pickup_point_id: '',
    delivery_pickup_point_provider: '',
    special_instructions_delivery: blank.special_instructions_delivery,
    delivery_min_date: null,
    delivery_window: defaults.delivery,
    parcels: blank.parcels.map(() => newRow(defaults.parcel_type)),
    service_level_code: blank.service_level_code,
    opt_in_rates: blank.opt_in_rates,
    opt_in_time_based_rates: blank.opt_in_time_based_rates,
    declared_value: null,
    cod_amount: null,
    cost_center_id: null,
    customer_reference: '',
    custom_tracking_reference: blank.tracking_reference,
    billing_contact: { email: '' },
    responsible_contact: blank.collection_contact,
    pod_method: null,
    dangerous_goods_confirmed: false,
    mute_notifications: false,
    is_return: blank.is_return,
    short_tracking_reference: '',
    duplicated_from_id: null,
  }
}

/** Swaps addresses, contacts and instructions of collection and delivery; days and windows stay. */
export function swapped(booking: Booking): Booking {
  return {
    ...booking,
    ...sideValues(booking, 'delivery', 'collection'),
    ...sideValues(booking, 'collection', 'delivery'),
  }
}

function sideValues(booking: Booking, from: Side, to: Side): Partial<Booking> {
  return {
    [`${to}_address`]: booking[`${from}_address`],
    [`${to}_contact`]: booking[`${from}_contact`],
    [`${to}_address_book_id`]: booking[`${from}_address_book_id`],
    [`${to}_pickup_point_id`]: booking[`${from}_pickup_point_id`],
    [`${to}_pickup_point_provider`]: booking[`${from}_pickup_point_provider`],
    [`special_instructions_${to}`]: booking[`special_instructions_${from}`],
  }
}
