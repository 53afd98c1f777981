import { descriptions } from './descriptions.ts'
import type { JsonSchema } from './wire-schema.ts'

/** Puts the meaning of members that have none into a schema and everything inside it; `thing` is its own name, if any. */
export function describeMembers(schema: JsonSchema, thing = ''): JsonSchema {
  const described = { ...schema }
  if (schema.properties)
    described.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => {
        const meaning = one.description ?? meaningOf(name, thing)
        return [name, { ...describeMembers(one, thing), ...(meaning ? { description: meaning } : {}) }]
      }),
    )
  if (schema.items) described.items = describeMembers(schema.items, thing)
  for (const several of ['anyOf', 'allOf'] as const) {
    const parts = schema[several] as JsonSchema[] | undefined
    if (parts) described[several] = parts.map((one) => describeMembers(one, thing))
  }
  return described
}

/** What a member of a thing means. */
export function meaningOf(name: string, thing = ''): string | undefined {
  const key = `${thing}.${name}`
  if (Object.hasOwn(descriptions, key)) return descriptions[key]
  return Object.hasOwn(descriptions, name) ? descriptions[name] : undefined
}
