import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { z } from 'zod'

/** A list of more items is encoded a few at a time, so that calls which arrive meanwhile have their turn. */
const items_at_once = 20

/**
 * An answer as JSON, with only what the schema of its endpoint names. Throws when it breaks that contract: inside the
 * transaction, so that everything is undone.
 */
export async function encodeAnswer(endpoint: Endpoint, output: unknown): Promise<string> {
  const list = longList(endpoint.output, output)
  if (!list) return JSON.stringify(encoded(endpoint, endpoint.output, output))
  const items: string[] = []
  for (const [index, item] of list.items.entries()) {
    items.push(JSON.stringify(encoded(endpoint, list.schema, item)))
    if (index % items_at_once === items_at_once - 1) await nextTurn()
  }
  const rest = encoded(endpoint, endpoint.output, { ...list.whole, [list.key]: [] }) as object
  const members = Object.entries(rest).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [`${JSON.stringify(key)}:${key === list.key ? `[${items.join(',')}]` : JSON.stringify(value)}`]
  })
  return `{${members.join(',')}}`
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

/** The one long list of an answer that is an object, as the answers of lists are. */
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
