import type { AddressParts } from '@waybill/domain/accounts/address'
import type { Booking, BookingContact } from '../booking.ts'

/** What of a booking says where it is collected. */
export interface Collection {
  collection_address: AddressParts
  collection_address_book_id: number | null
  collection_contact: BookingContact
  special_instructions_collection: string
}

const parts = ['collection_contact', 'special_instructions_collection'] as const

/**
 * What a booking takes over once its account is known: the place where that account is usually collected, with the
 * person there. Nothing that somebody typed or chose gives way, only what is empty or was `filled` for the account
 * before; what goes with a place is not put beside another place.
 */
export function typicalCollection(
  booking: Booking,
  typical: Collection,
  empty: Collection,
  filled: Collection | null,
): Partial<Collection> {
  const isFree = (key: keyof Collection): boolean =>
    [empty[key], filled?.[key]].some((known) => JSON.stringify(known) === JSON.stringify(booking[key]))
  if (booking.collection_pickup_point_id || !isFree('collection_address')) return {}
  return Object.fromEntries(
    (['collection_address', 'collection_address_book_id', ...parts.filter(isFree)] as const).map((key) => [
      key,
      typical[key],
    ]),
  )
}
