/**
 * Parses the query of a URL to strings; of a repeated key, the first value is used. Values are never converted to
 * numbers.
 */
export function readSearch(query: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(query)) values[key] ??= value
  return values
}

/**
 * Returns values as a query string with its `?`; empty and absent values are omitted. Commas, colons and slashes stay
 * readable.
 */
export function writeSearch(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}
