/** A name and value in a gateway's form or request. */
export interface Pair {
  name: string
  value: string
}

/** Returns the values by name. When a name occurs twice, its first value is used. */
export function valuesOf(pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of pairs) if (!values.has(name)) values.set(name, value)
  return values
}
