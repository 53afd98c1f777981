import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { svixKey, svixText, type SvixDelivery } from '@waybill/domain/payments/gateways/stitch'

/** Returns the MD5 in lower-case hex, with which PayFast and Bob Pay sign. */
export function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

/** Returns the Svix signature of a delivery in base64. */
export function svixSignature(delivery: Omit<SvixDelivery, 'signature'>, secret: string): string {
  return createHmac('sha256', Buffer.from(svixKey(secret), 'base64'))
    .update(svixText(delivery))
    .digest('base64')
}

/** Compares two texts in constant time. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
