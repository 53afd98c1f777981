import { invalid } from '@waybill/domain/kit/problem'

const deepest = 20

/**
 * Reads a JSON body as the public API promises: a byte-order mark is skipped, an empty body is `{}`, comments and
 * trailing commas are allowed; everything else malformed is a 400 that says so. Prototype keys never come through.
 */
export function readJson(bytes: Buffer): unknown {
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
  if (text === '') return {}
  const value = parse(text) ?? parse(withoutExtras(text))
  if (value === undefined) throw invalid('The body is not valid JSON. Check brackets, quotes and commas.')
  if (depthOf(value.result) > deepest) throw invalid(`The body is nested more than ${deepest} levels deep.`)
  return value.result
}

function parse(text: string): { result: unknown } | undefined {
  try {
    return {
      result: JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) as unknown,
    }
  } catch {
    return undefined
  }
}

/** Drops comments and trailing commas that stand outside strings. */
function withoutExtras(text: string): string {
  const tokens = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  const bare = text.replace(tokens, (token) => (token.startsWith('"') ? token : ''))
  return bare.replace(/"(?:[^"\\]|\\.)*"|,(\s*[}\]])/g, (token, end: string | undefined) =>
    token.startsWith('"') ? token : (end ?? ''),
  )
}

function depthOf(value: unknown, depth = 0): number {
  if (depth > deepest || typeof value !== 'object' || value === null) return depth
  let most = depth + 1
  for (const child of Object.values(value)) most = Math.max(most, depthOf(child, depth + 1))
  return most
}
