/** The query of an address as plain texts; the first of a repeated key counts. Nothing is turned into numbers. */
export function readSearch(query: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(query)) values[key] ??= value
  return values
}

/** The query text of plain values with its `?`; empty and absent values are left out, commas and colons stay readable. */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}
