import type { AddressParts } from '../accounts/address.ts'

type StreetAddress = Pick<AddressParts, 'street_address' | 'local_area' | 'code'>

const postbox_pattern = /\b(p\.?\s?o\.?\s?box|private\s+bag|pos\s?bus|privaat\s?sak)\b/i

/**
 * Returns a sentence that says why a street address is doubtful for collection or delivery, or `''` when it is not. A
 * doubt is only a warning, because the user may know better. `other` is the address at the other end; `null` when the
 * other end is a pickup point.
 */
export function addressDoubt(address: StreetAddress, other: StreetAddress | null): string {
  if (postbox_pattern.test(address.street_address))
    return 'Enter a street address. Drivers cannot collect or deliver at a PO Box or private bag.'
  return other !== null && address.street_address.trim() !== '' && isSame(address, other)
    ? 'Collection and delivery are the same address.'
    : ''
}

function isSame(one: StreetAddress, other: StreetAddress): boolean {
  const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return (['street_address', 'local_area', 'code'] as const).every(
    (part) => plain(one[part]) === plain(other[part]),
  )
}
