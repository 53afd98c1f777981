import { AddressInput, type Address, type AddressParts } from '@waybill/domain/accounts/address'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'

/** A suburb as offered while an address is typed. */
export interface FoundPlace {
  label: string
  local_area: string
  city: string
  code: string
  zone: string
}

/** Looks up suburbs for a typed text; the map behind it is the caller's. */
export type FindPlaces = (text: string, signal: AbortSignal) => Promise<readonly FoundPlace[]>

/**
 * An address after a suburb was chosen for it: company and street stay, or the street is what was typed before the
 * suburb. No coordinates: those of a suburb are not those of the door.
 */
export function withPlace(address: AddressParts, place: FoundPlace, typed: string): AddressParts {
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
