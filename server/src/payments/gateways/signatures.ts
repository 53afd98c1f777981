import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { svixKey, svixText, type SvixDelivery } from '@waybill/domain/payments/gateways/stitch'

/** The MD5 with which PayFast and Bob Pay sign, in lower-case hex. */
export function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

/** The signature of a delivery by Svix, in base64. */
export function svixSignature(delivery: Omit<SvixDelivery, 'signature'>, secret: string): string {
  return createHmac('sha256', Buffer.from(svixKey(secret), 'base64'))
    .update(svixText(delivery))
    .digest('base64')
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
