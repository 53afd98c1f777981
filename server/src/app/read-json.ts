import { invalid } from '@waybill/domain/kit/problem'

const deepest = 20

/**
 * Reads a JSON body as the public API promises: a byte-order mark is skipped, an empty body is `{}`, comments and
 * trailing commas are allowed; everything else malformed is a 400 that says so. Prototype keys never come through,
 * and neither does text that no database can store.
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

/** Text without the null character and with broken surrogates replaced: what every column can hold. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function parse(text: string): { result: unknown } | undefined {
  try {
    return {
      result: JSON.parse(text, (key, value: unknown) => {
        if (key === '__proto__') return undefined
        return typeof value === 'string' ? storable(value) : value
      }) as unknown,
    }
  } catch {
    return undefined
  }
}

/** Drops comments and trailing commas that stand outside strings, in one pass over the text whatever it holds. */
function withoutExtras(text: string): string {
  const cuts: [from: number, to: number][] = []
  let comma: number | null = null
  let at = 0
  while (at < text.length) {
    const mark = text.charAt(at)
    const pair = text.slice(at, at + 2)
    if (pair === '//' || pair === '/*') {
      const end = endOfComment(text, at, pair)
      cuts.push([at, end])
      at = end
      continue
    }
    if ((mark === '}' || mark === ']') && comma !== null) cuts.push([comma, comma + 1])
    if (mark === ',') comma = at
    else if (!/\s/.test(mark)) comma = null
    at = mark === '"' ? endOfString(text, at) : at + 1
  }
  let bare = ''
  let kept = 0
  for (const [from, to] of cuts.sort(([a], [b]) => a - b)) {
    bare += text.slice(kept, from)
    kept = to
  }
  return bare + text.slice(kept)
}

function endOfComment(text: string, from: number, opening: string): number {
  const end = text.indexOf(opening === '//' ? '\n' : '*/', from + 2)
  if (end < 0) return text.length
  return opening === '//' ? end : end + 2
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function depthOf(value: unknown, depth = 0): number {
  if (depth > deepest || typeof value !== 'object' || value === null) return depth
  let most = depth + 1
  for (const child of Object.values(value)) most = Math.max(most, depthOf(child, depth + 1))
  return most
}
