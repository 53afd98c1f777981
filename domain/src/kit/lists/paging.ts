import { z } from 'zod'
import { count, maybe } from '../calls/wire.ts'

/**
 * A field name for sorting a list; each list checks whether it supports the field. Names of `Object.prototype`
 * properties are rejected.
 */
const field_name = z
  .string()
  .max(60)
  .refine((name) => !(name in Object.prototype), 'is not a field that a list can be sorted by. Leave it out')

/**
 * Query fields that every list shares; each handler applies its own maximum
 * (docs/domain/public-api.md#paging-and-sorting).
 */
export const paging = {
  limit: maybe(count),
  offset: maybe(count),
  order_by: maybe(field_name),
  order: maybe(z.string().max(4)),
}

/** Totals are counted up to this number; screens then display '10,000+'. */
export const count_cap = 10_000

/** Table page sizes: default, small, large. */
export const page_sizes = { default: 20, small: 10, large: 100 } as const

/**
 * Returns the requested rows of a list that is held in memory: all rows from the offset on, unless `limit` is given.
 * `0` and negative limits mean the default, as in every list.
 */
export function rowsOf<Row>(
  rows: readonly Row[],
  input: { limit?: number | undefined; offset?: number | undefined },
): Row[] {
  const { limit, offset } = pageOf({ ...input, limit: input.limit ?? Math.max(1, rows.length) }, Infinity)
  return rows.slice(offset, offset + limit)
}

/** Returns the page to read: `0` and negative limits mean the default, values over `max` are reduced to `max`. */
export function pageOf(
  input: { limit?: number | undefined; offset?: number | undefined },
  max: number,
): { limit: number; offset: number } {
  const limit = input.limit && input.limit > 0 ? Math.min(input.limit, max) : page_sizes.default
  return { limit, offset: Math.max(0, input.offset ?? 0) }
}
