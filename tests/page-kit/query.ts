/** Formats the defined values as a query string: `?a=1`. */
export function queryOf(input: Record<string, unknown>): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries as [string, string][])}`
}
