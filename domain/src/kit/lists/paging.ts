import { z } from 'zod'
import { count, maybe } from '../calls/wire.ts'

/** A name as a list may be sorted by; whether the list knows it is the list's. What every object has is no field. */
const field_name = z
  .string()
  .max(60)
  .refine((name) => !(name in Object.prototype), 'is no field that a list can be sorted by. Leave it out')

/**
 * Query fields every list shares; the handler applies its own maximum (docs/domain/public-api.md#paging-and-sorting).
 */
export const paging = {
  limit: maybe(count),
  offset: maybe(count),
  order_by: maybe(field_name),
  order: maybe(z.string().max(4)),
}

/** Totals are counted up to this many; screens then show '10,000+'. */
export const count_cap = 10_000

/** Table page sizes: default, small, large. */
export const page_sizes = { default: 20, small: 10, large: 100 } as const

/**
 * The rows asked for of a list that is held whole: all of them, from the offset on, unless a number of rows is asked
 * for. `0` and negative limits mean the default, as in every list.
 */
export function rowsOf<Row>(
  rows: readonly Row[],
  input: { limit?: number | undefined; offset?: number | undefined },
): Row[] {
  const { limit, offset } = pageOf({ ...input, limit: input.limit ?? Math.max(1, rows.length) }, Infinity)
  return rows.slice(offset, offset + limit)
}

/** The page to read: `0` and negative limits mean the default, values over `max` are lowered to it. */
export function pageOf(
  input: { limit?: number | undefined; offset?: number | undefined },
  max: number,
): { limit: number; offset: number } {
  const limit = input.limit && input.limit > 0 ? Math.min(input.limit, max) : page_sizes.default
  return { limit, offset: Math.max(0, input.offset ?? 0) }
}
