import { AddressInput, type AddressParts } from '@waybill/domain/accounts/address'
import { findCountry } from '@waybill/domain/kit/contacts/countries'
import { findProvince } from '@waybill/domain/kit/contacts/provinces'

/**
 * Splits a pasted address from its end into country, province, postal code, city and suburb; the rest is the street.
 * Returns `null` when the text has fewer than three parts. The result must be displayed for confirmation and never be
 * sent unchecked.
 */
export function splitAddress(text: string): AddressParts | null {
  const parts = text
    .split(/[,\n;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 3) return null
  const take = (fits: (part: string) => boolean): string => {
    const last = parts.at(-1) ?? ''
    return parts.length > 1 && fits(last) ? (parts.pop() ?? '') : ''
  }
  let code = ''
  const withoutCode = (): void => {
    const match = /^(.*?)\s*\b(\d{4})$/.exec(parts.at(-1) ?? '')
    if (!match || code !== '' || parts.length < 2) return
    code = match[2] ?? ''
    parts.pop()
    if (match[1]) parts.push(match[1])
  }
  const country = take(
    (part) => !/\d/.test(part) && findCountry(part) !== null && findProvince(part) === null,
  )
  withoutCode()
  const zone = take((part) => findProvince(part) !== null)
  withoutCode()
  const city = parts.length > 2 ? (parts.pop() ?? '') : ''
  const localArea = parts.length > 1 ? (parts.pop() ?? '') : ''
  return AddressInput.decode({
    street_address: parts.join(', '),
    local_area: localArea || city,
    city: city || localArea,
    code,
    zone,
    country,
  })
}
