import { emptyBooking, type Booking, type BookingDefaults } from '../booking.ts'

/** Which values of a capture are kept for the next one. */
export interface StoredCapture {
  account: boolean
  collection: boolean
  service: boolean
}

/** Maximum number of captures listed beside the form. */
export const max_captured = 10

/**
 * Returns the form for the next capture: empty except for the values to keep (SHIP-103). What the page was opened with,
 * such as an earlier shipment to duplicate or a sticker, is only for the first form.
 */
export function nextCapture(sent: Booking, defaults: BookingDefaults, stored: StoredCapture): Booking {
  const empty = emptyBooking(defaults)
  return {
    ...empty,
    account_id: stored.account ? sent.account_id : empty.account_id,
    ...(stored.collection
      ? {
          collection_address: sent.collection_address,
          collection_contact: sent.collection_contact,
          collection_address_book_id: sent.collection_address_book_id,
          collection_pickup_point_id: sent.collection_pickup_point_id,
          collection_pickup_point_provider: sent.collection_pickup_point_provider,
          special_instructions_collection: sent.special_instructions_collection,
        }
      : {}),
    service_level_code: stored.service ? sent.service_level_code : '',
  }
}

/** Returns the field to focus first: the account or collection address if it is empty, otherwise the delivery address. */
export function firstEmpty(next: Booking): string {
  if (next.account_id === null) return 'account_id'
  const isPlaced = next.collection_pickup_point_id !== '' || isFilled(next.collection_address)
  return isPlaced ? 'delivery_address' : 'collection_address'
}

function isFilled({ street_address, local_area, city }: Booking['collection_address']): boolean {
  return [street_address, local_area, city].some((part) => part !== '')
}
