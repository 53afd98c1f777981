import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns the MD5 in lower-case hex, with which some gateways sign. */
export function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

/** Compares two texts in constant time. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
