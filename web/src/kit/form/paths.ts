/** Dotted paths into the values of a form: `collection_address.city`, `parcels.0.weight`. */
export type Path<Values> = Values extends readonly (infer Item)[]
  ? `${number}` | `${number}.${Path<Item>}`
  : Values extends Date | File | ((...args: never[]) => unknown)
    ? never
    : Values extends object
      ? { [Key in keyof Values & string]: Key | `${Key}.${Path<NonNullable<Values[Key]>>}` }[keyof Values &
          string]
      : never

/** The type of the value at a path. */
export type At<Values, Where extends string> = Where extends `${infer Head}.${infer Rest}`
  ? At<NonNullable<One<Values, Head>>, Rest>
  : One<Values, Where>

type One<Values, Key extends string> = Values extends readonly (infer Item)[]
  ? Item
  : Key extends keyof Values
    ? Values[Key]
    : never

/** Returns the value at a path; `undefined` when there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], values)
}

/** Returns the values with `value` at `path`; everything else is left unchanged. */
export function withValueAt<Values>(values: Values, path: string, value: unknown): Values {
  const [head = '', ...rest] = path.split('.')
  const inner =
    rest.length === 0
      ? value
      : withValueAt((values as Record<string, unknown>)[head] ?? {}, rest.join('.'), value)
  if (Array.isArray(values))
    return values.map((item: unknown, at) => (at === Number(head) ? inner : item)) as Values
  return { ...values, [head]: inner }
}
