/** One named value of a gateway's form or call. */
export interface Pair {
  name: string
  value: string
}

/** The values by name; of a name that comes twice the first counts. */
export function valuesOf(pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of pairs) if (!values.has(name)) values.set(name, value)
  return values
}

/**
 * Text as PHP's `urlencode` writes it: space as `+`, upper-case hex, everything but letters, digits and `-_.` encoded.
 */
export function phpEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Reads a form-encoded body in the order in which its fields came. `null` when it is not one: a broken escape, a name
 * that comes twice, or nothing at all.
 */
export function readForm(body: string): Pair[] | null {
  const pairs: Pair[] = []
  for (const part of body.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decoded(at === -1 ? part : part.slice(0, at))
    const value = decoded(at === -1 ? '' : part.slice(at + 1))
    if (name === null || value === null || pairs.some((known) => known.name === name)) return null
    pairs.push({ name, value })
  }
  return pairs.length > 0 ? pairs : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
