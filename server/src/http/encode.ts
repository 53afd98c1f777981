import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { z } from 'zod'
import { mapInTurns } from '../kit/load/map-in-turns.ts'
import { encodeJson } from './compile-encoder.ts'

/** Other requests can run while a longer list is encoded. */
const short_list = 20

/**
 * Encodes a response as JSON, with only the members in the endpoint's schema, or in the schema of the fields that the
 * input requests. Throws when the response violates the schema. This happens inside the transaction, so that it is rolled
 * back.
 */
export async function encodeAnswer(endpoint: Endpoint, output: unknown, input?: unknown): Promise<string> {
  const schema = outputSchema(endpoint, input)
  if (schema instanceof z.ZodArray && Array.isArray(output))
    return encodedItems(endpoint, schema.element as z.ZodType, output)
  const lists = longLists(schema, output)
  if (lists.length === 0) return encoded(endpoint, schema, output)
  const texts = new Map<string, string>()
  for (const { key, element, items } of lists) texts.set(key, await encodedItems(endpoint, element, items))
  const short = Object.fromEntries(lists.map(({ key }) => [key, []]))
  const rest = JSON.parse(encoded(endpoint, schema, { ...(output as object), ...short })) as object
  const members = Object.entries(rest).map(
    ([key, value]) => `${JSON.stringify(key)}:${texts.get(key) ?? JSON.stringify(value)}`,
  )
  return `{${members.join(',')}}`
}

const max_sparse_schemas = 200
const sparse_schemas = new WeakMap<Endpoint, Map<string, z.ZodType>>()

/**
 * Returns the schema of the response: that of the endpoint, or of the requested fields. The latter is kept in memory,
 * because its encoder is compiled on first use.
 */
function outputSchema(endpoint: Endpoint, input: unknown): z.ZodType {
  const fields = (input as { fields?: readonly string[] } | undefined)?.fields
  if (!endpoint.sparse || !fields) return endpoint.output
  const known = sparse_schemas.get(endpoint) ?? new Map<string, z.ZodType>()
  sparse_schemas.set(endpoint, known)
  const key = fields.join()
  const schema = known.get(key) ?? endpoint.sparse(fields)
  if (known.size >= max_sparse_schemas) known.clear()
  known.set(key, schema)
  return schema
}

/** Returns a list as JSON. */
async function encodedItems(
  endpoint: Endpoint,
  schema: z.ZodType,
  items: readonly unknown[],
): Promise<string> {
  const texts = await mapInTurns(items, (item) => encoded(endpoint, schema, item))
  return `[${texts.join(',')}]`
}

function encoded(endpoint: Endpoint, schema: z.ZodType, value: unknown): string {
  try {
    return encodeJson(schema, value) ?? ''
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error
    throw new Error(
      `${endpoint.method} ${endpoint.path} broke its contract: ${JSON.stringify(error.issues.slice(0, 5))}`,
      { cause: error },
    )
  }
}

interface LongList {
  key: string
  element: z.ZodType
  items: readonly unknown[]
}

/** Returns the list members of a response object that have more than `short_list` items. */
function longLists(schema: z.ZodType, output: unknown): LongList[] {
  if (!(schema instanceof z.ZodObject) || typeof output !== 'object' || output === null) return []
  return Object.entries(schema.shape).flatMap(([key, member]) => {
    if (!(member instanceof z.ZodArray) || !Object.hasOwn(output, key)) return []
    const items: unknown = (output as Record<string, unknown>)[key]
    const element = member.element as z.ZodType
    return Array.isArray(items) && items.length > short_list ? [{ key, element, items }] : []
  })
}
