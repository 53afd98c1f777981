import type { AddressParts } from '@waybill/domain/accounts/address'
import type { Booking, BookingContact } from '../booking.ts'

/** The fields of a booking that describe the collection. */
export interface Collection {
  collection_address: AddressParts
  collection_address_book_id: number | null
  collection_contact: BookingContact
  special_instructions_collection: string
}

const parts = ['collection_contact', 'special_instructions_collection'] as const

/**
 * Returns what to fill in when the account of a booking is known: the usual collection address of that account and
 * the contact there. Only fields that are empty or were `filled` for the previous account are replaced; typed or
 * chosen values stay. If another address or a pickup point is set, nothing is filled in, because contact and
 * instructions belong to the address.
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
