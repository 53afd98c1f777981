import { createHmac } from 'node:crypto'
import { isSame } from '../digests.ts'

/** Maximum difference between a delivery's timestamp and now, in seconds. */
const tolerance_s = 300

/** The Svix signature headers of a delivery, and its raw body. */
export interface SvixDelivery {
  id: string
  timestamp: string
  signature: string
  body: string
}

/** Returns the Svix signature of a delivery in base64; the secret is `whsec_` and a key in base64. */
export function svixSignature(
  { id, timestamp, body }: Omit<SvixDelivery, 'signature'>,
  secret: string,
): string {
  return createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
}

/** Returns the version 1 signatures of a header without their version; other versions are ignored. */
export function svixSignatures(header: string): string[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3))
}

/** Whether a delivery's timestamp is at most five minutes before or after `now`. */
export function isSvixFresh(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= tolerance_s
}

/** Whether one of the signatures of a delivery belongs to it and the secret. */
export function isSignedByStitch({ signature, ...delivery }: SvixDelivery, secret: string): boolean {
  const expected = secret ? svixSignature(delivery, secret) : ''
  return expected !== '' && svixSignatures(signature).some((one) => isSame(expected, one))
}
