import { z } from 'zod'

/** Comparison operators of table filters (REP-015). */
export const filter_operators = [
  'is',
  'is_not',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'gt',
  'lt',
  'between',
  'empty',
  'not_empty',
] as const
export type FilterOperator = (typeof filter_operators)[number]

const Scalar = z.union([z.string().max(200), z.number(), z.boolean()])

/**
 * One entry of a table filter: a column, an operator and a value (REP-015). `value` is a list for `in`, `not_in` and
 * `between`.
 */
export const TableFilter = z
  .object({
    field: z.string().max(60),
    operator: z.enum(filter_operators),
    value: z.union([Scalar, z.array(Scalar).max(200), z.null()]).default(null),
  })
  .refine(isComplete, 'must have the value its operator needs')
export type TableFilter = z.output<typeof TableFilter>

function isComplete({ operator, value }: { operator: FilterOperator; value: unknown }): boolean {
  if (operator === 'empty' || operator === 'not_empty') return value === null
  if (operator === 'between') return Array.isArray(value) && value.length === 2
  if (operator === 'in' || operator === 'not_in') return Array.isArray(value)
  return value !== null && !Array.isArray(value)
}
