import { AddressInput, type Address, type AddressParts } from '@waybill/domain/accounts/address'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'

/** A place as offered while an address is typed. */
export interface AddressSuggestion {
  label: string
  /** Set when the parts of its address are asked for once it is chosen; `''` for a suburb, whose parts are known. */
  place_id: string
  local_area: string
  city: string
  code: string
  zone: string
}

/** Looks up places for a typed text; the map behind it is the caller's. `session` is one UUID until a place is chosen. */
export interface PlaceSearch {
  find(text: string, session: string, signal: AbortSignal): Promise<readonly AddressSuggestion[]>
  addressOf(place_id: string, session: string): Promise<PlaceAddress>
}

/** The address of an offered place, with its coordinates. */
export type PlaceAddress = Pick<
  AddressParts,
  'company' | 'street_address' | 'local_area' | 'city' | 'code' | 'zone' | 'country' | 'lat' | 'lng'
>

/** An address after a place with a door of its own was chosen for it; what was typed there before stays where it is silent. */
export function withAddress(address: AddressParts, found: PlaceAddress): AddressParts {
  return AddressInput.decode({
    ...found,
    type: address.type,
    company: found.company || address.company,
    street_address: found.street_address || address.street_address,
  })
}

/**
 * An address after a suburb was chosen for it: company and street stay, or the street is what was typed before the
 * suburb. No coordinates: those of a suburb are not those of the door.
 */
export function withPlace(address: AddressParts, place: AddressSuggestion, typed: string): AddressParts {
  const before = streetIn(typed)
  return AddressInput.decode({
    type: address.type,
    company: address.company,
    street_address: before || address.street_address,
    local_area: place.local_area,
    city: place.city,
    code: place.code,
    zone: place.zone,
  })
}

/** What of a typed line is a street: its parts before the last comma, when they hold a number. */
export function streetIn(typed: string): string {
  const before = typed.split(',').slice(0, -1).join(',').trim()
  return /\d/.test(before) ? before : ''
}

/** 'Menlyn, Pretoria, 0181': the suburb of an address with its city and postal code; `''` while unknown. */
export function suburbLine({
  local_area,
  city,
  code,
}: Pick<AddressParts, 'local_area' | 'city' | 'code'>): string {
  return [...new Set([local_area, city, code])].filter(Boolean).join(', ')
}

/** The address of an address book entry as a form holds it. */
export function bookAddress({ address }: { address: Address }): AddressParts {
  return AddressInput.decode({ ...address, id: 0 })
}

/** An address book entry in one line. */
export function entryLine(entry: AddressBookEntry): string {
  const { street_address } = entry.address
  return [street_address, suburbLine(entry.address)].filter(Boolean).join(', ')
}
