import type { NetworkPoint } from '../../pickup-points/index.ts'

type Parts = Pick<NetworkPoint, 'street_address' | 'local_area' | 'city' | 'code'>

/**
 * Splits an address on one line, such as `375 Rivonia Rd, Rivonia, Sandton, 2191, South Africa`. What cannot be told
 * apart stays in the street.
 */
export function splitAddress(text: string): Parts {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:south africa|za|rsa)$/i.test(part))
  const code = parts.findLast((part) => /^\d{4}$/.test(part)) ?? ''
  const named = parts.filter((part) => part !== code)
  const city = named.length > 1 ? (named.at(-1) ?? '') : ''
  const localArea = named.length > 2 ? (named.at(-2) ?? '') : ''
  const street = named.slice(0, named.length - (city ? 1 : 0) - (localArea ? 1 : 0)).join(', ')
  return { street_address: street, local_area: localArea, city, code }
}
