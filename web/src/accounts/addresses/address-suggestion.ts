import { AddressInput, type Address, type AddressParts } from '@waybill/domain/accounts/address'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'

/** A place suggested while an address is typed. */
export interface AddressSuggestion {
  label: string
  /** Id with which the address parts are fetched after the choice; `''` for a suburb, whose parts are already known. */
  place_id: string
  local_area: string
  city: string
  code: string
  zone: string
}

/**
 * Searches places for a typed text; the caller supplies the map service. `session` is the same UUID until a place is
 * chosen.
 */
export interface PlaceSearch {
  find(text: string, session: string, signal: AbortSignal): Promise<readonly AddressSuggestion[]>
  addressOf(place_id: string, session: string): Promise<PlaceAddress>
}

/** The address of a suggested place, with its coordinates. */
export type PlaceAddress = Pick<
  AddressParts,
  'company' | 'street_address' | 'local_area' | 'city' | 'code' | 'zone' | 'country' | 'lat' | 'lng'
>

/**
 * Returns the address after a place with its own street address was chosen. Company and street stay as typed when the
 * place has none.
 */
export function withAddress(address: AddressParts, found: PlaceAddress): AddressParts {
  return AddressInput.decode({
    ...found,
    type: address.type,
    company: found.company || address.company,
    street_address: found.street_address || address.street_address,
  })
}

/**
 * Returns the address after a suburb was chosen. Company and street stay, or the street is what was typed before the
 * suburb. Coordinates are not set, because those of a suburb are not those of the address.
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

/** Returns the street part of a typed line: the parts before the last comma, if they contain a number; otherwise `''`. */
export function streetIn(typed: string): string {
  const before = typed.split(',').slice(0, -1).join(',').trim()
  return /\d/.test(before) ? before : ''
}

/** Returns suburb, city and postal code on one line, such as 'Menlyn, Pretoria, 0181'; `''` when none is known. */
export function suburbLine({
  local_area,
  city,
  code,
}: Pick<AddressParts, 'local_area' | 'city' | 'code'>): string {
  return [...new Set([local_area, city, code])].filter(Boolean).join(', ')
}

/** Returns the address of an address book entry as a form value, with id 0. */
export function bookAddress({ address }: { address: Address }): AddressParts {
  return AddressInput.decode({ ...address, id: 0 })
}

/** Formats an address book entry on one line. */
export function entryLine(entry: AddressBookEntry): string {
  const { street_address } = entry.address
  return [street_address, suburbLine(entry.address)].filter(Boolean).join(', ')
}
