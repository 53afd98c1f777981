import { z } from 'zod'
import { list, maybe } from './wire.ts'

/**
 * The query field `fields`: which fields of a record a response has. Absent means all. A name that the record does not
 * have is rejected, with the names that it has (docs/domain/public-api.md#sparse-fields).
 */
export function fieldNames<Shape extends z.core.$ZodLooseShape>(record: z.ZodObject<Shape>) {
  return maybe(list(z.enum(Object.keys(record.shape) as (keyof Shape & string)[])))
}

/** Returns the schema of a record with some of its fields only, in the order of the record. */
export function withFields(record: z.ZodObject, fields: readonly string[]): z.ZodType {
  const wanted = new Set(fields)
  return z.object(Object.fromEntries(Object.entries(record.shape).filter(([name]) => wanted.has(name))))
}
