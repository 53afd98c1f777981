import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { z } from 'zod'

/** A longer list is encoded in batches of this size, so that other requests can run between them. */
const items_at_once = 20

/**
 * Encodes a response as JSON, with only the members in the endpoint's schema. Throws when the response violates the
 * schema. This happens inside the transaction, so that it is rolled back.
 */
export async function encodeAnswer(endpoint: Endpoint, output: unknown): Promise<string> {
  const schema = endpoint.output
  if (schema instanceof z.ZodArray && Array.isArray(output))
    return encodedItems(endpoint, schema.element as z.ZodType, output)
  const list = longList(schema, output)
  if (!list) return JSON.stringify(encoded(endpoint, schema, output))
  const items = await encodedItems(endpoint, list.schema, list.items)
  const rest = encoded(endpoint, schema, { ...list.whole, [list.key]: [] }) as object
  const members = Object.entries(rest).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [`${JSON.stringify(key)}:${key === list.key ? items : JSON.stringify(value)}`]
  })
  return `{${members.join(',')}}`
}

/** Returns a list as JSON. */
async function encodedItems(
  endpoint: Endpoint,
  schema: z.ZodType,
  items: readonly unknown[],
): Promise<string> {
  const texts: string[] = []
  for (const [index, item] of items.entries()) {
    texts.push(JSON.stringify(encoded(endpoint, schema, item)))
    if (index % items_at_once === items_at_once - 1) await nextTurn()
  }
  return `[${texts.join(',')}]`
}

function encoded(endpoint: Endpoint, schema: z.ZodType, value: unknown): unknown {
  const result = z.safeEncode(schema, value)
  if (result.success) return result.data
  throw new Error(
    `${endpoint.method} ${endpoint.path} broke its contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
  )
}

interface LongList {
  whole: object
  key: string
  schema: z.ZodType
  items: readonly unknown[]
}

/**
 * Returns the first list member of a response object that has more than `items_at_once` items; `null` when there is
 * none.
 */
function longList(schema: z.ZodType, output: unknown): LongList | null {
  if (!(schema instanceof z.ZodObject) || typeof output !== 'object' || output === null) return null
  for (const [key, member] of Object.entries(schema.shape)) {
    if (!(member instanceof z.ZodArray) || !Object.hasOwn(output, key)) continue
    const items: unknown = (output as Record<string, unknown>)[key]
    if (!Array.isArray(items) || items.length <= items_at_once) continue
    return { whole: output, key, schema: member.element as z.ZodType, items }
  }
  return null
}
