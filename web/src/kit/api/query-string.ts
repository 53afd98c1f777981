/**
 * Builds a query string from an object: `undefined` and `null` values are left out, lists are JSON-encoded (API-017).
 * The order of the keys is preserved.
 */
export function queryString(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    query.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
