import { z } from 'zod'

/** Codecs for fields that may be absent (docs/domain/public-api.md#requests). */

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Codec for an optional response field (presence O): `null`, `''` and `undefined` are omitted from the response. */
export function omitted<Schema extends z.ZodType>(schema: Schema) {
  return z
    .codec(z.unknown(), schema.nullish(), {
      decode: (value) => (isEmpty(value) ? undefined : value) as z.input<Schema> | undefined,
      encode: (value) => (isEmpty(value) ? undefined : value),
    })
    .optional()
}

/**
 * Codec for a PATCH field: absent and `null` change nothing, `''` clears the text
 * (docs/domain/public-api.md#requests).
 */
export function clearable<Schema extends z.ZodType>(schema: Schema) {
  return z
    .codec(z.unknown(), schema.optional(), {
      decode: (value) => (value === null ? undefined : value) as z.input<Schema> | undefined,
      encode: (value) => value,
    })
    .optional()
}

const zero_date = '0001-01-01T00:00:00Z'

/**
 * A date that may never have been set: `null` in code, the zero date in API requests and responses
 * (docs/domain/public-api.md#dates-money-and-units).
 */
export const neverSet = z.codec(z.string(), z.date().nullable(), {
  decode: (value) => (value.startsWith('0001-01-01') ? null : new Date(value)),
  encode: (moment) => (moment ? moment.toISOString() : zero_date),
})
