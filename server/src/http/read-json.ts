import { body_sizes, type BodySize } from '@waybill/domain/kit/calls/body-size'
import { decodeBody } from '@waybill/domain/kit/texts/decode-text'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { inspectJson, type JsonExcess } from '../kit/json-gate.ts'

const deepest = 20

/**
 * Parses a JSON body as documented for the public API. The charset is UTF-8, or the one that the byte order mark or
 * content type names. An empty body is `{}`; comments and trailing commas are allowed. Other malformed bodies throw
 * 400, and bodies that exceed the limits throw 413. Prototype keys and text that the database cannot store are
 * removed.
 */
export function readJson(bytes: Buffer, limits: BodySize = body_sizes.usual, contentType?: string): unknown {
  const decoded = decodeBody(bytes, contentType)
  if ('problem' in decoded) throw invalid(decoded.problem)
  const { text } = decoded
  const shape = inspectJson(decoded.charset === 'utf-8' ? bytes : Buffer.from(text), limits, deepest)
  if (typeof shape === 'string') throw tooMuch(shape, limits)
  if (text.trim() === '') return {}
  const value = parse(shape.has_extras ? withoutExtras(text) : text)
  if (!shape.has_escapes && !text.includes('__proto__')) return value
  return cleaned(value)
}

function tooMuch(excess: JsonExcess, limits: BodySize): Problem {
  switch (excess) {
    case 'comments':
      return malformed()
    case 'depth':
      return invalid(`The body is nested more than ${deepest} levels deep.`)
    case 'items':
      return new Problem(
        'too_large',
        `A list in the body has more than ${limits.items} items. Send fewer at once.`,
      )
    case 'values':
      return new Problem('too_large', `The body has more than ${limits.values} values. Send less at once.`)
  }
}

/** Removes null characters and replaces lone surrogates, so that every column can store the text. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function malformed(): Problem {
  return invalid('The body is not valid JSON. Check brackets, quotes and commas.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw malformed()
  }
}

/** Returns the value with storable text and without prototype keys. Its depth is at most `deepest` levels. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) =>
      key === '__proto__' ? [] : [[storable(key), cleaned(child)] as const],
    ),
  )
}

const blank = /\s/

/** Removes comments and trailing commas outside strings, in a single pass. */
function withoutExtras(text: string): string {
  const cuts: [from: number, to: number][] = []
  let comma: number | null = null
  let at = 0
  while (at < text.length) {
    const mark = text.charAt(at)
    const following = mark === '/' ? text.charAt(at + 1) : ''
    if (following === '/' || following === '*') {
      const end = endOfComment(text, at, following)
      cuts.push([at, end])
      at = end
      continue
    }
    if ((mark === '}' || mark === ']') && comma !== null) cuts.push([comma, comma + 1])
    if (mark === ',') comma = at
    else if (!blank.test(mark)) comma = null
    at = mark === '"' ? endOfString(text, at) : at + 1
  }
  let bare = ''
  let stored = 0
  for (const [from, to] of cuts.sort(([a], [b]) => a - b)) {
    bare += text.slice(stored, from)
    stored = to
  }
  return bare + text.slice(stored)
}

function endOfComment(text: string, from: number, kind: string): number {
  const end = text.indexOf(kind === '/' ? '\n' : '*/', from + 2)
  if (end < 0) return text.length
  return kind === '/' ? end : end + 2
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  return text.length
}
