import type { Pair } from '@waybill/domain/payments/pairs'

/**
 * Encodes text like PHP's `urlencode`: space as `+`, upper-case hex, everything but letters, digits and `-_.`
 * encoded.
 */
export function phpEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Parses a form-encoded body and keeps the order of its fields. Returns `null` when it is malformed: a broken escape,
 * a repeated name, or no fields.
 */
export function readForm(body: string): Pair[] | null {
  const pairs: Pair[] = []
  for (const part of body.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decoded(at === -1 ? part : part.slice(0, at))
    const value = decoded(at === -1 ? '' : part.slice(at + 1))
    if (name === null || value === null || pairs.some((known) => known.name === name)) return null
    pairs.push({ name, value })
  }
  return pairs.length > 0 ? pairs : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/**
 * Builds our payment id for PayFast's form from provider, shipment (when one is paid for) and payment (PAY-049,
 * PAY-051). Every attempt has a different id, so that a notification identifies its attempt.
 */
export function payfastId(providerId: number, paymentId: number, shipmentId: number | null): string {
  return [providerId, ...(shipmentId === null ? [] : [shipmentId]), paymentId].join('-')
}

/** Maximum lengths in characters. */
const longest = { item_name: 100, item_description: 255 }

/** Returns the item name and description, truncated to the maximum lengths. */
export function payfastItem(name: string, description: string): Pair[] {
  return [
    { name: 'item_name', value: name.slice(0, longest.item_name) },
    { name: 'item_description', value: description.slice(0, longest.item_description) },
  ]
}
