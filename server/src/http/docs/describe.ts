import { descriptions } from './descriptions.ts'
import { office_descriptions } from './office-descriptions.ts'
import type { JsonSchema } from './wire-schema.ts'

const all: Readonly<Record<string, string>> = { ...descriptions, ...office_descriptions }

/**
 * Adds missing descriptions to the members of a schema, recursively, with the unit of amounts and dates. `thing` is
 * the name of the schema, or of the operation.
 */
export function describeMembers(schema: JsonSchema, thing = ''): JsonSchema {
  const described = { ...schema }
  if (schema.properties)
    described.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => {
        const meaning = one.description ?? meaningOf(name, thing, one)
        return [name, { ...describeMembers(one, thing), ...(meaning ? { description: meaning } : {}) }]
      }),
    )
  if (schema.items) described.items = describeMembers(schema.items, thing)
  if (typeof schema.additionalProperties === 'object')
    described.additionalProperties = describeMembers(schema.additionalProperties, thing)
  for (const several of ['anyOf', 'allOf'] as const) {
    const parts = schema[several] as JsonSchema[] | undefined
    if (parts) described[several] = parts.map((one) => describeMembers(one, thing))
  }
  delete described['x-unit']
  return described
}

/** Returns the description of a member, with its unit unless the text already contains it. */
export function meaningOf(name: string, thing: string, schema: JsonSchema): string | undefined {
  const key = `${thing}.${name}`
  const meaning = Object.hasOwn(all, key) ? all[key] : Object.hasOwn(all, name) ? all[name] : undefined
  const unit = unitOf(schema)
  return meaning === undefined || unit === undefined || meaning.includes(unit)
    ? meaning
    : `${meaning} (${unit})`
}

/** Returns the unit of a value, of a nullable value, or of the items of a list. */
function unitOf({ anyOf = [], items, ...own }: JsonSchema): string | undefined {
  const unit = own['x-unit'] as string | undefined
  if (unit !== undefined) return unit
  const [inner] = [...anyOf, ...(items ? [items] : [])].flatMap((one) => unitOf(one) ?? [])
  return inner
}
