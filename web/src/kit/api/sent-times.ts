import { formatSent } from '@waybill/domain/kit/calls/wire'

/**
 * Returns the encoded values with every `Date` of the given values in the format that requests use for datetimes,
 * `YYYY-MM-DD HH:mm:ssZ` (API-018).
 */
export function withSentTimes(given: unknown, encoded: unknown): unknown {
  if (given instanceof Date) return typeof encoded === 'string' ? formatSent(given) : encoded
  if (Array.isArray(given) && Array.isArray(encoded))
    return encoded.map((value, at) => withSentTimes(given[at], value))
  if (!isRecord(given) || !isRecord(encoded)) return encoded
  return Object.fromEntries(
    Object.entries(encoded).map(([key, value]) => [key, withSentTimes(given[key], value)]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
