import { createHash, createHmac } from 'node:crypto'
import type { Cents } from '@waybill/domain/kit/money'

/**
 * How the gateways sign, written from their documentation. It shares no code with the product, so that a mistake in the
 * product's signing is not repeated here.
 */

/** Returns the MD5 in hex. */
export function hexDigest(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** Encodes text like a form, with upper-case escapes of everything but letters, digits, `-`, `_` and `.`. */
export function formEscape(text: string): string {
  let escaped = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const sign = String.fromCodePoint(byte)
    if (/[A-Za-z0-9\-_.]/.test(sign)) escaped += sign
    else if (sign === ' ') escaped += '+'
    else escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}

/** Encodes text like the query strings of Go, which also leaves `~` as it is. */
export function queryEscape(text: string): string {
  return formEscape(text).replaceAll('%7E', '~')
}

/** Parses a form body into names and values in their order. */
export function formValues(body: string): Map<string, string> {
  return new Map(new URLSearchParams(body))
}

/** Joins names and values as a form, in their order. */
export function formText(values: Iterable<readonly [string, string]>): string {
  return [...values].map(([name, value]) => `${name}=${formEscape(value)}`).join('&')
}

/** Returns the signature of a webhook: HMAC-SHA-256 in base64 with the key after `whsec_`. */
export function webhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.split('_')[1] ?? '', 'base64')
  return createHmac('sha256', key).update([id, timestamp, body].join('.')).digest('base64')
}

/** Formats cents as Rand with two decimals. */
export function randText(cents: Cents): string {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Parses Rand as gateways receive it into cents; `null` when it is none. */
export function centsOf(rand: string): Cents | null {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(rand)
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}
